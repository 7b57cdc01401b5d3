import { findGluedEntry, isCutEntry, type Line, readMark, splitLine } from "./line.ts";
import { type EntryMark, type EntrySource, isDateNote, readEntry, readEntryMark } from "./list-entry.ts";
import { hasMarks, type MarkedNumbers } from "./markers.ts";
import { groupStyle, isReadingHeading, readSourceHeading } from "./source-heading.ts";
import { cleanTitle } from "./titles.ts";

/** One source as a list names it. */
export interface ListedSource extends EntrySource {
  /** False for `1. …` without a heading: there the number counts only when the text cites it. */
  isNumberedSource: boolean;
}

export interface SourceLists {
  listed: ListedSource[];
  /** Where the list starts that closes the text, when all of it is sources and something stands before it. */
  closingStart: number | undefined;
}

/** The line before a list, and where the rules and blank lines before that line start. */
interface Lead {
  start: number;
  text: string;
}

/** A run of lines that is a list of sources as far as it was read. */
interface Section {
  kind: "heading" | "bracket" | "dotted";
  start: number;
  /** The list stands on the line of its heading: `Source: url`. */
  isInline: boolean;
  /** Some of its lines, or those of the list that it goes on with, are no sources: the list as a whole is none. */
  isMixed: boolean;
  lead: Lead | undefined;
  entries: number;
  numbers: number[];
  /** The indent of its last entry that has a mark, if any has: bullets below it, further in, are about that entry. */
  entryIndent?: number | undefined;
  /** Entries without a mark stand one right after the other, or on the line of the heading. */
  isTight: boolean;
  /** How its heading is written, and the name of its first group, right below that. */
  style?: string | undefined;
  groups?: string;
}

/** The first lines of an entry whose URL is still to come. */
interface Pending {
  mark: EntryMark | undefined;
  numbers: number[];
  title: string | undefined;
  lines: number;
  /** How it is written when it may name a group of entries. Set apart from the next entry it is no title then. */
  group?: string | undefined;
}

const DIVIDER =
  /^(?:(?:[-*_=][ \t]*){3,}|[|:\s-]+|(?:<(?:\/?(?:details|summary|ul|ol|div|p|br|hr)|\/(?:sources|references|citations))\b[^<>]*>\s*)+)$/i;
const ANNOUNCED =
  /(?:\bsources?|\breferences?|\bcitations?|\burls?|\bpages? (?:found|used|cited|read|visited)|(?:найден|использован|прочитан)[а-я]{2,3} страниц|网址|網址|источник|ссылк|来源|來源|参考|參考|出典|출처|quelle).*[:：][*_\s]*$/i;
const MAX_ENTRY_TEXT = 300;
const MAX_ANNOUNCEMENT = 80;
const MAX_DIVIDER = 300;

/** Reads a text line by line and keeps what could be a list of sources up to here. */
export class ListReader {
  private readonly text: string;
  /** Where the last line that is not blank ends. */
  private readonly textEnd: number;
  private readonly cited: MarkedNumbers;
  private readonly listed: ListedSource[] = [];
  private section: Section | undefined;
  private pending: Pending | undefined;
  /** Where the blank lines and rules start that end here. */
  private gapStart: number | undefined;
  private lead: Lead | undefined;
  private hasBrokenInline = false;
  /** The kind of the list that ended right before, if it did at an entry that is none of its sources. */
  private endedKind: Section["kind"] | undefined;
  /** The number with which the list goes on that was left last, if it stood under a heading. */
  private nextNumber: number | undefined;

  constructor(text: string, cited: MarkedNumbers) {
    this.text = text;
    this.textEnd = text.trimEnd().length;
    this.cited = cited;
  }

