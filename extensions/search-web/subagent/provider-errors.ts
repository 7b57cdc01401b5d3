import { parseJson, textOf } from "../../shared-web/json.ts";
import { oneLine } from "../../shared-web/text/untrusted.ts";
import type { SearchErrorCode } from "../errors.ts";

/**
 * Reads the error text that pi hands on from a provider; `sawText`: some of the answer had come. Statuses stand at its
 * start ("503 status code (no body)", `500: {json}`), in Google's JSON as `"code": 429`, or as words of a sentence ("failed
 * with status code 429"). `detail` is cleaned and without keys.
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
  const code = codeOfLogin(sample) ?? codeOfStatus(status, sample) ?? codeOfText(sample, sawText);
  return { code, ...(status >= 400 ? { status } : {}), ...(detail ? { detail } : {}) };
}

/** Of what pi 1.x says when it cannot make the credentials for a request, which then is not sent. */
function codeOfLogin(text: string): SearchErrorCode | undefined {
  if (/^(?:API key auth failed|Provider is not configured|Credential store)/.test(text))
    return "no-credentials";
  if (/^OAuth /.test(text)) return BROKEN.test(text) || NETWORK.test(text) ? "network" : "unauthorized";
  return undefined;
}

/** A limit of the account, which time or money lifts, and not one of requests per minute. */
const LIMIT = new RegExp(
  [
    String.raw`usage.?limit|\b(?:hourly|daily|weekly|monthly|session|spend(?:ing)?)\b.{0,40}\blimit|quota`,
    String.raw`\bbalance\b|(?<![a-z])balance_|(?<![a-z])credits?(?![a-z])|billing|insufficient|payment required`,
    String.raw`(?<!socket |protocol )\bupgrade\b(?! (?:fail|header|requ))`,
    "квот|баланс(?!ир)|недостаточно средств|(?:дневн|суточн|недельн|месячн)[а-я]{2,3} лимит|余额|配额|额度",
  ].join("|"),
  "i",
);
const WRONG_KEY =
  /(?:invalid|incorrect)[\W_]{1,3}(?:[a-z]+[\W_])?(?:api.?)?key|api.?key.{0,10}(?:not valid|invalid)/i;

function codeOfStatus(status: number, text: string): SearchErrorCode | undefined {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 402) return "quota";
  if (status === 429) return LIMIT.test(text) ? "quota" : "unavailable";
  // Among them Cloudflare's own, 520 to 527.
  if (status >= 500) return "unavailable";
  // Anthropic tells so of an account without money.
  if (status === 400 && /credit.balance/i.test(text)) return "quota";
  // Google and xAI refuse a key so.
  if (status === 400 && WRONG_KEY.test(text)) return "unauthorized";
  return status >= 400 ? "bad-response" : undefined;
}

const NO_KEY = /no api key|not logged in|no credentials/i;
/** How fetch says that a header, such as that of the key, holds a character that cannot be sent. */
const UNSENDABLE = /invalid header value|invalid [\w-]{1,60} header|to a ByteString/i;
/** Surely the connection, whatever else the text speaks of. */
const BROKEN =
  /socket hang up|fetch failed|connection error|econn|enotfound|eai_again|epipe|ehostunreach|enetunreach|und_err/i;
const UNAUTHORIZED = /unauthori[sz]ed|authenticat|permission.?denied|forbidden/i;
const UNAVAILABLE =
  /overloaded|unavailable|rate.?limit|too many requests|slow.?down|temporarily|try again|at capacity|internal error|server.?error|server had an error|api_error|bad gateway|gateway time/i;
const NETWORK =
  /terminated|socket|other side closed|network|certificate|\btls\b|\bssl\b|tunnel|getaddrinfo|premature|timed.?out|timeout/i;

/** Of a text without a status. What says more of the cause is asked first. */
function codeOfText(text: string, sawText: boolean): SearchErrorCode {
  if (NO_KEY.test(text)) return "no-credentials";
  if (/finish_reason: ?content_filter/i.test(text)) return "bad-response";
  if (/stream ended|unexpected end/i.test(text)) return sawText ? "network" : "bad-response";
  if (UNSENDABLE.test(text)) return "unauthorized";
  if (BROKEN.test(text)) return "network";
  if (LIMIT.test(text)) return "quota";
  if (UNAUTHORIZED.test(text) || WRONG_KEY.test(text)) return "unauthorized";
  if (UNAVAILABLE.test(text)) return "unavailable";
  return NETWORK.test(text) ? "network" : "bad-response";
}

/**
 * The human part of an error text: a JSON body's own message (FastAPI's is `detail` or `msg`), never markup, keys or a
 * whole body.
 */
function readDetail(text: string): string | undefined {
  const body = /\{.*/s.exec(text)?.[0];
  const message =
    body === undefined ? undefined : /"(?:message|detail|msg)":\s*("(?:[^"\\]|\\.){0,2000}")/.exec(body)?.[1];
  const plain = message === undefined ? (body === undefined ? text : "") : textOf(parseJson(message));
  const reason = plain
    .replace(/^\D{0,10}\d{3}:?\s*/, "")
    .replace(/status code \(no body\)/, "")
    .replace(".: ", ": ");
  if (/<\/?[a-z!]/i.test(reason)) return undefined;
  return oneLine(redactKeys(reason), 160).replace(/[.\s]+$/, "") || undefined;
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

const SEARCH_FAILURES: Record<string, [SearchErrorCode, string]> = {
  too_many_requests: ["unavailable", "its web search takes no more requests now"],
  unavailable: ["unavailable", "its web search is unavailable"],
  max_uses_exceeded: ["quota", "its web search was used up for this request"],
  query_too_long: ["bad-response", "the query is too long for its web search"],
  request_too_large: ["bad-response", "the query is too long for its web search"],
};

/** What a vendor's word for a failed search means, as a code and the reason for people. */
export function describeSearchFailure(word: string): { code: SearchErrorCode; detail: string } {
  const known = Object.hasOwn(SEARCH_FAILURES, word) ? SEARCH_FAILURES[word] : undefined;
  if (known) return { code: known[0], detail: known[1] };
  return { code: "bad-response", detail: `its web search failed: ${oneLine(word, 60)}` };
}
