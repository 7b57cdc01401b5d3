import { type Code, endOfLine, matchEnd, readFence, readIndented } from "./code-blocks.ts";
import { CodeSearches } from "./code-searches.ts";

/** Backticks in a row, and where those stand that close the inline code which these open. */
interface Run {
  start: number;
  length: number;
  closer: number | undefined;
}

const LIST_ITEM = /[ \t>]*(?:[-*+•]|\d{1,9}[.)]|\[\^?\d{1,4}\]:?)[ \t]+(?=\S)/y;
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
  private readonly searches: CodeSearches;
  private readonly runs: Run[];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.searches = new CodeSearches(text);
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
    const fence = isMark ? readFence(text, lineStart, lineEnd, this.searches) : undefined;
    if (fence) return fence;
    const itemEnd = isMark ? matchEnd(LIST_ITEM, text, lineStart) : lineStart;
    const isItem = itemEnd > lineStart && (columns < 4 || listIndent > 0);
    if (isItem) this.listIndent = itemEnd - lineStart;
    else if (afterBlank && columns >= listIndent + 4)
      return readIndented(lineStart, listIndent + 4, this.searches);
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
    while (boundary <= index) {
      open.clear();
      boundary = boundaries.test(text) ? boundaries.lastIndex : Number.POSITIVE_INFINITY;
    }
    const run = { start: index, length: mark.length, closer: undefined };
    const opener = open.get(mark.length);
    if (opener) opener.closer = index;
    if (text[index - 1] !== "\\") open.set(mark.length, run);
    runs.push(run);
  }
  return runs;
}