  read(line: Line): void {
    if (this.isCutShort(line)) {
      // Its title may stand on the line before; any other entry without a URL is one more.
      const mark = readEntryMark(line.text);
      const goesOn = mark ? this.isNested(line, mark) : /^https?:/i.test(line.text.slice(line.indent));
      if (goesOn) this.pending = undefined;
      this.endPending();
      return;
    }
    const isRule = line.links.length === 0 && /[-*_=|:<]/.test(line.text[line.indent] ?? "");
    if (isRule && line.text.length <= MAX_DIVIDER && DIVIDER.test(line.text.slice(line.indent).trimEnd())) {
      // The end of a fold belongs to what stands before it.
      this.readGap(line.start, line.text.includes("</"));
      return;
    }
    const heading = readSourceHeading(line.text);
    if (heading && !line.links.some(({ start, end }) => isWithin(line.start + heading.start, start, end))) {
      this.readHeading(line, heading.start, heading.end);
    } else this.readGlued(line);
    this.lead = { start: this.gapStart ?? line.start, text: line.text };
    this.gapStart = undefined;
  }

  /** A blank line or a rule. */
  readGap(start: number, belongsToText: boolean): void {
    const { pending } = this;
    if (pending?.group) pending.title = undefined;
    else if (pending && !pending.mark) this.leave();
    this.gapStart = belongsToText ? undefined : (this.gapStart ?? start);
  }

  finish(): SourceLists {
    const { section, listed } = this;
    const isList = section !== undefined && section.entries > 0 && this.pending === undefined;
    if (!isList || !this.isCertain(section)) return { listed, closingStart: undefined };
    const { kind, start, lead } = section;
    const hasLead =
      kind !== "heading" && lead && (announcesSources(lead.text) || isReadingHeading(lead.text));
    const closingStart = hasLead ? lead.start : start;
    return {
      listed,
      closingStart: this.text.slice(0, closingStart).trim() === "" ? undefined : closingStart,
    };
  }

  /** The output limit cut the last entry of a list short: the list closes the text all the same. */
  private isCutShort(line: Line): boolean {
    const isLast = line.start + line.text.length >= this.textEnd;
    const isInList = this.section !== undefined && this.section.entries > 0;
    return isLast && isInList && line.links.length === 0 && isCutEntry(line, this.gapStart !== undefined);
  }

  private isCertain({ kind, start, isInline, isMixed, lead, numbers }: Section): boolean {
    if (isMixed) return false;
    // A source after each paragraph is no list, whichever comes last.
    if (isInline) return !this.hasBrokenInline;
    if (kind === "heading") return true;
    const isOtherList =
      lead !== undefined && /[:：][*_\s]*$/.test(lead.text.slice(-9)) && !announcesSources(lead.text);
    // `Five articles:` and marks that nothing cites: the list is the answer.
    if (kind === "bracket")
      return !isOtherList || isReadingHeading(lead.text) || hasMarks(this.text.slice(0, start));
    return !isOtherList && numbers.some((number) => this.cited().has(number));
  }

  private enter(kind: Section["kind"], start: number, isInline = false): void {
    this.leave();
    // Marks `[N]` set apart from steps before them are a list of their own.
    const isApart = kind === "bracket" && this.endedKind === "dotted" && this.gapStart !== undefined;
    const isMixed = kind !== "heading" && this.endedKind !== undefined && !isApart;
    const { lead } = this;
    this.section = { kind, start, isInline, isMixed, lead, entries: 0, numbers: [], isTight: isInline };
  }

  private leave(): void {
    const { section } = this;
    if (section?.isInline) this.hasBrokenInline = true;
    if (section) {
      this.nextNumber = nextNumber(section);
      this.endedKind = section.entries > 0 || this.gapStart === undefined ? section.kind : undefined;
    }
    this.section = undefined;
    this.pending = undefined;
  }

  /** Two pieces of a stream came without a line break: `The answer [1].[1]: [Title](url)`. */
  private readGlued(line: Line): void {
    const entryStart = line.links.length === 0 ? -1 : findGluedEntry(line);
    if (entryStart > 0) {
      const [before, after] = splitLine(line, entryStart);
      this.readPlain(before);
      this.gapStart = undefined;
      this.readPlain(after);
    } else this.readPlain(line);
  }

