import { BRACKETS, findUrlEnd, INVISIBLE, innerScheme, trimUrlEnd } from "./urls/url-end.ts";
import { readWebAddress, type WebAddress } from "./urls/web-address.ts";

export { urlIdentity } from "./urls/web-address.ts";

/** A public web address that stands in a text. */
export interface FoundUrl extends WebAddress {
  /** Where the spelling starts and ends in the text, without what encloses it. */
  start: number;
  end: number;
  /** What encloses it: nothing, `](…)`, `<…>`, or the attribute of an HTML tag. */
  form: "bare" | "destination" | "angle" | "href" | "src";
  /** False for `www.…`, which is a source only in a list of sources. */
  hasScheme: boolean;
}

type Spelling = Pick<FoundUrl, "end" | "form"> & { spelling: string };

/** Other entities end a URL, so that they never stand inside one. */
const ESCAPED = /\\([!#$%&'()*+,\-./:;=?@[\]^_{|}~])|&(amp|#38|#x26|#47|#x2f);/gi;
const INVISIBLES = new RegExp(INVISIBLE, "gu");
/** Ends a Markdown destination: a sentence goes on inside the parentheses, or the link was never closed. */
const NO_DESTINATION = /["<\n|\u3000-\u3003\u3008-\u3011\u3014-\u301b\uff01-\uff0f\uff1a-\uff1f«»“”„…؟،؛।]/;
/** The title of a Markdown link, and what closes the link after it. */
const TITLE = /(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))\s?[)）]/y;

/** Every public web address of `text`, in order, each occurrence. The time grows with the length of the text. */
export function findUrls(text: string): FoundUrl[] {
  const starts = /(?:https?:(?:\\?\/){2})+|(?<![a-z\d@./:_-])www\.(?=[^\s.])/gi;
  const addresses = new Map<string, WebAddress | undefined>();
  const found: FoundUrl[] = [];
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const hasScheme = /^h/i.test(match[0]);
    const start = hasScheme ? match.index + match[0].toLowerCase().lastIndexOf("http") : match.index;
    const { spelling, end, form } = readSpelling(text, start, hasScheme ? starts.lastIndex : start);
    starts.lastIndex = Math.max(starts.lastIndex, end);
    // `git+https://` is another scheme.
    if (/[a-z\d]\+$/i.test(text.slice(Math.max(0, match.index - 2), match.index))) continue;
    const full = hasScheme ? spelling : `https://${spelling}`;
    if (!addresses.has(full))
      addresses.set(full, settle(full, form === "bare" && full === text.slice(start, end)));
    const address = addresses.get(full);
    if (address) found.push({ url: address.url, id: address.id, start, end, form, hasScheme });
  }
  return found;
}

/** The public web address that a value outside a text spells, as it reads where it stands in one. */
export function readUrl(value: string): WebAddress | undefined {
  return settle(value, false);
}

function readSpelling(text: string, start: number, from: number): Spelling {
  const enclosed =
    readAngle(text, start, from) ?? readDestination(text, start, from) ?? readAttribute(text, start);
  if (enclosed && !/[\0-\x1f\x7f\\]/.test(enclosed.spelling)) return enclosed;
  const end = findUrlEnd(text, start, from);
  return { spelling: decode(text.slice(start, end)), end, form: "bare" };
}

/** `<url>`, which may go on after a line break, and `](<url>)` and `]: <url>`, which may hold spaces. */
function readAngle(text: string, start: number, from: number): Spelling | undefined {
  if (text[start - 1] !== "<") return undefined;
  const closed = /[^<>\n]*(?:\n[^<>\n]*){0,3}>/y;
  closed.lastIndex = from;
  if (!closed.test(text)) return undefined;
  const end = closed.lastIndex - 1;
  const lines = text.slice(start, end).split("\n");
  // <url|label> is how chat programs write a link.
  const joined =
    lines
      .map((line) => line.trim())
      .join("")
      .split("|")[0] ?? "";
  const isDestination = /[(（]/.test(text[start - 2] ?? "");
  const isDefinition = /\]:[ \t]{0,3}$/.test(text.slice(Math.max(0, start - 6), start - 1));
  if (/\s/.test(joined) && !isDestination && !isDefinition) return undefined;
  return { spelling: decode(joined), end, form: isDestination ? "destination" : "angle" };
}

/** `[label](url)`, `[label](url "title")`, also with full-width parentheses or a line break before them. */
function readDestination(text: string, start: number, from: number): Spelling | undefined {
  const opening = /[\]］】]\s{0,3}([(（])\s{0,3}$/.exec(text.slice(Math.max(0, start - 8), start));
  if (opening === null) return undefined;
  const isMarkdown = opening[0].startsWith("](");
  const end = findDestinationEnd(text, from, opening[1] === "（" ? "）" : ")", isMarkdown);
  return end < 0 ? undefined : { spelling: decode(text.slice(start, end)), end, form: "destination" };
}

