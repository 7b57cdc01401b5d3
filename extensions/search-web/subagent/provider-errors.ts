import { parseJson, textOf } from "../../shared-web/json.ts";
import { oneLine } from "../../shared-web/text/untrusted.ts";
import type { SearchErrorCode } from "../errors.ts";

/**
 * Reads the error text that pi hands on from a provider; `sawText`: some of the answer had come. Statuses stand at its
 * start ("503 status code (no body)", `500: {json}`), in Google's JSON as `"code": 429`, or as words of a sentence ("failed
 * with status code 429"); `responseStatus` is that of the response, where pi showed it. `detail` is cleaned and without
 * keys.
 */
export function classifyFailure(
  text: string,
  sawText: boolean,
  responseStatus?: number,
): { code: SearchErrorCode; status?: number; detail?: string } {
  const sample = text.slice(0, 20_000);
  const status = Number(
    /^(?:[a-z]{1,12}[\s:(]{1,2}){0,3}([45]\d\d)\b/i.exec(sample)?.[1] ??
      /(?:"code":|\bstatus(?: code)?:?)\s*([45]\d\d)\b/.exec(sample)?.[1] ??
      responseStatus,
  );
  const isBarePage = PAGE.test(sample) && !(status >= 400);
  const detail = OAUTH.test(sample)
    ? "its login could not be renewed"
    : (readDetail(sample) ?? (isBarePage ? "a web page came in its place" : undefined));
  const code = codeOfLogin(sample) ?? codeOfStatus(status, sample) ?? codeOfText(sample, sawText);
  return { code, ...(status >= 400 ? { status } : {}), ...(detail ? { detail } : {}) };
}

/** The words after it are of whoever renews the login, and may hold a token that nobody can list: they are not shown. */
const OAUTH = /^OAuth /;

/** Of what pi 1.x says when it cannot make the credentials for a request, which then is not sent. */
function codeOfLogin(text: string): SearchErrorCode | undefined {
  if (/^(?:API key auth failed|Provider is not configured|Credential store)/.test(text))
    return "no-credentials";
  if (OAUTH.test(text)) return BROKEN.test(text) || NETWORK.test(text) ? "network" : "unauthorized";
  return undefined;
}

/** A page for people, whose words tell nothing of the failure. */
const PAGE = /<(?:!doctype|html)\b/i;

/** What the account may use is used up. */
const SPENT = new RegExp(
  [
    String.raw`usage.?limit|\b(?:hourly|daily|weekly|monthly|session|spend(?:ing)?)\b.{0,40}\blimit|quota`,
    String.raw`\bbalance\b|(?<![a-z])balance_|(?<![a-z])credits?(?![a-z])|billing|payment required`,
    "insufficient(?!.(?:permission|scope|privilege|system|resource))|arrearage|overdue|good standing",
    String.raw`extra usage|free.tier|\bkey limit|budget.{0,10}exceeded`,
    "квот|баланс(?!ир)|недостаточно средств|(?:дневн|суточн|недельн|месячн)[а-я]{2,3} лимит",
    "余额|配额|额度|欠费|充值|使用上限",
  ].join("|"),
  "i",
);
const UPGRADE = /(?<!socket |protocol )\bupgrade\b(?! (?:fail|header|requ))/i;
/** OpenAI and Groq name their pages for paying here too. */
const PER_MINUTE = /\bper min(?:ute)?\b.{0,200}\btry again in [\d.]{1,9} ?m?s\b/is;

/** A limit of the account, which time or money lifts, and not one of requests per minute. */
function isLimit(text: string): boolean {
  return (SPENT.test(text) || UPGRADE.test(text)) && !PER_MINUTE.test(text);
}

const WRONG_KEY =
  /(?:invalid|incorrect)[\W_]{1,3}(?:[a-z]+[\W_])?(?:api.?)?key|api.?key.{0,10}(?:not valid|invalid)/i;
const FLAGGED = /\bflagged\b/i;

function codeOfStatus(status: number, text: string): SearchErrorCode | undefined {
  if (status === 400 || status === 401 || status === 403) return codeOfRefusal(status, text);
  if (status === 402) return "quota";
  if (status === 429) return isLimit(text) ? "quota" : "unavailable";
  // Among them Cloudflare's own, 520 to 527.
  if (status >= 500) return "unavailable";
  return status >= 400 ? "bad-response" : undefined;
}

/** What is refused is the request, the key or an account without money, whatever the status. */
function codeOfRefusal(status: 400 | 401 | 403, text: string): SearchErrorCode {
  // Google and xAI refuse a key by 400.
  if (WRONG_KEY.test(text)) return "unauthorized";
  // OpenRouter refuses a question by 403.
  if (FLAGGED.test(text)) return "bad-response";
  if (SPENT.test(text) && !PAGE.test(text)) return "quota";
  return status === 400 ? "bad-response" : "unauthorized";
}

/** pi's adapters and their SDKs, where a login cannot be renewed on pi 0.73 and so there is no key. */
const NO_KEY =
  /no api key|not logged in|no credentials|api key is required|could not resolve authentication/i;
/** How fetch says that a header, such as that of the key, holds a character that cannot be sent. */
const UNSENDABLE = /invalid header value|invalid [\w-]{1,60} header|to a ByteString/i;
/** Surely the connection, whatever else the text speaks of. */
const BROKEN =
  /socket hang up|fetch failed|connection error|econn|enotfound|eai_again|epipe|ehostunreach|enetunreach|und_err/i;
const UNAUTHORIZED = /unauthori[sz]ed|authenticat|permission.?denied|forbidden/i;
const UNAVAILABLE =
  /overloaded|unavailable|insufficient.(?:system.)?resource|rate.?limit|too many requests|slow.?down|temporarily|try again|at capacity|internal error|server.?error|server had an error|api_error|bad gateway|gateway time/i;
const NETWORK =
  /terminated|socket|other side closed|disconnected|network|certificate|\btls\b|\bssl\b|tunnel|getaddrinfo|premature|timed.?out|timeout/i;

/** Of a text without a status. What says more of the cause is asked first. */
function codeOfText(text: string, sawText: boolean): SearchErrorCode {
  if (NO_KEY.test(text)) return "no-credentials";
  if (/finish_reason: ?content_filter/i.test(text)) return "bad-response";
  if (/stream ended|unexpected end/i.test(text)) return sawText ? "network" : "bad-response";
  if (UNSENDABLE.test(text)) return "unauthorized";
  if (BROKEN.test(text)) return "network";
  if (isLimit(text)) return "quota";
  if (UNAUTHORIZED.test(text) || WRONG_KEY.test(text)) return "unauthorized";
  if (UNAVAILABLE.test(text)) return "unavailable";
  return NETWORK.test(text) ? "network" : "bad-response";
}

/**
 * The human part of an error text: a JSON body's own message (FastAPI's is `detail` or `msg`), or that of the body from
 * further up which OpenRouter hands on as `raw`; never markup, keys or a whole body.
 */
function readDetail(text: string): string | undefined {
  const body = /\{.*/s.exec(text)?.[0];
  const raw = readField(body, "raw");
  const upstream = raw === undefined ? undefined : readDetail(raw);
  if (upstream !== undefined) return upstream;
  const message =
    readField(body, "message|detail|msg") ?? readField(body, "error") ?? readField(body, "code");
  const reason = (message ?? (body === undefined ? text : ""))
    .replace(/^\D{0,10}\d{3}:?\s*/, "")
    .replace(/status code \(no body\)/, "")
    .replace(".: ", ": ");
  // xAI's whole error is one string of JSON.
  const shown = redactKeys(textOf(parseJson(reason)) || reason);
  if (/<\/?[a-z!]/i.test(shown)) return undefined;
  return oneLine(shown, 160).replace(/[.\s]+$/, "") || undefined;
}

/** The first string that stands in a JSON text, however broken, under one of these names. */
function readField(body: string | undefined, names: string): string | undefined {
  const found = new RegExp(`"(?:${names})":\\s*("(?:[^"\\\\]|\\\\.){0,2000}")`).exec(body ?? "")?.[1];
  return found === undefined ? undefined : textOf(parseJson(found));
}

/** Providers echo the key they refuse; whatever looks like one goes. */
function redactKeys(text: string): string {
  return text
    .replace(/\bbearer +[\w.\-*~+/=]{6,}/gi, "Bearer …")
    .replace(
      /((?:key|token|secret|password|authorization)["' ]{0,3}[:=]["' ]{0,3})(?!bearer )[\w.\-*~+/=]{6,}/gi,
      "$1…",
    )
    .replace(/\b(?:sk|pk|key|gsk|xai|ghp|ghu|AIza|ak-)[-_]?[\w\-*.]{12,}/g, "…")
    .replace(/[\w\-+/]{32,}/g, (run) => (isPath(run) ? run : "…"));
}

/** The path of the page where the user can mend things: words alone, as in no key. */
function isPath(run: string): boolean {
  return run.includes("/") && /^[a-z_\-/]+$/.test(run);
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
