import { findUrls } from "../urls.ts";
import { CodeFinder } from "./code.ts";
import type { Code } from "./code-blocks.ts";
import { type JsonSources, readJsonSources } from "./json-sources.ts";
import { readSourceHeading } from "./source-heading.ts";

/** A fence of JSON that holds sources. */
export interface JsonFence extends JsonSources {
  start: number;
  end: number;
}

export interface MaskedText {
  /** The text with its code blanked out: the same length, the same line breaks. */
  masked: string;
  jsonFences: JsonFence[];
}

type Piece = { start: number; end: number; text: string };

const ANY_URL = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S+$/i;
/** Stands for a character of code. No mark, no white space, no part of a URL. */
const CODE = "\0";

/**
 * Blanks the code of `text` out. Two kinds hold sources and lose their marks only: inline code that is one URL, and a block
 * under a heading for sources that holds only URLs.
 */
export function maskCode(text: string): MaskedText {
  const jsonFences: JsonFence[] = [];
  const finder = new CodeFinder(text);
  const pieces: Piece[] = [];
  for (let code = finder.next(0); code; code = finder.next(code.end)) {
    const { kind, start, end, bodyStart, bodyEnd } = code;
    const isHeaded = () => isUnderHeading(text, start);
    const json = kind === "fence" ? readJsonSources(text.slice(bodyStart, bodyEnd), isHeaded) : undefined;
    if (json) jsonFences.push({ ...json, start, end });
    const masked = json?.isOnlySources ? blank(text.slice(start, end), " ") : maskPiece(text, code);
    pieces.push({ start, end, text: masked });
  }
  return { masked: maskHtmlCode(replacePieces(text, pieces)), jsonFences };
}

function maskPiece(text: string, code: Code): string {
  const { kind, start, end, bodyStart, bodyEnd } = code;
  const body = text.slice(bodyStart, bodyEnd);
  const holdsSources = kind === "inline" ? isOneUrl(body) : isUrlList(body) && isUnderHeading(text, start);
  if (!holdsSources) return blank(text.slice(start, end), CODE);
  return blank(text.slice(start, bodyStart), " ") + body + blank(text.slice(bodyEnd, end), " ");
}

/** `<code>` and `<pre>`, closed. */
function maskHtmlCode(text: string): string {
  const pieces: Piece[] = [];
  let open: { name: string; start: number; bodyStart: number } | undefined;
  for (const tag of text.matchAll(/<(\/?)(code|pre)\b[^<>]*>/gi)) {
    const name = tag[2]?.toLowerCase() ?? "";
    const end = tag.index + tag[0].length;
    if (tag[1] === "") open ??= { name, start: tag.index, bodyStart: end };
    else if (open?.name === name) {
      const { start, bodyStart } = open;
      const code = { kind: "inline", start, end, bodyStart, bodyEnd: tag.index } as const;
      pieces.push({ start, end, text: maskPiece(text, code) });
      open = undefined;
    }
  }
  return replacePieces(text, pieces);
}

function replacePieces(text: string, pieces: readonly Piece[]): string {
  let replaced = "";
  let from = 0;
  for (const piece of pieces) {
    replaced += text.slice(from, piece.start) + piece.text;
    from = piece.end;
  }
  return replaced + text.slice(from);
}

/** `text` overwritten with `filler`, but for its line breaks. */
function blank(text: string, filler: string): string {
  let blanked = "";
  let from = 0;
  for (let to = text.indexOf("\n"); to >= 0; to = text.indexOf("\n", from)) {
    blanked += `${filler.repeat(to - from)}\n`;
    from = to + 1;
  }
  return blanked + filler.repeat(text.length - from);
}

function isOneUrl(code: string): boolean {
  const body = code.trim();
  if (!/^https?:\/\/\S+$/i.test(body)) return false;
  const [found] = findUrls(body);
  return found?.start === 0 && /^[.,;:!?]*$/.test(body.slice(found.end));
}

/** Whether each line is one URL, numbered or bulleted at most, and some are public ones. */
function isUrlList(code: string): boolean {
  if (!/:\/\/|www\./i.test(code)) return false;
  const lines = code
    .split("\n")
    .map((line) => line.trim().replace(/^(?:\[?\d{1,4}[\].):]{0,2}|[-*•])[ \t]+/, ""));
  const urls = lines.filter((line) => line !== "");
  return urls.every((url) => ANY_URL.test(url)) && urls.some((url) => findUrls(url).length > 0);
}

/** Whether the last line of text before `end` is a heading for sources. */
function isUnderHeading(text: string, end: number): boolean {
  let lineEnd = end;
  while (lineEnd > 0 && /\s/.test(text[lineEnd - 1] ?? "")) lineEnd--;
  const lineStart = text.lastIndexOf("\n", lineEnd - 1) + 1;
  return lineEnd - lineStart < 200 && readSourceHeading(text.slice(lineStart, lineEnd)) !== undefined;
}
