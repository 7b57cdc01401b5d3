import type { Api, Model, Usage } from "@mariozechner/pi-ai";
import type { Citation } from "./citations/source-book.ts";
import type { SearchErrorCode } from "./errors.ts";
import type { SearchRegistry } from "./subagent/completion.ts";

/** What a search brought back. The same shape whichever backend answered. */
export interface SearchAnswer {
  query: string;
  /** Always whole: text with its [n] markers, without the source list that closed it. Cleaned, not yet fenced. */
  answer: string;
  /** http(s) URLs in citation order, no duplicates. None is not an error. */
  sources: string[];
  /** False when no source came back, or the provider was seen not to search. */
  grounded: boolean;
  /** Whether the provider was seen to search, where that is known and matters: false, or true although no source came. */
  searched?: boolean;
  /** The provider showed that its search found no page, and no source came from elsewhere. */
  foundNothing?: true;
  citations: Citation[];
  backend: "subagent" | "ollama";
  /** provider/id of the model that answered. */
  model?: string;
  /** One entry per request sent, and one per model that was not asked, in order. */
  attempts: Attempt[];
  durationMs: number;
  /** Tokens and cost of the search model. */
  usage?: Usage;
  /** The model's output limit ended the answer. */
  cut?: true;
}

export interface Attempt {
  backend: "subagent" | "ollama";
  model?: string;
  outcome: "ok" | "skipped" | SearchErrorCode;
  message?: string;
  durationMs: number;
}

/** What a running search is doing, and with whom. `reason` says what failed before; `waitMs` is still to come. */
export type SearchPhase =
  | { phase: "asking" | "answering"; backend: string }
  | { phase: "retrying"; backend: string; reason: string; waitMs?: number }
  | { phase: "falling-back"; backend: string; reason: string };

export interface SearchCall {
  registry: SearchRegistry;
  /** The model that the session runs on, asked only where the user named it. */
  sessionModel?: Model<Api>;
  signal?: AbortSignal;
  onPhase?: (phase: SearchPhase) => void;
}
