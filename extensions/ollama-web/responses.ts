import { isRecord } from "../shared-web/json.ts";
import { defuseAddress } from "../shared-web/text/defuse.ts";
import { cleanText, oneLine, stripUnsafe } from "../shared-web/text/untrusted.ts";

/** One row of a web search. All text is cleaned; `content` is often the whole page. */
export interface SearchResult {
  title: string;
  /** http or https, without spaces or invisible characters. */
  url: string;
  content: string;
}

/** A fetched page. All text is cleaned; `links` keeps the page's order. */
export interface PageContent {
  title: string;
  content: string;
  links: string[];
}

/** Takes out of a text what must not be shown. */
export type Hide = (text: string) => string;

const MAX_TITLE_CHARS = 300;
/** A page with more of them is none that a person reads. */
const MAX_LINKS = 10_000;

/**
 * The usable rows of a web_search response (https://docs.ollama.com/capabilities/web-search): a row without a web
 * address is dropped, a missing title becomes the address. `undefined` when the response holds no list of results.
 */
export function parseSearchResults(
  response: unknown,
  hide: Hide = (text) => text,
): SearchResult[] | undefined {
  if (!isRecord(response)) return undefined;
  // Go writes an empty list as null.
  const rows = response.results === null ? [] : response.results;
  if (!Array.isArray(rows)) return undefined;
  const results = rows.flatMap((row: unknown) => {
    const url = isRecord(row) ? parseWebUrl(row.url) : undefined;
    if (!isRecord(row) || !url) return [];
    const shownUrl = hide(url);
    return [
      { title: readTitle(row.title, hide) || shownUrl, url: shownUrl, content: readText(row.content, hide) },
    ];
  });
  return results.length === 0 && parseErrorText(response) ? undefined : results;
}

/** The page of a web_fetch response; `undefined` when it holds neither title, content nor links. */
export function parsePageContent(response: unknown, hide: Hide = (text) => text): PageContent | undefined {
  if (!isRecord(response)) return undefined;
  const { title, content, links } = response;
  if (typeof title !== "string" && typeof content !== "string" && !Array.isArray(links)) return undefined;
  if (!content && parseErrorText(response)) return undefined;
  return {
    title: readTitle(title, hide),
    content: readText(content, hide),
    links: Array.isArray(links) ? readLinks(links).map(hide) : [],
  };
}

/** The `error` of a response, cleaned, on one line, at most 300 characters; empty when there is none. */
export function parseErrorText(response: unknown, hide: Hide = (text) => text): string {
  const error = isRecord(response) ? response.error : undefined;
  const text = isRecord(error) ? error.message : error;
  if (typeof text !== "string") return "";
  return oneLine(hide(stripUnsafe(text.slice(0, 10_000))).replace(/<[^<>]{0,500}>/g, " "), 300);
}

function readTitle(value: unknown, hide: Hide): string {
  return typeof value === "string" ? oneLine(hide(stripUnsafe(value)), MAX_TITLE_CHARS) : "";
}

function readText(value: unknown, hide: Hide): string {
  return typeof value === "string" ? hide(cleanText(value)).trim() : "";
}

function parseWebUrl(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\s*https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
  return defuseAddress(value.trim());
}

/** Links may be relative. They stand below one another, so they are cleaned together: a tag could begin in one. */
function readLinks(links: unknown[]): string[] {
  const lines = links
    .slice(0, MAX_LINKS)
    .flatMap((link) => (typeof link === "string" ? stripUnsafe(link).trim().replace(/\s+/g, "%20") : []));
  return cleanText(lines.join("\n"))
    .split("\n")
    .filter((line) => line !== "");
}
