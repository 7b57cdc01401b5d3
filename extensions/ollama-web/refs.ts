import { randomBytes } from "node:crypto";
import { isRecord } from "../shared-web/json.ts";
import type { PageContent, SearchResult } from "./responses.ts";

/** What was asked, so that it can be asked again. */
export type RefSource =
  | { kind: "search"; query: string; maxResults: number; urls: string[] }
  | { kind: "fetch"; url: string };

/** An earlier result: what was asked, and the texts while they are in memory. */
export type EarlierResult =
  | { kind: "search"; source: RefSource & { kind: "search" }; results: SearchResult[] | undefined }
  | { kind: "fetch"; source: RefSource & { kind: "fetch" }; page: PageContent | undefined };

/** Emitted on `pi.events`, with a `ReplayRequest`, before the request of an earlier result is sent again. */
export const REPLAY_EVENT = "search-web:replay";

/** A listener that forbids the replay sets `blocked`, at once, to what the agent's model shall read. */
export interface ReplayRequest {
  kind: "search" | "fetch";
  /** The query, or the page's address. */
  target: string;
  blocked?: string;
}

/** The texts kept in memory together; the newest result stays even if it alone is larger. */
const MAX_KEPT_CHARS = 1_000_000;
/** How many results are known at all; older ones are found again in the session. */
const MAX_REFS = 1_000;

/** The results of this session by their refs. Texts that no longer fit into memory are forgotten, the oldest first. */
export class RefStore {
  readonly #entries = new Map<string, EarlierResult>();
  readonly #maxChars: number;

  constructor(maxChars = MAX_KEPT_CHARS) {
    this.#maxChars = maxChars;
  }

  /** Keeps a new result and returns its ref. */
  add(result: EarlierResult): string {
    const ref =
      result.kind === "search"
        ? `ws_s_${randomBytes(12).toString("base64url")}`
        : `fetch:${randomBytes(12).toString("hex")}`;
    this.keep(ref, result);
    return ref;
  }

  /** Also marks the result as used last. */
  get(ref: string): EarlierResult | undefined {
    const result = this.#entries.get(ref);
    if (result) {
      this.#entries.delete(ref);
      this.#entries.set(ref, result);
    }
    return result;
  }

  keep(ref: string, result: EarlierResult): void {
    this.#entries.delete(ref);
    this.#entries.set(ref, result);
    let room = this.#maxChars - countChars(result);
    for (const [other, entry] of [...this.#entries].reverse().slice(1)) {
      room -= countChars(entry);
      if (room < 0) this.#entries.set(other, withoutTexts(entry));
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_REFS) break;
      this.#entries.delete(oldest);
    }
  }
}

function withoutTexts(result: EarlierResult): EarlierResult {
  return result.kind === "search" ? { ...result, results: undefined } : { ...result, page: undefined };
}

function countChars(result: EarlierResult): number {
  const texts =
    result.kind === "search"
      ? (result.results ?? []).flatMap(({ title, url, content }) => [title, url, content])
      : [result.page?.title ?? "", result.page?.content ?? "", ...(result.page?.links ?? [])];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/**
 * What was asked for a ref, from the `details` that the session keeps of every tool result: so refs outlive memory,
 * /reload and a resumed session. `entries` are pi's session entries.
 */
export function findInSession(entries: readonly unknown[], ref: string): EarlierResult | undefined {
  for (const entry of entries.toReversed()) {
    const details = readDetails(entry);
    if (details?.fullContentRef !== ref || !isRecord(details.retrieval)) continue;
    const { replay } = details.retrieval;
    const source = isRecord(replay) ? readSource(replay) : undefined;
    if (source?.kind === "search") return { kind: "search", source, results: undefined };
    if (source?.kind === "fetch") return { kind: "fetch", source, page: undefined };
  }
  return undefined;
}

/** Of a tool result, or of the message that a debug command leaves. */
function readDetails(entry: unknown): Record<string, unknown> | undefined {
  if (!isRecord(entry)) return undefined;
  const holder = isRecord(entry.message) ? entry.message : entry;
  return isRecord(holder.details) ? holder.details : undefined;
}

function readSource(replay: Record<string, unknown>): RefSource | undefined {
  const { query, maxResults, originalResultUrls: urls, url } = replay;
  if (typeof url === "string") return { kind: "fetch", url };
  if (typeof query !== "string" || typeof maxResults !== "number" || !Array.isArray(urls)) return undefined;
  return {
    kind: "search",
    query,
    maxResults,
    urls: urls.filter((item: unknown): item is string => typeof item === "string"),
  };
}