  private readPlain(line: Line): void {
    const isLinked = line.links.length > 0;
    const mark = isLinked ? readMark(line) : readEntryMark(line.text);
    const ownMark = mark && this.isNested(line, mark) ? undefined : mark;
    if (isLinked) this.readLinkedLine(line, ownMark);
    else this.readUnlinkedLine(line, ownMark);
  }

  /** Whether the line goes on with an entry: `1. Title`, and below it `   - URL: …` or `   - Date: …`. */
  private isNested(line: Line, mark: EntryMark): boolean {
    const { section } = this;
    if (section?.entryIndent === undefined || section.kind === "dotted") return false;
    return mark.kind === "bullet" && isIndented(line, section.entryIndent);
  }

  private readHeading(line: Line, start: number, end: number): void {
    const rest = splitLine(line, end)[1];
    const isInline = rest.text.trim() !== "";
    if (isInline && rest.links.length === 0) {
      // `Source: the company` names the source of what stands above it.
      this.hasBrokenInline = true;
      this.readPlain(line);
      return;
    }
    if (start > 0) this.readGlued(splitLine(line, start)[0]);
    const { section, pending } = this;
    const goesOn = section !== undefined && section.kind !== "dotted" && !section.isMixed && !pending;
    if (!goesOn)
      this.enter("heading", start === 0 ? (this.gapStart ?? line.start) : line.start + start, isInline);
    if (goesOn) {
      section.entryIndent = undefined;
      section.isTight = isInline;
    } else if (this.section) this.section.style = groupStyle(line.text);
    if (isInline) this.addSources(rest, readEntryMark(rest.text));
  }

  /** A line with a URL: an entry, the second line of one, or the end of the list. */
  private readLinkedLine(line: Line, mark: EntryMark | undefined): void {
    const isStart = mark !== undefined && mark.kind !== "row";
    if (isStart) this.endPending();
    if (isStart) this.follow(mark, line);
    const { section } = this;
    if (section === undefined) {
      this.endedKind = undefined;
      return;
    }
    // A line unlike the entries before it, without their mark or set apart from them, is a remark.
    const isLike = section.entryIndent === undefined && !(section.isTight && this.gapStart !== undefined);
    const mayGoOn = section.kind === "heading" && !section.isMixed && isLike;
    if (!mark && !this.pending && !mayGoOn && !isIndented(line)) this.leave();
    else this.addSources(line, mark);
  }

  /** A line without: the title of an entry, a note on one, or the end of the list. */
  private readUnlinkedLine(line: Line, mark: EntryMark | undefined): void {
    const { section, pending } = this;
    if (mark && mark.kind !== "row") {
      this.endPending();
      this.follow(mark, line);
      const title = this.original(line, mark.end);
      if (this.section) this.pending = { mark, numbers: mark.numbers, title, lines: 1 };
      return;
    }
    if (section === undefined) {
      this.endedKind = undefined;
      return;
    }
    if (mark && pending?.group && pending.lines === 1) {
      // The head of a table, whose rows are the entries.
      pending.title = undefined;
      pending.lines++;
      return;
    }
    const content = line.text.slice(line.indent);
    const isAdjacent = this.gapStart === undefined;
    const isNote = isAdjacent && section.entries > 0 && (isIndented(line) || isDateNote(content));
    if (content.includes("\0") || content.length > MAX_ENTRY_TEXT) this.leave();
    else if (pending && isAdjacent && pending.lines < 3) {
      pending.lines++;
      pending.group = undefined;
    } else if (pending) this.leave();
    else if (mark ? section.entries === 0 : isNote) return;
    else if (section.kind !== "heading" || mark) this.leave();
    else
      this.pending = {
        mark: undefined,
        ...readTitleLine(this.original(line, 0)),
        lines: 1,
        group: readGroup(section, content),
      };
  }

