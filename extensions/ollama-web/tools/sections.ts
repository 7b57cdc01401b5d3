import { sliceText } from "../../shared-web/text/cut-text.ts";

const MAX_DETAIL_CHARS = 1_000;

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

/** What `details` holds of a content, since the session's file keeps it; behind the ref it is whole. */
export function beginningOf(content: string): string {
  return sliceText(content, 0, MAX_DETAIL_CHARS).text;
}
