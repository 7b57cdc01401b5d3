import { inspect } from "node:util";
import type { Api, AssistantMessage, Model, Usage } from "@mariozechner/pi-ai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig, type SearchConfig } from "../../extensions/search-web/config.ts";
import { SearchError } from "../../extensions/search-web/errors.ts";
import { createSearch, modelBudgetMs, type Search } from "../../extensions/search-web/search.ts";
import type { SearchRegistry } from "../../extensions/search-web/subagent/completion.ts";

it.each([
  [120_000, 1, 120_000],
  [120_000, 2, 60_000],
  [60_000, 4, 20_000],
  [15_000, 3, 15_000],
  [500, 2, 500],
])("gives a model, with %i ms and %i models left, %i ms", (leftMs, modelsLeft, budgetMs) => {
  expect(modelBudgetMs(leftMs, modelsLeft)).toBe(budgetMs);
});

const MODEL: Model<Api> = {
  id: "m",
  name: "m",
  provider: "p",
  api: "openai-completions",
  baseUrl: "http://127.0.0.1:1/v1",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1_000,
  maxTokens: 100,
};

const USAGE: Usage = {
  input: 120,
  output: 30,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 150,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** A registry of these models, which `send` their messages. */
function registryOf(models: Model<Api>[], send: (id: string) => Promise<Partial<AssistantMessage>>) {
  const registry: SearchRegistry = {
    find: (_provider, id) => models.find((model) => model.id === id),
    getAll: () => models,
    getAvailable: () => models,
    hasConfiguredAuth: () => true,
    getProviderAuthStatus: () => ({}),
    getApiKeyAndHeaders: async () => ({ ok: true }),
    complete: async ({ api, provider, id }): Promise<AssistantMessage> => {
      const whole = { role: "assistant" as const, api, provider, model: id, timestamp: 0 };
      return { ...whole, content: [], usage: USAGE, stopReason: "stop", ...(await send(id)) };
    },
  };
  return registry;
}

/** A search without Ollama. */
function makeSearch(config: Partial<SearchConfig>): Search {
  return createSearch({
    readConfig: () => ({
      ...readConfig({}, "/nonexistent"),
      models: ["p/m"],
      ollama: "off",
      ...config,
    }),
    env: {},
    fetch: () => fetch,
    now: () => new Date(),
  });
}

/** A search by the only model of the registry, which sends this message. */
function searchBy(message: Partial<AssistantMessage>, config: Partial<SearchConfig> = {}, model = MODEL) {
  let requests = 0;
  const registry = registryOf([model], async () => {
    requests++;
    return message;
  });
  const answer = makeSearch(config).answer("q", { registry, sessionModel: model });
  return { answer, requests: () => requests };
}

describe("with models that stay silent", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const MODELS = ["a", "b", "c"].map((id) => ({ ...MODEL, id }));

  /** One search, its time let go by as fast as it can; what each model came to. */
  async function ask(search: Search, send: (id: string) => Promise<Partial<AssistantMessage>>) {
    const answer = search.answer("q", { registry: registryOf(MODELS, send) });
    const settled = answer.then(
      ({ attempts }) => attempts.map(({ model, outcome }) => `${model} ${outcome}`),
      ({ message }: Error) =>
        [...message.matchAll(/(p\/\w) gave no answer within ([\d.]+) s/g)].map(
          ([, model, seconds]) => `${model} ${seconds}`,
        ),
    );
    await vi.advanceTimersByTimeAsync(600_000);
    return settled;
  }
  const silent = () => new Promise<never>(() => {});

  it.each([
    [120, ["p/a 40", "p/b 40", "p/c 40"]],
    [45, ["p/a 20", "p/b 20", "p/c 5"]],
    [15, ["p/a 15"]],
  ])("shares %i s among them, 20 s at least", async (seconds, shares) => {
    const search = makeSearch({ models: ["p/a", "p/b", "p/c"], timeoutMs: seconds * 1_000 });
    expect(await ask(search, silent)).toEqual(shares);
  });

  it("passes one over for five minutes from when it timed out", async () => {
    const search = makeSearch({ models: ["p/a", "p/b"] });
    const send = async (id: string) => (id === "a" ? silent() : { content: [textOf("So it is.")] });
    const startedAt = Date.now();
    const askAt = (atMs: number) => {
      vi.setSystemTime(startedAt + atMs);
      return ask(search, send);
    };
    expect(await askAt(0)).toEqual(["p/a timeout", "p/b ok"]);
    expect(await askAt(60_000 + 299_000)).toEqual(["p/a skipped", "p/b ok"]);
    expect(await askAt(60_000 + 301_000)).toEqual(["p/a timeout", "p/b ok"]);
  });
});

