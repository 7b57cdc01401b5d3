import type { Api, AssistantMessage, Context, Model, Usage } from "@mariozechner/pi-ai";
import type { Env } from "../ollama-web/environment.ts";
import { suspectProxy } from "../ollama-web/http/proxy.ts";
import { stripUnsafe } from "../shared-web/text/untrusted.ts";
import type { Numbering, ProviderSource } from "./citations.ts";
import { modelError, ONLY_SEARCHED, ONLY_THOUGHT, type SearchError, USED_UP } from "./errors.ts";
import { nameOf } from "./model.ts";
import type { NativeSearch } from "./native/vendors.ts";
import { prepareNative } from "./native.ts";
import { localDate, searchSystemPrompt } from "./prompt.ts";
import {
  type CompleteOptions,
  completeWith,
  NoCredentials,
  type SearchRegistry,
} from "./subagent/completion.ts";
import { classifyFailure, describeSearchFailure } from "./subagent/provider-errors.ts";
import { completeText, type ProviderEvents, watchEvents } from "./subagent/provider-events.ts";
import { hideSecrets, listKeys, listSecrets, type RequestAuth } from "./subagent/secrets.ts";

export interface ModelReply {
  /** The text with the provider's citation numbers, where they come apart from it; never blank. */
  text: string;
  /** The text as the model sent it. */
  rawText: string;
  /** Whose the numbers in the text are. */
  numbering: Numbering;
  /** Sources that the provider's own events named, where pi shows them. */
  sources: ProviderSource[];
  /** Whether the provider was seen to search; undefined where it was not asked to or pi does not show it. */
  searched: boolean | undefined;
  /** The provider showed that its search found no page. */
  foundNothing: boolean;
  usage: Usage;
  /** A limit ended the text. */
  cut: boolean;
}

export interface AskOptions {
  registry: SearchRegistry;
  /** The vendor's own search, to be added to the request. */
  search?: NativeSearch | undefined;
  /** How the user gets another search model, should this one have no credentials. */
  wayOut?: () => string;
  /** Ends the request. */
  signal: AbortSignal;
  now: Date;
  env: Env;
  /** Called when the first bytes of the response are there. */
  onResponse?: () => void;
  /** Sees each raw event of the provider, where pi shows them. Must not throw: pi would end the request. */
  onEvent?: (event: unknown) => void;
}

/**
 * One completion in a clean context: the search system prompt, the query, nothing else.
 * Throws SearchError for every failure of the model, and the signal's reason when that has ended it.
 */
export async function askModel(model: Model<Api>, query: string, options: AskOptions): Promise<ModelReply> {
  const name = nameOf(model);
  const { registry, search, wayOut, signal } = options;
  if (!registry.hasConfiguredAuth(model)) {
    throw modelError("no-credentials", { model: name, wayOut: wayOut?.() });
  }
  const request = search ? prepareNative(model, search) : { model };
  const events = watchEvents(request.model.api);
  const refusal: Refusal = {};
  const message = await completeOnce(model, query, options, { ...request, events, refusal });
  signal.throwIfAborted();
  const texts = message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const text = texts.join("");
  if (message.stopReason === "error" || message.stopReason === "aborted") {
    throw await failure(model, message.errorMessage ?? "", { ...options, ...refusal, sawText: text !== "" });
  }
  const evidence = events.evidence();
  if (evidence?.error && evidence.cited.length + evidence.found.length === 0) {
    const { code, detail } = describeSearchFailure(evidence.error.code);
    throw modelError(code, {
      model: name,
      detail: hideSecrets(detail, listSecrets(model, await authOf(model, options))),
    });
  }
  if (text.trim() === "") {
    const detail = describeSilence(message) ?? (evidence?.searched ? ONLY_SEARCHED : undefined);
    throw modelError("empty-answer", { model: name, detail });
  }
  const hide = await hideKeys(model, options);
  const reply = completeText(evidence?.marked ? text : joinTexts(texts), evidence);
  return {
    text: hide(reply.text),
    rawText: text,
    numbering: reply.numbering,
    sources: reply.sources.map((source) => ({
      ...source,
      url: hide(source.url),
      ...(source.title ? { title: hide(source.title) } : {}),
    })),
    searched: search ? evidence?.searched : undefined,
    foundNothing: evidence?.foundNothing === true,
    usage: message.usage,
    cut: message.stopReason === "length" || evidence?.paused === true,
  };
}

