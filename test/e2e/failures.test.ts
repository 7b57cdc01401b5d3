import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOSTS } from "../support/hosts.ts";
import {
  answer,
  drip,
  type Reply,
  rawStream,
  reset,
  silence,
  stall,
  status,
} from "../support/model-stand-in.ts";
import { json } from "../support/ollama-stand-in.ts";
import { type Scenario, SEARCH_ID, startScenario } from "../support/scenario.ts";

const MODEL = `llm-web/${SEARCH_ID}`;
const FINE = "Node 24 is the LTS line [1].\n\n[1] https://nodejs.org/";
const RESULTS = {
  results: [{ title: "Node 24", url: "https://nodejs.org/en/blog", content: "Node 24 is out." }],
};
const HTML = `<!DOCTYPE html><html><body>${"bad gateway ".repeat(1_000)}</body></html>`;

interface Row {
  name: string;
  replies: Reply[];
  /** Requests that reach the search model. */
  requests: number;
  /** What each of them came to; one for both pi lines, or one for each. */
  outcome: string | [old: string, current: string];
  /** What the agent's model reads as the reason, in whole words. */
  says: string | RegExp | [old: string | RegExp, current: string | RegExp];
  /** The retry after this failure comes after about a second. */
  waits?: boolean;
}

/** Every row of the failure table that a running server can produce. */
const ROWS: Row[] = [
  {
    name: "401",
    replies: [status(401, { error: { message: "Incorrect API key provided: sk-proj-abcdefgh12345678" } })],
    requests: 1,
    outcome: "unauthorized",
    says: `${MODEL} refused the credentials (401: Incorrect API key provided: …)`,
  },
  {
    name: "403",
    replies: [status(403, "")],
    requests: 1,
    outcome: "unauthorized",
    says: `${MODEL} refused the credentials (403)`,
  },
  {
    name: "402",
    replies: [status(402, { error: { message: "Insufficient balance" } })],
    requests: 1,
    outcome: "quota",
    says: `${MODEL} is out of quota (402: Insufficient balance)`,
  },
  {
    name: "429 that speaks of a limit",
    replies: [
      status(429, { error: { message: "You have reached your weekly usage limit, upgrade for more" } }),
    ],
    requests: 1,
    outcome: "quota",
    says: `${MODEL} is out of quota (429: You have reached your weekly usage limit, upgrade for more)`,
  },
  {
    name: "429 that does not",
    replies: [status(429, { error: { message: "Too many requests" } })],
    requests: 2,
    waits: true,
    outcome: "unavailable",
    says: `${MODEL} is unavailable (429: Too many requests)`,
  },
  {
    name: "429 with a long Retry-After",
    replies: [status(429, { error: { message: "slow down" } }, { "retry-after": "300" })],
    requests: 2,
    waits: true,
    outcome: "unavailable",
    says: `${MODEL} is unavailable (429: slow down)`,
  },
  ...[500, 502, 503, 504, 529].map(
    (code): Row => ({
      name: `${code}`,
      replies: [status(code, { error: { message: "upstream broke" } })],
      requests: 2,
      waits: true,
      outcome: "unavailable",
      says: `${MODEL} is unavailable (${code}: upstream broke)`,
    }),
  ),
  {
    name: "500 with HTML",
    replies: [status(500, HTML)],
    requests: 2,
    waits: true,
    outcome: "unavailable",
    says: `${MODEL} is unavailable (500)`,
  },
  {
    name: "503 without a body",
    replies: [status(503)],
    requests: 2,
    waits: true,
    outcome: "unavailable",
    says: `${MODEL} is unavailable (503)`,
  },
  {
    name: "400",
    replies: [status(400, { error: { message: "bad field" } })],
    requests: 1,
    outcome: "bad-response",
    says: `${MODEL} sent no usable answer (400: bad field)`,
  },
  {
    name: "404",
    replies: [status(404, { error: { message: "no such model" } })],
    requests: 1,
    outcome: "bad-response",
    says: `${MODEL} sent no usable answer (404: no such model)`,
  },
  {
    name: "413",
    replies: [status(413, "too large")],
    requests: 1,
    outcome: "bad-response",
    says: `${MODEL} sent no usable answer (413: too large)`,
  },
  {
    name: "reset before the headers",
    replies: [reset()],
    requests: 2,
    outcome: "network",
    says: new RegExp(`^${MODEL} could not be reached \\(.+\\)`),
  },
  {
    name: "reset in the middle of the answer",
    replies: [reset("Half of an ")],
    requests: 1,
    outcome: "network",
    says: new RegExp(`^the connection to ${MODEL} broke in the middle of the answer`),
  },
  {
    name: "a blank answer",
    replies: [answer("  \n ")],
    requests: 1,
    outcome: "empty-answer",
    says: `${MODEL} finished without an answer`,
  },
  {
    name: "an answer that is only thinking",
    replies: [answer("<think>hmm</think>")],
    requests: 1,
    outcome: "empty-answer",
    says: `${MODEL} finished without an answer`,
  },
  {
    name: "a content filter",
    replies: [answer("I can", { finish: "content_filter" })],
    requests: 1,
    outcome: "bad-response",
    says: new RegExp(`^${MODEL} sent no usable answer \\(.*content_filter.*\\)`),
  },
  {
    name: "200 with HTML",
    replies: [status(200, HTML, { "content-type": "text/html" })],
    requests: 1,
    outcome: ["empty-answer", "bad-response"],
    says: /./,
  },
  {
    name: "an empty stream",
    replies: [rawStream("")],
    requests: 1,
    outcome: ["empty-answer", "bad-response"],
    says: /./,
  },
  {
    name: "an invalid chunk",
    replies: [rawStream('data: {"choices": [{]\n\n')],
    requests: 1,
    outcome: "bad-response",
    says: new RegExp(`^${MODEL} sent no usable answer`),
  },
  {
    name: "an error inside the stream",
    replies: [
      rawStream('data: {"error": {"message": "Insufficient quota", "code": "insufficient_quota"}}\n\n'),
    ],
    requests: 1,
    outcome: "quota",
    says: new RegExp(`^${MODEL} is out of quota`),
  },
  {
    name: "silence",
    replies: [silence()],
    requests: 1,
    outcome: "timeout",
    says: `${MODEL} gave no answer within 1 s`,
  },
  {
    name: "silence in the middle of the answer",
    replies: [stall("Half of")],
    requests: 1,
    outcome: "timeout",
    says: `${MODEL} gave no answer within 1 s`,
  },
  {
    name: "a drip past the deadline",
    replies: [drip("abcdefghijkl".split(""), 200)],
    requests: 1,
    outcome: "timeout",
    says: `${MODEL} gave no answer within 1 s`,
  },
];

