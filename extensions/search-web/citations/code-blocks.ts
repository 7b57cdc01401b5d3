import type { CodeSearches } from "./code-searches.ts";
import { readSourceHeading } from "./source-heading.ts";

/** A stretch of Markdown code: `start` to `end` with its marks, `bodyStart` to `bodyEnd` without. */
export interface Code {
  kind: "fence" | "indented" | "inline";
  start: number;
  end: number;
  bodyStart: number;
  bodyEnd: number;
}

const FENCE = /([ \t>]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/y;
const INDENT = /[ \t]*/y;
const LISTED_URL = /^(?:\[\^?\d{1,4}\]:?|\d{1,3}[.)]|[-*•])[ \t]*(?:\[[^[\]]*\]\()?https?:\/\//i;

/** The fenced code that opens in the line from `lineStart` to `lineEnd`, if any does. */
export function readFence(
  text: string,
  lineStart: number,
  lineEnd: number,
  searches: CodeSearches,
): Code | undefined {
  FENCE.lastIndex = lineStart;
  const [opening, prefix = "", fence = ""] = FENCE.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const openingEnd = lineStart + opening.length;
  if (fence.startsWith("`") && text.slice(openingEnd, lineEnd).includes("`")) return undefined;
  const closing = searches.closing(fence, lineEnd);
  const isQuoted = prefix.includes(">");
  const quoteEnd = isQuoted ? searches.first("quote", lineEnd, findQuoteEnd) : Number.POSITIVE_INFINITY;
  const bodyEnd = Math.min(closing, quoteEnd);
  if (closing < quoteEnd) return fenceFrom(lineStart, lineEnd, bodyEnd, endOfLine(text, bodyEnd + 1));
  if (bodyEnd < Number.POSITIVE_INFINITY) return fenceFrom(lineStart, lineEnd, bodyEnd, bodyEnd);
  const end = searches.first("unclosed", lineEnd, endOfUnclosed);
  return fenceFrom(lineStart, lineEnd, end, end);
}

/** The line break before the first line that is not quoted. */
function findQuoteEnd(text: string, from: number): number {
  for (let lineEnd = from; lineEnd < text.length; lineEnd = endOfLine(text, lineEnd + 1)) {
    if (text[matchEnd(INDENT, text, lineEnd + 1)] !== ">") return lineEnd;
  }
  return Number.POSITIVE_INFINITY;
}

/** A fence that nothing closes ends where a list of sources starts, at the end of the text otherwise. */
function endOfUnclosed(text: string, from: number): number {
  const afterBlank = /\n[ \t]*\n(?=([^\n]{0,200}))/g;
  afterBlank.lastIndex = from;
  for (let match = afterBlank.exec(text); match !== null; match = afterBlank.exec(text)) {
    const line = match[1] ?? "";
    if (LISTED_URL.test(line) || readSourceHeading(line) !== undefined) return match.index;
    afterBlank.lastIndex--;
  }
  return text.length;
}

function fenceFrom(start: number, openingEnd: number, bodyEnd: number, end: number): Code {
  return { kind: "fence", start, end, bodyStart: Math.min(openingEnd + 1, bodyEnd), bodyEnd };
}

/** The code from `start` on whose lines are indented by `indent` columns or more. */
export function readIndented(start: number, indent: number, searches: CodeSearches): Code {
  const end = searches.first(`indent ${indent}`, start, (text) => findIndentEnd(text, start, indent));
  return { kind: "indented", start, end, bodyStart: start, bodyEnd: end };
}

function findIndentEnd(text: string, from: number, indent: number): number {
  let end = endOfLine(text, from);
  for (let start = end + 1; start < text.length; start = endOfLine(text, start) + 1) {
    const lead = text.slice(start, matchEnd(INDENT, text, start));
    const isBlank = /^\r?(?:\n|$)/.test(text.slice(start + lead.length, start + lead.length + 2));
    if (!isBlank && lead.length + 3 * (lead.split("\t").length - 1) < indent) break;
    if (!isBlank) end = endOfLine(text, start);
  }
  return end;
}

/** Where a sticky `pattern` that matches at `at` ends; `at` when it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The line break at or after `from`, or the end of the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
