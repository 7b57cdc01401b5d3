import { isRecord } from "../ollama-web/json.ts";

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
const NUMBER_KEYS = ["number", "index", "id", "n", "ref"];

/** Reads `{ "sources": [...] }`, each entry a URL or an object with one, or `undefined` when `text` is nothing such. */
export function readJsonSources(text: string): JsonSources | undefined {
  if (!/"(?:sources|citations|references|search_results)"/.test(text)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(parsed)) return undefined;
  const record = parsed;
  const lists = LIST_KEYS.map((key) => record[key]).filter(Array.isArray);
  const sources = lists.flat().map(readSource);
  return {
    sources: sources.filter((source) => source !== undefined),
    isOnlySources:
      sources.length > 0 && !sources.includes(undefined) && Object.keys(record).length === lists.length,
  };
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
