import { readSourceHeading } from "./source-heading.ts";

/** A stretch of Markdown code: `start` to `end` with its marks, `bodyStart` to `bodyEnd` without. */
export interface Code {
  kind: "fence" | "indented" | "inline";
  start: number;
  end: number;
  bodyStart: number;
  bodyEnd: number;
}

/** Backticks in a row, and where those stand that close the inline code which these open. */
interface Run {
  start: number;
  length: number;
  closer: number | undefined;
}

/** For each kind of fence: from the last one read on, nothing closes one of this length or more. */
type UnclosedFences = Map<string, number>;

const FENCE = /([ \t>]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/y;
const CLOSING_FENCE = /[ \t>]*(`{3,}|~{3,})[ \t\r]*(?=\n|$)/y;
const LIST_ITEM = /[ \t>]*(?:[-*+•]|\d{1,9}[.)]|\[\^?\d{1,4}\]:?)[ \t]+(?=\S)/y;
const INDENT = /[ \t]*/y;
const LISTED_URL = /^(?:\[\^?\d{1,4}\]:?|\d{1,3}[.)]|[-*•])[ \t]*(?:\[[^[\]]*\]\()?https?:\/\//i;
/** How a line starts that ends the paragraph before it: by the rules of CommonMark, or as an entry of a list of sources. */
const BLOCK = String.raw`\n|\x60{3}|~{3}|\||[-*+#][ \t#]|\d{1,3}[.)][ \t]`;
const LISTED = String.raw`[•·・‣–①-⑳]|[*_\\]{0,3}[[［【]\^?\d{1,4}\^?\\?[\]］】]|检索[ \t]`;

/** Finds code by the rules of CommonMark. Asked for growing indexes, it looks at each line once, whatever the text. */
export class CodeFinder {
  private lineStart = 0;
  private lineEnd: number;
  private run = 0;
  private afterBlank = true;
  /** How far the text of the current list item is indented; 0 outside a list. */
  private listIndent = 0;
  private readonly unclosed: UnclosedFences = new Map();
  private readonly runs: Run[];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.lineEnd = endOfLine(text, 0);
    this.runs = readRuns(text);
  }

  /** The first code at or after `from`. */
  next(from: number): Code | undefined {
    while (this.lineEnd < from) this.nextLine();
    for (let index = from; index <= this.text.length; index = this.lineStart) {
      const code = (index === this.lineStart ? this.readBlock() : undefined) ?? this.readInline(index);
      if (code) return code;
      this.nextLine();
    }
    return undefined;
  }

  private nextLine(): void {
    this.lineStart = this.lineEnd + 1;
    this.lineEnd = endOfLine(this.text, this.lineStart);
  }

  private readBlock(): Code | undefined {
    const { text, lineStart, lineEnd, afterBlank, listIndent } = this;
    let contentStart = lineStart;
    let columns = 0;
    for (; text[contentStart] === " " || text[contentStart] === "\t"; contentStart++) {
      columns += text[contentStart] === "\t" ? 4 : 1;
    }
    this.afterBlank =
      contentStart === lineEnd || (text[contentStart] === "\r" && contentStart + 1 === lineEnd);
    if (this.afterBlank) return undefined;
    const isMark = /[`~>[\d\-*+•]/.test(text[contentStart] ?? "");
    const fence = isMark ? readFence(text, lineStart, lineEnd, this.unclosed) : undefined;
    if (fence) return fence;
    const itemEnd = isMark ? matchEnd(LIST_ITEM, text, lineStart) : lineStart;
    const isItem = itemEnd > lineStart && (columns < 4 || listIndent > 0);
    if (isItem) this.listIndent = itemEnd - lineStart;
    else if (afterBlank && columns >= listIndent + 4) return readIndented(text, lineStart, listIndent + 4);
    else if (afterBlank && columns < 2) this.listIndent = 0;
    return undefined;
  }

  private readInline(from: number): Code | undefined {
    for (; this.run < this.runs.length; this.run++) {
      const run = this.runs[this.run];
      if (run === undefined || run.start >= this.lineEnd) return undefined;
      if (run.start < from || run.closer === undefined) continue;
      const { start, length, closer } = run;
      return { kind: "inline", start, end: closer + length, bodyStart: start + length, bodyEnd: closer };
    }
    return undefined;
  }
}

/** The backticks of a text, paired within paragraphs and within the entries of a list. */
function readRuns(text: string): Run[] {
  const boundaries = new RegExp(String.raw`\n[ \t>]*(?=${BLOCK}|${LISTED})`, "g");
  const runs: Run[] = [];
  const open = new Map<number, Run>();
  let boundary = -1;
  for (const { 0: mark, index } of text.matchAll(/`+/g)) {
    while (boundary < index) {
      open.clear();
      boundary = boundaries.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    }
    const run = { start: index, length: mark.length, closer: undefined };
    const opener = open.get(mark.length);
    if (opener) opener.closer = index;
    if (text[index - 1] !== "\\") open.set(mark.length, run);
    runs.push(run);
  }
  return runs;
}

function readFence(
  text: string,
  lineStart: number,
  lineEnd: number,
  unclosed: UnclosedFences,
): Code | undefined {
  FENCE.lastIndex = lineStart;
  const [opening, prefix = "", fence = ""] = FENCE.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const openingEnd = lineStart + opening.length;
  if (fence.startsWith("`") && text.slice(openingEnd, lineEnd).includes("`")) return undefined;
  const mark = fence.slice(0, 1);
  const isQuoted = prefix.includes(">");
  const canClose = isQuoted || fence.length < (unclosed.get(mark) ?? Number.POSITIVE_INFINITY);
  for (let start = lineEnd + 1; canClose && start <= text.length; start = endOfLine(text, start) + 1) {
    if (isQuoted && text[matchEnd(INDENT, text, start)] !== ">")
      return fenceFrom(lineStart, lineEnd, start - 1, start - 1);
    CLOSING_FENCE.lastIndex = start;
    const closing = CLOSING_FENCE.exec(text)?.[1] ?? "";
    if (closing.startsWith(fence)) return fenceFrom(lineStart, lineEnd, start - 1, endOfLine(text, start));
  }
  if (canClose) unclosed.set(mark, fence.length);
  const end = endOfUnclosed(text, lineEnd);
  return fenceFrom(lineStart, lineEnd, end, end);
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

function readIndented(text: string, from: number, indent: number): Code {
  let end = endOfLine(text, from);
  for (let start = end + 1; start < text.length; start = endOfLine(text, start) + 1) {
    const lead = text.slice(start, matchEnd(INDENT, text, start));
    const isBlank = /^\r?(?:\n|$)/.test(text.slice(start + lead.length, start + lead.length + 2));
    if (!isBlank && lead.length + 3 * (lead.split("\t").length - 1) < indent) break;
    if (!isBlank) end = endOfLine(text, start);
  }
  return { kind: "indented", start: from, end, bodyStart: from, bodyEnd: end };
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
