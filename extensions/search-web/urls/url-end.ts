const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/u;
const LETTER = /[\p{L}\p{M}\p{Nd}\p{Nl}]/u;
/** Zero-width and bidi characters: they may stand anywhere and are never part of a URL. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const ENTITY = /&(?:amp|#38|#x26|#47|#x2f|(lt|gt|quot|apos|nbsp|#\d{1,6}|#x[\da-f]{1,5}));/iy;
const PLAIN_RUN = /[\w%@+$-]+/y;
const NOT_IN_HOST = /[!'()*,;$+&=|~{}[]/;
/** The opening bracket of each closing one. */
export const BRACKETS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const KEYCAP = "\u20e3";
/** After one of these a CJK letter belongs to the text around the URL, where no space was typed: `a.html.然后`. */
const STOPS_BEFORE_CJK = ".,;:!'*~";

interface Scan {
  readonly text: string;
  /** Where the URL's scheme starts. */
  readonly start: number;
  /** The brackets that are open, by kind. */
  readonly open: Record<string, number>;
  inHost: boolean;
  inQuery: boolean;
  /** The path segment started with a CJK letter, so that mixed letters belong to it (`第2次`). */
  inCjkSegment: boolean;
  before: string;
  previous: string;
}

/**
 * The index at which the bare URL ends whose scheme stands at `start` and whose host starts at `from`. Looks at each
 * character once.
 */
export function findUrlEnd(text: string, start: number, from: number): number {
  const scan: Scan = {
    text,
    start,
    open: { "(": 0, "[": 0, "{": 0 },
    inHost: true,
    inQuery: false,
    inCjkSegment: false,
    before: "",
    previous: "",
  };
  let index = from;
  while (index < text.length) {
    index += plainLength(scan, index);
    const inner = text[index] === ":" ? innerScheme(text, index, from) : -1;
    if (inner >= 0) return trimUrlEnd(text, from, inner, scan.inQuery);
    const length = text.charCodeAt(index) < 128 ? asciiLength(scan, index) : letterLength(scan, index);
    if (length === 0) break;
    index += length;
  }
  // 1️⃣ starts with a digit.
  if (text[index] === KEYCAP) index -= text[index - 1] === "\ufe0f" ? 2 : 1;
  return trimUrlEnd(text, from, index, scan.inQuery);
}

/** Where a second URL starts whose colon stands at `colon`, or -1: after `/ = ? & :` it is part of the first. */
export function innerScheme(text: string, colon: number, from: number): number {
  if (!/^(?:\\?\/){2}/.test(text.slice(colon + 1, colon + 5))) return -1;
  const scheme = /https?$/i.exec(text.slice(Math.max(from, colon - 5), colon))?.[0];
  if (scheme === undefined) return -1;
  const start = colon - scheme.length;
  return start > from && "/=?&:".includes(text[start - 1] ?? "") ? -1 : start;
}

/** How many characters at `index` mean nothing but themselves. */
function plainLength(scan: Scan, index: number): number {
  PLAIN_RUN.lastIndex = index;
  const run = PLAIN_RUN.exec(scan.text)?.[0] ?? "";
  if (run === "") return 0;
  scan.before = run.at(-2) ?? scan.previous;
  scan.previous = run.at(-1) ?? "";
  return run.length;
}

/** How many characters at `index`, an ASCII one first, belong to the URL; 0 at its end. */
function asciiLength(scan: Scan, index: number): number {
  const { text, start, open } = scan;
  const character = text[index] ?? "";
  if (character <= " " || '<>"`\u007f'.includes(character)) return 0;
  if (scan.inHost && NOT_IN_HOST.test(character) && scan.previous !== "") return 0;
  if (character === "\\") return escapeLength(scan, index);
  if (character === "&") return step(scan, character, entityLength(text, index));
  if (character === "|" && !isPartPipe(scan, index)) return 0;
  // The mark that opened before the URL closes it: 'url', *url*, ~~url~~. Bold starts and ends anywhere.
  if (character === "*" && text[index + 1] === "*") return 0;
  if ("'*".includes(character) && text[start - 1] === character) return 0;
  if (character === "~" && text[index + 1] === "~" && text[start - 1] === "~") return 0;
  if (character === "[" && isNextEntry(text, index)) return 0;
  if (character in open) open[character] = (open[character] ?? 0) + 1;
  const opener = BRACKETS[character];
  if (opener !== undefined) {
    if (open[opener] === 0) return 0;
    open[opener] = (open[opener] ?? 0) - 1;
  }
  return step(scan, character, 1);
}

