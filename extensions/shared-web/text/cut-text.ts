/**
 * The longest beginning of `text` within `maxChars` UTF-16 units that ends on a whole code point, outside any
 * URL, and, when one is near, between words.
 */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = Math.max(0, maxChars);
  const scheme = text.lastIndexOf("://", end);
  if (scheme >= 0 && /^[^\s<>"'|（）。，、]*$/u.test(text.slice(scheme, end + 1))) {
    end = scheme - (/[a-z]{0,10}$/i.exec(text.slice(0, scheme).slice(-10))?.[0].length ?? 0);
  } else {
    const gap = /\s\S{0,80}$/u.exec(text.slice(0, end + 1).slice(-81));
    if (gap) end -= gap[0].length - 1;
  }
  return text.slice(0, splitsCodePoint(text, end) ? end - 1 : end).trimEnd();
}

/** Part of a text by offsets in UTF-16 units, moved where they would split a code point; never empty before the end. */
export function sliceText(
  text: string,
  offset: number,
  maxChars: number,
): { text: string; start: number; end: number } {
  const start = Math.min(offset, text.length) - (splitsCodePoint(text, offset) ? 1 : 0);
  const wanted = Math.min(start + Math.max(1, maxChars), text.length);
  const end = splitsCodePoint(text, wanted) ? (wanted - 1 > start ? wanted - 1 : wanted + 1) : wanted;
  return { text: text.slice(start, end), start, end };
}

/** A beginning of a text, cut between words where it can be, but never empty as long as there is room. */
export function cutBeginning(text: string, maxChars: number): string {
  if (maxChars <= 0) return "";
  return cutText(text, maxChars) || sliceText(text, 0, maxChars).text;
}

function splitsCodePoint(text: string, at: number): boolean {
  return at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
