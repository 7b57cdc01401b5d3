import { setTimeout as sleep } from "node:timers/promises";
import { withDeadline } from "../../shared-web/deadline.ts";
import { parseJson } from "../../shared-web/json.ts";
import { oneLine } from "../../shared-web/text/untrusted.ts";
import type { Env } from "../environment.ts";
import type { OllamaError } from "../errors.ts";
import type { OllamaRoute } from "../host.ts";
import { type Hide, parseErrorText } from "../responses.ts";
import { networkFailure, RequestFailure, routeError, saidFailure, statusFailure } from "./failures.ts";
import { describeBody, describeBytes, readText } from "./response-body.ts";

/** One of the two calls: where it goes, what it sends, and how its answer is read. */
export interface Endpoint<T> {
  url: (route: OllamaRoute) => string;
  body: Record<string, unknown>;
  maxBytes: number;
  /** `undefined` when the answer is not what the endpoint promises. */
  parse: (response: unknown, hide: Hide) => T | undefined;
  /** Whether it opens a page: then a 404 may mean the page. */
  isPage: boolean;
}

/** A request that has ended; not told of one that the caller aborted. */
export interface RequestReport {
  route: OllamaRoute;
  /** Missing when the request brought an answer. */
  error?: OllamaError;
  durationMs: number;
}

export interface RequestContext {
  fetch: typeof fetch;
  env: Env;
  /** Ends the whole call. */
  signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  endsAt: number;
  onRequest?: (report: RequestReport) => void;
  /** The request sent last, for whoever ends the call before it has ended. */
  latest: { route: OllamaRoute; startedAt: number; ended: boolean };
}

const ERROR_BODY_MS = 2_000;
const MAX_ERROR_BYTES = 64 * 1024;

/** Asks one route, and once more when the failure is of a kind that passes and the time allows. */
export async function askRoute<T>(
  route: OllamaRoute,
  endpoint: Endpoint<T>,
  context: RequestContext,
): Promise<T> {
  try {
    return await sendRequest(route, endpoint, context);
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    const { retryAfterMs } = failure;
    if (retryAfterMs === undefined || performance.now() + retryAfterMs >= context.endsAt) throw failure.error;
    await sleep(retryAfterMs, undefined, { signal: context.signal }).catch(() =>
      context.signal.throwIfAborted(),
    );
  }
  try {
    return await sendRequest(route, endpoint, context);
  } catch (failure) {
    throw failure instanceof RequestFailure ? failure.error : failure;
  }
}

/** Sends, reports, and leaves no open connection, whatever happened. Throws `RequestFailure`. */
async function sendRequest<T>(
  route: OllamaRoute,
  endpoint: Endpoint<T>,
  context: RequestContext,
): Promise<T> {
  context.signal.throwIfAborted();
  const connection = new AbortController();
  const startedAt = performance.now();
  Object.assign(context.latest, { route, startedAt, ended: false });
  const report = (error?: OllamaError) => {
    context.latest.ended = true;
    context.onRequest?.({ route, error, durationMs: performance.now() - startedAt });
  };
  try {
    const signal = AbortSignal.any([context.signal, connection.signal]);
    const value = await exchange(route, endpoint, { ...context, signal });
    report();
    return value;
  } catch (cause) {
    // Of an answer everything was read; a failure may have left the rest of its body behind.
    connection.abort();
    context.signal.throwIfAborted();
    const failure =
      cause instanceof RequestFailure ? cause : networkFailure(route, context.env, cause, hideKeyIn(route));
    report(failure.error);
    throw failure;
  }
}

async function exchange<T>(
  route: OllamaRoute,
  endpoint: Endpoint<T>,
  { fetch, env, signal }: RequestContext,
): Promise<T> {
  const response = await fetch(endpoint.url(route), {
    method: "POST",
    // A daemon passes other request headers on to ollama.com.
    headers: {
      "content-type": "application/json",
      ...(route.key ? { authorization: `Bearer ${route.key}` } : {}),
    },
    body: JSON.stringify(endpoint.body),
    redirect: "manual",
    signal,
  });
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400))
    throw redirectFailure(route, env, response);
  if (!response.ok) {
    const said = parseErrorText(parseJson(await readErrorBody(response, signal)), hideKeyIn(route));
    const retryAfter = response.headers.get("retry-after");
    throw statusFailure(route, env, { status: response.status, said, retryAfter, isPage: endpoint.isPage });
  }
  const text = await readText(response, endpoint.maxBytes);
  if (text === undefined)
    throw new RequestFailure(
      routeError(route, env, "too-large", { reason: describeBytes(endpoint.maxBytes) }),
    );
  return readAnswer(route, env, endpoint, text);
}

function readAnswer<T>(route: OllamaRoute, env: Env, endpoint: Endpoint<T>, text: string): T {
  const json = parseJson(text);
  const value = endpoint.parse(json, hideKeyIn(route, MIN_UNLIKELY_CHARS));
  if (value !== undefined) return value;
  const said = parseErrorText(json, hideKeyIn(route));
  if (said) throw saidFailure(route, env, said);
  throw new RequestFailure(routeError(route, env, "bad-response", { reason: describeBody(text, json) }));
}

function redirectFailure(route: OllamaRoute, env: Env, response: Response): RequestFailure {
  const location = response.headers.get("location") ?? "";
  const host = URL.canParse(location, route.searchUrl) ? new URL(location, route.searchUrl).host : "";
  const facts = {
    reason: oneLine(hideKeyIn(route)(host), 100) || "another address",
    status: response.status || undefined,
  };
  return new RequestFailure(routeError(route, env, "redirect", facts));
}

/** An error's body is worth little time: what has not come by then is done without. */
async function readErrorBody(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return (await withDeadline(signal, ERROR_BODY_MS, () => readText(response, MAX_ERROR_BYTES))) ?? "";
  } catch {
    signal.throwIfAborted();
    return "";
  }
}

/** A shorter key is no secret. */
const MIN_KEY_CHARS = 4;
/** A shorter key, such as the usual dummy `ollama`, is a word of the web's own texts. */
const MIN_UNLIKELY_CHARS = 8;

/** A server may echo the request's headers. For decoded text: JSON can write a key in many ways. */
function hideKeyIn({ key }: OllamaRoute, minChars = MIN_KEY_CHARS): Hide {
  if (key === undefined || key.length < minChars) return (text) => text;
  return (text) => text.replaceAll(key, "[key]").replaceAll(encodeURIComponent(key), "[key]");
}