  /** An entry without a URL, after which the list goes on under its heading, or the name of a group. */
  private endPending(): void {
    const { section, pending } = this;
    if (pending?.mark) this.passOther();
    else if (section && pending?.group && pending.lines === 1) this.startGroup(section, pending.group);
    else if (pending) this.leave();
  }

  private startGroup(section: Section, group: string): void {
    section.groups ??= group;
    this.pending = undefined;
  }

  /** After an entry that is no source, the list is over, or goes on under its heading. */
  private passOther(): void {
    if (this.section?.kind !== "heading") {
      this.leave();
      return;
    }
    this.section.isMixed = true;
    this.pending = undefined;
  }

  /** Goes on with the list that `mark` belongs to, or starts one. */
  private follow(mark: EntryMark, line: Line): void {
    const kind = this.section?.kind;
    const goesOn = kind === "heading" || kind === mark.kind;
    const starts = mark.kind === "bracket" || mark.kind === "dotted" ? mark.kind : undefined;
    if (!goesOn && starts) {
      const isRest = starts === "dotted" && mark.numbers[0] === this.nextNumber;
      this.enter(isRest ? "heading" : starts, this.gapStart ?? line.start);
      if (isRest && this.section) this.section.isMixed = true;
    } else if (!goesOn) this.leave();
    if (this.section) this.section.entryIndent = line.indent;
  }

  private original(line: Line, from: number): string {
    return this.text.slice(line.start + from, line.start + line.text.length);
  }

  private addSources(line: Line, mark: EntryMark | undefined): void {
    const { section, pending } = this;
    if (section === undefined) return;
    const entry = readEntry(line, mark, this.text, section.kind === "heading");
    const [first] = entry.sources;
    if (!mark && first && pending?.numbers.length && pending.title !== undefined)
      first.numbers = pending.numbers;
    const isNumberedSource = section.kind !== "dotted";
    if (pending?.group && pending.title === undefined) this.startGroup(section, pending.group);
    if (isNumberedSource || entry.isSource) {
      for (const source of entry.sources) {
        this.listed.push({
          ...source,
          title: source.title ?? cleanTitle(pending?.title ?? ""),
          isNumberedSource,
        });
        section.numbers.push(...source.numbers);
      }
    }
    if (section.entries > 0 && !pending && this.gapStart === undefined) section.isTight = true;
    section.entries++;
    this.pending = undefined;
    if (entry.isSource) return;
    if (mark || isIndented(line)) this.passOther();
    else this.leave();
  }
}

function nextNumber({ kind, numbers }: Section): number | undefined {
  const last = numbers.at(-1);
  return kind === "heading" && last !== undefined ? last + 1 : undefined;
}

/** By two characters or a tab more than `by`. */
function isIndented({ text, indent }: Line, by = 0): boolean {
  return indent >= by + 2 || (indent > by && text[indent - 1] === "\t");
}

/** How `line` is written, if it can name a group: a lower heading, or right below the heading the first of those like it. */
function readGroup({ kind, isInline, entries, style, groups }: Section, line: string): string | undefined {
  if (kind !== "heading" || isInline) return undefined;
  const group = groupStyle(line);
  const isGroup = group?.startsWith("#")
    ? style?.startsWith("#") && group.length > style.length
    : group === groups || (groups === undefined && entries === 0);
  return isGroup ? group : undefined;
}

/** The title that stands above its URL, and its number when it is a heading: `### 1. Title`. */
function readTitleLine(line: string): Pick<Pending, "numbers" | "title"> {
  const heading = /^[ \t>]*#{1,6}[ \t]+/.exec(line);
  const title = line.slice(heading?.[0].length ?? 0);
  const mark = heading ? readEntryMark(title) : undefined;
  return { numbers: mark?.numbers ?? [], title: title.slice(mark?.end ?? 0) };
}

/** `Here are the sources I used:` */
function announcesSources(line: string): boolean {
  return line.length <= MAX_ANNOUNCEMENT && ANNOUNCED.test(line);
}

function isWithin(index: number, start: number, end: number): boolean {
  return start < index && index < end;
}
