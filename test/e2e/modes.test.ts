import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { HOSTS, type Host } from "../support/hosts.ts";
import { answer, callTools, drip, silence, status } from "../support/model-stand-in.ts";
import { json, results } from "../support/ollama-stand-in.ts";
import { Pi, type PiRecord, runPi, type ToolEnd, toolEnds } from "../support/pi.ts";
import { type ScenarioOptions, SEARCH_ID, type Stage, setStage } from "../support/scenario.ts";
import { PiTerminal } from "../support/terminal.ts";

const MODEL = `llm-web/${SEARCH_ID}`;
const QUERY = "What is new in Node 24?";
const SEARCH = callTools({ name: "search_web", args: { query: QUERY } });
const ANSWER = "Node 24 is LTS [1]. 最新 🚀\n\n[1] https://nodejs.org/en";
const LAST_WORDS = "Node 24 is the LTS line.";

/** Content and details of a result, without what differs from one call to the next. */
function comparable({ isError, text, details }: ToolEnd): unknown {
  const id = /id="(\w+)"/.exec(text)?.[1] ?? "none";
  const steady = JSON.stringify(details ?? null).replace(/"durationMs":[\d.]+/g, '"durationMs":0');
  return { isError, text: text.replaceAll(id, "ID"), details: JSON.parse(steady) };
}

