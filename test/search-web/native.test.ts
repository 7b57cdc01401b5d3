import type { Api, Model } from "@mariozechner/pi-ai";
import { expect, it } from "vitest";
import { NATIVE_SEARCHES } from "../../extensions/search-web/native/vendors.ts";
import { abilityOf, prepareNative } from "../../extensions/search-web/native.ts";

function model(provider: string, api: Api, baseUrl: string, id = "a-model"): Model<Api> {
  const cost = { input: 1, output: 5, cacheRead: 0, cacheWrite: 0 };
  const size = { contextWindow: 1_000, maxTokens: 100 };
  return { id, name: id, provider, api, baseUrl, reasoning: false, input: ["text"], cost, ...size };
}

/** `vendor` when its search is added, else the kind. */
function ability(subject: Model<Api>, forced?: boolean): string {
  const found = abilityOf(subject, forced);
  if (found.kind === "native") return found.search.vendor;
  return found.kind === "not-built" ? `not built: ${found.vendor}` : found.kind;
}

const OWN: [string, string, Api, string][] = [
  ["Anthropic", "anthropic", "anthropic-messages", "https://api.anthropic.com"],
  ["OpenAI", "openai", "openai-responses", "https://api.openai.com/v1"],
  ["OpenAI", "openai", "openai-responses", "https://eu.api.openai.com/v1"],
  ["ChatGPT", "openai-codex", "openai-codex-responses", "https://chatgpt.com/backend-api"],
  ["Google", "google", "google-generative-ai", "https://generativelanguage.googleapis.com/v1beta"],
  ["OpenRouter", "openrouter", "openai-completions", "https://openrouter.ai/api/v1"],
  ["OpenRouter", "openrouter", "anthropic-messages", "https://openrouter.ai/api"],
  ["DeepSeek", "deepseek", "openai-completions", "https://api.deepseek.com"],
  ["DeepSeek", "my-deepseek", "anthropic-messages", "https://api.deepseek.com/anthropic"],
];

it.each(OWN)("adds %s's search for provider %s by %s at %s", (vendor, provider, api, baseUrl) => {
  expect(ability(model(provider, api, baseUrl))).toBe(vendor);
  expect(ability(model(provider, api, baseUrl), true)).toBe(vendor);
  expect(ability(model(provider, api, baseUrl), false)).toBe("unknown");
});

it.each(OWN)(
  "adds nothing for %s's provider id %s by %s at another base URL, unless forced",
  (vendor, provider, api) => {
    for (const baseUrl of [
      "http://127.0.0.1:8080/v1",
      "https://api.anthropic.com.example.org",
      "https://notopenrouter.ai/api/v1",
    ]) {
      expect(ability(model(provider, api, baseUrl))).toBe("unknown");
      if (provider !== "my-deepseek") expect(ability(model(provider, api, baseUrl), true)).toBe(vendor);
    }
  },
);

it("takes the tool of the vendor whose API an unknown provider speaks, when forced", () => {
  const proxy = (api: Api) => ability(model("proxy", api, "https://proxy.example.org"), true);
  expect(proxy("anthropic-messages")).toBe("Anthropic");
  expect(proxy("openai-responses")).toBe("OpenAI");
  expect(proxy("openai-codex-responses")).toBe("ChatGPT");
  expect(proxy("google-generative-ai")).toBe("Google");
  expect(proxy("openai-completions")).toBe("unknown");
});

it("knows a model that searches by itself from its id", () => {
  const ids = [
    "lwp/deepseek-pro-search-web",
    "gpt-5-search-api",
    "sonar-pro",
    "perplexity/sonar",
    "openai/gpt-5:online",
  ];
  for (const id of ids) {
    expect(ability(model("p", "openai-completions", "https://openrouter.ai/api/v1", id))).toBe("own");
    expect(ability(model("p", "openai-completions", "http://127.0.0.1:8080", id), false)).toBe("own");
    expect(ability(model("p", "openai-completions", "http://127.0.0.1:8080", id), true)).toBe("own");
  }
  expect(ability(model("p", "openai-responses", "http://127.0.0.1:8080", "o3-deep-research"))).toBe(
    "unknown",
  );
});

it.each([
  ["xAI", "xai", "openai-responses", "https://api.x.ai/v1"],
  ["Groq", "groq", "openai-completions", "https://api.groq.com/openai/v1"],
  ["Azure", "azure-openai-responses", "azure-openai-responses", ""],
  ["Google Vertex AI", "google-vertex", "google-vertex", "https://{location}-aiplatform.googleapis.com"],
  [
    "Amazon Bedrock",
    "amazon-bedrock",
    "bedrock-converse-stream",
    "https://bedrock-runtime.us-east-1.amazonaws.com",
  ],
  ["GitHub Copilot", "github-copilot", "anthropic-messages", "https://api.individual.githubcopilot.com"],
  ["Mistral", "mistral", "mistral-conversations", "https://api.mistral.ai"],
  ["Kimi", "kimi-coding", "anthropic-messages", "https://api.kimi.com/coding"],
  [
    "Qwen",
    "qwen-token-plan",
    "openai-completions",
    "https://token-plan.maas.qwencloudapi.com/compatible-mode/v1",
  ],
  [
    "Qwen",
    "qwen-token-plan-individual-cn",
    "openai-completions",
    "https://token-plan.maas.qianwenaiapi.com/compatible-mode/v1",
  ],
  ["Z.ai", "zai", "openai-completions", "https://api.z.ai/api/coding/paas/v4"],
  ["MiniMax", "minimax", "anthropic-messages", "https://api.minimax.io/anthropic"],
] as [string, string, Api, string][])("says that %s is not built in", (vendor, provider, api, baseUrl) => {
  expect(ability(model(provider, api, baseUrl))).toBe(`not built: ${vendor}`);
  expect(ability(model(provider, api, baseUrl), true)).toBe(`not built: ${vendor}`);
  expect(ability(model(provider, api, baseUrl), false)).toBe("unknown");
});

