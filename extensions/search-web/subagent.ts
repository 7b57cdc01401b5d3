import {
  type Api,
  type AssistantMessage,
  type Context,
  complete,
  type Model,
  type Usage,
} from "@mariozechner/pi-ai";
import type { ProviderSource } from "./citations.ts";
import { classifyFailure, modelError, SearchError } from "./errors.ts";
import { type ModelCatalog, nameOf } from "./model.ts";
import { localDate, searchSystemPrompt } from "./prompt.ts";
import { completeText, type ProviderEvents, watchEvents } from "./provider-events.ts";

/** `onProviderStreamEvent` is read by pi 1.x alone. */
type CompleteOptions = NonNullable<Parameters<typeof complete>[2]> & {
  onProviderStreamEvent?: (event: unknown) => void;
};

/** pi's model registry, as far as one completion needs it. `complete` is there from pi 1.x on. */
export interface SearchRegistry extends ModelCatalog {
  complete?(model: Model<Api>, context: Context, options: CompleteOptions): Promise<AssistantMessage>;
  getApiKeyAndHeaders(
    model: Model<Api>,
  ): Promise<{ ok: true; apiKey?: string; headers?: Record<string, string> } | { ok: false; error: string }>;
}

export interface ModelReply {
  /** The text as the model sent it, with the provider's citation numbers where they come apart from it; never blank. */
  text: string;
  /** Sources that the provider's own events named, where pi shows them. */
  sources: ProviderSource[];
  usage: Usage;
  /** The model's output limit ended the text. */
  cut: boolean;
}

export interface AskOptions {
  registry: SearchRegistry;
  /** Ends the request. */
  signal: AbortSignal;
  now: Date;
  /** Called when the first bytes of the response are there. */
  onResponse?: () => void;
}

/**
 * One completion in a clean context: the search system prompt, the query, nothing else.
 * Throws SearchError for every failure of the model, and the signal's reason when that has ended it.
 */
export async function askModel(model: Model<Api>, query: string, options: AskOptions): Promise<ModelReply> {
  if (!options.registry.hasConfiguredAuth(model))
    throw modelError("no-credentials", { model: nameOf(model) });
  const events = watchEvents(model.api);
  const message = await completeOnce(model, query, options, events);
  options.signal.throwIfAborted();
  const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (message.stopReason === "error" || message.stopReason === "aborted") {
    throw failure(model, message.errorMessage ?? "", text !== "");
  }
  if (text.trim() === "") throw modelError("empty-answer", { model: nameOf(model) });
  const evidence = events.evidence();
  return { ...completeText(text, evidence), usage: message.usage, cut: message.stopReason === "length" };
}

async function completeOnce(
  model: Model<Api>,
  query: string,
  options: AskOptions,
  events: ProviderEvents,
): Promise<AssistantMessage> {
  const { registry, signal, now, onResponse } = options;
  const context: Context = {
    systemPrompt: searchSystemPrompt(localDate(now)),
    messages: [{ role: "user", content: query, timestamp: now.getTime() }],
  };
  const settings: CompleteOptions = {
    signal,
    maxRetries: 0,
    cacheRetention: "none",
    onProviderStreamEvent: (event) => events.observe(event),
    ...(onResponse ? { onResponse: () => onResponse() } : {}),
  };
  try {
    if (registry.complete) return await registry.complete(model, context, settings);
    const auth = await registry.getApiKeyAndHeaders(model);
    if (!auth.ok) throw modelError("no-credentials", { model: nameOf(model), cause: auth.error });
    const { apiKey, headers } = auth;
    return await complete(model, context, {
      ...settings,
      ...(apiKey ? { apiKey } : {}),
      ...(headers ? { headers } : {}),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SearchError) throw error;
    throw failure(model, error instanceof Error ? error.message : String(error), false, error);
  }
}

function failure(
  model: Model<Api>,
  text: string,
  sawText: boolean,
  cause: unknown = new Error(text),
): SearchError {
  const { code, ...rest } = classifyFailure(text, sawText);
  return modelError(code, {
    model: nameOf(model),
    server: serverOf(model.baseUrl),
    partial: sawText,
    cause,
    ...rest,
  });
}

function serverOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}
