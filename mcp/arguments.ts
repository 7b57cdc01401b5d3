import { oneLine } from "../extensions/shared-web/text/untrusted.ts";

export const DEFAULT_MAX_CHARS = 50_000;

/** Arguments that leave nothing to do. The message is a sentence for the model that wrote them. */
export class InvalidArguments extends Error {
  override readonly name = "InvalidArguments";
}

export interface SearchArguments {
  query: string;
  maxResults: number;
  /** `Infinity` for no limit. */
  maxChars: number;
  /** A sentence for every argument that could not be used as it was. */
  notes: string[];
}

export interface FetchArguments {
  url: string;
  /** `Infinity` for no limit. */
  maxChars: number;
  /** In the page's text, in UTF-16 units. */
  offset: number;
  notes: string[];
}

/** Throws `InvalidArguments` when there is no query. */
export function parseSearchArguments(values: Record<string, unknown>): SearchArguments {
  const notes: string[] = [];
  return {
    query: readText(values, "query"),
    maxResults: readWhole(values, "max_results", { min: 1, max: 10, fallback: 5 }, notes),
    maxChars: readMaxChars(values, notes),
    notes,
  };
}

/** Throws `InvalidArguments` when there is no address. */
export function parseFetchArguments(values: Record<string, unknown>): FetchArguments {
  const notes: string[] = [];
  return {
    url: readText(values, "url"),
    maxChars: readMaxChars(values, notes),
    offset: readWhole(values, "offset", { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }, notes),
    notes,
  };
}

function readText(values: Record<string, unknown>, name: string): string {
  const value = values[name];
  if (typeof value === "string" && value.trim()) return value.trim();
  throw new InvalidArguments(`The argument "${name}" is missing: it must be a text that is not empty.`);
}

function readMaxChars(values: Record<string, unknown>, notes: string[]): number {
  const limits = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: DEFAULT_MAX_CHARS };
  return readWhole(values, "max_chars", limits, notes) || Number.POSITIVE_INFINITY;
}

/** Models write numbers as text, or wrong: too large a number counts as the largest, the rest as not given; a note says so. */
function readWhole(
  values: Record<string, unknown>,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
  notes: string[],
): number {
  const value = values[name] ?? undefined;
  if (value === undefined) return fallback;
  const number = typeof value === "string" && value.trim() ? Number(value) : value;
  const used = typeof number === "number" && number >= min ? Math.min(max, Math.trunc(number)) : fallback;
  if (used !== number) {
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
    notes.push(`${name} must be a whole number ${range}: ${used} was used${describe(value)}.`);
  }
  return used;
}

function describe(value: unknown): string {
  if (typeof value === "number") return `, not ${value}`;
  return typeof value === "string" ? `, not "${oneLine(value, 40)}"` : "";
}
