import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import type { LiveObjects } from "../support/memory.ts";
import { answer, callTools, type Reply, silence, status } from "../support/model-stand-in.ts";
import { json, type OllamaReply } from "../support/ollama-stand-in.ts";
import { PACKAGE_ARGUMENTS, Pi, type PiRecord, toolEnds } from "../support/pi.ts";
import { type Scenario, SEARCH_ID, setStage, startScenario } from "../support/scenario.ts";

const addressOf = (query: string) => `https://example.org/${query}`;

/** Answers each query with its own text and address, the later ones first. */
const answerInReverse: Reply = async (response, request) => {
  const query = String(request.messages.at(-1)?.content);
  await sleep(400 - 40 * Number(/\d+/.exec(query)?.[0] ?? 0));
  if (query.includes("fails")) return status(401, `no ${query}`)(response, request);
  return answer(`About ${query} [1].\n\n[1] ${addressOf(query)}`)(response, request);
};

const answerOllama: OllamaReply = (response, request) => {
  const query = String(request.body.query);
  return json({ results: [{ title: query, url: addressOf(query), content: query }] })(response, request);
};

/** query -> what came back for the call that asked it. */
function resultsByQuery(records: PiRecord[]) {
  const starts = records.filter(({ type }) => type === "tool_execution_start");
  return starts.map(({ toolCallId, args }) => {
    const [end] = toolEnds(
      records.filter((record) => record.type === "tool_execution_end" && record.toolCallId === toolCallId),
    );
    return { query: String(args.query), end };
  });
}

describe.each(HOSTS)("many searches on $name $version", (host) => {
  let scenario: Scenario;
  beforeAll(async () => {
    const [node, cli] = host.command;
    scenario = await startScenario({
      host: { command: [node, "--expose-gc", cli] },
      ollama: true,
      package: [...PACKAGE_ARGUMENTS, "-e", join(ROOT, "test/support/memory.ts")],
    });
    scenario.searchModel(answerInReverse);
    scenario.ollama.script("web_search", answerOllama);
  });
  afterAll(() => scenario.close());

  async function liveObjects(): Promise<LiveObjects> {
    const [text] = await scenario.pi.command("/live-objects");
    return JSON.parse(text ?? "");
  }

  it("keeps eight of one message apart, whichever backend answers", async () => {
    const queries = Array.from({ length: 8 }, (_, index) => `q${index}${index % 4 === 1 ? "-fails" : ""}`);
    const records = await scenario.callTools(
      ...queries.map((query) => ({ name: "search_web", args: { query } })),
    );
    const results = resultsByQuery(records);
    expect(results.map(({ query }) => query).sort()).toEqual([...queries].sort());
    for (const { query, end } of results) {
      const fails = query.includes("fails");
      expect(end?.details).toMatchObject({
        query,
        sources: [addressOf(query)],
        backend: fails ? "ollama" : "subagent",
      });
      expect(end?.details.attempts).toHaveLength(fails ? 2 : 1);
      const others = queries.filter((other) => other !== query);
      for (const other of others) expect(JSON.stringify(end)).not.toContain(`/${other}"`);
      if (fails) expect(end?.details.attempts[0].message).toContain(`no ${query}`);
    }
  });

  it("ends eight at once when the user aborts, and leaves no connection", async () => {
    const { pi, models } = scenario;
    scenario.searchModel(silence());
    models.requests.length = 0;
    const queries = Array.from({ length: 8 }, (_, index) => `abort${index}`);
    models.script(
      "main",
      callTools(...queries.map((query) => ({ name: "search_web", args: { query } }))),
      answer(""),
    );
    const from = pi.records.length;
    await pi.send({ type: "prompt", message: "go" });
    while (models.of(SEARCH_ID).length < 8) await sleep(10);
    void pi.send({ type: "abort" });
    await pi.waitFor(({ type }) => type === "agent_end", from);
    scenario.searchModel(answerInReverse);
    const ends = toolEnds(pi.records.slice(from));
    expect(ends.map(({ isError, text }) => [isError, text.includes("search failed")])).toEqual(
      Array(8).fill([true, false]),
    );
    expect(await Promise.all(models.of(SEARCH_ID).map(({ closed }) => closed))).toEqual(Array(8).fill(true));
    expect(pi.stderr).toBe("");
  });

  it("leaves nothing alive over fifty in a row", async () => {
    const searchTimes = async (from: number, to: number) => {
      for (let index = from; index < to; index++) {
        const query = `row9${index}${index % 5 === 0 ? "-fails" : ""}`;
        expect((await scenario.search(query)).details.sources).toEqual([addressOf(query)]);
      }
      return liveObjects();
    };
    const fifth = await searchTimes(0, 5);
    const last = await searchTimes(5, 50);
    console.log(`${host.name} after 5 and after 50 searches: ${JSON.stringify([fifth, last])}`);
    expect(last.signals).toBeLessThanOrEqual(fifth.signals + 2);
    expect(last.controllers).toBeLessThanOrEqual(fifth.controllers + 2);
    expect(last.timers).toBeLessThanOrEqual(fifth.timers + 2);
    expect(last.sockets).toBeLessThanOrEqual(fifth.sockets + 2);
    expect(last.heapBytes - fifth.heapBytes).toBeLessThan(3_000_000);
    expect(scenario.pi.stderr).not.toMatch(/MaxListeners|Warning/);
  });
});

describe.each(HOSTS)("two pi in one folder on $name $version", (host) => {
  it("do not touch each other's answers or files", async () => {
    const stage = await setStage({ host });
    stage.searchModel(answer(`${"A long story [1]. ".repeat(1_000)}\n\n[1] https://nodejs.org/`));
    stage.models.script("main", (response, request) => {
      const asked = request.messages.at(-1);
      const isCall = asked?.role === "user";
      const call = callTools({ name: "search_web", args: { query: JSON.stringify(asked?.content) } });
      return (isCall ? call : answer("done"))(response, request);
    });
    const both = [new Pi(stage.run), new Pi(stage.run)] as const;
    const search = async (pi: Pi, word: string) => toolEnds(await pi.prompt(word))[0]?.details;
    const [one, two] = await Promise.all([search(both[0], "first"), search(both[1], "second")]);
    expect(one.query).toContain("first");
    expect(two.query).toContain("second");
    expect(existsSync(one.truncated.fullOutputPath)).toBe(true);
    await both[0].close();
    expect(existsSync(one.truncated.fullOutputPath)).toBe(false);
    expect(existsSync(two.truncated.fullOutputPath)).toBe(true);
    const third = new Pi(stage.run);
    await search(third, "third");
    expect(existsSync(two.truncated.fullOutputPath)).toBe(true);
    await Promise.all([both[1].close(), third.close()]);
    await stage.close();
  });
});
