import type { Link } from "./links.ts";
import { type EntryMark, readEntryMark } from "./list-entry.ts";
import { NUMBER_NAME } from "./markers.ts";

/** A line of the text, its code blanked out. */
export interface Line {
  start: number;
  text: string;
  /** The length of its indent and block quote marks. */
  indent: number;
  links: Link[];
}

/** What may stand before the `[1]:` of an entry, after the indent: a bullet, emphasis, a name, other marks of the entry. */
const ENTRY_LEAD = new RegExp(
  String.raw`^(?:[-*+•·・‣–]|\d{1,3}[.)])?[\s*_]*${NUMBER_NAME}?(?:\[\^?\d{1,4}\][,;]?[ \t]?(?:(?:and|und|и|&)[ \t])?){0,9}$`,
  "i",
);

/** How an entry ends before its URL does: after its mark, inside its link, or where the URL was to come. */
const CUT_SHORT = /(?:^|^\[[^[\]]*\]|\[[^[\]]*(?:\]\([a-z]{0,5})?|https?:\/{0,2}[\w-]*|[-–—:：])[ \t]*$/i;
const MAX_ENTRY_TEXT = 300;

/** The number or bullet that makes `line`, which holds links, an entry of a list. */
export function readMark(line: Line): EntryMark | undefined {
  const [link] = line.links;
  if (link?.isListed) return { kind: "bracket", numbers: [], end: 0 };
  const isLabel =
    link !== undefined && link.numbers.length > 0 && link.outerStart === line.start + line.indent;
  return isLabel ? { kind: "bracket", numbers: link.numbers, end: line.indent } : readEntryMark(line.text);
}

/** `line` in two, cut at `at`. */
export function splitLine(line: Line, at: number): [Line, Line] {
  const cut = line.start + at;
  const before = {
    ...line,
    text: line.text.slice(0, at),
    links: line.links.filter(({ start }) => start < cut),
  };
  const links = line.links.filter(({ start }) => start >= cut);
  return [before, { start: cut, text: line.text.slice(at), indent: 0, links }];
}

/** Where `[1]:` stands in a line right before a link, and after more than the bullet, number or emphasis of its entry. */
export function findGluedEntry({ start, text, indent, links }: Line): number {
  for (const { outerStart } of links) {
    const before = text.slice(Math.max(0, outerStart - start - 12), Math.max(0, outerStart - start));
    const mark = /\[\^?\d{1,4}\]:[ \t]{0,3}$/.exec(before);
    const entryStart = mark ? outerStart - start - before.length + mark.index : 0;
    if (entryStart > 0 && !ENTRY_LEAD.test(text.slice(indent, entryStart))) return entryStart;
  }
  return -1;
}

/**
 * Whether `line`, which holds no link, starts or goes on with an entry that ends before its URL does. `isApart`: it stands
 * after a blank line, where a bracket may start a remark.
 */
export function isCutEntry({ text, indent }: Line, isApart: boolean): boolean {
  const mark = readEntryMark(text);
  const content = text.slice(mark?.end ?? indent);
  const isEntry = mark !== undefined || (isApart ? /^\[\^?\d{0,4}$/ : /^(?:\[|https?:)/i).test(content);
  return isEntry && content.length <= MAX_ENTRY_TEXT && CUT_SHORT.test(content);
}
