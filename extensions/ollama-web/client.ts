import { DeadlineExceeded, withDeadline } from "../shared-web/deadline.ts";
import { isBlank } from "../shared-web/text/untrusted.ts";
import type { Env, OllamaMode } from "./environment.ts";
import { OllamaError, type OllamaErrorCode } from "./errors.ts";
import { type OllamaRoute, resolveRoutes } from "./host.ts";
import { routeError } from "./http/failures.ts";
import { askRoute, type Endpoint, type RequestContext, type RequestReport } from "./http/request.ts";
import { parsePageAddress } from "./page-address.ts";
import { type PageContent, parsePageContent, parseSearchResults, type SearchResult } from "./responses.ts";

const SEARCH_TIMEOUT_MS = 15_000;
const FETCH_TIMEOUT_MS = 30_000;
const MAX_SEARCH_BYTES = 2 * 1024 * 1024;
const MAX_FETCH_BYTES = 16 * 1024 * 1024;
const DEFAULT_RESULTS = 5;
const MAX_RESULTS = 10;

/** The outside. `fetch` is used as it is: pi's own knows the proxy. */
export interface OllamaDeps {
  fetch: typeof fetch;
  env: Env;
  mode?: OllamaMode;
}

export interface CallOptions {
  /** The caller's abort is rethrown as it is, at once. */
  signal?: AbortSignal;
  /** For the whole call, retry and second route included. */
  timeoutMs?: number;
  /** Told of every HTTP request when it has ended, but not of one that the caller aborted. */
  onRequest?: (report: RequestReport) => void;
}

/** Which route answered, and a sentence for each route before it that could not. */
export interface Answered {
  route: OllamaRoute;
  notes: string[];
}

/**
 * Searches the web by the first configured route that can; 5 results unless told otherwise, at most 10.
 * Throws `OllamaError`.
 */
export async function searchWeb(
  query: string,
  options: CallOptions & { maxResults?: number },
  deps: OllamaDeps,
): Promise<{ results: SearchResult[] } & Answered> {
  options.signal?.throwIfAborted();
  if (isBlank(query)) throw new OllamaError("blank-query");
  const maxResults = Math.min(MAX_RESULTS, Math.max(1, Math.trunc(options.maxResults || DEFAULT_RESULTS)));
  const endpoint: Endpoint<SearchResult[]> = {
    url: (route) => route.searchUrl,
    body: { query: query.trim(), max_results: maxResults },
    maxBytes: MAX_SEARCH_BYTES,
    parse: (response, hide) => parseSearchResults(response, hide)?.slice(0, maxResults),
    isPage: false,
  };
  const { value, ...answered } = await askRoutes(
    endpoint,
    { timeoutMs: SEARCH_TIMEOUT_MS, ...options },
    deps,
  );
  return { results: value, ...answered };
}

/**
 * Opens one public web page; a missing scheme means https. Addresses of this machine and of private networks are
 * refused before anything is sent. Throws `OllamaError`.
 */
export async function fetchPage(
  address: string,
  options: CallOptions,
  deps: OllamaDeps,
): Promise<PageContent & { url: string } & Answered> {
  options.signal?.throwIfAborted();
  const url = parsePageAddress(address).href;
  const endpoint: Endpoint<PageContent> = {
    url: (route) => route.fetchUrl,
    body: { url },
    maxBytes: MAX_FETCH_BYTES,
    parse: parsePageContent,
    isPage: true,
  };
  const { value, ...answered } = await askRoutes(endpoint, { timeoutMs: FETCH_TIMEOUT_MS, ...options }, deps);
  return { ...value, url, ...answered };
}

async function askRoutes<T>(
  endpoint: Endpoint<T>,
  options: CallOptions & { timeoutMs: number },
  deps: OllamaDeps,
): Promise<{ value: T } & Answered> {
  const [route, ...others] = resolveRoutes(deps.env, deps.mode);
  if (!route) throw new OllamaError(deps.mode === "off" ? "switched-off" : "not-configured");
  const failures: OllamaError[] = [];
  const latest = { route, startedAt: performance.now(), ended: true };
  try {
    return await withDeadline(options.signal, options.timeoutMs, (signal) => {
      const { fetch, env } = deps;
      const endsAt = latest.startedAt + options.timeoutMs;
      const context = { fetch, env, signal, endsAt, latest, onRequest: options.onRequest };
      return askInOrder([route, ...others], endpoint, context, failures);
    });
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    const reason = `${options.timeoutMs / 1_000} s`;
    const timeout = routeError(latest.route, deps.env, "timeout", { reason }, { cause: error });
    if (!latest.ended)
      options.onRequest?.({
        route: latest.route,
        error: timeout,
        durationMs: performance.now() - latest.startedAt,
      });
    throw withEarlier(timeout, failures);
  }
}

/** What a daemon cannot help. That its cloud is switched off is none of these: it may be a privacy choice. */
const FALLS_THROUGH: ReadonlySet<OllamaErrorCode> = new Set([
  "daemon-too-old",
  "daemon-unreachable",
  "not-signed-in",
]);

/** `failures` collects the routes that could not and were passed over. */
async function askInOrder<T>(
  [route, ...others]: [OllamaRoute, ...OllamaRoute[]],
  endpoint: Endpoint<T>,
  context: RequestContext,
  failures: OllamaError[],
): Promise<{ value: T } & Answered> {
  try {
    const value = await askRoute(route, endpoint, context);
    return { value, route, notes: failures.map(({ message }) => `${message} Asked ${route.host} instead.`) };
  } catch (error) {
    if (!(error instanceof OllamaError)) throw error;
    const [next, ...rest] = others;
    if (!next || !FALLS_THROUGH.has(error.code)) throw withEarlier(error, failures);
    failures.push(error);
    return askInOrder([next, ...rest], endpoint, context, failures);
  }
}

/** The last failure, after a sentence for each route tried before it. */
function withEarlier(last: OllamaError, [earlier]: OllamaError[]): OllamaError {
  return earlier ? new OllamaError(last.code, last.facts, { cause: last.cause, earlier }) : last;
}
