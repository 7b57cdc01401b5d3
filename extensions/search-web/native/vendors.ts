import type { Api, Model } from "@mariozechner/pi-ai";
import { listOf, recordOf } from "../../shared-web/json.ts";

/** How a model is known to be a vendor's. */
export interface Vendor {
  vendor: string;
  /** pi's ids for the vendor. */
  providers: readonly string[];
  /** The vendor's own hosts, their subdomains included. */
  hosts: readonly string[];
  /** APIs that the vendor's models are asked by; for `NOT_BUILT` those that are the vendor's alone. */
  apis?: readonly Api[];
}

/** A vendor whose models search on its own servers when the request carries its tool. Not verified against live services. */
export interface NativeSearch extends Vendor {
  apis: readonly Api[];
  /** The payload that pi would send, with the vendor's tool in it; doing it twice is doing it once. */
  addTo(payload: Record<string, unknown>): Record<string, unknown>;
  /** The model to send instead, where the vendor searches through another of its APIs. */
  reroute?(model: Model<Api>): Model<Api>;
  /** About what the vendor asks for 1,000 searches beside the tokens, in USD; undefined when a plan covers it. */
  fee?(id: string): number;
  /** Whether a model of this id can search and is still served, so that it may be offered to the user. */
  offers(id: string): boolean;
}

/** Ids of models that search whatever the request says. */
export const ALWAYS_SEARCHES = /(?<!re)search|(?:^|\/)sonar(?:-|$)|:online$/i;

const ANTHROPIC: NativeSearch = {
  vendor: "Anthropic",
  providers: ["anthropic"],
  hosts: ["api.anthropic.com"],
  apis: ["anthropic-messages"],
  addTo: (payload) => addTool(payload, { type: "web_search_20250305", name: "web_search", max_uses: 5 }),
  fee: () => 10,
  offers: (id) => !id.startsWith("claude-3-"),
};

/** DeepSeek searches through its copy of Anthropic's API only. */
const DEEPSEEK: NativeSearch = {
  vendor: "DeepSeek",
  providers: ["deepseek"],
  hosts: ["api.deepseek.com"],
  apis: ["openai-completions", "anthropic-messages"],
  addTo: (payload) => addTool(payload, { type: "web_search_20250305", name: "web_search" }),
  reroute: (model) => switchApi(model, "anthropic-messages", "/anthropic"),
  fee: () => 0.75,
  offers: () => true,
};

const OPENAI: NativeSearch = {
  vendor: "OpenAI",
  providers: ["openai"],
  hosts: ["api.openai.com"],
  apis: ["openai-responses"],
  addTo: (payload) => ({ ...addResponsesTool(payload), tool_choice: "required" }),
  fee: () => 10,
  offers: (id) =>
    !/^(?:gpt-4(?:-turbo)?$|gpt-4\.1-nano|o1|o3-mini|.*(?:chat-latest|deep-research|-spark))/.test(id),
};

/** The ChatGPT backend is not known to take `tool_choice: "required"`. */
const CODEX: NativeSearch = {
  vendor: "ChatGPT",
  providers: ["openai-codex"],
  hosts: ["chatgpt.com"],
  apis: ["openai-codex-responses"],
  addTo: addResponsesTool,
  offers: (id) => !id.endsWith("-spark"),
};

/** The SDK drops the spelling `google_search` without a word. */
const GOOGLE: NativeSearch = {
  vendor: "Google",
  providers: ["google"],
  hosts: ["generativelanguage.googleapis.com"],
  apis: ["google-generative-ai"],
  addTo: (payload) => ({ ...payload, config: addTool(recordOf(payload.config), { googleSearch: {} }) }),
  fee: (id) => (id.startsWith("gemini-2") ? 35 : 14),
  offers: (id) =>
    /^gemini-(?!1|2\.0-flash-lite|live|.*(?:audio|image|tts|computer-use|robotics|customtools))/.test(id),
};

