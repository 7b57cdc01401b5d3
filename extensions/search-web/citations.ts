import { type JsonFence, maskCode } from "./citations/code-mask.ts";
import { dropControlWords } from "./citations/control-words.ts";
import { findLinks, type Link } from "./citations/links.ts";
import type { ListedSource } from "./citations/list-reader.ts";
import {
  blankMarkers,
  findNamedMarkers,
  hasMarks,
  type MarkedNumbers,
  markedNumbersOf,
} from "./citations/markers.ts";
import { dropOpaqueMarkers, resolveMarkers } from "./citations/replace-markers.ts";
import { type Citation, SourceBook } from "./citations/source-book.ts";
import { readSourceLists } from "./citations/source-list.ts";
import { dropThinking } from "./citations/thinking.ts";
import { readWebAddress } from "./urls/web-address.ts";
import { readUrl } from "./urls.ts";

/**
 * A source that the provider's own data named (annotations, search results, grounding chunks). `number` is the marker it
 * answers to, when the data says so; else its position, from 1, when the text has markers and no numbered sources.
 */
export interface ProviderSource {
  url: string;
  title?: string;
  number?: number;
}

/** Whose sources the markers `[n]` of a text stand for: the model wrote them, or the provider's data put them there. */
export type Numbering = "text" | "provider";

/**
 * `sources` are the URLs of `citations`, in the same order: numbered ones by their lowest number, so that `sources[n - 1]` is
 * `[n]` when the numbers run from 1 without gaps or doubles, then the others as they appear, those of the provider last.
 */
export interface CitedAnswer {
  answer: string;
  sources: string[];
  citations: Citation[];
}

/**
 * Reads a search model's text: the answer, without thinking, control words, markers that nobody can resolve and the list of
 * sources that closed it; and its sources, each once. Any text gives an answer, in time that grows with its length only.
 */
export function parseAnswer(
  text: string,
  provided: readonly ProviderSource[] = [],
  numbering: Numbering = "text",
): CitedAnswer {
  const spoken = dropControlWords(dropThinking(text));
  const code = maskCode(spoken);
  const body = dropOpaqueMarkers(spoken, code.masked);
  const { masked, jsonFences } = body === spoken ? code : maskCode(body);
  const namedMarkers = findNamedMarkers(masked);
  const links = [...findLinks(body, blankMarkers(masked)), ...jsonFences.flatMap(readJsonLinks)];
  links.sort((a, b) => a.start - b.start);
  const marked = numbering === "text" ? markedNumbersOf(masked) : () => new Set<number>();
  const entries = links.filter(({ isTitle }) => !isTitle);
  const { listed, closingStart = body.length } = readSourceLists(body, masked, entries, marked);
  const book = new SourceBook();
  const isCited = citesList(listed, marked);
  addText(book, links, listed, isCited);
  if (numbering === "text") numberText(book, links, listed, isCited);
  addProvided(book, provided, marked);
  const before = namedMarkers.filter(({ end }) => end <= closingStart);
  const isSource = (number: number) => book.owner(number) !== undefined;
  const answer = resolveMarkers(body.slice(0, closingStart), before, isSource);
  const citations = book.citations();
  return { answer: withoutBlankEnds(answer), sources: citations.map(({ url }) => url), citations };
}

/** Whether a model's text points at sources at all, by `[1]` or by any mark that `parseAnswer` takes off. */
export function hasCitationMarks(text: string): boolean {
  return hasMarks(maskCode(dropThinking(text)).masked);
}

/** `1. …` without a heading is any list, unless the text cites it. */
function citesList(listed: readonly ListedSource[], marked: MarkedNumbers): boolean {
  return listed.some(
    ({ isNumberedSource, numbers }) => !isNumberedSource && numbers.some((number) => marked().has(number)),
  );
}

function addText(
  book: SourceBook,
  links: readonly Link[],
  listed: readonly ListedSource[],
  isCited: boolean,
): void {
  const ofSources = listed.filter(({ isNumberedSource }) => isNumberedSource || isCited);
  const inLists = new Set(ofSources.map(({ link }) => link));
  for (const link of links) {
    if (link.hasScheme || inLists.has(link)) book.add(link, "text", link.title);
  }
  for (const { link, title } of listed) {
    if (link.hasScheme || inLists.has(link)) book.add(link, "text", title, "list");
  }
}

function numberText(
  book: SourceBook,
  links: readonly Link[],
  listed: readonly ListedSource[],
  isCited: boolean,
): void {
  const numberAll = (sources: readonly ListedSource[]) => {
    for (const { link, numbers } of sources) for (const number of numbers) book.number(link.id, number);
  };
  numberAll(listed.filter(({ isNumberedSource }) => isNumberedSource));
  // What a list says of a link counts more than the marker that happens to stand before it.
  const inNumberedLists = new Set(listed.filter(({ numbers }) => numbers.length > 0).map(({ link }) => link));
  for (const link of links) {
    if (!link.hasScheme || inNumberedLists.has(link)) continue;
    for (const number of link.numbers) book.number(link.id, number);
  }
  if (!book.hasNumbers && isCited) numberAll(listed);
}

/** The provider's numbers hold where the text has none of its own, or agrees with them and leaves some out. */
function addProvided(book: SourceBook, provided: readonly ProviderSource[], marked: MarkedNumbers): void {
  const sources = provided.flatMap(({ url, title, number }, index) => {
    const address = readWebAddress(url);
    const position = marked().size > 0 ? index + 1 : undefined;
    return address ? [{ address, title: title?.trim() || undefined, number: number ?? position }] : [];
  });
  const textHasNumbers = book.hasNumbers;
  const agrees = sources.every(
    ({ address, number = -1 }) => (book.owner(number) ?? address.id) === address.id,
  );
  for (const { address, title, number } of sources) {
    book.add(address, "provider", title, "provider");
    const isWanted = number !== undefined && (!textHasNumbers || (agrees && marked().has(number)));
    if (isWanted) book.number(address.id, number);
  }
}

function readJsonLinks({ start, end, sources, isOnlySources }: JsonFence): Link[] {
  return sources.flatMap(({ url: spelling, title, number }) => {
    const address = readUrl(spelling);
    if (address === undefined) return [];
    return {
      url: address.url,
      id: address.id,
      start,
      end,
      outerStart: start,
      outerEnd: end,
      form: "bare",
      hasScheme: true,
      numbers: number === undefined ? [] : [number],
      title,
      isListed: isOnlySources,
    };
  });
}

function withoutBlankEnds(text: string): string {
  return text.replace(/^\s*\n/, "").trimEnd();
}
