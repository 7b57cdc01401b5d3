import { oneLine } from "../ollama-web/untrusted.ts";

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
    options: { advice?: string; partial?: boolean | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.advice = options.advice;
    this.partial = options.partial ?? false;
  }
}

/** What is known of a model's failure. `detail` is a short reason from outside, cleaned and without keys. */
export interface ModelFailure {
  model: string;
  /** host:port of the model's server. */
  server?: string | undefined;
  status?: number | undefined;
  detail?: string | undefined;
  seconds?: number | undefined;
  partial?: boolean | undefined;
  /** What makes a model that is there no search model, as the end of a sentence. */
  problem?: string | undefined;
  /** How the user gets another search model, as the end of a sentence. */
  wayOut?: string | undefined;
  cause?: unknown;
}

/** The one place that puts a model's failure into words. */
export function modelError(code: SearchErrorCode, failure: ModelFailure): SearchError {
  const { model, server, status, detail, seconds, partial, problem, wayOut, cause } = failure;
  const reason = [status, detail].filter((part) => part !== undefined && part !== "").join(": ");
  const why = reason === "" ? "" : ` (${reason})`;
  const [message, advice] = (
    {
      "model-not-found": [
        `${model} ${problem ?? "is not in pi's model registry"}`,
        [
          ...(problem ? [] : ["add it to models.json as search-web's README shows"]),
          ...(wayOut ? [wayOut] : []),
        ].join(", or "),
      ],
      "no-credentials": [
        `${model} has no credentials`,
        `add its API key to models.json, or log in with /login${wayOut ? `; or ${wayOut}` : ""}`,
      ],
      unauthorized: [
        `${model} refused the credentials${why}`,
        "check its API key, or log in again with /login",
      ],
      quota: [
        `${model} is out of quota${why}`,
        "wait, add credit, or take another search model with /search-model",
      ],
      unavailable: [`${model} is unavailable${why}`, "try again in a minute"],
      network: partial
        ? [`the connection to ${model} broke in the middle of the answer${why}`, "try again"]
        : [
            `${model} could not be reached${why}`,
            `check that its server runs${server ? ` at ${server}` : ""}`,
          ],
      timeout: [
        `${model} gave no answer within ${seconds} s`,
        "try again, or raise timeoutSeconds in ~/.pi/search-model.json",
      ],
      "bad-response": [
        `${model} sent no usable answer${why}`,
        "look at its server's log, or take another search model with /search-model",
      ],
      "empty-answer": [
        `${model} finished without an answer${why}`,
        "check that its server speaks the API that models.json names",
      ],
    } satisfies Record<SearchErrorCode, [string, string]>
  )[code];
  return new SearchError(code, message, { advice, partial, cause });
}

/** One error for the whole search, from a sentence for each thing tried, with what to do about it. */
export function searchFailed(
  code: SearchErrorCode,
  sentences: readonly string[],
  cause?: unknown,
): SearchError {
  return new SearchError(code, `search failed: ${sentences.join(" ")}`, { cause });
}

/**
 * Reads the error text that pi hands on from a provider. Statuses stand at its start ("503 status code (no body)",
 * `500: {json}`), in Google's JSON as `"code": 429`, or as words of a sentence ("failed with status code 429").
 */
