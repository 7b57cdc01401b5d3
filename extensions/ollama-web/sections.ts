import { cutText } from "./untrusted.ts";

/** How much of one section of a result is in the text, in UTF-16 units, and which way suits the rest. */
export interface SectionVisibility {
  totalChars: number;
  visibleChars: number;
  remainingChars: number;
  truncated: boolean;
  recommendedRetrievalMode: "inline" | "file";
}

/** `maxChars` is what one call may bring: a rest within it is better read than written to a file. */
export function measureSection(
  totalChars: number,
  visibleChars: number,
  maxChars: number,
): SectionVisibility {
  const remainingChars = totalChars - visibleChars;
  return {
    totalChars,
    visibleChars,
    remainingChars,
    truncated: remainingChars > 0,
    recommendedRetrievalMode: remainingChars <= maxChars ? "inline" : "file",
  };
}

/** Part of a section by offsets, moved where they would split a code point; never empty before the end. */
export function sliceText(
  text: string,
  offset: number,
  maxChars: number,
): { text: string; start: number; end: number } {
  const splits = (at: number) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
  const start = Math.min(offset, text.length) - (splits(offset) ? 1 : 0);
  const wanted = Math.min(start + Math.max(1, maxChars), text.length);
  const end = splits(wanted) ? (wanted - 1 > start ? wanted - 1 : wanted + 1) : wanted;
  return { text: text.slice(start, end), start, end };
}

/** A beginning of a text, cut between words where it can be, but never empty as long as there is room. */
export function cutBeginning(text: string, maxChars: number): string {
  if (maxChars <= 0) return "";
  return cutText(text, maxChars) || sliceText(text, 0, maxChars).text;
}