/** What a model did in place of an answer, when it shows. */
function describeSilence({ stopReason, content }: AssistantMessage): string | undefined {
  if (stopReason === "length") return USED_UP;
  if (content.some(({ type }) => type === "toolCall")) return "it called a tool instead";
  return content.some(({ type }) => type === "thinking") ? ONLY_THOUGHT : undefined;
}

/**
 * Vendors end a block of text where a citation ends, so that blocks go on within a sentence; but what a model says before
 * it searches has an end of its own, and no white space after it.
 */
function joinTexts(texts: readonly string[]): string {
  let whole = "";
  for (const text of texts) {
    const isNewStart =
      /[.!?:…]/.test(whole.slice(-1)) && /^(?:\p{Lu}|\p{Emoji_Presentation}|[#*>|«“-]|\d+\. )/u.test(text);
    whole += isNewStart ? `\n\n${text}` : text;
  }
  return whole;
}

interface Request {
  /** The model to send, which may speak another API than the one in the registry. */
  model: Model<Api>;
  onPayload?: (payload: unknown) => unknown;
  events: ProviderEvents;
  refusal: Refusal;
}

/** The error status that a response had. pi's Codex adapter shows it here and not in its error texts. */
interface Refusal {
  status?: number;
}

async function completeOnce(
  model: Model<Api>,
  query: string,
  options: AskOptions,
  request: Request,
): Promise<AssistantMessage> {
  const { registry, signal, now, wayOut, onResponse, onEvent } = options;
  const { onPayload, events, refusal } = request;
  const context: Context = {
    systemPrompt: searchSystemPrompt(localDate(now)),
    messages: [{ role: "user", content: query, timestamp: now.getTime() }],
  };
  const settings: CompleteOptions = {
    signal,
    maxRetries: 0,
    cacheRetention: "none",
    // Codex would open a WebSocket for a conversation that ends with this one answer.
    transport: "sse",
    onProviderStreamEvent: (event) => {
      events.observe(event);
      onEvent?.(event);
    },
    ...(onPayload ? { onPayload } : {}),
    onResponse: ({ status }) => {
      refusal.status = status >= 400 ? status : undefined;
      if (status < 400) onResponse?.();
    },
  };
  try {
    return await completeWith(registry, model, request.model, context, settings);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoCredentials) {
      throw modelError("no-credentials", { model: nameOf(model), wayOut: wayOut?.(), cause: error });
    }
    const text = error instanceof Error ? error.message : String(error);
    throw await failure(model, text, { ...options, ...refusal, sawText: false });
  }
}

/** A provider may echo what the request carried, and its error objects may hold it: only cleaned text goes on. */
async function failure(
  model: Model<Api>,
  text: string,
  options: Pick<AskOptions, "registry" | "signal" | "wayOut" | "env"> & Refusal & { sawText: boolean },
): Promise<SearchError> {
  const { sawText, wayOut, env, status } = options;
  const address = URL.canParse(model.baseUrl) ? new URL(model.baseUrl) : undefined;
  const shown = hideSecrets(stripUnsafe(text), listSecrets(model, await authOf(model, options)));
  const { code, ...rest } = classifyFailure(shown, sawText, status);
  return modelError(code, {
    model: nameOf(model),
    ...(address ? { server: address.host, suspect: suspectProxy(address, env) } : {}),
    partial: sawText,
    cause: new Error(shown),
    ...(code === "no-credentials" ? { wayOut: wayOut?.() } : {}),
    ...rest,
  });
}

/** A proxy may tell of a key in what looks like an answer. One that a command prints is not asked for again. */
async function hideKeys(
  model: Model<Api>,
  options: Pick<AskOptions, "registry" | "signal">,
): Promise<(text: string) => string> {
  const { source } = options.registry.getProviderAuthStatus(model.provider);
  const keys = source === "models_json_command" ? [] : listKeys(model, await authOf(model, options));
  return (text) => hideSecrets(text, keys);
}

async function authOf(
  model: Model<Api>,
  { registry, signal }: Pick<AskOptions, "registry" | "signal">,
): Promise<RequestAuth> {
  const auth = await registry.getApiKeyAndHeaders(model);
  signal.throwIfAborted();
  return auth.ok ? auth : {};
}
