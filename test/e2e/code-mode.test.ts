import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer } from "../support/model-stand-in.ts";
import { toolEnds } from "../support/pi.ts";
import { type Scenario, SEARCH_ID, startScenario } from "../support/scenario.ts";

/** What a script of the agent's model makes of three searches, one of them of nothing. */
const SCRIPT = `
const ends = await Promise.allSettled(["Node", "", "Bun"].map((query) => tools.search_web({ query })));
return ends.map(({ value, reason }) => value ?? reason.message);`;
const ANSWER = {
  answer: "Node 24 is LTS [1].",
  sources: ["https://nodejs.org/en"],
  grounded: true,
  backend: "subagent",
};
const EMPTY = "search failed: the query is empty; ask a whole question.";

/** pi 0.73 has no code mode. */
const hosts = HOSTS.filter(({ version }) => version.startsWith("1."));

describe.each(hosts)("code mode on $name $version", (host) => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario({ host, args: ["--tools", "+codemode"] });
    scenario.searchModel(answer("Node 24 is LTS [1].\n\n[1] https://nodejs.org/en"));
  });
  afterAll(() => scenario.close());

  /** What the script's searches came to. */
  async function runScript(): Promise<unknown> {
    const ends = toolEnds(await scenario.callTools({ name: "codemode", args: { code: SCRIPT } }));
    return JSON.parse(ends.at(-1)?.text.split("Output:\n")[1] ?? "");
  }

  it("gives a script the answers, and counts its searches", async () => {
    expect(await runScript()).toEqual([ANSWER, EMPTY, ANSWER]);
    const [status] = await scenario.pi.command("/search-status");
    // Of the empty query nothing was asked.
    expect(status).toMatch(/\nThis session: 2 answered, the last in \d\.\d s; 0 failed$/);
  });

  it("lets no script search while search is off", async () => {
    const { models, pi } = scenario;
    models.requests.length = 0;
    await pi.command("/search-off");
    const blocked = expect.stringMatching(/^Blocked: the user turned web search off/);
    expect(await runScript()).toEqual([blocked, blocked, blocked]);
    expect(models.of(SEARCH_ID)).toEqual([]);
  });
});

it.each(hosts)("says of the tools that only read that they do, to $name $version", async (host) => {
  const args = ["-e", join(ROOT, "test/support/neighbour.ts")];
  const scenario = await startScenario({ host, args, ollama: true, settings: { ollamaTools: "all" } });
  const [hints = ""] = await scenario.pi.command("/neighbour-reads-hints");
  const onlyReads = { readOnlyHint: true, openWorldHint: true };
  const { search_web, ollama_web_search, ollama_web_fetch, ollama_web_read_full } = JSON.parse(hints);
  expect(search_web).toMatchObject(onlyReads);
  expect([ollama_web_search, ollama_web_fetch]).toEqual([onlyReads, onlyReads]);
  // It may write a file.
  expect(ollama_web_read_full).toEqual({});
  await scenario.close();
});
