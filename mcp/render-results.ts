import { shareRoom } from "../extensions/ollama-web/format/format-results.ts";
import type { SearchResult } from "../extensions/ollama-web/responses.ts";
import { cutText } from "../extensions/shared-web/text/cut-text.ts";
import { fence, oneLine, UNTRUSTED_LINE } from "../extensions/shared-web/text/untrusted.ts";

/** What a tool answers with: for reading, and the same for programs. */
export interface Rendered<T> {
  text: string;
  structured: T & { notes?: string[] };
}

export interface RenderOptions {
  /** For the whole text, in UTF-16 units; titles and addresses stay even when they alone are longer. */
  maxChars: number;
  fenceId: string;
  /** Sentences about the call; those about what was cut come after them. */
  notes: string[];
}

/** What our own sentences about a cut can take. */
export const CUT_NOTE_CHARS = 300;
const MAX_QUERY_CHARS = 300;
/** A longer address is no use to a reader and would take the room of everything else. */
export const MAX_ADDRESS_CHARS = 2_000;
/** Less of a text says nothing. */
const MIN_CONTENT_CHARS = 20;

/** Search results as a numbered list. The contents share the room that titles and addresses leave. Pure. */
export function renderResults(
  query: string,
  found: SearchResult[],
  { maxChars, fenceId, notes }: RenderOptions,
): Rendered<{ results: SearchResult[] }> {
  const longestAddress = Number.isFinite(maxChars) ? MAX_ADDRESS_CHARS : Number.POSITIVE_INFINITY;
  const usable = found.filter(({ url }) => url.length <= longestAddress);
  const known = [...notes, ...leftOutNotes(found.length - usable.length)];
  const bare = usable.map((result) => ({ ...result, content: "" }));
  const frame = writeResults(query, bare, fenceId, known).length + CUT_NOTE_CHARS;
  const whole = writeResults(query, usable, fenceId, known);
  const room = whole.length <= maxChars ? Number.POSITIVE_INFINITY : maxChars - frame;
  const rooms = shareRoom(
    usable.map(({ content }) => content.length + 2),
    room,
  );
  const results = usable.map((result, index) => ({
    ...result,
    content: cutContent(result.content, (rooms[index] ?? 0) - 2),
  }));
  const cut = usable.flatMap(({ content }, index) =>
    content === results[index]?.content ? [] : [index + 1],
  );
  const all = [...known, ...cutNotes(cut)];
  return {
    text: writeResults(query, results, fenceId, all),
    structured: { results, ...(all.length > 0 ? { notes: all } : {}) },
  };
}

function writeResults(query: string, results: SearchResult[], fenceId: string, notes: string[]): string {
  const shownQuery = oneLine(query, MAX_QUERY_CHARS);
  if (results.length === 0) return [`No web results found for "${shownQuery}".`, ...notes].join("\n");
  const blocks = results.map(
    ({ title, url, content }, index) =>
      `[${index + 1}] ${title}\nURL: ${url}${content ? `\n\n${content}` : ""}`,
  );
  return [
    `Web search results for "${shownQuery}" (${results.length}):`,
    fence("web_content", fenceId, blocks.join("\n\n")),
    UNTRUSTED_LINE,
    ...notes,
  ].join("\n");
}

function cutContent(content: string, room: number): string {
  if (content.length <= room) return content;
  const text = room < MIN_CONTENT_CHARS ? "" : cutText(content, room - 2);
  return text && `${text} …`;
}

function leftOutNotes(count: number): string[] {
  const results =
    count === 1
      ? "1 result was left out: its address is"
      : `${count} results were left out: their addresses are`;
  return count > 0 ? [`${results} longer than 2,000 characters.`] : [];
}

function cutNotes(numbers: number[]): string[] {
  const [last, ...others] = [...numbers].reverse();
  if (last === undefined) return [];
  const which =
    others.length > 0 ? `Results ${others.reverse().join(", ")} and ${last} are` : `Result ${last} is`;
  return [`${which} cut: open a page with web_fetch, or pass a larger max_chars (0 for no limit).`];
}
