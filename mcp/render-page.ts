import type { PageContent } from "../extensions/ollama-web/responses.ts";
import { cutBeginning, sliceText } from "../extensions/shared-web/text/cut-text.ts";
import { fence, oneLine, UNTRUSTED_LINE } from "../extensions/shared-web/text/untrusted.ts";
import { InvalidArguments } from "./arguments.ts";
import { CUT_NOTE_CHARS, MAX_ADDRESS_CHARS, type Rendered, type RenderOptions } from "./render-results.ts";

/** A page, or the part of it that was asked for. */
export interface PagePart extends PageContent {
  /** Where the next part starts, when there is one. */
  next_offset?: number;
}

/** What a page's text gets even where its frame leaves no room. */
const MIN_PART_CHARS = 200;

/**
 * A page from `offset` on: its text, and after the end of the text its links, as far as there is room. Pure.
 * Throws `InvalidArguments` when the page ends before `offset`.
 */
export function renderPage(
  page: PageContent & { url: string },
  offset: number,
  { maxChars, fenceId, notes }: RenderOptions,
): Rendered<PagePart> {
  const { content, links } = page;
  const total = content.length;
  if (offset > total)
    throw new InvalidArguments(
      `The offset ${offset} is after the end of the page, which has ${count(total)} characters.`,
    );
  const { start } = sliceText(content, offset, 1);
  const write = (part: string, shownLinks: string[], all: string[]) =>
    writePage({ ...page, content: part, links: shownLinks }, fenceId, all);
  const whole = write(content.slice(start), links, [...notes, ...partNotes(start, total, total)]);
  const frame = write("", [], notes).length + CUT_NOTE_CHARS;
  const room = whole.length <= maxChars ? Number.POSITIVE_INFINITY : maxChars - frame;
  const part = cutBeginning(content.slice(start), Math.max(room, Math.min(maxChars, MIN_PART_CHARS)));
  const end = start + part.length;
  const hasMore = end < total;
  const shownLinks = hasMore ? [] : fitLinks(links, room - part.length);
  const cuts = [...partNotes(start, end, total), ...linkNotes(shownLinks.length, links.length, hasMore)];
  const all = [...notes, ...cuts];
  return {
    text: write(part, shownLinks, all),
    structured: {
      title: page.title,
      content: part,
      links: shownLinks,
      ...(hasMore ? { next_offset: end } : {}),
      ...(all.length > 0 ? { notes: all } : {}),
    },
  };
}

function writePage(page: PageContent & { url: string }, fenceId: string, notes: string[]): string {
  const { title, content, links } = page;
  const lines = [
    ...(title ? [`Title: ${title}`, ""] : []),
    content || "(no text)",
    ...(links.length > 0 ? ["", `Links (${links.length}):`, ...links.map((link) => `- ${link}`)] : []),
  ];
  return [
    `Fetched ${oneLine(page.url, MAX_ADDRESS_CHARS)}`,
    fence("web_content", fenceId, lines.join("\n")),
    UNTRUSTED_LINE,
    ...notes,
  ].join("\n");
}

/** In the page's order; one that is too long is passed over, so that it does not take the others' room. */
function fitLinks(links: string[], room: number): string[] {
  if (!Number.isFinite(room)) return links;
  let left = room - "\n\nLinks (): ".length - 10;
  return links.filter((link) => {
    const fits = link.length <= MAX_ADDRESS_CHARS && link.length + 3 <= left;
    if (fits) left -= link.length + 3;
    return fits;
  });
}

function partNotes(start: number, end: number, total: number): string[] {
  if (start === 0 && end === total) return [];
  if (start === total) return [`The text ends at offset ${total}.`];
  const shown = `Characters ${count(start + 1)} to ${count(end)} of ${count(total)} are shown`;
  return [
    end < total ? `${shown}: pass offset ${end} for the next part.` : `${shown}: this is the last part.`,
  ];
}

function linkNotes(shown: number, total: number, hasMoreText: boolean): string[] {
  if (shown === total) return [];
  if (hasMoreText)
    return [`${total === 1 ? "1 link comes" : `${count(total)} links come`} after the end of the text.`];
  return [
    `${count(shown)} of ${count(total)} links are shown: pass a larger max_chars for more (0 for no limit).`,
  ];
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
