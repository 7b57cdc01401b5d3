/** `1`, `1, 3`, `2-4`: what may stand between the brackets of a marker. */
export const NUMBERS = String.raw`\d{1,4}(?:[ \t]?[,，、–-][ \t]?\d{1,4}){0,20}`;

/** A name before the number: `[Reference 1]`, `【检索 2】`. */
export const NUMBER_NAME = String.raw`(?:(?:sources?|references?|ref\.?|citation|cite|检索|来源|來源|источник|quelle)[ \t]?[:：#_-]?[ \t]?)`;

/** A name in the mark of an entry: `[S1]`, `[web:2]`. Elsewhere `[S3]` may be a thing. */
export const ENTRY_NAME = "(?:s|web|page|post|doc|result|search)[:_]?";

/** Markers whose number a numbered source may answer: `[citation:3]`, `[cite: 1, 2]`, `[reference:0]`, `[web:1]`. */
export const NAMED = String.raw`[[【](citation|cite|reference|web|post)[ \t]?[:：][ \t]?(${NUMBERS})[\]】](?![ \t]?[(（]<?https?:)`;

/** Markers that only the provider could resolve. */
export const OPAQUE = [
  String.raw`[[【]cite[ \t]?[:：_][\w\-.:, ]{1,80}[\]】]`,
  String.raw`【(?:\d{1,4}:)?\d{1,4}†[^【】\n]{0,80}】`,
  // OpenAI's, in characters of the private use area or without them. A URL in one would be a source.
  String.raw`\ue200(?:file)?cite[^\ue200\ue201\n]{0,400}(?:\ue201|$)`,
  String.raw`\ue200[a-z](?:(?!:\/\/)[^\ue200\ue201\n]){0,1000}\ue201`,
  String.raw`\ue200[a-z]{1,20}\ue202(?:(?!:\/\/)[^\ue200\ue201\n]){0,1000}$`,
  String.raw`(?<![a-z\d\u00c0-\u1fff])(?:file)?cite(?:\ue202?turn\d{1,4}[a-z]{1,12}\d{1,4})+`,
  String.raw`[[【](?:turn\d{1,4}[a-z]{1,12}\d{1,4}[, ]{0,2}){1,9}[\]】]`,
  String.raw`<grok:render\b[^<>]*>(?:[^<]{0,200}<argument\b[^<>]*>[^<]{0,200}<\/argument>){0,9}[^<]{0,200}<\/grok:render>`,
  String.raw`<grok:render\b[^<>]*\/>`,
  String.raw`:contentReference\[oaicite:\d+\](?:\{index=\d+\})?|\[oaicite:\d+\]`,
  String.raw`\[webpage \d{1,4} (?:begin|end)\]`,
].join("|");

/** `[1]`, `[1, 3]`, `[^2]`, `[^2^]`, `[[1]]`, `【1】`, `［1］`, `[Reference 1]`. */
const PLAIN = String.raw`[[［【]{1,2}\^?${NUMBER_NAME}?(${NUMBERS})\^?[\]］】]{1,2}`;

/** `¹` or `^1^` after a word or a sentence. */
const RAISED = /(?<=[\p{L})]{3}|[.,;:!?)»”。，！？」]|\s(?=\^))(?:[⁰¹²³⁴-⁹]{1,3}|\^\d{1,3}\^)/gu;

const MAX_RANGE = 50;

/** `[citation:N]` and how it spells the numbers that it names. */
export interface NamedMarker {
  start: number;
  end: number;
  spelling: string;
}

/** Whether `text`, code masked, points at sources, by whatever marks. */
export function hasMarks(text: string): boolean {
  return (
    new RegExp(`${NAMED}|${OPAQUE}|${PLAIN}|<cite index=`, "i").test(text) || readRaised(text).length > 0
  );
}

/** The numbers by which a text points at sources, read when they are first asked for. */
export type MarkedNumbers = () => ReadonlySet<number>;

/** `text`: its code masked. */
export function markedNumbersOf(text: string): MarkedNumbers {
  let marked: ReadonlySet<number> | undefined;
  return () => {
    marked ??= readMarkedNumbers(text);
    return marked;
  };
}

function readMarkedNumbers(text: string): Set<number> {
  const spellings = new Set<string>(readRaised(text));
  const marks = new RegExp(`${NAMED}|${PLAIN}`, "gi");
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    spellings.add(mark[2] ?? mark[3] ?? "");
  }
  return new Set([...spellings].flatMap(readNumbers));
}

function readRaised(text: string): string[] {
  return /[⁰¹²³⁴-⁹^]/.test(text) ? (text.match(RAISED) ?? []) : [];
}

/** `1, 3-5` or `¹²` to its numbers. */
export function readNumbers(spelling: string): number[] {
  if (/^\d*$/.test(spelling)) return spelling === "" ? [] : [Number(spelling)];
  const plain = spelling.replace(/[⁰¹²³⁴-⁹]/g, (digit) => String("⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)));
  const numbers: number[] = [];
  for (const part of plain.split(/[,，、]/)) {
    const [first = Number.NaN, last = first] = (part.match(/\d+/g) ?? []).map(Number);
    if (!Number.isNaN(first)) numbers.push(first);
    for (let number = first + 1; number <= Math.min(last, first + MAX_RANGE); number++) numbers.push(number);
  }
  return numbers;
}

/** The markers `[citation:N]` of `masked`, a text with its code blanked out. */
export function findNamedMarkers(masked: string): NamedMarker[] {
  return [...masked.matchAll(new RegExp(NAMED, "gi"))].map(({ 0: marker, 2: spelling = "", index }) => {
    return { start: index, end: index + marker.length, spelling };
  });
}

/** `masked` with the markers `[citation:N]` overwritten with what ends any URL that stands before them. */
export function blankMarkers(masked: string): string {
  return masked.replace(new RegExp(NAMED, "gi"), (marker) => "<".repeat(marker.length));
}

/** `text` without `[citation:N]`. */
export function withoutNamedMarkers(text: string): string {
  return /[[【]/.test(text) ? text.replace(new RegExp(`[ \\t]?${NAMED}`, "gi"), "") : text;
}
