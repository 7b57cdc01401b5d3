import type { Api } from "@mariozechner/pi-ai";
import { hasCitationMarks, type Numbering, type ProviderSource, parseAnswer } from "../citations.ts";
import { createCompletionsReader } from "../native/completions.ts";
import type { EventReader, Evidence } from "../native/evidence.ts";
import { createGoogleReader } from "../native/google.ts";
import { insertMarks } from "../native/marks.ts";
import { createMessagesReader } from "../native/messages.ts";
import { createResponsesReader } from "../native/responses.ts";
import { urlIdentity } from "../urls.ts";

const READERS: Partial<Record<Api, () => EventReader>> = {
  "openai-completions": createCompletionsReader,
  "anthropic-messages": createMessagesReader,
  "openai-responses": createResponsesReader,
  "openai-codex-responses": createResponsesReader,
  "azure-openai-responses": createResponsesReader,
  "google-generative-ai": createGoogleReader,
  "google-vertex": createGoogleReader,
};

/** One stream's raw events as pi 1.x shows them; pi 0.73 shows none. */
export interface ProviderEvents {
  /** Takes one event. Never throws: pi would end the request. */
  observe(event: unknown): void;
  /** What the events showed; `undefined` when there were none that can be read. */
  evidence(): Evidence | undefined;
}

/** For one request to a model that speaks `api`. */
export function watchEvents(api: Api): ProviderEvents {
  const reader = READERS[api]?.();
  let seen = false;
  return {
    observe(event) {
      try {
        reader?.read(event);
        seen = true;
      } catch {
        // An event that no reader foresaw says nothing.
      }
    },
    evidence: () => (seen ? reader?.evidence() : undefined),
  };
}

/** A model's text as it is to be read by `parseAnswer`, with what goes beside it. */
export interface CompletedText {
  text: string;
  sources: ProviderSource[];
  numbering: Numbering;
}

/**
 * A model's text and the sources that the provider's events add to it. What the answer cites comes first; pages that
 * the search merely found count when the text names them, or when nothing else names a source.
 */
export function completeText(text: string, evidence: Evidence | undefined): CompletedText {
  if (!evidence) return { text, sources: [], numbering: "text" };
  const { cited, found, marked } = evidence;
  if (marked && marked.marks.length > 0 && marked.text === text && !hasCitationMarks(text)) {
    return { text: insertMarks(marked), sources: cited, numbering: "provider" };
  }
  if (found.length === 0) return { text, sources: cited, numbering: "text" };
  const named = new Set(parseAnswer(text).sources.map(urlIdentity));
  const known = new Set(cited.map(({ url }) => urlIdentity(url)));
  const confirmed = found.filter(({ url }) => named.has(urlIdentity(url)) && !known.has(urlIdentity(url)));
  const sources = [...cited, ...confirmed];
  return { text, sources: sources.length > 0 || named.size > 0 ? sources : found, numbering: "text" };
}