/**
 * The index of what closes the destination, or of the space before its title; -1 when it is no whole link, or holds spaces
 * where none may stand.
 */
function findDestinationEnd(text: string, from: number, closer: string, mayHoldSpace: boolean): number {
  const open: Record<string, number> = { "(": 0, "[": 0, "{": 0 };
  let hasSpace = false;
  for (let index = from; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === closer && open["("] === 0) return index;
    if (leavesDestination(text, index, from, hasSpace)) return -1;
    const opener = BRACKETS[character];
    if (character === "\\") index++;
    else if (character in open) open[character] = (open[character] ?? 0) + 1;
    else if (opener !== undefined) {
      if (open[opener] === 0) return -1;
      open[opener] = (open[opener] ?? 0) - 1;
    } else if (/\s/.test(character)) {
      const next = index + (/^\s{1,9}/.exec(text.slice(index, index + 9))?.[0].length ?? 1);
      if (startsTitle(text, next, hasSpace)) return index;
      if (!mayHoldSpace) return -1;
      hasSpace = true;
      index = next - 1;
    }
  }
  return -1;
}

/** Whether the title of a link stands at `index`. After what already reads as several words it must close the link. */
function startsTitle(text: string, index: number, hasSpace: boolean): boolean {
  if (!hasSpace && /["']/.test(text[index] ?? "")) return true;
  TITLE.lastIndex = index;
  return TITLE.test(text);
}

/** Whether the character at `index` shows that the link was never closed or that a sentence goes on inside it. */
function leavesDestination(text: string, index: number, from: number, hasSpace: boolean): boolean {
  const character = text[index] ?? "";
  if (NO_DESTINATION.test(character)) return true;
  if (character === "[") return hasSpace;
  if (character === "]") return text[index + 1] === "(";
  if (character === ":") return innerScheme(text, index, from) >= 0;
  return /\s/.test(character) && /[,;]/.test(text[index - 1] ?? "");
}

/** `href="url"` and `src="url"` of an HTML tag. */
function readAttribute(text: string, start: number): Spelling | undefined {
  const lead = text.slice(Math.max(0, start - 14), start);
  const name = /\b(href|src|srcset|poster)\s?=\s?["']?$/i.exec(lead)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const value = /[^\s"'<>]*/y;
  value.lastIndex = start;
  const spelling = value.exec(text)?.[0] ?? "";
  return { spelling: decode(spelling), end: start + spelling.length, form: name === "href" ? "href" : "src" };
}

/** Markdown escapes and the ampersand's entities are decoded once, invisible characters dropped. */
function decode(spelling: string): string {
  if (/^[^\\&\u0080-\uffff]*$/.test(spelling)) return spelling;
  const decoded = spelling.replace(ESCAPED, (_match, escaped?: string, entity = "") => {
    return escaped ?? (/^(?:#47|#x2f)$/i.test(entity) ? "/" : "&");
  });
  return decoded.replace(INVISIBLES, "");
}

/**
 * The address of a spelling, changed as little as possible so that it reads the same where it stands bare. `isRead`: the
 * spelling was read that way.
 */
function settle(spelling: string, isRead: boolean): WebAddress | undefined {
  const trimmed = trimCleaned(isRead ? spelling : spelling.trim().replaceAll(/\s/g, "%20"));
  if (trimmed === undefined || (isRead && trimmed.url === spelling) || readsBack(trimmed.url)) return trimmed;
  const [origin = "", path = ""] = splitPath(trimmed.url);
  const ascii = origin + path.replace(/[^\0-\x7f]+/g, encodeText);
  if (readsBack(ascii)) return readWebAddress(ascii);
  const plain = origin + path.replace(/[^\w\-./?#&=%+:@,!~$]+/g, encodeText);
  if (readsBack(plain)) return readWebAddress(plain);
  return trimCleaned(trimmed.url.slice(0, findUrlEnd(trimmed.url, 0, trimmed.url.indexOf("//") + 2)));
}

function trimCleaned(spelling: string): WebAddress | undefined {
  let address = readWebAddress(spelling);
  for (let rounds = 0; address && rounds < 4; rounds++) {
    const { url } = address;
    const end = trimUrlEnd(url, url.indexOf("//") + 2, url.length, url.includes("?"));
    if (end === url.length) return address;
    address = readWebAddress(url.slice(0, end));
  }
  return address;
}

function readsBack(url: string): boolean {
  return findUrlEnd(url, 0, url.indexOf("//") + 2) === url.length && decode(url) === url;
}

function splitPath(url: string): string[] {
  const pathAt = url.slice(8).search(/[/?#]/);
  return pathAt < 0 ? [url, ""] : [url.slice(0, pathAt + 8), url.slice(pathAt + 8)];
}

function encodeText(text: string): string {
  return Buffer.from(text).toString("hex").toUpperCase().replace(/../g, "%$&");
}
