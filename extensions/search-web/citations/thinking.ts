import { CodeFinder } from "./code.ts";

/** A stretch of text to leave out. */
interface Stretch {
  start: number;
  end: number;
}

/** Titles that chat programs give the fold in which they show a model's thinking, in lower case, alone or with how long it took. */
const THINKING_TITLE = new RegExp(
  [
    "^[^\\p{L}\\p{N}]*(?:(?:(?:show|view|hide|the|my|model|ai|deep)[^\\p{L}\\p{N}]+)*",
    "(?:think(?:ing)?|thoughts?|reasoning|chain of thought)(?: (?:process|steps?|status|state|trace|content|summary|done))?",
    "|已?(?:完成)?(?:深度)?(?:思考|推理|思维|思維)(?:过程|過程|状态|狀態|内容|完成|用时|时间|记录|中|链|鏈|了)?",
    "|思考プロセス|ход (?:мыслей|рассуждений|размышлений)|(?:раз)?мышлени[ея]|рассуждени[ея]|мысли",
    "|생각(?: 과정)?|추론(?: 과정)?|gedankengang|denkprozess|réflexion|raisonnement|razonamiento|pensamiento|التفكير)",
    "(?:[^\\p{L}\\p{N}]*|[^\\p{L}\\p{N}]+for .*|[^\\p{L}\\p{N}]*[\\d(（].*)$",
  ].join(""),
  "u",
);

/** `<think>`, `</reasoning>`, `[THINK]`: a tag around thinking. */
const TAG = String.raw`<\/?(?:(?:seed:)?think|thinking|thought|reasoning)\b[^<>]*>|\[THINK\](?![([:])|\[\/THINK\]`;

/**
 * The text without the model's thinking: `<think>…</think>` and its kind, also with the opening tag missing (all before the
 * closing one goes) or never closed (all after the opening one goes), and `<details>` folds that hold thinking. Tags in code
 * are code.
 */
export function dropThinking(text: string): string {
  if (!/<(?:\/?(?:seed:)?(?:think|thought|reasoning)|details)|\[\/?THINK\]/i.test(text)) return text;
  const tags = new RegExp(String.raw`${TAG}|<details\b[^<>]*>`, "gi");
  const folds = pairDetails(text);
  const code = new CodeFinder(text);
  let next = code.next(0);
  const thinking: Stretch[] = [];
  let unclosed = 0;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    while (next && next.end <= tag.index) next = code.next(next.end);
    if (next && next.start <= tag.index) {
      tags.lastIndex = next.end;
      continue;
    }
    if (isMention(text, tag.index, tags.lastIndex)) continue;
    const isOrphan = isClosing(tag);
    const block = isOrphan
      ? { end: tags.lastIndex, unclosed: 0 }
      : readBlock(text, tag, tags.lastIndex, folds);
    if (block === undefined) continue;
    // Inner tags of a nested block leave closing tags behind; any other means that the opening tag is missing.
    const outer = isOrphan && unclosed > 0 ? thinking.pop() : undefined;
    if (isOrphan && !outer) thinking.length = 0;
    const start = isOrphan ? (outer?.start ?? 0) : tag.index;
    unclosed = outer ? unclosed - 1 : block.unclosed;
    thinking.push({ start, end: block.end });
    tags.lastIndex = block.end;
    if (next && next.start < block.end) next = code.next(block.end);
  }
  return withoutStretches(text, thinking);
}

