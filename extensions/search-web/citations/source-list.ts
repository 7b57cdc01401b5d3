import { endOfLine } from "./code-blocks.ts";
import type { Link } from "./links.ts";
import { ListReader, type SourceLists } from "./list-reader.ts";
import type { MarkedNumbers } from "./markers.ts";

/**
 * Reads the lists of sources in a text: the numbers and titles that they give, and whether one closes the text. A list has a
 * heading for sources, or the marks `[N]`, or it is numbered and the text cites (`cited`) one of its numbers.
 */
export function readSourceLists(
  text: string,
  masked: string,
  links: readonly Link[],
  cited: MarkedNumbers,
): SourceLists {
  const reader = new ListReader(text, cited);
  let next = 0;
  let end: number;
  for (let start = 0; start <= masked.length; start = end + 1) {
    end = endOfLine(masked, start);
    const first = next;
    while (next < links.length && (links[next]?.start ?? 0) <= end) next++;
    const indent = skipIndent(masked, start, end) - start;
    if (first === next && start + indent === end) reader.readGap(start, false);
    else reader.read({ start, text: masked.slice(start, end), indent, links: links.slice(first, next) });
  }
  return reader.finish();
}

/** Where the text of a line starts, after white space and block quote marks. */
function skipIndent(text: string, start: number, end: number): number {
  let index = start;
  while (index < end && " \t\r>\u00a0\u3000".includes(text[index] ?? "")) index++;
  return index;
}
