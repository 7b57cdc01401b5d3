import { cutText } from "../../shared-web/text/cut-text.ts";
import { oneSpace } from "../../shared-web/text/untrusted.ts";
import type { SearchResult } from "../responses.ts";
import { pickPassages } from "./passages.ts";

/** How much of a result's texts can be seen, in characters. */
export interface ShownResult {
  title: number;
  url: number;
  content: number;
}

export interface ResultsText {
  text: string;
  /** Something of the results cannot be seen. */
  truncated: boolean;
  /** One for each result, in their order. */
  shown: ShownResult[];
}

/** A longer address would take the room of everything else. */
const MAX_URL_CHARS = 500;
const MIN_TITLE_CHARS = 30;
const MIN_SNIPPET_CHARS = 30;

/**
 * Search results as a numbered list within `maxChars`: `[n] title`, the address, a snippet. Every title and address is
 * there; the snippets share what is left and hold the passages that say most about the query. An address of more than
 * 500 characters is only counted, and the list ends early when the addresses alone do not fit. Pure.
 */
export function formatResults(
  query: string,
  results: SearchResult[],
  { maxChars }: { maxChars: number },
): ResultsText {
  const rows = fitRows(results, maxChars);
  const heads = rows.map(({ label, title, url }) => label + (title && `${title}\n`) + url);
  const used = heads.reduce((sum, head) => sum + head.length + 2, -2);
  const contents = rows.map((_row, index) => results[index]?.content ?? "");
  const snippets = pickSnippets(query, contents, maxChars - used);
  const texts = heads.map((head, index) => (snippets[index] ? `${head}\n${snippets[index]}` : head));
  const shown = results.map((result, index) => countShown(result, rows[index], snippets[index] ?? ""));
  const truncated = results.some(
    ({ title, url, content }, index) =>
      (shown[index]?.title ?? 0) < title.length ||
      (shown[index]?.url ?? 0) < url.length ||
      (shown[index]?.content ?? 0) < content.length,
  );
  return { text: texts.join("\n\n"), truncated, shown };
}

/** The head of a result: its title is empty when it has none but its address. */
interface Row {
  label: string;
  title: string;
  url: string;
}

/** As many heads as fit; titles give way to addresses and to snippets, down to 30 characters. */
function fitRows(results: SearchResult[], maxChars: number): Row[] {
  const rows = results.map(({ title, url }, index) => ({
    label: `[${index + 1}] `,
    title: title === url ? "" : title,
    url: url.length <= MAX_URL_CHARS ? url : `(an address of ${url.length} characters)`,
  }));
  const countTitles = () => rows.filter(({ title }) => title !== "").length;
  const fixed = () =>
    rows.reduce((sum, { label, url }) => sum + label.length + url.length + 2, countTitles() - 2);
  // Of each title one character at least.
  while (rows.length > 1 && fixed() + countTitles() > maxChars) rows.pop();
  const free = maxChars - fixed();
  const room = Math.min(free, Math.max(countTitles() * MIN_TITLE_CHARS, Math.floor(free / 2)));
  const shares = shareRoom(
    rows.map(({ title }) => title.length),
    room,
  );
  return rows.map((row, index) => ({ ...row, title: cutTitle(row.title, shares[index] ?? 0) }));
}

function cutTitle(title: string, maxChars: number): string {
  if (title.length <= maxChars) return title;
  return maxChars > 1 ? `${cutText(title, maxChars - 1)}…` : "";
}

/** What each gets of a room that all share: the short get what they need, the long get the rest in equal parts. */
export function shareRoom(needs: number[], room: number): number[] {
  const shares = needs.map(() => 0);
  const order = needs.map((_need, index) => index).sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  let left = room;
  for (const [position, index] of order.entries()) {
    const share = Math.min(needs[index] ?? 0, Math.floor(left / (order.length - position)));
    shares[index] = Math.max(0, share);
    left -= share;
  }
  return shares;
}

/** Shared out in the order of length, so that what a short content leaves goes to the longer ones. */
function pickSnippets(query: string, contents: string[], room: number): string[] {
  const snippets = contents.map(() => "");
  const order = contents.map((_content, index) => index);
  order.sort((a, b) => (contents[a]?.length ?? 0) - (contents[b]?.length ?? 0));
  let left = room;
  for (const [position, index] of order.entries()) {
    const share = Math.floor(left / (order.length - position)) - 1;
    const content = contents[index] ?? "";
    if (share < Math.min(MIN_SNIPPET_CHARS, content.length)) continue;
    const snippet = pickPassages(query, content, share);
    snippets[index] = snippet;
    if (snippet) left -= snippet.length + 1;
  }
  return snippets;
}

function countShown(
  { title, url, content }: SearchResult,
  row: Row | undefined,
  snippet: string,
): ShownResult {
  if (!row) return { title: 0, url: 0, content: 0 };
  const isWhole = snippet === oneSpace(content);
  return {
    title: title === url ? title.length : Math.min(title.length, row.title.length),
    url: url.length <= MAX_URL_CHARS ? url.length : 0,
    content: isWhole ? content.length : Math.min(content.length, snippet.length),
  };
}
