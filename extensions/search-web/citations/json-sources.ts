import { isRecord, parseJson } from "../../shared-web/json.ts";
import { findUrls } from "../urls.ts";

/** A source in a JSON object that the model wrote. */
export interface JsonSource {
  url: string;
  title?: string;
  number?: number;
}

/** The sources of a JSON text, and whether it holds nothing else. */
export interface JsonSources {
  sources: JsonSource[];
  isOnlySources: boolean;
}

const LIST_KEYS = ["sources", "citations", "references", "search_results"];
const URL_KEYS = ["url", "link", "href", "uri"];
const MAX_DEPTH = 3;
const NUMBER_KEYS = ["number", "index", "id", "n", "ref"];

/**
 * Reads `{ "sources": [...] }`, each entry a URL or an object with one, also inside other objects, and `[...]` where
 * `isHeaded`. `undefined` when `text` is nothing such. From JSON that is cut short or malformed, its URLs are read, those
 * after the name of the list.
 */
export function readJsonSources(text: string, isHeaded: () => boolean): JsonSources | undefined {
  const list = /"(?:sources|citations|references|search_results)"\s*:/.exec(text);
  if (list === null) return /^\s*\[\s*["{]/.test(text) && isHeaded() ? readJsonList(text) : undefined;
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return { sources: findUrls(text.slice(list.index)), isOnlySources: false };
  const isOnlyLists =
    LIST_KEYS.filter((key) => Array.isArray(parsed[key])).length === Object.keys(parsed).length;
  return readEntries(findLists(parsed, MAX_DEPTH).flat(), isOnlyLists);
}

function readJsonList(text: string): JsonSources {
  const parsed = text.trimEnd().endsWith("]") ? parseJson(text) : undefined;
  return Array.isArray(parsed)
    ? readEntries(parsed, true)
    : { sources: findUrls(text), isOnlySources: false };
}

function readEntries(entries: readonly unknown[], isOnlyLists: boolean): JsonSources {
  const sources = entries.map(readSource);
  return {
    sources: sources.filter((source) => source !== undefined),
    isOnlySources: isOnlyLists && sources.length > 0 && !sources.includes(undefined),
  };
}

function findLists(record: Record<string, unknown>, depth: number): unknown[][] {
  const lists = LIST_KEYS.map((key) => record[key]).filter(Array.isArray);
  if (lists.length > 0 || depth === 0) return lists;
  return Object.values(record).flatMap((value) => (isRecord(value) ? findLists(value, depth - 1) : []));
}

function readSource(entry: unknown): JsonSource | undefined {
  if (typeof entry === "string") return { url: entry };
  if (!isRecord(entry)) return undefined;
  const url = URL_KEYS.map((key) => entry[key]).find((value) => typeof value === "string");
  if (typeof url !== "string") return undefined;
  const source: JsonSource = { url };
  const number = NUMBER_KEYS.map((key) => entry[key]).find((value) => Number.isSafeInteger(value));
  if (typeof number === "number") source.number = number;
  if (typeof entry.title === "string") source.title = entry.title;
  return source;
}
