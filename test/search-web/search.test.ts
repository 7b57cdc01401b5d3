import type { Api, AssistantMessage, Model } from "@mariozechner/pi-ai";
import { expect, it } from "vitest";
import type { SearchRegistry } from "../../extensions/search-web/completion.ts";
import { readConfig, type SearchConfig } from "../../extensions/search-web/config.ts";
import { SearchError } from "../../extensions/search-web/errors.ts";
import { createSearch, modelBudgetMs, type Search } from "../../extensions/search-web/search.ts";

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

/** A search without Ollama, and a registry whose only model fails with this text. */
function failingSearch(errorMessage: string, config: Partial<SearchConfig>) {
  let requests = 0;
  const registry: SearchRegistry = {
    find: () => MODEL,
    getAll: () => [MODEL],
    hasConfiguredAuth: () => true,
    getApiKeyAndHeaders: async () => ({ ok: true }),
    complete: async (): Promise<AssistantMessage> => {
      requests++;
      return {
        role: "assistant",
        content: [],
        api: MODEL.api,
        provider: MODEL.provider,
        model: MODEL.id,
        usage: {
          input: 0,
          output: 0,
          cacheRead: 0,
          cacheWrite: 0,
          totalTokens: 0,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
        },
        stopReason: "error",
        errorMessage,
        timestamp: 0,
      };
    },
  };
  const search: Search = createSearch({
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
  const error = search.answer("q", { registry }).catch((reason: unknown) => reason);
  return { error, requests: () => requests };
}

it("tells why a model failed rather than wait for a retry that no time is left for", async () => {
  const { error, requests } = failingSearch("503: busy", { timeoutMs: 900 });
  const startedAt = performance.now();
  expect(await error).toMatchObject({
    code: "unavailable",
    message: "search failed: p/m is unavailable (503: busy); try again in a minute.",
  });
  expect(await error).toBeInstanceOf(SearchError);
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(requests()).toBe(1);
});
