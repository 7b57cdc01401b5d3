import type { Link } from "./links.ts";
import { ENTRY_NAME, NUMBER_NAME, NUMBERS, readNumbers, withoutNamedMarkers } from "./markers.ts";
import { cleanTitle } from "./titles.ts";

/** What the start of a line makes of it in a list. */
export interface EntryMark {
  /** `[1]` and its kind stand in lists of sources only; `1.` and `-` in any list. */
  kind: "bracket" | "dotted" | "bullet" | "row";
  numbers: number[];
  /** Where the entry's text starts in the line. */
  end: number;
}

const PREFIX = /[\s>]*([-*+•·‣–▪●○◦■►▸➤→][ \t\u00a0]+|・[ \t]*)?[*_]{0,2}/y;
const BRACKET = new RegExp(
  String.raw`(?:\\?[[［【]{1,2}[ \t]?\^?(?:${NUMBER_NAME}|${ENTRY_NAME})?(${NUMBERS})\^?[ \t]?\\?[\]］】]{1,2}[*_]{0,2}(?![ \t]?[(（])[,:：.)]?[*_]{0,2}[ \t]*(?:(?:and|und|и|&)[ \t]+(?=\[))?)`,
  "iy",
);
const NAMED = new RegExp(
  String.raw`${NUMBER_NAME}(?:#?(\d{1,4})[:：.)]|\[(\d{1,4})\][ \t]?[:：–—-])[ \t]*`,
  "iy",
);
const RAISED = /(?:([⁰¹²³⁴-⁹]{1,4})|(?:<sup>|\^)\[?(\d{1,4})\]?(?:<\/sup>|\^))[ \t]*/iy;
/** The line that a proxy writes for each search result: `检索 Title - url`. */
const SEARCHED = /检索[ \t]+(?=\S)/y;
/** `1.`, `(1)`, `1️⃣`, `#1`, `№ 1`, before a title that is set off or a link also `1` alone, and `①`. */
const DOTTED = new RegExp(
  String.raw`(?:\((\d{1,3})\)|(?:#|№[ \t]?)?(\d{1,3})(?:${[
    String.raw`\\?[.．、:：](?!\d)|\\?\)|\ufe0f?\u20e3|(?<=[#№][ \t]?\d{1,3})[ \t]`,
    String.raw`[ \t]+(?:[-–—|][ \t]+(?!\d)|(?=\[|<?https?:))`,
  ].join("|")})|([①-⑳]))[ \t]*`,
  "iy",
);
/** In `1. [2]: …`, what the text cites is `[2]`. */
const SECOND_MARK = /[*_]{0,2}(?=\[\^?\d{1,4}\^?\]:)/y;
const ROW = /\|[ \t]*(?:\[?(\d{1,3})\]?[ \t]*\|)?[ \t]*/y;

const SEPARATORS =
  /(?:[\s,;.，；。、|·•)）\]］】」』》>]|<br[ \t]?\/?>)*(?:(?:and|und|и|et|y|&)[ \t]+(?=[(\d①-⑳]))?/iy;
const NUMBER_AFTER = /^[^\p{L}\p{N}\0[［【]*[[［【](\d{1,4})[\]］】][^\p{L}\p{N}\0]*$/u;
/**
 * How a note on when a page was read, or which part of it, starts, in lower case: with such a word, or with a year. Without
 * regard to case the patterns would take three times as long to compile.
 */
const DATED = String.raw`(?:accessed|retrieved|published|updated|date:|дата|обращение|访问|abgerufen|consulté|\d{1,2}[. ] ?\p{L}{3,10}\.? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{2}|in (?:english|russian|german)|на (?:английском|русском)|(?:section|chapter|pages?|pp?\.|раздел|глава|стр\.|с\.) ?\d|\d{4})`;
const DATE_NOTE = new RegExp(`^[\\s()[\\],.:;–—-]*${DATED}`, "u");
/**
 * What may follow the URL of a source, after any punctuation: nothing, such a note, or a description that is set off. Code is
 * no punctuation.
 */
const AFTER_SOURCE = new RegExp(
  String.raw`^[^\p{L}\p{N}\0]*?(?:$|[-–—:：|(（·"“'«]|\[(?!\^?\d)|${DATED})`,
  "u",
);
/** Or who published it: `, Reuters, May 3, 2025`, `by Jane Doe`, `*Reuters*`. */
const PUBLISHER = /^[)\s]*(?:(?:,|(?:by|from|via|от) )\s*[*_]*|[*_]+)\p{Lu}[^.!?。\0]{0,60}\.?\s*$/u;
/** A title rather than a statement: no sentence ends in it, as none does in `v24.0`. */
const TITLE_AFTER = /^[ \t]+[\p{Lu}\p{Lo}\p{N}](?:[^.!?。！？\0]|\.(?=[\p{L}\p{N}])){0,150}\.?\s*$/u;
const MAX_TEXT = 300;
/** A source under more numbers than this is none that a model wrote. */
const MAX_NUMBERS = 200;

/** A source with the numbers and the title that its entry gives. */
export interface EntrySource {
  link: Link;
  numbers: number[];
  title: string | undefined;
}

/** A line of a list: its sources, and whether it names sources and says nothing else. */
export interface Entry {
  sources: EntrySource[];
  isSource: boolean;
}

/** Reads the number or bullet that `line` starts with. */
export function readEntryMark(line: string): EntryMark | undefined {
  if (/^[\0abd-pt-z]/i.test(line)) return undefined;
  const [prefix = "", bullet] = matchAt(PREFIX, line, 0) ?? [];
  const start = prefix.length;
  const numbered = readBracket(line, start) ?? readNumbered(line, start);
  if (numbered) return numbered;
  if (bullet === undefined) return undefined;
  // One mark of emphasis has its pair in the title.
  const end = /[^*_][*_]$/.test(prefix) ? start - 1 : start;
  return { kind: "bullet", numbers: [], end };
}

function readBracket(line: string, start: number): EntryMark | undefined {
  const numbers: number[] = [];
  let end = start;
  for (let mark = matchAt(BRACKET, line, end); mark; mark = matchAt(BRACKET, line, end)) {
    if (numbers.length > MAX_NUMBERS) break;
    numbers.push(...readNumbers(mark[1] ?? ""));
    end += mark[0].length;
  }
  return end === start ? undefined : { kind: "bracket", numbers, end };
}

/**
 * What a second entry on a line starts with, as in `[1] url, [2] url`. Any other number than `[2]` belongs to its title,
 * unless it is the one after `last`: `1. url; 2. url`.
 */
function readInnerMark(line: string, from: number, last: number | undefined): Omit<EntryMark, "kind"> {
  const start = from + (matchAt(SEPARATORS, line, from)?.[0].length ?? 0);
  const searched = matchAt(SEARCHED, line, start);
  if (searched) return { numbers: [], end: start + searched[0].length };
  const bracket = readBracket(line, start);
  if (bracket || last === undefined) return bracket ?? { numbers: [], end: start };
  const next = readNumbered(line, start);
  return next?.numbers[0] === last + 1 ? next : { numbers: [], end: start };
}

function readNumbered(line: string, start: number): EntryMark | undefined {
  const named = matchAt(NAMED, line, start) ?? matchAt(RAISED, line, start);
  if (named) {
    const numbers = readNumbers(named[1] ?? named[2] ?? "");
    return { kind: "bracket", numbers, end: start + named[0].length };
  }
  const searched = matchAt(SEARCHED, line, start);
  if (searched) return { kind: "bracket", numbers: [], end: start + searched[0].length };
  const row = matchAt(ROW, line, start);
  if (row) return { kind: "row", numbers: readNumbers(row[1] ?? ""), end: start + row[0].length };
  const dotted = matchAt(DOTTED, line, start);
  if (!dotted) return undefined;
  const end = start + dotted[0].length;
  const second = matchAt(SECOND_MARK, line, end);
  if (second) return readBracket(line, end + second[0].length);
  const numbers = dotted[3] ? [dotted[3].charCodeAt(0) - 0x245f] : readNumbers(dotted[1] ?? dotted[2] ?? "");
  return { kind: "dotted", numbers, end };
}

/**
 * Reads a line with links as an entry of a list of sources. `mark`: its own, or that of the line its title stands on.
 * `isHeaded`: the list has a heading, so that a title may follow a link that only has a number.
 */
export function readEntry(
  line: { start: number; text: string; links: Link[] },
  mark: EntryMark | undefined,
  text: string,
  isHeaded: boolean,
): Entry {
  const sources: EntrySource[] = [];
  let from = Math.min(mark?.end ?? 0, line.text.length);
  let isSource = true;
  for (const link of line.links) {
    const last = sources.at(-1);
    const inner = last ? readInnerMark(line.text, from, last.numbers.at(-1)) : mark;
    const titleStart = last ? (inner?.end ?? from) : from;
    const titleEnd = Math.max(titleStart, link.outerStart - line.start);
    const title = readTitle(link, text.slice(line.start + titleStart, line.start + titleEnd));
    const numbers = inner?.numbers.length ? inner.numbers : link.numbers;
    sources.push({ link, numbers, title });
    if (titleEnd - titleStart > MAX_TEXT) isSource = false;
    from = Math.max(from, link.outerEnd - line.start);
  }
  const after = withoutNamedMarkers(line.text.slice(from)).replace(/<[^<>]*>/g, "");
  const numberAfter = NUMBER_AFTER.exec(after)?.[1];
  const [only] = sources;
  if (sources.length === 1 && only) only.title ??= readTitleAfter(after);
  if (isHeaded && sources.length === 1 && only && isNumberLabel(only, line) && TITLE_AFTER.test(after)) {
    only.title ??= cleanTitle(after);
    return { sources, isSource };
  }
  if (sources.length === 1 && only?.numbers.length === 0 && numberAfter)
    only.numbers = readNumbers(numberAfter);
  else
    isSource &&=
      after.length <= MAX_TEXT && (AFTER_SOURCE.test(after.toLowerCase()) || PUBLISHER.test(after));
  return { sources, isSource };
}

/** `[1](url)`, and nothing else before its line's text. */
function isNumberLabel({ link, title }: EntrySource, line: { start: number; text: string }): boolean {
  const before = line.text.slice(0, link.outerStart - line.start);
  return (
    title === undefined &&
    link.numbers.length > 0 &&
    link.outerStart < link.start - 1 &&
    !/[\p{L}\p{N}]/u.test(before)
  );
}

/** The label of a link, unless it only names the host: `Title ([a.example](https://a.example/x))`. */
function readTitle({ title, id }: Link, before: string): string | undefined {
  const isHost = title !== undefined && `${id}/`.replace(/^www\./, "").startsWith(`${title.toLowerCase()}/`);
  const isSetOff = /[-–—:：|(（][\s*_]*$/.test(before.slice(-9));
  return isHost && isSetOff ? (cleanTitle(before) ?? title) : (title ?? cleanTitle(before));
}

/** `url "Title"`, `url 'Title'`, `url - Title`, `url (Title)`. */
function readTitleAfter(after: string): string | undefined {
  const title = /^\s*(?:["“«](.*)["”»]|'(.*)'|[-–—|][ \t]+(.*)|\((.*)\))[\s.;]*$/
    .exec(after)
    ?.slice(1)
    .find((part) => part);
  return title === undefined || isDateNote(title) ? undefined : cleanTitle(title);
}

/** Whether a text notes when a page was read: `(accessed 3 May 2025)`. */
export function isDateNote(text: string): boolean {
  return DATE_NOTE.test(text.toLowerCase());
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line) ?? undefined;
}
