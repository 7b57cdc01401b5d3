import { cutBeginning, cutText } from "../../shared-web/text/cut-text.ts";
import { defuseTags } from "../../shared-web/text/defuse.ts";
import { oneSpace } from "../../shared-web/text/untrusted.ts";

const MAX_PASSAGE_CHARS = 300;
const SHORT_PASSAGE_CHARS = 25;
/** Too little room for one more passage. */
const MIN_PASSAGE_CHARS = 20;
const MAX_STEMS = 40;
const GAP = " … ";

/**
 * The parts of a text that say most about a query, in the text's order and on one line, at most `maxChars` long. A text
 * that fits stays whole; of one without any of the query's words the beginning is kept. Pure; the time grows with the
 * text's length and no faster.
 */
export function pickPassages(query: string, text: string, maxChars: number): string {
  // What stands apart in the text comes together here, and could form a tag.
  return defuseTags(pickParts(query, text, maxChars));
}

function pickParts(query: string, text: string, maxChars: number): string {
  const line = oneSpace(text);
  if (line.length <= maxChars) return line;
  const passages = splitPassages(text);
  const scores = scorePassages(passages, readStems(query));
  const room = maxChars - 2 * "… ".length;
  if (room < MIN_PASSAGE_CHARS) return "";
  if (scores.every((score) => score === 0)) return `${cutText(line, room)} …`;
  return joinPassages(passages, choosePassages(passages, scores, room));
}

/** The best first, each as long as it fits; the best of all is cut rather than left out. */
function choosePassages(passages: string[], scores: number[], room: number): Map<number, string> {
  const order = passages.map((_passage, index) => index);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const chosen = new Map<number, string>();
  let left = room;
  for (const index of order) {
    const passage = chosen.size === 0 ? cutText(passages[index] ?? "", left) : (passages[index] ?? "");
    if (passage.length + GAP.length > left && chosen.size > 0) continue;
    chosen.set(index, passage);
    left -= passage.length + GAP.length;
    if (left < MIN_PASSAGE_CHARS) break;
  }
  return chosen;
}

function joinPassages(passages: string[], chosen: Map<number, string>): string {
  let text = "";
  let next = 0;
  for (const [index, passage] of [...chosen].sort(([a], [b]) => a - b)) {
    text += index === next ? (text ? " " : "") : text ? GAP : "… ";
    text += passage;
    next = passage === passages[index] ? index + 1 : -1;
  }
  return next === passages.length ? text : `${text} …`;
}

/** Sentences and lines; the long ones in pieces, the short ones together. */
function splitPassages(text: string): string[] {
  const passages: string[] = [];
  let short = "";
  for (const sentence of text.split(/\n+|(?<=[.!?…])\s+|(?<=[。！？])/u)) {
    let rest = short ? `${short} ${sentence}` : sentence;
    short = "";
    while (rest.length > MAX_PASSAGE_CHARS) {
      const piece = cutBeginning(rest, MAX_PASSAGE_CHARS);
      passages.push(oneSpace(piece));
      rest = rest.slice(piece.length).trimStart();
    }
    if (rest.length < SHORT_PASSAGE_CHARS) short = rest;
    else passages.push(oneSpace(rest));
  }
  return [...passages, oneSpace(short)].filter((passage) => passage !== "");
}

const WORD = /[\p{L}\p{N}]+/gu;
/** A version says more than its numbers, of which single digits say nothing. */
const VERSION = /\d+(?:\.\d+)+/g;

function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ё", "е");
}

/** The beginnings of the query's words, without their endings: crude, but the same for Russian and English. */
function readStems(query: string): Set<string> {
  const text = foldCase(query.slice(0, 4_000));
  const words = (text.match(WORD) ?? []).filter((word) => word.length > 1);
  return new Set([...(text.match(VERSION) ?? []), ...words].slice(0, MAX_STEMS).map(toStem));
}

/** `searching` -> `search`, `поисковая` -> `поиско`, `ёлка` -> `елк`; shorter words and numbers stay whole. */
function toStem(word: string): string {
  const least = /[а-я]/.test(word) ? 3 : 4;
  return word.length <= least || /\d/.test(word)
    ? word
    : word.slice(0, Math.max(least, Math.ceil(word.length * 0.6)));
}

/**
 * A passage scores for each of the query's words, more for those rare in the text, and a little for its neighbours': more
 * for those of the one before it, which may be its heading.
 */
function scorePassages(passages: string[], stems: Set<string>): number[] {
  const folded = passages.map(foldCase);
  const own = passages.map(() => 0);
  for (const stem of stems) {
    const found = findWord(folded, stem);
    const worth = 1 / Math.sqrt(found.length);
    for (const index of found) own[index] = (own[index] ?? 0) + worth;
  }
  return own.map((score, index) => score + (own[index - 1] ?? score) / 3 + (own[index + 1] ?? score) / 10);
}

/** In which of the passages a word begins so. */
function findWord(passages: string[], stem: string): number[] {
  const found: number[] = [];
  for (const [index, passage] of passages.entries())
    for (let at = passage.indexOf(stem); at >= 0; at = passage.indexOf(stem, at + 1))
      if (!/[\p{L}\p{N}]$/u.test(passage.slice(Math.max(0, at - 2), at))) {
        found.push(index);
        break;
      }
  return found;
}