/** Whether the tag from `start` to `end` is a word of a sentence: "between <think> and </think> tags". */
function isMention(text: string, start: number, end: number): boolean {
  // `[THINK]` is one token of Mistral's models, `[think]` a word in brackets.
  if (/^\[.*\p{Ll}/u.test(text.slice(start, end))) return true;
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  if (/["'«“„‘]$/.test(before) && /^["'»”“’]/.test(after)) return true;
  return /[^\s>][ \u00a0]$/.test(before) && /^(?:[,;:.!?)»”]|[ \u00a0][\p{Ll}\p{Lo}])/u.test(after);
}

function isClosing([tag]: RegExpExecArray): boolean {
  return tag[1] === "/";
}

interface Block {
  end: number;
  /** Opening tags inside it that the closing tag which ended it leaves open. */
  unclosed: number;
}

/** The thinking that the opening tag `tag`, which ends at `from`, starts, if any does. */
function readBlock(
  text: string,
  tag: RegExpExecArray,
  from: number,
  folds: ReadonlyMap<number, number>,
): Block | undefined {
  if (tag[0].endsWith("/>")) return { end: from, unclosed: 0 };
  if (/^<details/i.test(tag[0])) return readFold(text, tag[0], from, folds);
  const tags = new RegExp(TAG, "gi");
  tags.lastIndex = from;
  let unclosed = 0;
  for (let inner = tags.exec(text); inner !== null; inner = tags.exec(text)) {
    if (isClosing(inner)) {
      const end = tags.lastIndex;
      return isFenced(text, from, inner.index, tags)
        ? { end: tags.lastIndex, unclosed: Math.max(0, unclosed - 1) }
        : { end, unclosed };
    }
    unclosed++;
  }
  return { end: text.length, unclosed: 0 };
}

/**
 * Whether the closing tag at `closing`, the last that `tags` read, stands in a fence: one that opens after `from`, and closes
 * before the next closing tag, which `tags` reads.
 */
function isFenced(text: string, from: number, closing: number, tags: RegExp): boolean {
  const end = tags.lastIndex;
  if (fenceLines(text.slice(from, closing)).length % 2 === 0) return false;
  const next = tags.exec(text);
  if (next === null || !isClosing(next)) return false;
  const between = fenceLines(text.slice(end, next.index));
  return between.length % 2 === 1 && between[0] === "";
}

/** What stands after the mark in each line that opens or closes a fence. */
function fenceLines(text: string): string[] {
  return [...text.matchAll(/^[ \t>]*(?:`{3,}|~{3,})([^\n]*)$/gm)].map(([, info = ""]) => info.trim());
}

/** A `<details>` fold that holds thinking, by its attribute, its title, or a bare `<pre>`. `from`: after its tag. */
function readFold(
  text: string,
  tag: string,
  from: number,
  pairs: ReadonlyMap<number, number>,
): Block | undefined {
  const summary = /\s*(?:<summary\b[^<>]*>([^<]{0,200})|<pre\b)/iy;
  summary.lastIndex = from;
  const head = summary.exec(text);
  const isThinking = /\btype=["']?reasoning/i.test(tag) || (head !== null && isThinkingTitle(head[1]));
  if (!isThinking) return undefined;
  const end = pairs.get(from);
  if (end !== undefined) return { end, unclosed: 0 };
  const closing = /<\/pre\s*>/gi;
  closing.lastIndex = from;
  return { end: closing.test(text) ? closing.lastIndex : text.length, unclosed: 0 };
}

/** Without a title, `<pre>` comes first: no writer's fold, but what proxies make of thinking. */
function isThinkingTitle(title: string | undefined): boolean {
  return title === undefined || THINKING_TITLE.test(title.trim().toLowerCase());
}

/** Where each `<details>` fold ends, by the index after its opening tag. */
function pairDetails(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const tag of text.matchAll(/<(\/?)details\b[^<>]*>/gi)) {
    const end = tag.index + tag[0].length;
    if (tag[1] === "") open.push(end);
    const opened = tag[1] === "/" ? open.pop() : undefined;
    if (opened !== undefined) pairs.set(opened, end);
  }
  return pairs;
}

function withoutStretches(text: string, stretches: readonly Stretch[]): string {
  if (stretches.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of [...stretches, { start: text.length, end: text.length }]) {
    const piece = joinTo(pieces.at(-1) ?? "", text.slice(from, start));
    if (piece !== "") pieces.push(piece);
    from = end;
  }
  return pieces.join("");
}

/** `after` so that it leaves nothing of the line or the space of what stood before it, and makes no one word of two. */
function joinTo(before: string, after: string): string {
  const last = before.slice(-1);
  if (last === "" || last === "\n") return after.replace(/^\s*\n/, "");
  if (/\s/.test(last)) return after.replace(/^ /, "");
  return /^(?:$|[\s.,;:!?。，、；：！？])/.test(after) ? after : ` ${after}`;
}