/** Models that always search need no tool; the others get OpenRouter's. */
const OPENROUTER: NativeSearch = {
  vendor: "OpenRouter",
  providers: ["openrouter"],
  hosts: ["openrouter.ai"],
  apis: ["openai-completions", "anthropic-messages"],
  addTo: (payload) =>
    ALWAYS_SEARCHES.test(String(payload.model))
      ? payload
      : addTool(payload, { type: "openrouter:web_search", parameters: { max_results: 5 } }),
  reroute: (model) => switchApi(model, "openai-completions", "/api/v1"),
  fee: () => 20,
  offers: (id) =>
    /^(?:anthropic|deepseek|google|openai|perplexity|x-ai)\//.test(id) &&
    !/:(?:free|batch)$|gemma|audio|image|banana|safeguard|deep-research|gpt-3\.5|gpt-4-|gpt-4$|claude-3/.test(
      id,
    ),
};

/** Whose search can be used. A new vendor is one entry; its events are read by API in `provider-events.ts`. */
export const NATIVE_SEARCHES: readonly NativeSearch[] = [
  ANTHROPIC,
  DEEPSEEK,
  OPENAI,
  CODEX,
  GOOGLE,
  OPENROUTER,
];

/** Vendors with a web search that is not built in here, or that only their own programs can reach safely. */
export const NOT_BUILT: readonly Vendor[] = [
  { vendor: "xAI", providers: ["xai"], hosts: ["api.x.ai"] },
  { vendor: "Groq", providers: ["groq"], hosts: ["api.groq.com"] },
  {
    vendor: "Azure",
    providers: ["azure", "azure-openai-responses"],
    hosts: ["openai.azure.com", "services.ai.azure.com", "cognitiveservices.azure.com"],
    apis: ["azure-openai-responses"],
  },
  { vendor: "Google Vertex AI", providers: ["google-vertex"], hosts: [], apis: ["google-vertex"] },
  {
    vendor: "Amazon Bedrock",
    providers: ["amazon-bedrock"],
    hosts: [],
    apis: ["bedrock-converse-stream"],
  },
  { vendor: "GitHub Copilot", providers: ["github-copilot"], hosts: ["githubcopilot.com"] },
  { vendor: "Mistral", providers: ["mistral"], hosts: ["api.mistral.ai"] },
  {
    vendor: "Kimi",
    providers: ["kimi-coding", "moonshotai", "moonshotai-cn"],
    hosts: ["api.kimi.com", "api.moonshot.ai", "api.moonshot.cn"],
  },
  {
    vendor: "Qwen",
    providers: [
      "qwen-token-plan",
      "qwen-token-plan-cn",
      "qwen-token-plan-individual",
      "qwen-token-plan-individual-cn",
    ],
    hosts: ["qwencloudapi.com", "qianwenaiapi.com"],
  },
  { vendor: "Z.ai", providers: ["zai", "zai-coding-cn"], hosts: ["api.z.ai", "open.bigmodel.cn"] },
  { vendor: "MiniMax", providers: ["minimax", "minimax-cn"], hosts: ["api.minimax.io", "api.minimaxi.com"] },
];

function addTool(payload: Record<string, unknown>, tool: Record<string, unknown>): Record<string, unknown> {
  const tools = listOf(payload.tools);
  if (tools.some((known) => kindOf(recordOf(known)) === kindOf(tool))) return payload;
  return { ...payload, tools: [...tools, tool] };
}

/** A tool's `type`; Google has none and names its tools by their only key. */
function kindOf(tool: Record<string, unknown>): unknown {
  return tool.type ?? Object.keys(tool)[0];
}

function addResponsesTool(payload: Record<string, unknown>): Record<string, unknown> {
  const include = new Set([...listOf(payload.include), "web_search_call.action.sources"]);
  return { ...addTool(payload, { type: "web_search" }), include: [...include] };
}

/**
 * `compat` describes the API that the model is registered for; the other one goes without. An address that is none is
 * left to the request to fail by.
 */
function switchApi(model: Model<Api>, api: Api, path: string): Model<Api> {
  if (model.api === api || !URL.canParse(path, model.baseUrl)) return model;
  const { compat: _compat, ...rest } = model;
  return { ...rest, api, baseUrl: new URL(path, model.baseUrl).href };
}
