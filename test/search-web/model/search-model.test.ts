import { beforeEach, expect, it, vi } from "vitest";
import { SearchError } from "../../../extensions/search-web/errors.ts";
import {
  describeReference,
  findSearchModel,
  isReady,
  type ModelScope,
} from "../../../extensions/search-web/model/search-model.ts";
import { makeRegistry } from "../../support/registry.ts";

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (/(?:_API_KEY|_TOKEN)$/.test(name)) vi.stubEnv(name, "");
  }
});

const combo = { baseUrl: "http://127.0.0.1:1/v1", models: ["lwp/deepseek-pro-search-web", "plain"] };

function scope(
  keysFor: string[],
  options: { native?: boolean; session?: [string, string] } = {},
): ModelScope {
  const catalog = makeRegistry(keysFor, { "llm-web": combo });
  const sessionModel = options.session && catalog.find(...options.session);
  return { catalog, sessionModel, config: { native: options.native, modelsFrom: "default" } };
}

function refusal(reference: string, where: ModelScope): string {
  try {
    findSearchModel(reference, where);
  } catch (error) {
    if (error instanceof SearchError) return `${error.code}: ${error.message}; ${error.advice}`;
  }
  throw new Error("found");
}

it("finds a vendor's model with its search, and a proxy's without", () => {
  const found = findSearchModel("anthropic/claude-haiku-4-5", scope(["anthropic"]));
  expect([found.model.id, found.search?.vendor]).toEqual(["claude-haiku-4-5", "Anthropic"]);
  const plain = findSearchModel("lwp/deepseek-pro-search-web", scope([]));
  expect([plain.model.provider, plain.search]).toEqual(["llm-web", undefined]);
});

it("finds the session's own model by the word session", () => {
  const session: [string, string] = ["openai", "gpt-5-mini"];
  const found = findSearchModel("session", scope(["openai"], { session }));
  expect([found.model.id, found.search?.vendor]).toEqual(["gpt-5-mini", "OpenAI"]);
  expect(isReady("session", scope(["openai"], { session }))).toBe(true);
});

const WAY_OUT =
  "type /search-model llm-web/lwp/deepseek-pro-search-web to search with a model that you have (price not known)";

it.each([
  [
    "no/such",
    scope([]),
    `model-not-found: no/such is not in pi's model registry; add it to models.json as search-web's README shows, or ${WAY_OUT}`,
  ],
  [
    "lwp/deepseek-pro-search-web",
    { ...scope(["deepseek"]), catalog: makeRegistry(["deepseek"]) },
    "model-not-found: the default lwp/deepseek-pro-search-web is not in pi's model registry; add it to models.json as search-web's README shows, or type /search-model deepseek/deepseek-v4-flash to search with a model that you have (about $0.75 per 1,000 searches + tokens at $0.14/$0.28 per million)",
  ],
  ["session", scope([]), `model-not-found: the session has no model; ${WAY_OUT}`],
  [
    "session",
    scope([], { session: ["llm-web", "plain"] }),
    `model-not-found: the session's model llm-web/plain is not known to search the web; ${WAY_OUT}`,
  ],
  [
    "session",
    scope(["xai"], { session: ["xai", "grok-4"] }),
    `model-not-found: the session's model xai/grok-4 cannot be the search model: xAI's web search is not built in; ${WAY_OUT}`,
  ],
  [
    "xai/grok-4",
    scope(["xai"]),
    `model-not-found: xai/grok-4 cannot be the search model: xAI's web search is not built in; ${WAY_OUT}`,
  ],
  [
    "lwp/deepseek-pro-search-web",
    {
      ...scope([]),
      catalog: makeRegistry(["anthropic"], { "llm-web": { ...combo, baseUrl: "127.0.0.1:5000/v1" } }),
    },
    "model-not-found: the default llm-web/lwp/deepseek-pro-search-web cannot be asked: its baseUrl in models.json does not start with http:// or https://; type /search-model anthropic/claude-haiku-4-5 to search with a model that you have (about $10 per 1,000 searches + tokens at $1/$5 per million)",
  ],
  [
    "llm-web/plain",
    { ...scope([]), catalog: makeRegistry([], { "llm-web": { ...combo, baseUrl: "localhost:5000/v1" } }) },
    "model-not-found: llm-web/plain cannot be asked: its baseUrl in models.json does not start with http:// or https://; log in with /login where models search (Anthropic, DeepSeek, OpenAI, ChatGPT, Google, OpenRouter), then type /search-model",
  ],
])("refuses %s with a sentence and a way out", (reference, where, expected) => {
  expect(refusal(reference, where)).toBe(expected);
  expect(isReady(reference, where)).toBe(false);
});

it("asks a vendor that is not built in as it is when native search is off", () => {
  expect(findSearchModel("xai/grok-4", scope(["xai"], { native: false })).search).toBeUndefined();
});

it.each([
  [
    "anthropic/claude-haiku-4-5",
    "anthropic/claude-haiku-4-5, ready, searches through Anthropic (about $10 per 1,000 searches + tokens at $1/$5 per million)",
  ],
  [
    "lwp/deepseek-pro-search-web",
    "lwp/deepseek-pro-search-web, found as llm-web/lwp/deepseek-pro-search-web, ready",
  ],
  ["llm-web/plain", "llm-web/plain, ready, but not known to search: it is asked as it is"],
  [
    "openai/gpt-5-mini",
    "openai/gpt-5-mini, NO credentials: add its API key to models.json or log in with /login",
  ],
  ["no/such", "no/such, NOT in pi's model registry: add it to models.json"],
  ["xai/grok-4", "xai/grok-4 cannot be the search model: xAI's web search is not built in"],
  ["session", "the session has no model"],
])("describes %s", (reference, expected) => {
  expect(describeReference(reference, scope(["anthropic"]))).toBe(expected);
});

it("says how the settings would let a model search that is not known to", () => {
  const asked = "ready, but not known to search: it is asked as it is";
  expect(describeReference("anthropic/claude-haiku-4-5", scope(["anthropic"], { native: false }))).toBe(
    `anthropic/claude-haiku-4-5, ${asked}, since "native": false in ~/.pi/search-model.json leaves Anthropic's search tool out`,
  );
  const gateway = { baseUrl: "http://127.0.0.1:1", api: "anthropic-messages", models: ["claude"] };
  const catalog = makeRegistry([], { gateway });
  expect(describeReference("gateway/claude", { ...scope([]), catalog })).toBe(
    `gateway/claude, ${asked}; "native": true in ~/.pi/search-model.json adds Anthropic's search tool, if its server knows that`,
  );
});
