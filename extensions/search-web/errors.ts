import type { OllamaErrorCode } from "../ollama-web/errors.ts";
import { isPrivateHost } from "../ollama-web/page-address.ts";

export type SearchErrorCode =
  | "model-not-found"
  | "no-credentials"
  | "unauthorized"
  | "quota"
  | "unavailable"
  | "network"
  | "timeout"
  | "bad-response"
  | "empty-answer";

/** Begins what the agent's model reads in place of an answer. */
export const SEARCH_FAILED = "search failed: ";

/** Of a call that is refused before anything is asked. */
export const EMPTY_QUERY = `${SEARCH_FAILED}the query is empty; ask a whole question.`;

/**
 * Why a backend gave no answer, or, with a message that starts `search failed: `, why none did.
 * `message` says what happened; `advice` says what the user can do now, as a clause or a sentence of its own.
 */
export class SearchError extends Error {
  override readonly name = "SearchError";
  readonly code: SearchErrorCode;
  readonly advice: string | undefined;
  /** Some of the answer had come before it failed. */
  readonly partial: boolean;

  constructor(
    code: SearchErrorCode,
    message: string,
    options: { advice?: string; partial?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.advice = options.advice;
    this.partial = options.partial ?? false;
  }

  /** Both in one, without a full stop. */
  get messageAndAdvice(): string {
    return this.advice ? `${this.message}; ${this.advice}` : this.message;
  }
}

/** What is known of a model's failure. `detail` is a short reason from outside, cleaned and without keys. */
export interface ModelFailure {
  model: string;
  /** host:port of the model's server. */
  server?: string;
  /** What else may have broken the way to it, and what to do about that: a sentence without its full stop. */
  suspect?: string;
  status?: number;
  detail?: string;
  seconds?: number;
  partial?: boolean;
  /** What makes a model that is there no search model, as the end of a sentence. */
  problem?: string;
  /** How the user gets another search model, as the end of a sentence. */
  wayOut?: string;
  cause?: unknown;
}

/** The one place that puts a model's failure into words. */
export function modelError(code: SearchErrorCode, failure: ModelFailure): SearchError {
  const { status, detail, partial, cause } = failure;
  const reason = [status, detail].filter((part) => part !== undefined && part !== "").join(": ");
  const [message, advice] = SENTENCES[code](failure, reason === "" ? "" : ` (${reason})`);
  return new SearchError(code, message, { advice, partial, cause });
}

/** What happened, and what to do now. `why` is ` (401: the provider's words)` or nothing. */
type Sentence = (failure: ModelFailure, why: string) => [message: string, advice: string];

const SENTENCES: Record<SearchErrorCode, Sentence> = {
  "model-not-found": ({ model, problem, wayOut }) => [
    `${model} ${problem ?? "is not in pi's model registry"}`,
    [problem ? "" : "add it to models.json as search-web's README shows", wayOut]
      .filter(Boolean)
      .join(", or "),
  ],
  "no-credentials": ({ model, wayOut }) => [
    `${model} has no credentials`,
    `add its API key to models.json, or log in with /login${wayOut ? `; or ${wayOut}` : ""}`,
  ],
  unauthorized: ({ model }, why) => [
    `${model} refused the credentials${why}`,
    "check its API key, or log in again with /login",
  ],
  quota: ({ model }, why) => [
    `${model} is out of quota${why}`,
    "wait, add credit, or take another search model with /search-model",
  ],
  unavailable: ({ model }, why) => [`${model} is unavailable${why}`, "try again in a minute"],
  network: ({ model, server, suspect, partial }, why) =>
    partial
      ? [`the connection to ${model} broke in the middle of the answer${why}`, "try again"]
      : [`${model} could not be reached${why}`, [reachAdvice(server), suspect].filter(Boolean).join(". ")],
  timeout: ({ model, seconds }) => [
    `${model} gave no answer within ${seconds} s`,
    "try again, or raise timeoutSeconds in ~/.pi/search-model.json",
  ],
  "bad-response": ({ model, status }, why) => [
    `${model} sent no usable answer${why}`,
    `${status === 404 || status === 405 ? "check its id, and its baseUrl in models.json" : "look at its server's log if it is yours"}, or take another search model with /search-model`,
  ],
  // What speaks of thinking, tools and limits has read the server well.
  "empty-answer": ({ model, detail }, why) => [
    `${model} finished without an answer${why}`,
    detail
      ? "try again, or take another search model with /search-model"
      : "check that its server speaks the API that models.json names",
  ],
};

/** Whoever asks a vendor cannot see whether its server runs. */
function reachAdvice(server: string | undefined): string {
  if (server === undefined) return "check your connection";
  const isNear = isPrivateHost(new URL(`http://${server}`).hostname);
  return isNear ? `check that its server runs at ${server}` : `check your connection to ${server}`;
}

/** Of a model that finished without an answer. */
export const USED_UP = "its output limit was used up before one";
export const ONLY_THOUGHT = "it only thought";
export const ONLY_SEARCHED = "it only searched";

/** One error for the whole search, from a sentence for each thing tried, with what to do about it. */
export function searchFailed(
  code: SearchErrorCode,
  sentences: readonly string[],
  cause?: unknown,
): SearchError {
  return new SearchError(code, `${SEARCH_FAILED}${sentences.join(" ")}`, { cause });
}

const OLLAMA_CODES: Partial<Record<OllamaErrorCode, SearchErrorCode>> = {
  "not-configured": "no-credentials",
  "switched-off": "no-credentials",
  "bad-host": "no-credentials",
  "bad-key": "no-credentials",
  "bad-key-origin": "no-credentials",
  "no-key": "no-credentials",
  unauthorized: "unauthorized",
  forbidden: "unauthorized",
  "not-signed-in": "unauthorized",
  "cloud-disabled": "unauthorized",
  "host-not-allowed": "unauthorized",
  "daemon-unreachable": "network",
  network: "network",
  quota: "quota",
  unavailable: "unavailable",
  timeout: "timeout",
};

/** Ollama's failure by the code that a search model's failure of that kind has. */
export function codeOfOllama(code: OllamaErrorCode): SearchErrorCode {
  return OLLAMA_CODES[code] ?? "bad-response";
}
