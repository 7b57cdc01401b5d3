import type { Citation } from "./citations/source-book.ts";

const SHOWN_NUMBERS = 10;

/**
 * `[1][3]` for each source. Where nothing numbers them, their order does; `-` for a source without a number where
 * others have one, or where the answer has marks (`isMarked`) that name none of them.
 */
export function labelSources(citations: readonly Pick<Citation, "numbers">[], isMarked: boolean): string[] {
  const isNumbered = isMarked || citations.some(({ numbers }) => numbers.length > 0);
  return citations.map(({ numbers }, index) => {
    if (!isNumbered) return `[${index + 1}]`;
    const shown = numbers.slice(0, SHOWN_NUMBERS).map((number) => `[${number}]`);
    return shown.join("") || "-";
  });
}