describe.each(HOSTS)("every mode on $name $version", (host: Host) => {
  let stage: Stage;
  afterEach(() => stage.close());
  const start = async (options: Omit<ScenarioOptions, "host"> = {}) => {
    stage = await setStage({ host, ...options });
    stage.models.script("main", SEARCH, answer(LAST_WORDS));
  };

  async function throughRpc(): Promise<{ records: PiRecord[]; stderr: string }> {
    const pi = new Pi(stage.run);
    const records = await pi.prompt("go");
    await pi.close();
    return { records, stderr: pi.stderr };
  }

  async function throughJson(): Promise<{ records: PiRecord[]; stderr: string; code: number | null }> {
    const { stdout, stderr, code } = await runPi({ ...stage.run, mode: "json", args: ["go"] });
    const lines = stdout.split("\n");
    expect(lines.pop()).toBe("");
    return { records: lines.map((line) => JSON.parse(line)), stderr, code };
  }

  const scenes = {
    "an answer": () => stage.searchModel(answer(ANSWER)),
    "an answer without sources": () => stage.searchModel(answer("Node 24, as far as I remember.")),
    "a fallback": () => {
      stage.searchModel(status(402, { error: { message: "Insufficient balance" } }));
      stage.ollama.script("web_search", json({ results: results(3) }));
    },
    "a failure": () => {
      stage.searchModel(status(401, { error: { message: "Incorrect API key" } }));
      stage.ollama.script("web_search", json({ error: "unauthorized" }, 401));
    },
  };

  it.each(Object.entries(scenes))(
    "gives %s alike through RPC, JSON, print and the terminal",
    async (_name, prepare) => {
      await start({ ollama: true });
      prepare();
      const rpc = await throughRpc();
      const [shown] = toolEnds(rpc.records);
      if (!shown) throw new Error("the tool did not end");

      stage.models.script("main", SEARCH, answer(LAST_WORDS));
      const { records, stderr, code } = await throughJson();
      expect(toolEnds(records).map(comparable)).toEqual([comparable(shown)]);
      expect([rpc.stderr, stderr, code]).toEqual(["", "", 0]);

      stage.models.script("main", SEARCH, answer(LAST_WORDS));
      const printed = await runPi({ ...stage.run, mode: "print", args: ["go"] });
      expect(printed).toEqual({ stdout: `${LAST_WORDS}\n`, stderr: "", code: 0 });
      expectRead(shown.text);

      stage.models.script("main", SEARCH, answer(LAST_WORDS));
      const size = { columns: 100, rows: 40, theme: "dark" } as const;
      const terminal = new PiTerminal({ ...stage.run, home: stage.home, ...size });
      await terminal.waitFor("(mock) main", 60_000);
      await terminal.submit("go");
      await terminal.waitFor(LAST_WORDS);
      await terminal.close();
      expectRead(shown.text);
    },
  );

  /** The agent's model, asked last, read this, but for the id of its fence. */
  function expectRead(text: string): void {
    const withoutId = (json: string) => json.replace(/ id=\\"[0-9a-f]{8}\\"/g, "");
    const read = stage.models.of("main").at(-1)?.messages.at(-1);
    expect(withoutId(JSON.stringify(read))).toContain(withoutId(JSON.stringify(text)).slice(1, -1));
  }

  it.each([
    ["searches although nobody reads its warnings", '"$@" 2>/dev/full', ["go"], 0, `${LAST_WORDS}\n`],
    ["ends with its code although nobody reads the status", '"$@" | true', ["/search-status"], 1, ""],
  ] as const)("%s", async (_name, shell, args, code, stdout) => {
    await start({ settings: "{ model: ", ...(code === 0 ? {} : { providers: {} }) });
    stage.searchModel(answer(ANSWER));
    const command = ["bash", "-c", `set -o pipefail; ${shell}`, "bash", ...host.command] as const;
    const run = await runPi({ ...stage.run, host: { command }, mode: "print", args: [...args] });
    expect(run).toEqual({ stdout, stderr: "", code });
    if (code === 0) expect(stage.models.of(SEARCH_ID)).toHaveLength(1);
  });

  it("says within a second what it does, and more than one thing in three", async () => {
    await start();
    stage.searchModel(drip(["Node 24 ", "is ", "LTS [1].\n\n[1] https://nodejs.org/en"], 1_000));
    const pi = new Pi(stage.run);
    const from = pi.records.length;
    void pi.send({ type: "prompt", message: "go" });
    const isUpdate = ({ type }: PiRecord) => type === "tool_execution_update";
    await pi.waitFor(({ type }) => type === "tool_execution_start", from);
    const startedAt = performance.now();
    await pi.waitFor(isUpdate, from);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await pi.waitFor(({ type }) => type === "agent_end", from);
    const updates = pi.records.slice(from).filter(isUpdate);
    const texts = updates.map(({ partialResult }) => partialResult.content[0].text);
    expect(texts[0]).toBe(`asking ${MODEL} · 0 s`);
    expect(texts).toContain(`answering: ${MODEL} · 2 s`);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeLessThanOrEqual(7);
    expect(updates[0]?.partialResult.details).toEqual({
      progress: { phase: "asking", backend: MODEL, elapsedMs: expect.any(Number) },
    });
    const after = pi.records.slice(pi.records.findIndex(({ type }) => type === "tool_execution_end"));
    expect(after.filter(isUpdate)).toEqual([]);
    await pi.close();
  });

  it("tells of a retry and of the fallback, and falls silent at once when the user aborts", async () => {
    await start({ ollama: true });
    stage.searchModel(status(503, "busy"), silence());
    const pi = new Pi(stage.run);
    const from = pi.records.length;
    const shows = (text: string) => (record: PiRecord) =>
      record.type === "tool_execution_update" && record.partialResult.content[0].text.startsWith(text);
    void pi.send({ type: "prompt", message: "go" });
    await pi.waitFor(shows(`retrying in 1 s: ${MODEL} is unavailable (503: busy)`), from);
    await pi.waitFor(shows(`retrying: ${MODEL} is unavailable (503: busy)`), from);
    await pi.send({ type: "abort" });
    const ended = pi.records.length;
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(pi.records.slice(ended).filter(({ type }) => type === "tool_execution_update")).toEqual([]);

    stage.searchModel(status(401, "no"));
    stage.ollama.script("web_search", (response) => {
      setTimeout(() => response.end(JSON.stringify({ results: results(1) })), 700);
    });
    stage.models.script("main", SEARCH, answer(LAST_WORDS));
    const records = await pi.prompt("go");
    expect(records.some(shows(`falling back to Ollama: ${MODEL} refused the credentials (401: no)`))).toBe(
      true,
    );
    await pi.close();
  });

  it("draws searches in a session's page as in the terminal, also right after it is resumed", async () => {
    await start({ args: ["--session", "kept.jsonl"] });
    stage.searchModel(answer(ANSWER));
    const exportHtml = async (pi: Pi) => {
      const outputPath = join(stage.home.cwd, "page.html");
      await pi.send({ type: "export_html", outputPath });
      const data = /id="session-data"[^>]*>([^<]+)</.exec(readFileSync(outputPath, "utf8"))?.[1] ?? "";
      const { renderedTools } = JSON.parse(Buffer.from(data, "base64").toString());
      return JSON.stringify(renderedTools).replace(/<[^>]*>/g, "");
    };
    const first = new Pi(stage.run);
    await first.prompt("go");
    const page = await exportHtml(first);
    await first.close();
    expect(page).toContain(`search_web ${QUERY}`);
    expect(page).toMatch(/1 source · [\d.]+ s · llm-web/);
    const resumed = new Pi({ ...stage.run, args: ["--session", join(stage.home.cwd, "kept.jsonl")] });
    expect(await exportHtml(resumed)).toBe(page);
    await resumed.close();
  });

  it("counts the search model's tokens and cost in the session where the host can", async () => {
    const cost = { input: 1_000, output: 2_000, cacheRead: 0, cacheWrite: 0 };
    const priced = { baseUrl: "http://search/v1", models: [{ id: SEARCH_ID, cost }] };
    await start({ providers: { "llm-web": priced } });
    stage.searchModel(answer(ANSWER));
    const pi = new Pi(stage.run);
    await pi.prompt("go");
    const { data } = await pi.send({ type: "get_session_stats" });
    const searches = host.name.startsWith("@earendil-works/") ? 1 : 0;
    expect(data.tokens.input).toBe(2 * 120 + searches * 120);
    expect(data.tokens.output).toBe(2 * 30 + searches * 30);
    expect(data.cost).toBeCloseTo(searches * 0.18);
    const end = toolEnds(pi.records)[0];
    expect(end?.details.usage.cost.total).toBeCloseTo(0.18);
    if (searches > 0)
      expect(end?.result.structuredContent).toEqual({
        answer: "Node 24 is LTS [1]. 最新 🚀",
        sources: ["https://nodejs.org/en"],
        grounded: true,
        backend: "subagent",
      });
    await pi.close();
  });
});
