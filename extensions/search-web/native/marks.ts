import { CodeFinder } from "../citations/code.ts";
import { maskCode } from "../citations/code-mask.ts";
import { findLinks } from "../citations/links.ts";

/** A place in a text where a source is cited. `at` counts UTF-16 units from the text's start. */
export interface Mark {
  at: number;
  number: number;
}

/** One part of a streamed answer; a thought is not part of the text. */
export interface TextPart {
  isThought: boolean;
  text: string;
}

/** A stretch of one part and the numbers of its sources. The offsets count UTF-8 bytes from the part's start. */
export interface Support {
  part: number;
  startByte: number;
  endByte: number;
  /** The stretch itself, when the provider repeats it, else empty. */
  text: string;
  numbers: number[];
}

export interface MarkedText {
  text: string;
  marks: Mark[];
}

/**
 * The text of the parts, and where in it the supports end. What a part is differs between streams, so a place counts
 * only where the stretch really stands; a support that fits nowhere is left out. Linear in what it is given.
 */
export function placeMarks(parts: readonly TextPart[], supports: readonly Support[]): MarkedText {
  const bases: (Base | undefined)[] = [];
  let text = "";
  for (const part of parts) {
    bases.push(part.isThought ? undefined : indexBytes(part.text, text.length));
    if (!part.isThought) text += part.text;
  }
  const spoken = bases.filter((base) => base !== undefined);
  const whole = indexBytes(text, 0);
  const marks = supports.flatMap((support) => {
    for (const base of [bases[support.part], spoken[support.part], whole]) {
      const at = base && findEnd(support, base);
      if (at !== undefined) return support.numbers.map((number) => ({ at, number }));
    }
    return [];
  });
  return { text, marks };
}

/**
 * The text with `[1][2]` at its marks. A number changes neither code nor an address: it goes behind the code or the link
 * that it falls into, apart from a bare address, and is left out at a block of code. Linear in what it is given.
 */
export function insertMarks({ text, marks }: MarkedText): string {
  const numbersAt = new Map<number, Set<number>>();
  const gaps = new Map<number, string>();
  const wholes = findWholes(text);
  let next = 0;
  for (const { at, number } of marks.map((mark) => behindWord(text, mark)).sort((a, b) => a.at - b.at)) {
    while ((wholes[next]?.end ?? Number.POSITIVE_INFINITY) < at) next++;
    const inside = (wholes[next]?.start ?? at) < at ? wholes[next] : undefined;
    if (inside?.kind === "block") continue;
    const place = inside?.end ?? at;
    const before = inside ?? wholes[next - 1];
    if (before?.kind === "address" && isGlued(text, before.end, place)) gaps.set(place, " ");
    numbersAt.set(place, (numbersAt.get(place) ?? new Set()).add(number));
  }
  let marked = "";
  let from = 0;
  for (const [at, numbers] of numbersAt) {
    const labels = [...numbers].sort((a, b) => a - b).map((number) => `[${number}]`);
    marked += text.slice(from, at) + (gaps.get(at) ?? "") + labels.join("");
    from = at;
  }
  return marked + text.slice(from);
}

/**
 * Glued to what comes next a number would belong to that: to an address, a fence, a heading, an entry of a list. Before
 * a colon it would be such an entry: `[1]: https://…`.
 */
function behindWord(text: string, { at, number }: Mark): Mark {
  if (/[:：]/.test(text[at] ?? "")) return { at: at + 1, number };
  const tail = text.slice(Math.max(0, at - 100), at);
  const words = tail.trimEnd();
  const isBeforeNext = tail.slice(words.length).includes("\n") || /\S/.test(text[at] ?? "");
  return words !== "" && isBeforeNext ? { at: at - tail.length + words.length, number } : { at, number };
}

/** Whether nothing but a few marks of punctuation, which an address with a query would take for its own, is between. */
function isGlued(text: string, from: number, to: number): boolean {
  return to - from < 10 && !/\s/.test(text.slice(from, to));
}

/** A stretch that no number may stand in; behind a block of code none may stand either. */
interface Whole {
  kind: "address" | "block" | "other";
  start: number;
  end: number;
}

/** The code and the links of a text, in order, those that overlap as one. */
function findWholes(text: string): Whole[] {
  const found: Whole[] = findLinks(text, maskCode(text).masked).map(({ form, outerStart, outerEnd }) => ({
    kind: form === "bare" ? "address" : "other",
    start: outerStart,
    end: outerEnd,
  }));
  const finder = new CodeFinder(text);
  for (let code = finder.next(0); code; code = finder.next(code.end)) {
    found.push({ kind: code.kind === "inline" ? "other" : "block", start: code.start, end: code.end });
  }
  const wholes: Whole[] = [];
  for (const whole of found.sort((a, b) => a.start - b.start)) {
    const last = wholes.at(-1);
    if (!last || whole.start >= last.end) wholes.push(whole);
    else if (whole.end > last.end) wholes[wholes.length - 1] = { ...whole, start: last.start };
  }
  return wholes;
}

/** A text within the answer, and for each of its UTF-8 bytes the UTF-16 unit that starts there, or -1. */
interface Base {
  start: number;
  text: string;
  units: Int32Array;
}

function indexBytes(text: string, start: number): Base {
  const units = new Int32Array(Buffer.byteLength(text) + 1).fill(-1);
  let byte = 0;
  let unit = 0;
  for (const character of text) {
    units[byte] = unit;
    byte += Buffer.byteLength(character);
    unit += character.length;
  }
  units[byte] = unit;
  return { start, text, units };
}

function findEnd({ startByte, endByte, text }: Support, base: Base): number | undefined {
  const from = base.units[startByte] ?? -1;
  const to = base.units[endByte] ?? -1;
  if (from < 0 || to <= from) return undefined;
  return text === "" || base.text.slice(from, to) === text ? base.start + to : undefined;
}
