import { beforeEach, expect, it, vi } from "vitest";
import type { SearchConfig } from "../../../extensions/search-web/config.ts";
import {
  type ChoiceScope,
  describeChoices,
  formatChoice,
  listChoices,
  type ModelChoice,
  pickOffered,
  takeModels,
} from "../../../extensions/search-web/model/model-choice.ts";
import { makeRegistry } from "../../support/registry.ts";

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (/(?:_API_KEY|_TOKEN)$/.test(name)) vi.stubEnv(name, "");
  }
});

function scope(models: string[], options: Partial<SearchConfig> = {}, keysFor = ["deepseek"]): ChoiceScope {
  const combo = { baseUrl: "http://127.0.0.1:1/v1", models: ["lwp/deepseek-pro-search-web"] };
  const catalog = makeRegistry(keysFor, keysFor.length > 0 ? { "llm-web": combo } : {});
  const config: SearchConfig = {
    models,
    modelsFrom: "default",
    native: undefined,
    timeoutMs: 1,
    ollama: "auto",
    ollamaTools: "auto",
    warnings: [],
    ...options,
  };
  return { catalog, config, sessionModel: catalog.find("deepseek", "deepseek-v4-pro"), hasOllama: false };
}

const FLASH =
  "deepseek/deepseek-v4-flash: about $0.75 per 1,000 searches + tokens at $0.14/$0.28 per million";
const PRO = "deepseek/deepseek-v4-pro: about $0.75 per 1,000 searches + tokens at $0.435/$0.87 per million";

it("lists what can search, cheapest first, and marks the one in use", () => {
  const where = scope(["lwp/deepseek-pro-search-web"]);
  expect(describeChoices(listChoices(where), where)).toEqual({
    ok: true,
    text: `Search model: lwp/deepseek-pro-search-web (the default), found as llm-web/lwp/deepseek-pro-search-web, ready
Models with credentials that can search, cheapest first:
  ${FLASH}
  ${PRO}
  llm-web/lwp/deepseek-pro-search-web: price not known (in use)
/search-model provider/id takes one; /search-model session takes the session's own model.`,
  });
});

it("marks the session's model and each of several", () => {
  const where = scope(["session", "deepseek/deepseek-v4-flash"]);
  expect(listChoices(where).map(formatChoice)).toEqual([
    `${FLASH} (in use)`,
    `${PRO} (in use)`,
    "llm-web/lwp/deepseek-pro-search-web: price not known",
  ]);
});

it("says what to get when there is none", () => {
  const where = scope(["lwp/deepseek-pro-search-web"], {}, []);
  expect(describeChoices(listChoices(where), where)).toEqual({
    ok: false,
    text: `No model with credentials is known to search: log in with /login where models search (Anthropic, DeepSeek, OpenAI, ChatGPT, Google, OpenRouter), then type /search-model.
Ollama's web search needs no model: make a free key at https://ollama.com/settings/keys and set OLLAMA_API_KEY.
Search model: lwp/deepseek-pro-search-web (the default), NOT in pi's model registry: add it to models.json`,
  });
  const { text } = describeChoices([], { ...where, hasOllama: true });
  expect(text).not.toContain("OLLAMA_API_KEY");
});

function choices(provider: string, count: number): ModelChoice[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return numbers.map((index) => ({ name: `${provider}/${index}`, cost: "$", shortCost: "$", inUse: false }));
}

it("cuts a long list", () => {
  const { text } = describeChoices(choices("a", 100), scope(["session"]));
  expect(text.split("\n")).toHaveLength(64);
  expect(text).toContain("\n  a/59: $\n  and 40 more\n");
});

it("offers each provider's cheapest before any provider's second, and always the one in use", () => {
  const many = [...choices("a", 100), ...choices("b", 2), ...choices("c", 1)];
  const last = many[99];
  if (last) last.inUse = true;
  const names = pickOffered(many).map(({ name }) => name);
  expect(names).toHaveLength(12);
  expect(names).toEqual([...choices("a", 8).map(({ name }) => name), "a/99", "b/0", "b/1", "c/0"]);
  expect(pickOffered(choices("a", 3))).toHaveLength(3);
});

function take(wanted: string, where: ChoiceScope, problem?: string) {
  const saved: unknown[] = [];
  const result = takeModels(wanted, where, (model) => {
    saved.push(model);
    return problem;
  });
  return { ...result, saved };
}

it("takes a reference that is ready, or several", () => {
  expect(take(" deepseek/deepseek-v4-flash ", scope(["a/b"]))).toEqual({
    ok: true,
    saved: ["deepseek/deepseek-v4-flash"],
    text: `Search model: deepseek/deepseek-v4-flash, ready, searches through DeepSeek (about $0.75 per 1,000 searches + tokens at $0.14/$0.28 per million)
Written to ~/.pi/search-model.json; the next search uses it.`,
  });
  expect(take("session, lwp/deepseek-pro-search-web", scope(["a/b"]))).toMatchObject({
    ok: true,
    saved: [["session", "lwp/deepseek-pro-search-web"]],
  });
});

it("says that the variable counts first", () => {
  const { text } = take("lwp/deepseek-pro-search-web", scope(["a/b"], { modelsFrom: "PI_SEARCH_MODEL" }));
  expect(text.split("\n").at(-1)).toBe("PI_SEARCH_MODEL is set and counts first: unset it.");
});

it.each([
  ["no/such", "no/such, NOT in pi's model registry: add it to models.json"],
  ["deepseek/deepseek-v4-flash, no/such", "no/such, NOT in pi's model registry: add it to models.json"],
  [
    "openai/gpt-5-mini",
    "openai/gpt-5-mini, NO credentials: add its API key to models.json or log in with /login",
  ],
  ["xai/grok-4", "xai/grok-4 cannot be the search model: xAI's web search is not built in"],
])("writes nothing for %s", (wanted, problem) => {
  expect(take(wanted, scope(["a/b"]))).toEqual({
    ok: false,
    saved: [],
    text: `Search model not changed: ${problem}\n/search-model lists what can search.`,
  });
});

it("says why nothing was written", () => {
  expect(take("deepseek/deepseek-v4-flash", scope(["a/b"]), "the disk is full.")).toMatchObject({
    ok: false,
    text: "Search model not changed: the disk is full.",
  });
});
