import { beforeEach, expect, it, vi } from "vitest";
import { describeWayOut, listCandidates } from "../../../extensions/search-web/model/candidates.ts";
import type { Provider } from "../../support/pi.ts";
import { makeRegistry } from "../../support/registry.ts";

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (/(?:_API_KEY|_TOKEN)$/.test(name)) vi.stubEnv(name, "");
  }
});

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const proxy: Provider = {
  baseUrl: "http://127.0.0.1:1/v1",
  models: ["lwp/deepseek-pro-search-web", "some-model", "sonar"],
};

it("lists what has credentials and can search, cheapest first, unknown prices last", () => {
  const anthropic = {
    baseUrl: "https://api.anthropic.com",
    api: "anthropic-messages",
    models: [
      { id: "big", cost: { ...free, input: 10, output: 50 } },
      { id: "small", cost: { ...free, input: 1, output: 5 } },
      { id: "claude-3-haiku-20240307", cost: { ...free, input: 0.25, output: 1.25 } },
    ],
  };
  const deepseek = {
    baseUrl: "https://api.deepseek.com",
    models: [{ id: "flash", cost: { ...free, input: 0.30000000000000004, output: 1.2 } }, "unpriced"],
  };
  const priced = { id: "my-search", cost: { ...free, input: 100, output: 100 } };
  const providers = { claude: anthropic, ds: deepseek, lwp: { ...proxy, models: [...proxy.models, priced] } };
  expect(listCandidates(makeRegistry([], providers), undefined)).toEqual([
    {
      name: "ds/flash",
      cost: "about $0.75 per 1,000 searches + tokens at $0.3/$1.2 per million",
      shortCost: "$0.75 + $0.3/$1.2",
    },
    {
      name: "claude/small",
      cost: "about $10 per 1,000 searches + tokens at $1/$5 per million",
      shortCost: "$10 + $1/$5",
    },
    {
      name: "claude/big",
      cost: "about $10 per 1,000 searches + tokens at $10/$50 per million",
      shortCost: "$10 + $10/$50",
    },
    { name: "lwp/my-search", cost: "tokens at $100/$100 per million", shortCost: "tokens $100/$100" },
    { name: "ds/unpriced", cost: "about $0.75 per 1,000 searches + tokens", shortCost: "$0.75 + tokens" },
    { name: "lwp/lwp/deepseek-pro-search-web", cost: "price not known", shortCost: "price not known" },
    { name: "lwp/sonar", cost: "price not known", shortCost: "price not known" },
  ]);
});

it("knows pi's own models, and leaves out what cannot search or is no longer served", () => {
  const names = (...providers: string[]) =>
    listCandidates(makeRegistry(providers), undefined).map(({ name }) => name);
  expect(names("anthropic").filter((name) => name.includes("claude-3"))).toEqual([]);
  expect(names("anthropic")[0]).toMatch(/^anthropic\/claude-haiku-4-5/);
  expect(names("deepseek")[0]).toBe("deepseek/deepseek-v4-flash");
  expect(names("openai")).not.toContain("openai/gpt-4.1-nano");
  expect(names("openai")[0]).toBe("openai/gpt-5-nano");
  expect(names("google").filter((name) => /gemma|live|1\.5/.test(name))).toEqual([]);
  expect(names("openrouter").filter((name) => name.includes(":free"))).toEqual([]);
  expect(names("xai", "groq", "mistral")).toEqual([]);
  expect(names("openai-codex")[0]).toMatch(/^openai-codex\//);
  expect(names("anthropic", "deepseek")[0]).toBe("deepseek/deepseek-v4-flash");
});

it("offers only models that search by themselves when the vendor's search is off", () => {
  const registry = makeRegistry(["anthropic"], { lwp: proxy });
  expect(listCandidates(registry, false).map(({ name }) => name)).toEqual([
    "lwp/lwp/deepseek-pro-search-web",
    "lwp/sonar",
  ]);
});

it("names no proxy's model only because the user forces the vendor's search", () => {
  const gateway = { ...proxy, api: "anthropic-messages", models: ["claude-haiku-4-5"] };
  expect(listCandidates(makeRegistry([], { gateway }), true)).toEqual([]);
  expect(listCandidates(makeRegistry([], { anthropic: gateway }), true)[0]?.name).toMatch(/^anthropic\//);
});

it("names the cheapest model, its cost and the command, as the way to a search model", () => {
  expect(describeWayOut(makeRegistry(["deepseek"]), { native: undefined, modelsFrom: "default" })).toBe(
    "type /search-model deepseek/deepseek-v4-flash to search with a model that you have (about $0.75 per 1,000 searches + tokens at $0.14/$0.28 per million)",
  );
  expect(
    describeWayOut(makeRegistry([], { lwp: proxy }), { native: undefined, modelsFrom: "PI_SEARCH_MODEL" }),
  ).toBe(
    "unset PI_SEARCH_MODEL and type /search-model lwp/lwp/deepseek-pro-search-web to search with a model that you have (price not known)",
  );
});

it("says where models search when the user has none", () => {
  expect(describeWayOut(makeRegistry(["groq"]), { native: undefined, modelsFrom: "default" })).toBe(
    "log in with /login where models search (Anthropic, DeepSeek, OpenAI, ChatGPT, Google, OpenRouter), then type /search-model",
  );
});

it("does not name another model of the provider whose credentials have just failed", () => {
  const config = { native: undefined, modelsFrom: "default" } as const;
  expect(describeWayOut(makeRegistry(["deepseek", "anthropic"]), config, "deepseek")).toMatch(
    /^type \/search-model anthropic\//,
  );
  expect(describeWayOut(makeRegistry(["deepseek"]), config, "deepseek")).toMatch(/^log in with \/login /);
});
