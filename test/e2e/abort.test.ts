import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer, callTools, silence, stall, status } from "../support/model-stand-in.ts";
import { json, never } from "../support/ollama-stand-in.ts";
import { toolEnds } from "../support/pi.ts";
import { type Scenario, SEARCH_ID, startScenario } from "../support/scenario.ts";

const FINE = "Node 24 is the LTS line [1].\n\n[1] https://nodejs.org/";

describe.each(HOSTS)("the user's abort on $name $version", (host) => {
  let scenario: Scenario;
  /** What keeps pi's process alive, timers and connections among it; and what does at rest. */
  const active = () => scenario.pi.command("/active-resources");
  let activeAtRest: string[];
  beforeAll(async () => {
    const args = ["-e", join(ROOT, "test/support/memory.ts")];
    scenario = await startScenario({ host, ollama: true, args });
    activeAtRest = await active();
  });
  afterAll(() => scenario.close());
  afterEach(() => expect.poll(active, { timeout: 5_000 }).toEqual(activeAtRest));
  beforeEach(() => {
    scenario.models.requests.length = 0;
    scenario.ollama.requests.length = 0;
  });

  /** Aborts once `ready` holds and returns the milliseconds until the tool ended, and how. */
  async function abortWhen(
    ready: () => boolean,
  ): Promise<{ ms: number; end: ReturnType<typeof toolEnds>[number] }> {
    const { pi, models } = scenario;
    models.script("main", callTools({ name: "search_web", args: { query: "What is new?" } }), answer("done"));
    const from = pi.records.length;
    await pi.send({ type: "prompt", message: "go" });
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const startedAt = performance.now();
    void pi.send({ type: "abort" });
    await pi.waitFor((record) => record.type === "tool_execution_end", from);
    const ms = performance.now() - startedAt;
    await pi.waitFor((record) => record.type === "agent_end", from);
    const [end] = toolEnds(pi.records.slice(from));
    if (!end) throw new Error("the tool did not end");
    return { ms, end };
  }

  async function agentGoesOn(): Promise<void> {
    scenario.searchModel(answer(FINE));
    expect((await scenario.search()).details.backend).toBe("subagent");
  }

  it.each([
    ["silent", silence()],
    ["streaming", stall("Half of the")],
  ])("ends at once while the search model is %s", async (_name, reply) => {
    scenario.searchModel(reply);
    const { ms, end } = await abortWhen(() => scenario.models.of(SEARCH_ID).length === 1);
    expect(ms).toBeLessThan(1_000);
    expect(end.isError).toBe(true);
    expect(end.text).not.toContain("search failed");
    expect(await scenario.models.of(SEARCH_ID)[0]?.closed).toBe(true);
    expect(scenario.models.of(SEARCH_ID)).toHaveLength(1);
    expect(scenario.ollama.requests).toHaveLength(0);
    await agentGoesOn();
  });

  it("ends at once between two tries", async () => {
    scenario.searchModel(status(503, "busy"));
    const { ms } = await abortWhen(() => scenario.models.of(SEARCH_ID).length === 1);
    expect(ms).toBeLessThan(700);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(scenario.models.of(SEARCH_ID)).toHaveLength(1);
    expect(scenario.ollama.requests).toHaveLength(0);
    await agentGoesOn();
  });

  it("ends at once while Ollama is asked", async () => {
    scenario.searchModel(status(401, ""));
    scenario.ollama.script("web_search", never);
    const { ms, end } = await abortWhen(() => scenario.ollama.requests.length === 1);
    expect(ms).toBeLessThan(1_000);
    expect(end.text).not.toContain("search failed");
    expect(await scenario.ollama.requests[0]?.closed).toBe(true);
    scenario.ollama.script("web_search", json({ results: [] }));
    await agentGoesOn();
  });
});