it("tells why a model failed rather than wait for a retry that no time is left for", async () => {
  const startedAt = performance.now();
  const { answer, requests } = searchBy(
    { stopReason: "error", errorMessage: "503: busy" },
    { timeoutMs: 900 },
  );
  const error = await answer.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SearchError);
  expect(error).toMatchObject({
    code: "unavailable",
    message: "search failed: p/m is unavailable (503: busy); try again in a minute.",
  });
  expect(performance.now() - startedAt).toBeLessThan(850);
  expect(requests()).toBe(1);
});

it("hands on what the search cost, unless the server sends what is no count", async () => {
  const content = [{ type: "text" as const, text: "Node 24." }];
  expect((await searchBy({ content }).answer).usage).toEqual(USAGE);
  for (const wrong of [
    ...[{ input: NaN }, { totalTokens: NaN }, { cost: { ...USAGE.cost, total: NaN } }],
    ...[{ output: -500 }, { totalTokens: 1e300 }, { cost: { ...USAGE.cost, total: -1 } }],
  ])
    expect(await searchBy({ content, usage: { ...USAGE, ...wrong } }).answer).not.toHaveProperty("usage");
});

it.each([
  [
    ["I will search for that.", "Node 24", " is LTS", ". It is new."],
    "I will search for that.\n\nNode 24 is LTS. It is new.",
  ],
  [["Сейчас поищу…", "Вышел Node 24."], "Сейчас поищу…\n\nВышел Node 24."],
  [["Let me look:", "## Node 24", "\nIt is new."], "Let me look:\n\n## Node 24\nIt is new."],
  [["Node.", "js 24 costs 0.", "5 more", " (v24.", "x)."], "Node.js 24 costs 0.5 more (v24.x)."],
  [["它很新。", "Node 24。", "也是 LTS。"], "它很新。Node 24。也是 LTS。"],
])(
  "keeps what a model says before its search apart from its answer, and no piece of a sentence: %j",
  async (texts, whole) => {
    expect((await searchBy({ content: texts.map(textOf) }).answer).answer).toBe(whole);
  },
);

it.each<[string, Partial<AssistantMessage>]>([
  ["its output limit was used up before one", { stopReason: "length" }],
  ["its output limit was used up before one", { stopReason: "length", content: [textOf("<think>Hm")] }],
  ["it only thought", { content: [{ type: "thinking", thinking: "Hm" }] }],
  ["it only thought", { content: [textOf("<think>Hm</think>")] }],
  [
    "it called a tool instead",
    { stopReason: "toolUse", content: [{ type: "toolCall", id: "1", name: "bash", arguments: {} }] },
  ],
])("says what a model did in place of an answer: %s", async (what, message) => {
  await expect(searchBy(message).answer).rejects.toThrow(
    `search failed: p/m finished without an answer (${what}); try again, or take another search model with /search-model.`,
  );
});

function textOf(text: string) {
  return { type: "text" as const, text };
}

it("names what nobody foresaw by its kind alone, as a failure of the model", async () => {
  const content = Object.assign([], {
    flatMap() {
      throw new TypeError("hunter2-key");
    },
  });
  const error = await searchBy({ content }).answer.catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: "bad-response",
    message: expect.stringContaining("p/m sent no usable answer (it could not be read: TypeError); "),
  });
  expect(inspect(error)).not.toContain("hunter2");
});

it("asks a model once that several references mean, also where one of them cannot be asked", async () => {
  const refusing = { stopReason: "error", errorMessage: "401: no" } as const;
  const { answer, requests } = searchBy(refusing, { models: ["session", "p/m", "m"] });
  await expect(answer).rejects.toThrow(
    "search failed: the session's model p/m is not known to search the web; log in with",
  );
  await expect(answer).rejects.toThrow(
    ". p/m refused the credentials (401: no); check its API key, or log in again with /login.",
  );
  expect(requests()).toBe(1);
  const able = searchBy(refusing, { models: ["session", "p/m-search"] }, { ...MODEL, id: "m-search" });
  await expect(able.answer).rejects.toThrow("search failed: p/m-search refused the credentials (401: no); ");
  expect(able.requests()).toBe(1);
});
