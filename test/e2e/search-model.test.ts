import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { HOSTS } from "../support/hosts.ts";
import { answer, callTools, type ModelStandIn, startModelStandIn } from "../support/model-stand-in.ts";
import { type Home, makeHome, Pi, runPi, toolEnds } from "../support/pi.ts";
import { PiTerminal } from "../support/terminal.ts";

const DEEPSEEK_KEY = "sk-secret-0123456789abcdef";
const COST = "about $0.75 per 1,000 searches + tokens at $1/$2 per million";

describe.each(HOSTS)("/search-model on $name $version", (host) => {
  let models: ModelStandIn;
  let home: Home;
  const start = async (settings?: object | string) => {
    models = await startModelStandIn();
    const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 };
    home = makeHome({
      mock: { baseUrl: `${models.url}/v1`, models: ["main"] },
      proxy: { baseUrl: `${models.url}/v1`, models: ["one-search", "two-search", "plain"] },
      ds: { baseUrl: "https://api.deepseek.com", apiKey: DEEPSEEK_KEY, models: [{ id: "flash", cost }] },
    });
    if (settings !== undefined) home.write(".pi/search-model.json", settings);
  };
  const settings = (): unknown => JSON.parse(readFileSync(join(home.home, ".pi/search-model.json"), "utf8"));
  afterEach(async () => {
    await models.close();
    home.remove();
  });

  const LIST = `Search model: proxy/two-search (from ~/.pi/search-model.json), ready
Models with credentials that can search, cheapest first:
  ds/flash: ${COST}
  proxy/one-search: price not known
  proxy/two-search: price not known (in use)
/search-model provider/id takes one; /search-model session takes the session's own model.`;

  it("lists and takes models over RPC, without asking anyone, and the next search uses what was taken", async () => {
    await start({ model: "proxy/two-search", ollama: "off" });
    const pi = new Pi({ host, home });
    expect(await pi.command("/search-model")).toEqual([LIST]);

    expect(await pi.command("/search-model proxy/one-search")).toEqual([
      "Search model: proxy/one-search, ready\nWritten to ~/.pi/search-model.json; the next search uses it.",
    ]);
    expect(settings()).toEqual({ model: "proxy/one-search", ollama: "off" });
    models.script("one-search", answer("It is 24."));
    models.script("main", callTools({ name: "search_web", args: { query: "Which?" } }), answer("done"));
    const [end] = toolEnds(await pi.prompt("go"));
    expect(end?.details.model).toBe("proxy/one-search");

    expect(await pi.command("/search-model no/such")).toEqual([
      "Search model not changed: no/such, NOT in pi's model registry: add it to models.json\n/search-model lists what can search.",
    ]);
    expect(await pi.command("/search-model session")).toEqual([
      "Search model not changed: the session's model mock/main is not known to search the web\n/search-model lists what can search.",
    ]);
    expect(settings()).toEqual({ model: "proxy/one-search", ollama: "off" });
    expect(JSON.stringify(pi.records)).not.toContain(DEEPSEEK_KEY);
    expect(pi.records.some(({ method }) => method === "select")).toBe(false);
    await pi.close();
  });

  it("prints in print mode, with an exit code", async () => {
    await start({ model: "proxy/two-search" });
    const list = await runPi({ host, home, mode: "print", args: ["/search-model"] });
    expect(list).toMatchObject({ stdout: `${LIST}\n`, code: 0 });
    const taken = await runPi({ host, home, mode: "print", args: ["/search-model ds/flash"] });
    expect(taken).toMatchObject({
      stdout: `Search model: ds/flash, ready, searches through DeepSeek (${COST})\nWritten to ~/.pi/search-model.json; the next search uses it.\n`,
      code: 0,
    });
    expect(settings()).toEqual({ model: "ds/flash" });
    const refused = await runPi({ host, home, mode: "print", args: ["/search-model no/such"] });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toBe(
      "Search model not changed: no/such, NOT in pi's model registry: add it to models.json\n/search-model lists what can search.\n",
    );
  });

  it("keeps JSON mode's standard output for events", async () => {
    await start();
    const { stdout, stderr } = await runPi({
      host,
      home,
      mode: "json",
      args: ["/search-model proxy/one-search"],
    });
    for (const line of stdout.split("\n").filter((line) => line !== "")) JSON.parse(line);
    expect(stdout).not.toContain("Search model");
    expect(stderr).toContain("Search model: proxy/one-search, ready");
    expect(settings()).toEqual({ model: "proxy/one-search" });
  });

  it("refuses to write over a broken file", async () => {
    await start("{ not json");
    const { stdout, code } = await runPi({
      host,
      home,
      mode: "print",
      args: ["/search-model proxy/one-search"],
    });
    expect({ stdout, code }).toEqual({
      stdout:
        "Search model not changed: ~/.pi/search-model.json is not valid JSON: mend it or remove it first.\n",
      code: 1,
    });
    expect(readFileSync(join(home.home, ".pi/search-model.json"), "utf8")).toBe("{ not json");
  });

  it("lets the user choose in the terminal", async () => {
    await start({ model: "proxy/two-search", timeoutSeconds: 60 });
    const terminal = new PiTerminal({ host, home, columns: 120, rows: 30, theme: "dark" });
    await terminal.waitFor("main");
    await terminal.settle();
    await terminal.submit("/search-model");
    await terminal.waitFor("→ ds/flash: $0.75 + $1/$2");
    await terminal.waitFor("proxy/two-search: price not known (in use)");
    terminal.type("\u001b[B");
    await terminal.waitFor("→ proxy/one-search: price not known");
    terminal.type("\r");
    await terminal.waitFor("Search model: proxy/one-search, ready");
    expect(settings()).toEqual({ model: "proxy/one-search", timeoutSeconds: 60 });

    await terminal.submit("/search-model");
    await terminal.waitFor("proxy/one-search: price not known (in use)");
    terminal.type("\u001b");
    await terminal.settle();
    expect(settings()).toEqual({ model: "proxy/one-search", timeoutSeconds: 60 });
    await terminal.close();
  });

  it("shows every choice on one line, and the first of them, in a terminal of 80 by 24", async () => {
    await start();
    const env = {
      ANTHROPIC_API_KEY: "sk-ant-nobodys",
      OPENAI_API_KEY: "sk-nobodys",
      PI_SEARCH_MODEL: "one-search",
    };
    const terminal = new PiTerminal({ host, home, env, columns: 80, rows: 24, theme: "dark" });
    await terminal.waitFor("main");
    await terminal.settle();
    await terminal.submit("/search-model");
    await terminal.waitFor("navigate");
    await terminal.settle();
    const screen = terminal
      .lines()
      .slice(-24)
      .map((row) => row.trim());
    const first = screen.findIndex((row) => row.startsWith("→ "));
    expect(screen.slice(0, first).join(" ")).toMatch(
      /Search model, cheapest first: \$ per 1,000 searches \+ \$ per million tokens in\/out \(\d+ more by \/search-model provider\/id\)/,
    );
    for (const row of screen.slice(first, first + 10)) {
      expect(row).toMatch(/^(→ )?\S+: (\$[\d.]+ \+ \$[\d.]+\/\$[\d.]+|price not known)( \(in use\))?$/);
    }
    await terminal.close();
  });

  it("names the cheapest ready model where the configured one is missing, in the status and in the failure", async () => {
    await start({ ollama: "off" });
    const pi = new Pi({ host, home });
    const wayOut = `type /search-model ds/flash to search with a model that you have (${COST})`;
    const [status] = await pi.command("/search-status");
    expect(status?.split("\n").slice(0, 4)).toEqual([
      "Nothing can answer a search yet: set up a search model or Ollama",
      "Search is on",
      "Search model: lwp/deepseek-pro-search-web (the default), NOT in pi's model registry: add it to models.json",
      `To get one: ${wayOut}`,
    ]);
    models.script("main", callTools({ name: "search_web", args: { query: "Which?" } }), answer("done"));
    const [end] = toolEnds(await pi.prompt("go"));
    expect(end?.text).toBe(
      `search failed: the default lwp/deepseek-pro-search-web is not in pi's model registry; add it to models.json as search-web's README shows, or ${wayOut}.`,
    );
    await pi.close();
  });
});
