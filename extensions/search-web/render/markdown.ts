import { getMarkdownTheme } from "@mariozechner/pi-coding-agent";
import { Markdown } from "@mariozechner/pi-tui";
import type { Style } from "../../shared-web/terminal/lines.ts";
import { wrapLines } from "../../shared-web/terminal/lines.ts";

/** Longer text is drawn as it is. */
const MARKDOWN_CHARS = 30_000;
const MAX_NESTING = 20;
/** An item of a list within very many lists. */
const DEEP_ITEM = /^(?:[ ]{40}|\t{10})[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]/m;
// In one block. pi's parser takes cubic time for unclosed links and quadratic time for unclosed emphasis.
const MAX_LINKS = 150;
const MAX_DELIMITERS = 1_000;

/** Text of the web as Markdown; as it is where pi's parser would take long over it or fail. */
export function drawMarkdown(text: string, width: number, style: Style): string[] {
  if (isCostly(text)) return wrapLines(text, width, style);
  try {
    return new Markdown(text, 0, 0, getMarkdownTheme(), { color: style }).render(width);
  } catch (error) {
    if (error instanceof RangeError) return wrapLines(text, width, style);
    throw error;
  }
}

function isCostly(text: string): boolean {
  return text.length > MARKDOWN_CHARS || text.split(/\n[ \t]*\n/).some(isCostlyBlock);
}

function isCostlyBlock(block: string): boolean {
  return (
    count(block, /\]\(|www\./g) > MAX_LINKS ||
    count(block, /[*_~`[<!&\\$|:@]/g) > MAX_DELIMITERS ||
    DEEP_ITEM.test(block) ||
    new RegExp(`^[ \\t]*(?:>[ \\t]?|(?:[*+-]|\\d{1,9}[.)])[ \\t]+){${MAX_NESTING}}`, "m").test(block)
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
