import { oneLine } from "../../shared-web/text/untrusted.ts";
import { type Env, readKey } from "../environment.ts";
import { type ErrorFacts, OllamaError, type OllamaErrorCode } from "../errors.ts";
import type { OllamaRoute } from "../host.ts";
import { isLoopback, suspectProxy } from "./proxy.ts";

/** One request that brought no answer; `retryAfterMs` is there when it is worth one more. */
export class RequestFailure extends Error {
  readonly error: OllamaError;
  readonly retryAfterMs: number | undefined;

  constructor(error: OllamaError, retryAfterMs?: number) {
    super(error.message, { cause: error });
    this.error = error;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * An error about a route, with a word on NO_PROXY where a proxy may have taken a loopback daemon's request, on the proxy
 * where it may be what broke, and on a path in OLLAMA_HOST where nothing was found below it.
 */
export function routeError(
  route: OllamaRoute,
  env: Env,
  code: OllamaErrorCode,
  facts: ErrorFacts = {},
  options: { cause?: unknown } = {},
): OllamaError {
  const url = new URL(route.searchUrl);
  const daemon = route.kind === "daemon";
  const path = code === "daemon-too-old" ? route.host.slice(url.origin.length) : "";
  const hints = [
    path && `If it is new enough, take the path ${path} out of OLLAMA_HOST`,
    !facts.said && mayBreak(url, code, facts.reason) && suspectProxy(url, env),
  ];
  const hint = hints
    .filter(Boolean)
    .map((text) => `${text}.`)
    .join(" ");
  const server = daemon ? `The Ollama daemon at ${route.host}` : route.host;
  const hasKey = readKey(env.OLLAMA_API_KEY) !== undefined;
  return new OllamaError(code, { server, daemon, hasKey, hint, ...facts }, options);
}

/** What a proxy on the way to another machine can be the reason of. */
const BROKEN_WAY: ReadonlySet<OllamaErrorCode> = new Set(["network", "daemon-unreachable", "timeout"]);

/** Whether a proxy on the way to the address could be what failed. One takes a loopback request for any reason. */
function mayBreak(url: URL, code: OllamaErrorCode, reason = ""): boolean {
  return isLoopback(url) || (BROKEN_WAY.has(code) && !/\bproxy\b/i.test(reason));
}

const RETRY_DELAY_MS = 1_000;
const NETWORK_RETRY_DELAY_MS = 100;
const MAX_RETRY_AFTER_MS = 10_000;
const LIMIT_TEXT =
  /\busage limit|\b(?:hourly|daily|weekly|monthly|session)\b.{0,40}\blimit|\bquota|\bbalance\b|\bupgrade\b|\bcredits?\b/i;
const CLOUD_DISABLED_TEXT = /\bcloud\b.{0,40}\bdisabled\b/i;

interface ErrorResponse {
  status: number;
  /** Ollama's own text. */
  said: string;
  retryAfter: string | null;
  isPage: boolean;
}

/** A response with an error status. */
export function statusFailure(
  route: OllamaRoute,
  env: Env,
  { status, said, retryAfter, isPage }: ErrorResponse,
): RequestFailure {
  const code = codeForStatus(route, status, said, isPage);
  const error = routeError(route, env, code, { status, said });
  if (LIMIT_TEXT.test(said)) return new RequestFailure(error);
  const asked = parseRetryAfter(retryAfter);
  if (status === 429 && asked !== undefined && asked <= MAX_RETRY_AFTER_MS)
    return new RequestFailure(error, asked);
  if ((status === 502 || status === 503) && (asked ?? 0) <= MAX_RETRY_AFTER_MS)
    return new RequestFailure(error, asked ?? RETRY_DELAY_MS);
  return new RequestFailure(error);
}

function codeForStatus(route: OllamaRoute, status: number, said: string, isPage: boolean): OllamaErrorCode {
  const daemon = route.kind === "daemon";
  if (CLOUD_DISABLED_TEXT.test(said)) return "cloud-disabled";
  if (status === 401) return unauthorizedCode(route.kind);
  if (status === 402 || (status === 429 && LIMIT_TEXT.test(said))) return "quota";
  if (status === 403) return daemon && !said ? "host-not-allowed" : "forbidden";
  // A daemon that knows the endpoint passes on ollama.com's 404 for a page, as JSON; an older one knows no JSON.
  if (status === 404 && daemon && !(isPage && said)) return "daemon-too-old";
  return status === 429 || status >= 500 ? "unavailable" : "bad-response";
}

/** A 200 that carries `{"error"}`: only its text tells the kind. */
export function saidFailure(route: OllamaRoute, env: Env, said: string): RequestFailure {
  return new RequestFailure(routeError(route, env, codeForText(route, said), { said }));
}

function codeForText({ kind }: OllamaRoute, said: string): OllamaErrorCode {
  if (CLOUD_DISABLED_TEXT.test(said)) return "cloud-disabled";
  if (LIMIT_TEXT.test(said)) return "quota";
  if (/\bunauthori[sz]ed\b|\bapi key\b/i.test(said)) return unauthorizedCode(kind);
  const passes = /\boverloaded\b|\bretry\b|\brate limit|\btoo many\b|\bunavailable\b/i.test(said);
  return passes ? "unavailable" : "bad-response";
}

/** A daemon has no key of ours: it is the one to sign in. */
function unauthorizedCode(kind: OllamaRoute["kind"]): OllamaErrorCode {
  return kind === "daemon" ? "not-signed-in" : "unauthorized";
}

const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/;

/** Seconds or an HTTP date (RFC 9110, 10.2.3) -> milliseconds from now; `undefined` when it is neither. */
function parseRetryAfter(value: string | null): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  // `fetch` joins a header that came twice.
  const parts = text.split(/\s*,\s*/);
  if (parts.every((part) => SECONDS.test(part))) return Math.max(...parts.map(Number)) * 1_000;
  // `Date.parse` makes a date of nearly any number.
  const date = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const UNREACHABLE = new Set(
  "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH EADDRNOTAVAIL ETIMEDOUT UND_ERR_CONNECT_TIMEOUT".split(
    " ",
  ),
);

const TIMED_OUT = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"]);

/** What `fetch` or a body's reader threw. `fetch failed` hides its reason in `cause`: it is said here. */
export function networkFailure(
  route: OllamaRoute,
  env: Env,
  cause: unknown,
  hide: (text: string) => string,
): RequestFailure {
  const { code, message } = innermost(cause);
  const text = oneLine(hide(message), 200);
  const reason = !code || text.includes(code) ? text || "no reason given" : text ? `${code}: ${text}` : code;
  const kind = route.kind === "daemon" && code && UNREACHABLE.has(code) ? "daemon-unreachable" : "network";
  const error = routeError(route, env, kind, { reason }, { cause });
  // What has waited long for a connection would wait as long again.
  return code && TIMED_OUT.has(code)
    ? new RequestFailure(error)
    : new RequestFailure(error, NETWORK_RETRY_DELAY_MS);
}

/** The deepest error of a chain that names a code, else the deepest with a message. */
function innermost(error: unknown): { code?: string; message: string } {
  let found: { code?: string; message: string } = { message: "" };
  let current = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth++) {
    const code = "code" in current && typeof current.code === "string" ? current.code : undefined;
    if (code || !found.code) found = { message: current.message || found.message, code };
    const errors: unknown = "errors" in current ? current.errors : undefined;
    current = current.cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return found;
}
