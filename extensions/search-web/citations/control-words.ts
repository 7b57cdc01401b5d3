import { maskCode } from "./code-mask.ts";

const OWN_LINE = /(?<=^|\n)[ \t]*(?:SEARCH|FINISHED)+[ \t\r]*(?:\n|$)/g;
const NEXT_WORD = String.raw`(?=\p{Lu}[\p{Ll}\s]|\p{Lo}|\p{Script=Cyrillic}|\*\*|#|<)`;
const AT_START = new RegExp(String.raw`^\s*(?:SEARCH|FINISHED)${NEXT_WORD}`, "u");
const AT_END = /(?<=[^\s\p{Lu}_=:"'`/([\0-])(?:FINISHED)+\s*$/u;

/**
 * The text without the words by which DeepSeek's stream reports its state, on a line of their own or glued to the first or
 * last word of the answer.
 */
export function dropControlWords(text: string): string {
  if (!/SEARCH|FINISHED/.test(text)) return text;
  const { masked } = maskCode(text);
  let kept = "";
  let from = 0;
  for (const { 0: line, index } of masked.matchAll(OWN_LINE)) {
    if (isInList(masked, index, index + line.length)) continue;
    kept += text.slice(from, index);
    from = index + line.length;
  }
  const end = AT_END.exec(masked)?.index ?? text.length;
  return (kept + text.slice(from, Math.max(from, end))).replace(AT_START, "");
}

/** Beside another line of one word in capitals it is a name among names: `PENDING`, `RUNNING`, `FINISHED`. */
function isInList(masked: string, start: number, end: number): boolean {
  const before = /([^\n]{0,40})\n$/.exec(masked.slice(Math.max(0, start - 41), start))?.[1] ?? "";
  const after = /^[^\n]{0,40}/.exec(masked.slice(end, end + 40))?.[0] ?? "";
  return [before, after].some(
    (line) => /^[ \t>*•-]*\p{Lu}{3,}[ \t\r]*$/u.test(line) && !/SEARCH|FINISHED/.test(line),
  );
}
