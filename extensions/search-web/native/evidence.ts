import { recordOf, textOf } from "../../shared-web/json.ts";
import type { ProviderSource } from "../citations.ts";
import type { MarkedText } from "./marks.ts";

/** What a provider's own data showed of a search, beside the text of the answer. */
export interface Evidence {
  /** Sources that the provider tied to the answer, in its order. */
  cited: ProviderSource[];
  /** Pages that the search found, cited or not. */
  found: ProviderSource[];
  /** Whether a search, a result or a citation was seen. */
  searched: boolean;
  /** The provider showed what a search brought, and that was no page. */
  foundNothing?: true;
  /** The provider's word for why a search failed inside a good response. */
  error?: { code: string };
  /** The provider ended the answer before the model did. */
  paused?: true;
  /** The answer and where in it which cited source belongs, when the provider keeps that apart from the text. */
  marked?: MarkedText;
}

/** Reads one stream's events, one after the other. */
export interface EventReader {
  read(event: unknown): void;
  evidence(): Evidence;
}

/** More sources than any answer needs; what comes after them is left out. */
const MAX_SOURCES = 200;

/** Sources in order of appearance: each address once, and once more for each further number that it has. */
export class SourceList {
  readonly #sources: ProviderSource[] = [];
  readonly #byUrl = new Map<string, ProviderSource[]>();
  readonly #numbers = new Set<number>();

  /** A later mention adds the title or the number that an earlier one lacked. Anything but a web address is passed over. */
  add(url: unknown, details: { title?: unknown; number?: unknown } = {}): ProviderSource | undefined {
    if (typeof url !== "string" || !/^https?:\/\//i.test(url)) return undefined;
    const number = Number.isSafeInteger(details.number) ? Number(details.number) : undefined;
    const known = this.#byUrl.get(url) ?? [];
    const same = known.find((source) => number === undefined || (source.number ?? number) === number);
    if (!same && this.#sources.length >= MAX_SOURCES) return undefined;
    const source = same ?? { url };
    if (!same) {
      this.#sources.push(source);
      this.#byUrl.set(url, [...known, source]);
    }
    if (number !== undefined) {
      source.number = number;
      this.#numbers.add(number);
    }
    const title = textOf(details.title).trim();
    if (source.title === undefined && title !== "") source.title = title;
    return source;
  }

  hasNumber(number: number): boolean {
    return this.#numbers.has(number);
  }

  get size(): number {
    return this.#sources.length;
  }

  all(): ProviderSource[] {
    return this.#sources;
  }
}

/** A `url_citation`, nested as in Chat Completions or flat as in Responses. */
export function addUrlCitation(annotation: unknown, cited: SourceList): void {
  const outer = recordOf(annotation);
  const { url, title } = outer.url_citation === undefined ? outer : recordOf(outer.url_citation);
  cited.add(url, { title });
}
