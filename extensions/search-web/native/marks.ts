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
  const places = new Map<number, { gap: string; numbers: Set<number> }>();
  const wholes = findWholes(text);
  let next = 0;
  for (const { at, number } of [...marks].sort((a, b) => a.at - b.at)) {
    while ((wholes[next]?.end ?? Number.POSITIVE_INFINITY) < at) next++;
    const whole = wholes[next];
    const { end, gap } = whole && whole.start < at ? whole : { end: at, gap: "" };
    if (gap === undefined) continue;
    const place = places.get(end) ?? { gap, numbers: new Set() };
    places.set(end, place);
    place.numbers.add(number);
  }
  let marked = "";
  let from = 0;
  for (const [at, { gap, numbers }] of places) {
    const labels = [...numbers].sort((a, b) => a - b).map((number) => `[${number}]`);
    marked += text.slice(from, at) + gap + labels.join("");
    from = at;
  }
  return marked + text.slice(from);
}

/** A stretch that no number may stand in, and what comes between it and a number behind it; no number without that. */
interface Whole {
  start: number;
  end: number;
  gap: string | undefined;
}

/** The code and the links of a text, in order, those that overlap as one. */
function findWholes(text: string): Whole[] {
  const found: Whole[] = findLinks(text, maskCode(text).masked).map(({ form, outerStart, outerEnd }) => ({
    start: outerStart,
    end: outerEnd,
    gap: form === "bare" ? " " : "",
  }));
  const finder = new CodeFinder(text);
  for (let code = finder.next(0); code; code = finder.next(code.end)) {
    found.push({ start: code.start, end: code.end, gap: code.kind === "inline" ? "" : undefined });
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
