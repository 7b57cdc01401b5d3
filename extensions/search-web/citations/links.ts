import { type FoundUrl, findUrls } from "../urls.ts";
import { NUMBER_NAME, NUMBERS, readNumbers } from "./markers.ts";
import { cleanTitle } from "./titles.ts";

/** A web address with what encloses it: a Markdown link, `<…>`, an HTML link, or nothing. */
export interface Link extends FoundUrl {
  outerStart: number;
  outerEnd: number;
  /** The numbers by which its label, or the marker right before it, makes it a numbered source. */
  numbers: number[];
  title: string | undefined;
  /** It stands in a list of sources by what encloses it. */
  isListed?: boolean;
  /** It stands in the label or the title of another link, and takes neither its number nor its place in a list. */
  isTitle?: boolean;
}

interface Enclosure {
  outerStart: number;
  outerEnd: number;
  label: string;
  isImage: boolean;
}

const NUMBER_LABEL = new RegExp(
  String.raw`^(?:<sup>)?[\s[［【(\\]*\^?(?:oai_)?${NUMBER_NAME}?(?!\d{4})(${NUMBERS}|[⁰¹²³⁴-⁹]{1,3})(?:‡.*)?\^?[\s\]］】)\\]*\.?(?:<\/sup>)?$`,
  "i",
);
/** `[2]: ` anywhere, `[2] ` after white space: glued to a word it belongs to the statement before it. */
const MARKER_BEFORE =
  /(?:^|[^\]］】])\\?[[［【]\^?(\d{1,3})\^?\\?[\]］】][:：][ \t]?[(（<]?$|(?:^|\s)\\?[[［【]\^?(\d{1,3})\^?\\?[\]］】][ \t]?[(（<]?$/;
/** The exclamation mark of `![…](…)`, not escaped. */
const IMAGE_MARK = /(?<!\\)(?:\\\\)*!$/;
/** What follows a URL that is cut short to be shown: `https://a.example/long…`. */
const ELISION = /^[\s[(]?(?:…|\.\.)/;

/** The links of `text`, in order, images left out. `masked` is `text` with its code blanked out. */
export function findLinks(text: string, masked: string): Link[] {
  const labels = pairLabels(masked);
  const imageLabels = readImageLabels(masked);
  const links = findUrls(masked).flatMap((found): Link | [] => {
    if (found.form === "src") return [];
    const { outerStart, outerEnd, label, isImage } = readEnclosure(text, found, labels);
    if (isImage || (imageLabels.size > 0 && imageLabels.has(definedLabel(masked, outerStart)))) return [];
    const numberLabel = label === "" ? undefined : NUMBER_LABEL.exec(label)?.[1];
    const numbers = readNumbers(numberLabel ?? markerBefore(masked, outerStart));
    const title =
      readQuoted(text.slice(found.end, outerEnd)) ?? cleanTitle(numberLabel === undefined ? label : "");
    const { url, id, start, end, form, hasScheme } = found;
    // A spread would take three times as long.
    return { url, id, start, end, form, hasScheme, outerStart, outerEnd, numbers, title };
  });
  return markTitles(links, masked);
}

/** Marks the links that stand in the label or the title of another one. Those that are elided there are left out. */
function markTitles(links: readonly Link[], masked: string): Link[] {
  const enclosing = links.filter(isLabelled).sort((a, b) => a.outerStart - b.outerStart);
  let next = 0;
  let enclosedTo = 0;
  return links.flatMap((link) => {
    for (; (enclosing[next]?.outerStart ?? Number.POSITIVE_INFINITY) < link.start; next++)
      enclosedTo = Math.max(enclosedTo, enclosing[next]?.outerEnd ?? 0);
    if (isLabelled(link) || link.start >= enclosedTo) return link;
    return isElided(link, masked) ? [] : { ...link, numbers: [], isTitle: true };
  });
}

/** More than a bracket stands before its URL. */
function isLabelled({ outerStart, start }: Link): boolean {
  return outerStart < start - 1;
}

function isElided({ url, end }: Link, masked: string): boolean {
  return url.includes("...") || ELISION.test(masked.slice(end, end + 3));
}

/** The labels of `![alt][label]` that stand nowhere else: what they are defined as is an image. */
function readImageLabels(masked: string): Set<string> {
  const images = new Set<string>();
  if (!/!\[/.test(masked) || !/\]:/.test(masked)) return images;
  const others = new Set<string>();
  for (const reference of masked.matchAll(/((?<!\\)!\[[^[\]\n]{0,200}\])?\[([^[\]\n]{1,80})\](:?)/g)) {
    const label = reference[2]?.toLowerCase() ?? "";
    if (reference[1] !== undefined) images.add(label);
    else if (reference[3] === "") others.add(label);
  }
  return new Set([...images].filter((label) => !others.has(label)));
}

/** The label of the link definition, `[label]: url`, whose URL stands at `outerStart`. */
function definedLabel(masked: string, outerStart: number): string {
  const before = masked.slice(Math.max(0, outerStart - 90), outerStart);
  return /(?:^|\n)[ \t]{0,3}\[([^[\]\n]{1,80})\]:[ \t]*$/.exec(before)?.[1]?.toLowerCase() ?? "";
}

/** Where the label starts that each `](` ends, bracket by bracket within a paragraph. */
function pairLabels(masked: string): Map<number, number> {
  const labels = new Map<number, number>();
  if (!/\]\s{0,3}[(（]\s{0,3}<?https?:/i.test(masked)) return labels;
  let open: number[] = [];
  for (const { 0: mark, index } of masked.matchAll(/[[\]]|\n[ \t]*(?=\n)/g)) {
    if (mark === "[") open.push(index);
    else if (mark === "]") {
      const start = open.pop();
      const isLabel =
        start !== undefined && /^\s{0,3}[(（]\s{0,3}<?https?:/i.test(masked.slice(index + 1, index + 15));
      if (isLabel) labels.set(index, start);
    } else open = [];
  }
  return labels;
}

function readEnclosure(text: string, found: FoundUrl, labels: ReadonlyMap<number, number>): Enclosure {
  const { start, end, form } = found;
  if (form === "href") return readAnchor(text, start, end);
  const isEnclosed = /[(（<]\s{0,3}$/.test(text.slice(Math.max(0, start - 4), start));
  const opening = isEnclosed
    ? /[\]］】]\s{0,3}[(（]\s{0,3}<?$/.exec(text.slice(Math.max(0, start - 9), start))?.[0]
    : undefined;
  if (opening !== undefined) {
    const labelEnd = start - opening.length;
    const labelStart = labels.get(labelEnd) ?? wideLabelStart(text, labelEnd);
    const outerStart = labelStart < 0 ? labelEnd + 1 : labelStart;
    const label = labelStart < 0 ? "" : text.slice(labelStart + 1, labelEnd);
    const isImage = labelStart >= 0 && IMAGE_MARK.test(text.slice(Math.max(0, outerStart - 9), outerStart));
    return { outerStart, outerEnd: destinationEnd(text, end), label, isImage };
  }
  const closing = form === "angle" ? 1 : 0;
  return { outerStart: start - closing, outerEnd: end + closing, label: "", isImage: false };
}

/** Full-width brackets hold numbers only. */
function wideLabelStart(text: string, labelEnd: number): number {
  const from = Math.max(0, labelEnd - 12);
  const label = /[［【][^［【］】\n]*$/.exec(text.slice(from, labelEnd));
  return label === null ? -1 : from + label.index;
}

function destinationEnd(text: string, urlEnd: number): number {
  const rest = />?[ \t]{0,9}(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))?\s?[)）]/y;
  rest.lastIndex = urlEnd;
  return rest.test(text) ? rest.lastIndex : urlEnd;
}

/** `<a href="url">label</a>`. */
function readAnchor(text: string, start: number, end: number): Enclosure {
  const lead = text.slice(Math.max(0, start - 300), start);
  const tagAt = lead.lastIndexOf("<");
  const label = /[^<>]{0,300}>([\s\S]{0,300}?)<\/a\s*>/iy;
  label.lastIndex = end;
  const found = label.exec(text);
  const outerStart = tagAt < 0 ? start : start - lead.length + tagAt;
  return { outerStart, outerEnd: found ? label.lastIndex : end, label: found?.[1] ?? "", isImage: false };
}

/** The number of a marker that stands right before a link: `[2]: [Title](url)`, `[2] url`. */
function markerBefore(masked: string, outerStart: number): string {
  const before = masked.slice(Math.max(0, outerStart - 14), outerStart);
  const marker = /[\]］】]/.test(before) ? MARKER_BEFORE.exec(before) : null;
  return marker?.[1] ?? marker?.[2] ?? "";
}

/** A quoted title after the URL of a Markdown link. */
function readQuoted(text: string): string | undefined {
  if (text.length < 4) return undefined;
  const quoted = /^>?\s+(?:"(.*)"|'(.*)')/.exec(text);
  return quoted === null ? undefined : cleanTitle(quoted[1] ?? quoted[2] ?? "");
}