export function classifyFailure(
  text: string,
  sawText: boolean,
): { code: SearchErrorCode; status?: number; detail?: string } {
  const sample = text.slice(0, 20_000);
  const status = Number(
    /^(?:[a-z]{1,12}[\s:(]{1,2}){0,3}([45]\d\d)\b/i.exec(sample)?.[1] ??
      /(?:"code":|\bstatus(?: code)?:?)\s*([45]\d\d)\b/.exec(sample)?.[1],
  );
  const detail = readDetail(sample);
  const known = status >= 400 ? { status } : {};
  return { code: failureCode(status, sample, sawText), ...known, ...(detail ? { detail } : {}) };
}

const LIMIT =
  /usage.?limit|\b(?:hourly|daily|weekly|monthly|session|spend(?:ing)?)\b.{0,40}\blimit|quota|\bbalance\b|billing|(?<![a-z])credits?(?![a-z])|(?<![a-z])(?:credit_)?balance_|(?<!socket |protocol )\bupgrade\b(?! (?:fail|header|requ))|insufficient|payment required/i;
const BROKEN =
  /socket hang up|fetch failed|connection error|econn|enotfound|eai_again|epipe|ehostunreach|enetunreach|und_err/i;
const UNAVAILABLE =
  /overloaded|unavailable|rate.?limit|too many requests|slow.?down|temporarily|try again|at capacity|internal (?:server )?error|server.?error|server had an error|api_error|bad gateway|gateway time/i;
const WRONG_KEY =
  /(?:invalid|incorrect)[\W_]{1,3}(?:[a-z]+[\W_])?(?:api.?)?key|api.?key.{0,10}(?:not valid|invalid)/i;
/** How fetch says that a header, such as that of the key, holds a character that cannot be sent. */
const UNSENDABLE = /invalid header value|invalid [\w-]{1,60} header|to a ByteString/i;
const UNAUTHORIZED = /unauthori[sz]ed|authenticat|permission.?denied|forbidden/i;
const TIMED_OUT = /timed.?out|timeout/i;
const NETWORK =
  /connection error|fetch failed|terminated|socket|econn|enotfound|eai_again|epipe|ehostunreach|enetunreach|other side closed|network|certificate|\btls\b|\bssl\b|und_err|tunnel|getaddrinfo|premature/i;
const NO_KEY = /no api key|not logged in|no credentials/i;

function failureCode(status: number, text: string, sawText: boolean): SearchErrorCode {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 402) return "quota";
  if (status === 429) return LIMIT.test(text) ? "quota" : "unavailable";
  if ([500, 502, 503, 504, 529].includes(status)) return "unavailable";
  // Google and xAI refuse a key so.
  if (status === 400 && WRONG_KEY.test(text)) return "unauthorized";
  if (status >= 400) return "bad-response";
  if (NO_KEY.test(text)) return "no-credentials";
  if (/finish_reason: ?content_filter/i.test(text)) return "bad-response";
  if (/stream ended|unexpected end/i.test(text)) return sawText ? "network" : "bad-response";
  if (UNSENDABLE.test(text)) return "unauthorized";
  if (BROKEN.test(text)) return "network";
  if (LIMIT.test(text)) return "quota";
  if (UNAUTHORIZED.test(text) || WRONG_KEY.test(text)) return "unauthorized";
  if (UNAVAILABLE.test(text)) return "unavailable";
  if (NETWORK.test(text)) return "network";
  if (TIMED_OUT.test(text)) return "network";
  return "bad-response";
}

/** The human part of an error text: a JSON body's own message, never markup, keys or a whole body. */
function readDetail(text: string): string | undefined {
  const body = /\{.*/s.exec(text)?.[0];
  const message = body === undefined ? undefined : /"message":\s*("(?:[^"\\]|\\.){0,2000}")/.exec(body)?.[1];
  const plain = message === undefined ? (body === undefined ? text : "") : unquote(message);
  const reason = plain.replace(/^\D{0,10}\d{3}:?\s*/, "").replace(/status code \(no body\)/, "");
  if (/<\/?[a-z!]/i.test(reason)) return undefined;
  return oneLine(redactKeys(reason), 160).replace(/[.\s]+$/, "") || undefined;
}

function unquote(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return "";
  }
}

/** Providers echo the key they refuse; whatever looks like one goes. */
function redactKeys(text: string): string {
  return text
    .replace(/\bbearer +[\w.\-*~+/=]{6,}/gi, "Bearer …")
    .replace(
      /((?:key|token|secret|password|authorization)["' ]{0,3}[:=]["' ]{0,3})(?!bearer )[\w.\-*~+/=]{6,}/gi,
      "$1…",
    )
    .replace(/\b(?:sk|pk|key|gsk|xai|ghp|ghu|AIza)[-_]?[\w\-*.]{12,}/g, "…")
    .replace(/[\w\-+/]{32,}/g, "…");
}