it("asks a proxy in front of a vendor that is not built in as it is", () => {
  expect(ability(model("xai", "openai-completions", "http://127.0.0.1:8080/v1"))).toBe("unknown");
  expect(ability(model("mine", "openai-completions", "https://lb.us-east-1.elb.amazonaws.com/v1"))).toBe(
    "unknown",
  );
});

/** The payload after pi called the hook twice. */
function payloadOf(vendor: string, payload: Record<string, unknown>): unknown {
  const search = NATIVE_SEARCHES.find((candidate) => candidate.vendor === vendor);
  if (!search) throw new Error(vendor);
  const subject = model("p", search.apis[0] ?? "openai-completions", "https://vendor.example.org");
  const { onPayload } = prepareNative(subject, search);
  const before = structuredClone(payload);
  const once = onPayload(payload);
  expect(payload).toEqual(before);
  expect(onPayload(once)).toEqual(once);
  return once;
}

const otherTool = { type: "function", name: "other" };

it.each([
  ["Anthropic", { type: "web_search_20250305", name: "web_search", max_uses: 5 }],
  ["DeepSeek", { type: "web_search_20250305", name: "web_search" }],
  ["OpenRouter", { type: "openrouter:web_search", parameters: { max_results: 5 } }],
])("adds %s's tool once, after those that are there", (vendor, tool) => {
  expect(payloadOf(vendor, { model: "m", messages: [] })).toEqual({
    model: "m",
    messages: [],
    tools: [tool],
  });
  expect(payloadOf(vendor, { tools: [otherTool] })).toEqual({ tools: [otherTool, tool] });
  expect(payloadOf(vendor, { tools: [tool] })).toEqual({ tools: [tool] });
  const others = { ...tool, max_uses: 1 };
  expect(payloadOf(vendor, { tools: [others] })).toEqual({ tools: [others] });
});

it("adds OpenAI's tool, the sources of its searches, and the word that it must be used", () => {
  expect(payloadOf("OpenAI", { model: "m", include: ["reasoning.encrypted_content"] })).toEqual({
    model: "m",
    include: ["reasoning.encrypted_content", "web_search_call.action.sources"],
    tools: [{ type: "web_search" }],
    tool_choice: "required",
  });
});

it("leaves the tool choice of the ChatGPT backend as pi sends it", () => {
  expect(payloadOf("ChatGPT", { tool_choice: "auto", tools: [otherTool] })).toEqual({
    tool_choice: "auto",
    include: ["web_search_call.action.sources"],
    tools: [otherTool, { type: "web_search" }],
  });
});

it("adds Google's tool to the config, in the spelling that the SDK keeps", () => {
  expect(payloadOf("Google", { model: "m", config: { systemInstruction: "s" } })).toEqual({
    model: "m",
    config: { systemInstruction: "s", tools: [{ googleSearch: {} }] },
  });
});

it("gives a model that always searches no tool of OpenRouter's", () => {
  expect(payloadOf("OpenRouter", { model: "perplexity/sonar-pro" })).toEqual({
    model: "perplexity/sonar-pro",
  });
  expect(payloadOf("OpenRouter", { model: "openai/gpt-5:online" })).toEqual({ model: "openai/gpt-5:online" });
});

it("passes on a payload that is no record", () => {
  const search = NATIVE_SEARCHES[0];
  if (!search) throw new Error("no search");
  const { onPayload } = prepareNative(model("p", "anthropic-messages", "https://a.example.org"), search);
  expect(onPayload(undefined)).toBeUndefined();
  expect(onPayload("text")).toBe("text");
});

it("sends DeepSeek's models through its Messages endpoint, and OpenRouter's Claude through Chat Completions", () => {
  const deepseek = abilityOf(
    model("deepseek", "openai-completions", "https://api.deepseek.com/v1"),
    undefined,
  );
  const openrouter = abilityOf(
    model("openrouter", "anthropic-messages", "https://openrouter.ai/api"),
    undefined,
  );
  if (deepseek.kind !== "native" || openrouter.kind !== "native") throw new Error("not native");
  const compat = { supportsStore: false };
  const asked = { ...model("deepseek", "openai-completions", "https://api.deepseek.com/v1"), compat };
  expect(prepareNative(asked, deepseek.search).model).toEqual(
    model("deepseek", "anthropic-messages", "https://api.deepseek.com/anthropic"),
  );
  expect(
    prepareNative(model("openrouter", "anthropic-messages", "https://openrouter.ai/api"), openrouter.search)
      .model,
  ).toEqual(model("openrouter", "openai-completions", "https://openrouter.ai/api/v1"));
});

it.each(["", "http://"])("sends a model with the base URL %j as it is", (baseUrl) => {
  for (const [provider, api] of [
    ["deepseek", "openai-completions"],
    ["openrouter", "anthropic-messages"],
  ] as [string, Api][]) {
    const subject = model(provider, api, baseUrl);
    const found = abilityOf(subject, undefined);
    if (found.kind !== "native") throw new Error("not native");
    expect(prepareNative(subject, found.search).model).toBe(subject);
  }
});