describe.each(HOSTS.map((host, line) => ({ ...host, host, line })))(
  "failures on $name $version",
  ({ host, line }) => {
    let scenario: Scenario;
    beforeAll(async () => {
      scenario = await startScenario({ host, ollama: true });
      scenario.ollama.script("web_search", json(RESULTS));
    });
    afterAll(() => scenario.close());
    beforeEach(async () => {
      scenario.settings({});
      scenario.searchModel(answer(FINE));
      await scenario.pi.command("/search-status check"); // forgets an earlier time-out
      scenario.models.requests.length = 0;
      scenario.ollama.requests.length = 0;
    });

    const pick = <T>(value: T | [T, T]): T =>
      Array.isArray(value) ? (value as [T, T])[line === 0 ? 0 : 1] : value;

    it.each(ROWS)(
      "$name: Ollama answers and says why",
      async ({ replies, requests, outcome, says, waits }) => {
        scenario.settings({ timeoutSeconds: waits ? 30 : 1 });
        scenario.searchModel(...replies);
        const startedAt = performance.now();

        const { isError, text, details } = await scenario.search();

        const took = performance.now() - startedAt;
        expect(scenario.models.of(SEARCH_ID)).toHaveLength(requests);
        expect(scenario.ollama.requests).toHaveLength(1);
        expect(details.attempts).toEqual([
          ...Array(requests).fill({
            backend: "subagent",
            model: MODEL,
            outcome: pick(outcome),
            message: expect.any(String),
            durationMs: expect.any(Number),
          }),
          { backend: "ollama", outcome: "ok", durationMs: expect.any(Number) },
        ]);
        const message = details.attempts[0].message;
        expect(message).toEqual(
          typeof pick(says) === "string" ? pick(says) : expect.stringMatching(pick(says)),
        );
        expect(isError).toBe(false);
        expect(text.split("\n")[0]).toBe(`Results of Ollama's web search instead: ${message}`);
        expect(details).toMatchObject({
          backend: "ollama",
          grounded: true,
          sources: ["https://nodejs.org/en/blog"],
        });
        expect(took).toBeGreaterThan(waits ? 900 : 0);
        expect(took).toBeLessThan(waits ? 6_000 : 4_000);
      },
    );

    it.each(ROWS)("$name: without Ollama the failure says so", async ({ replies, requests, waits }) => {
      scenario.settings({ timeoutSeconds: waits ? 30 : 1, ollama: "off" });
      scenario.searchModel(...replies);
      const { isError, text } = await scenario.search();
      expect(isError).toBe(true);
      expect(text).toMatch(
        /^search failed: (the connection to )?llm-web\/lwp\/deepseek-pro-search-web [^;]+; [^;]+\.$/,
      );
      expect(text.length).toBeLessThan(500);
      expect(scenario.models.of(SEARCH_ID)).toHaveLength(requests);
      expect(scenario.ollama.requests).toHaveLength(0);
    });

    it("takes an answer that comes at the second try", async () => {
      scenario.settings({});
      scenario.searchModel(status(503, "busy"), answer(FINE));
      const { details } = await scenario.search();
      expect(details.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
        "unavailable",
        "ok",
      ]);
      expect(details).toMatchObject({ backend: "subagent", sources: ["https://nodejs.org/"] });
    });

    it("takes an answer that the model's output limit ended, and says so", async () => {
      scenario.settings({});
      scenario.searchModel(answer(FINE, { finish: "length" }));
      const { text, details } = await scenario.search();
      expect(details.cut).toBe(true);
      expect(text).toContain("\nThe search model hit its output limit: the answer ends early.\n");
    });

    it("names everything that failed and what to do", async () => {
      scenario.settings({});
      scenario.searchModel(status(401, ""));
      scenario.ollama.script("web_search", json({ error: "internal" }, 500));
      const { isError, text } = await scenario.search();
      scenario.ollama.script("web_search", json(RESULTS));
      expect(isError).toBe(true);
      expect(text).toMatch(
        /^search failed: llm-web\/lwp\/deepseek-pro-search-web refused the credentials \(401\); check its API key, or log in again with \/login\. The Ollama daemon at http:\/\/127\.0\.0\.1:\d+ is not available right now \(500: "internal"\): try again later\.$/,
      );
    });

    it("says how to set up a search model that pi does not have", async () => {
      scenario.settings({ model: "nobody/nothing", ollama: "off" });
      const { text } = await scenario.search();
      expect(text).toContain(
        "search failed: nobody/nothing is not in pi's model registry; add it to models.json, or ",
      );
    });

    it("asks a refused proxy twice without a wait, then Ollama", async () => {
      const details = await withDeadProvider(host, async (dead) => (await dead.search()).details);
      expect(details.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
        "network",
        "network",
        "ok",
      ]);
      expect(details.durationMs).toBeLessThan(900);
    });

    it("spends the time limit on a silent proxy once, then skips it until a check", async () => {
      scenario.settings({ timeoutSeconds: 0.5 });
      scenario.searchModel(silence());
      await scenario.search();
      scenario.models.requests.length = 0;

      const { details, text } = await scenario.search();

      expect(scenario.models.of(SEARCH_ID)).toHaveLength(0);
      expect(details.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["skipped", "ok"]);
      expect(text).toContain(`${SEARCH_ID} timed out a few minutes ago and was not asked again`);

      scenario.searchModel(answer(FINE));
      await scenario.pi.command("/search-status check");
      expect((await scenario.search()).details.backend).toBe("subagent");
    });
  },
);

/** A scenario whose proxy is not running: its port refuses. */
async function withDeadProvider<T>(
  host: (typeof HOSTS)[number],
  use: (scenario: Scenario) => Promise<T>,
): Promise<T> {
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
  );
  await new Promise((resolve) => server.close(resolve));
  const scenario = await startScenario({
    host,
    ollama: true,
    providers: { "llm-web": { baseUrl: `http://127.0.0.1:${port}/v1`, models: [SEARCH_ID] } },
  });
  scenario.ollama.script("web_search", json(RESULTS));
  try {
    return await use(scenario);
  } finally {
    await scenario.close();
  }
}
