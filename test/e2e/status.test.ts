import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import {
  answer,
  callTools,
  type ModelStandIn,
  silence,
  startModelStandIn,
  status,
} from "../support/model-stand-in.ts";
import { json, type OllamaStandIn, startOllamaStandIn } from "../support/ollama-stand-in.ts";
import { type Home, makeHome, notices, PACKAGE_ARGUMENTS, Pi, runPi, toolEnds } from "../support/pi.ts";
import { SEARCH_ID } from "../support/scenario.ts";

const KEY = "sk-secret-0123456789abcdef";
const RESULTS = { results: [{ title: "Node", url: "https://nodejs.org/", content: "Node 24" }] };

describe.each(HOSTS)("/search-status on $name $version", (host) => {
  let models: ModelStandIn;
  let ollama: OllamaStandIn;
  let home: Home;
  const start = async () => {
    models = await startModelStandIn();
    ollama = await startOllamaStandIn("daemon");
    home = makeHome({
      mock: { baseUrl: `${models.url}/v1`, apiKey: KEY, models: ["main"] },
      "llm-web": { baseUrl: `${models.url}/v1`, apiKey: KEY, models: [SEARCH_ID] },
    });
    Object.assign(home.env, { OLLAMA_HOST: ollama.url, OLLAMA_API_KEY: KEY });
    models.script(SEARCH_ID, answer("Node 25 [1].\n\n[1] https://nodejs.org/"));
    ollama.script("web_search", json(RESULTS));
  };
  afterEach(async () => {
    await Promise.all([models.close(), ollama.close()]);
    home.remove();
  });

  const STATUS = () => `Search is on
Search model: ${SEARCH_ID} (the default), found as llm-web/${SEARCH_ID}, ready
Time limit: 120 s for all models together
Ollama: ${ollama.url} (OLLAMA_HOST is set), then ollama.com (OLLAMA_API_KEY is set, for when that daemon cannot search)
Ollama tools: ollama_web_fetch, ollama_web_read_full (OLLAMA_API_KEY or OLLAMA_HOST is set)
This session: 0 answered; 0 failed`;

  it("shows a notice over RPC that the model never reads, and counts the session's searches", async () => {
    await start();
    const pi = new Pi({ host, home });
    expect(await pi.command("/search-status")).toEqual([STATUS()]);
    const [checked] = await pi.command("/search-status check");
    expect(checked).toMatch(
      new RegExp(
        `${SEARCH_ID}: answered in \\d\\.\\d s with 1 source\nOllama: answered in \\d\\.\\d s with 1 source$`,
      ),
    );
    models.script("main", answer("hello"));
    await pi.prompt("hi");
    expect(JSON.stringify(models.of("main")[0]?.messages)).not.toContain("Search model:");
    models.script(SEARCH_ID, status(401, { error: { message: `bad key ${KEY}` } }));
    const [failed] = await pi.command("/search-status check");
    expect(failed).toContain(
      `${SEARCH_ID}: FAILED, llm-web/${SEARCH_ID} refused the credentials (401: bad key …); check its API key`,
    );
    expect(JSON.stringify(pi.records)).not.toContain(KEY);
    await pi.close();
  });

  it("says when another extension has the name of the tool", async () => {
    await start();
    const neighbour = join(ROOT, "test/support/neighbour.ts");
    for (const isFirst of [true, false]) {
      const others = ["-e", neighbour];
      const pi = new Pi({
        ...{ host, home },
        package: isFirst ? [...others, ...PACKAGE_ARGUMENTS] : [...PACKAGE_ARGUMENTS, ...others],
      });
      expect((await pi.send({ type: "prompt", message: "/neighbour-takes" })).success).toBe(true);
      const line = `search_web is another extension's (${neighbour}), so the agent asks that: take one of the two out\n`;
      const [shown] = await pi.command("/search-status");
      expect(shown).toBe(STATUS().replace("Search model", isFirst ? `${line}Search model` : "Search model"));
      await pi.close();
    }
  });

  it("says of settings that stand where none are read", async () => {
    await start();
    const settings = { model: "evil/m" };
    const files = [".pi/agent/search-model.json", "work/.pi/search-model.json"].map((path) =>
      home.write(path, settings),
    );
    const { stdout } = await runPi({ host, home, mode: "print", args: ["/search-status"] });
    const warnings = files.map(
      (file) => `Warning: ${file} is not read: settings stand in ~/.pi/search-model.json.\n`,
    );
    expect(stdout).toBe(`${STATUS()}\n${warnings.join("")}`);
  });

  it("says why another than the search model answered last", async () => {
    await start();
    models.script(SEARCH_ID, status(402, { error: { message: "Insufficient balance" } }));
    const { OLLAMA_API_KEY: _key, ...env } = home.env;
    const pi = new Pi({ host, home: { ...home, env } });
    models.script("main", callTools({ name: "search_web", args: { query: "Which?" } }), answer("done"));
    await pi.prompt("go");
    const [shown] = await pi.command("/search-status");
    expect(shown).toMatch(
      new RegExp(
        `1 answered, the last by Ollama in .+; 0 failed\nBefore that answer: llm-web/${SEARCH_ID} is out of quota \\(402: Insufficient balance\\)$`,
      ),
    );
    await pi.close();
  });

  it("counts the searches of a resumed session too", async () => {
    await start();
    const { OLLAMA_API_KEY: _key, ...env } = home.env;
    const resume = async () => {
      const pi = new Pi({ host, home: { ...home, env }, args: ["--session", join(home.cwd, "kept.jsonl")] });
      const [before = ""] = await pi.command("/search-status");
      models.script("main", callTools({ name: "search_web", args: { query: "Which?" } }), answer("done"));
      await pi.prompt("go");
      const [after = ""] = await pi.command("/search-status");
      await pi.close();
      return [before, after].map((status) => status.slice(status.indexOf("This session: ")));
    };
    const [none, one] = await resume();
    expect([none, one]).toEqual([
      "This session: 0 answered; 0 failed",
      expect.stringContaining(`1 answered, the last by llm-web/${SEARCH_ID} in `),
    ]);
    models.script(SEARCH_ID, status(401, { error: { message: "bad key" } }));
    ollama.script("web_search", json({ error: "unauthorized" }, 401));
    expect(await resume()).toEqual([
      one,
      expect.stringMatching(
        /: 1 answered, .+; 1 failed\nLast error: search failed: .+ refused the credentials/,
      ),
    ]);
  });

  it("ends a check with the session, and says nothing into the next one", async () => {
    await start();
    home.write(".pi/search-model.json", { model: [SEARCH_ID, "mock/main"] });
    models.script(SEARCH_ID, silence());
    const pi = new Pi({ host, home });
    const checking = pi.send({ type: "prompt", message: "/search-status check" });
    while (models.of(SEARCH_ID).length === 0) await sleep(10);
    await pi.waitFor(({ method, statusText }) => method === "setStatus" && statusText?.startsWith("asking"));
    await pi.send({ type: "new_session" });
    await checking;
    await models.of(SEARCH_ID)[0]?.closed;
    await sleep(300);
    expect([models.of("main"), ollama.requests, notices(pi.records)]).toEqual([[], [], []]);
    expect(pi.records.filter(({ type }) => type === "extension_error")).toEqual([]);
    const shown = pi.records.filter(({ statusKey }) => statusKey === "search-web-check");
    expect(shown.at(-1)?.statusText).toBeUndefined();
    await pi.close();
  });

  it("goes to standard output in print mode, with an exit code", async () => {
    await start();
    const good = await runPi({ host, home, mode: "print", args: ["/search-status"] });
    expect(good).toEqual({ stdout: `${STATUS()}\n`, stderr: "", code: 0 });
    const checked = await runPi({ host, home, mode: "print", args: ["/search-status check"] });
    expect(checked.stdout).toContain(`${SEARCH_ID}: answered in`);
    expect(checked.code).toBe(0);

    models.script(SEARCH_ID, status(401, `bad key ${KEY}`));
    ollama.script("web_search", json({ error: "no" }, 400));
    const bad = await runPi({ host, home, mode: "print", args: ["/search-status check"] });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/^No backend answered\nSearch is on\n/);
    expect(bad.stdout).toContain("FAILED");
    expect(bad.stdout + bad.stderr).not.toContain(KEY);
  });

  it("says first that nothing is set up, and each thing to do about it once", async () => {
    await start();
    home.remove();
    home = makeHome({ mock: { baseUrl: `${models.url}/v1`, apiKey: KEY, models: ["main"] } });
    home.write(".pi/search-model.json", "{ model: ");
    const pi = new Pi({ host, home });
    models.script("main", callTools({ name: "search_web", args: { query: "Which?" } }), answer("done"));
    const [end] = toolEnds(await pi.prompt("go"));
    const wayOut =
      "log in with /login where models search (Anthropic, DeepSeek, OpenAI, ChatGPT, Google, OpenRouter), then type /search-model";
    const ollamaWays =
      'not set up: set OLLAMA_API_KEY (a free key from https://ollama.com/settings/keys), or OLLAMA_HOST to a signed-in Ollama daemon, or "ollama": "on" in ~/.pi/search-model.json for the daemon on this machine.';
    const broken = "~/.pi/search-model.json is not valid JSON, so the defaults are used.";
    expect(end?.text).toBe(
      `search failed: ${broken} the default ${SEARCH_ID} is not in pi's model registry; add it to models.json as search-web's README shows, or ${wayOut}. Ollama's web search is ${ollamaWays}`,
    );
    expect(await pi.command("/search-status check")).toEqual([
      `Nothing can answer a search yet: set up a search model or Ollama
Search is on
Search model: ${SEARCH_ID} (the default), NOT in pi's model registry: add it to models.json
To get one: ${wayOut}
Time limit: 120 s for all models together
Ollama: ${ollamaWays}
Ollama tools: none (neither OLLAMA_API_KEY nor OLLAMA_HOST is set)
This session: 0 answered; 1 failed
Warning: ${broken}
${SEARCH_ID}: FAILED, the default ${SEARCH_ID} is not in pi's model registry`,
    ]);
    await pi.close();
  });

  it("counts an Ollama that cannot be asked for nothing", async () => {
    await start();
    const env = { OLLAMA_HOST: "ftp://127.0.0.1", PI_SEARCH_MODEL: "nobody/nothing" };
    const { stdout, code } = await runPi({ host, home, mode: "print", args: ["/search-status"], env });
    expect(stdout).toMatch(
      /^Nothing can answer a search yet: set up a search model or Ollama\nSearch is on\n/,
    );
    expect(stdout).toContain("Ollama: OLLAMA_HOST cannot be used: only http and https addresses work.\n");
    expect(code).toBe(1);
  });

  it("goes to standard error in JSON mode", async () => {
    await start();
    const run = async (command: string) => {
      const { stdout, ...rest } = await runPi({ host, home, mode: "json", args: [command] });
      for (const line of stdout.trim().split("\n")) if (line) JSON.parse(line);
      expect(stdout).not.toContain("Search model");
      return rest;
    };
    expect(await run("/search-status")).toEqual({ stderr: `${STATUS()}\n`, code: 0 });
    const checked = await run("/search-status check");
    expect(checked.stderr).toMatch(
      /^Search is on\n[\s\S]+: answered in \d+\.\d s with 1 source\nOllama: answered in .+ with 1 source\n$/,
    );
    expect(checked.code).toBe(0);
    models.script(SEARCH_ID, status(401, "no"));
    ollama.script("web_search", json({ error: "no" }, 400));
    const bad = await run("/search-status check");
    expect(bad.stderr).toMatch(/^No backend answered\n[\s\S]+: FAILED, [\s\S]+\nOllama: FAILED, /);
    expect(bad.code).toBe(1);
  });

  it("checks while search is off, since the user asked", async () => {
    await start();
    const pi = new Pi({ host, home });
    await pi.command("/search-off");
    const [checked] = await pi.command("/search-status check");
    expect(checked).toMatch(/^Search is OFF/);
    expect(checked).toContain("Ollama: answered in");
    await pi.close();
    expect(notices(pi.records).length).toBeGreaterThan(0);
  });
});
