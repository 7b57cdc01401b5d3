import { oneLine } from "../../shared-web/text/untrusted.ts";
import { fetchPage, type OllamaDeps, searchWeb } from "../client.ts";
import { OllamaError } from "../errors.ts";
import {
  type EarlierResult,
  findInSession,
  type RefSource,
  type RefStore,
  type ReplayRequest,
} from "../refs.ts";
import type { PageContent, SearchResult } from "../responses.ts";

export interface ReplayDeps {
  refs: RefStore;
  ollama: OllamaDeps;
  /** pi's session entries, read when a ref is not known. */
  entries: () => readonly unknown[];
  /** Emits `REPLAY_EVENT`. */
  announce: (request: ReplayRequest) => void;
  signal: AbortSignal | undefined;
}

/** An earlier result with its texts. */
export type LoadedResult =
  | { kind: "search"; source: RefSource & { kind: "search" }; results: SearchResult[] }
  | { kind: "fetch"; source: RefSource & { kind: "fetch" }; page: PageContent };

export interface Loaded {
  result: LoadedResult;
  servedFrom: "cache" | "replay";
  notes: string[];
}

/** The result that a ref names, from memory or by sending its request again. Throws `OllamaError`. */
export async function loadResult(ref: string, deps: ReplayDeps): Promise<Loaded> {
  deps.signal?.throwIfAborted();
  const known = deps.refs.get(ref) ?? findInSession(deps.entries(), ref);
  if (!known) throw new OllamaError("unknown-ref", { reason: oneLine(ref, 60) });
  if (known.kind === "search" && known.results)
    return { result: { ...known, results: known.results }, servedFrom: "cache", notes: [] };
  if (known.kind === "fetch" && known.page)
    return { result: { ...known, page: known.page }, servedFrom: "cache", notes: [] };
  const { result, notes } = await sendAgain(known, deps);
  deps.refs.keep(ref, result);
  return { result, servedFrom: "replay", notes };
}

async function sendAgain(
  { source }: EarlierResult,
  { ollama, announce, signal }: ReplayDeps,
): Promise<{ result: LoadedResult; notes: string[] }> {
  const target = source.kind === "search" ? source.query : source.url;
  const request: ReplayRequest = { kind: source.kind, target };
  announce(request);
  if (request.blocked !== undefined) throw new OllamaError("replay-blocked", { reason: request.blocked });
  try {
    if (source.kind === "search") {
      const { maxResults } = source;
      const { results, notes } = await searchWeb(source.query, { maxResults, signal }, ollama);
      return { result: { kind: "search", source, results }, notes };
    }
    const { title, content, links, notes } = await fetchPage(source.url, { signal }, ollama);
    return { result: { kind: "fetch", source, page: { title, content, links } }, notes };
  } catch (error) {
    if (!(error instanceof OllamaError)) throw error;
    throw new OllamaError("replay-failed", { reason: error.message }, { cause: error });
  }
}

/**
 * The result that had this number (from 1) when the search was first made. After a replay the order may be another, so
 * it is found by its address, and by its occurrence where several results share one. Throws `OllamaError`.
 */
export function findResult(loaded: LoadedResult & { kind: "search" }, resultIndex: number): SearchResult {
  const { urls } = loaded.source;
  const url = urls[resultIndex - 1];
  if (url === undefined) {
    const reason = urls.length === 1 ? "1 result" : `${urls.length} results`;
    throw new OllamaError("no-such-result", { reason });
  }
  const occurrence = urls.slice(0, resultIndex).filter((other) => other === url).length;
  const result = loaded.results.filter((other) => other.url === url)[occurrence - 1];
  if (!result)
    throw new OllamaError("result-gone", { reason: `result ${resultIndex} (${oneLine(url, 500)})` });
  return result;
}