/** An entry `[2]: [Title](url)` that came without a line break. */
function isNextEntry(text: string, index: number): boolean {
  return /^\[\^?\d{1,4}\]:[ \t]{0,3}(?:\[|<?https?:|www\.)/i.test(text.slice(index, index + 22));
}

function step(scan: Scan, character: string, length: number): number {
  if ("/?#".includes(character)) scan.inHost = false;
  if (character === "?") scan.inQuery = true;
  if ("/?#&=".includes(character)) scan.inCjkSegment = false;
  scan.before = scan.previous;
  scan.previous = character;
  return length;
}

/** A Markdown escape is part of the URL, a backslash before anything else ends it. */
function escapeLength(scan: Scan, index: number): number {
  const escaped = scan.text[index + 1] ?? "";
  if (!/[!#$%&'()*+,\-./:;=?@[\]^_{|}~]/.test(escaped)) return 0;
  if (escaped === "|" || escaped === "&") return step(scan, escaped, 2);
  const length = asciiLength(scan, index + 1);
  return length === 0 ? 0 : length + 1;
}

function entityLength(text: string, index: number): number {
  ENTITY.lastIndex = index;
  const entity = ENTITY.exec(text);
  if (entity === null) return 1;
  return entity[1] === undefined ? entity[0].length : 0;
}

/** `|` ends a table cell and most URLs; inside a query outside a table it is an old way to list values. */
function isPartPipe(scan: Scan, index: number): boolean {
  const isCell = /\|\s*$/.test(scan.text.slice(Math.max(0, scan.start - 3), scan.start));
  const isInside = /^\|(?!https?:)\w/i.test(scan.text.slice(index, index + 8));
  return scan.inQuery && isInside && !isCell && scan.text[scan.start - 1] !== "<";
}

function letterLength(scan: Scan, index: number): number {
  const character = String.fromCodePoint(scan.text.codePointAt(index) ?? 0);
  if (INVISIBLE.test(character)) return character.length;
  if (CJK.test(character)) {
    if (endsBeforeCjk(scan) || isNextResult(scan.text, index)) return 0;
    if ("/=".includes(scan.previous)) scan.inCjkSegment = true;
  } else if (character === KEYCAP || (!LETTER.test(character) && !isMiddleDot(scan, index))) {
    return 0;
  }
  scan.before = scan.previous;
  scan.previous = character;
  return character.length;
}

function endsBeforeCjk({ previous, before, inHost, inCjkSegment }: Scan): boolean {
  if (inHost) return /[\0-,/-\x7f]/.test(previous);
  if (STOPS_BEFORE_CJK.includes(previous)) return true;
  if (inCjkSegment) return false;
  return /[a-z\d)\]}]/i.test(previous) || ("([{".includes(previous) && /[a-z\d]/i.test(before));
}

/** Two lines `检索 Title - url` of a proxy's stream that came without a line break. */
function isNextResult(text: string, index: number): boolean {
  return (
    text.startsWith("检索 ", index) && /^检索 [^\n]{1,200}? - https?:/.test(text.slice(index, index + 240))
  );
}

/** The dot between the parts of a Japanese name (`スティーブ・ジョブズ`) is spelling, not punctuation. */
function isMiddleDot(scan: Scan, index: number): boolean {
  return scan.text[index] === "・" && CJK.test(scan.previous) && CJK.test(scan.text[index + 1] ?? "");
}

/** Takes punctuation, unclosed brackets and, outside a query, markers such as `[2]` off the end. */
export function trimUrlEnd(text: string, from: number, to: number, inQuery: boolean): number {
  let end = to;
  while (end > from) {
    const last = text[end - 1] ?? "";
    if (".,;:!?'\"*_~|([{\\".includes(last) || INVISIBLE.test(last)) end--;
    else if (!inQuery && /[\]\d]/.test(last) && markerStart(text, from, end) > from)
      end = markerStart(text, from, end);
    else break;
  }
  return end;
}

/** Where the marker that ends at `end`, cut short (`[1, 2]` up to the space) or not, starts, or -1. */
function markerStart(text: string, from: number, end: number): number {
  const start = Math.max(from, end - 16);
  const marker = /\[\^?\d{1,4}(?:[,–-]\d{1,4})*\^?\]?$/.exec(text.slice(start, end));
  return marker === null ? -1 : start + marker.index;
}
