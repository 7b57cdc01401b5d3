import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { fence, newFenceId, UNTRUSTED_LINE } from "../../shared-web/text/untrusted.ts";
import { searchWeb } from "../client.ts";
import { formatResults, type ResultsText, type ShownResult } from "../format/format-results.ts";
import type { AppliedProfile } from "../profiles.ts";
import type { SearchResult } from "../responses.ts";
import { beginningOf, measureSection, type SectionVisibility } from "./sections.ts";
import { profileFor, type ToolDeps, type ToolOutput } from "./tool-deps.ts";

export interface SearchDetails {
  results: (SearchResult & { targets: Record<"title" | "url" | "content", SectionVisibility> })[];
  /** Something of the results is not in the text. */
  truncated: boolean;
  maxOutputChars: number;
  /** Results that the text does not even name. */
  omittedResultCount: number;
  fullContentRef?: string;
  retrieval?: SearchRetrieval;
  appliedProfile: AppliedProfile;
}

interface SearchRetrieval {
  kind: "search";
  /** What the ref is made again from. */
  replay: { query: string; maxResults: number; originalResultUrls: string[] };
  results: { resultIndex: number; sections: Record<"title" | "url" | "content", { totalChars: number }> }[];
}

/** The work of `ollama_web_search`. Throws `OllamaError`. */
export async function runSearch(
  query: string,
  signal: AbortSignal | undefined,
  ctx: ExtensionContext,
  deps: ToolDeps,
): Promise<ToolOutput<SearchDetails>> {
  const profile = profileFor(ctx, deps);
  const { maxResults, maxOutputChars } = profile;
  const { results, notes } = await searchWeb(query, { maxResults, signal }, deps.ollama());
  const base = {
    results: [],
    truncated: false,
    maxOutputChars,
    omittedResultCount: 0,
    appliedProfile: profile,
  };
  if (results.length === 0) return { text: [...notes, "No results found."].join("\n"), details: base };

  const urls = results.map(({ url }) => url);
  const source = { kind: "search" as const, query: query.trim(), maxResults, urls };
  const ref = deps.refs.add({ kind: "search", source, results });
  const { text, list } = renderResults(query, results, { ref, notes, maxChars: maxOutputChars });
  const details = {
    ...base,
    results: results.map((result, index) => withTargets(result, list.shown[index], maxOutputChars)),
    truncated: list.truncated,
    omittedResultCount: list.shown.filter(({ title, url }) => title + url === 0).length,
    fullContentRef: ref,
    retrieval: {
      kind: "search" as const,
      replay: { query: source.query, maxResults, originalResultUrls: urls },
      results: results.map((result, index) => ({ resultIndex: index + 1, sections: totals(result) })),
    },
  };
  return { text, details };
}

/** The list, fenced, within the budget, and below it how to read the whole texts. */
function renderResults(
  query: string,
  results: SearchResult[],
  { ref, notes, maxChars }: { ref: string; notes: string[]; maxChars: number },
): { text: string; list: ResultsText } {
  const lengths = results.map(({ content }) => content.length).join(", ");
  const cut = `CUT. Whole texts by ollama_web_read_full, ref ${ref}, resultIndex 1 to ${results.length} (${lengths} characters)`;
  const id = newFenceId();
  const frame = (list: string, last: string) =>
    [...notes, fence("web_content", id, list), UNTRUSTED_LINE, last].join("\n");
  const list = formatResults(query, results, { maxChars: maxChars - frame("", cut).length });
  return { text: frame(list.text, list.truncated ? cut : `Ref: ${ref}`), list };
}

function totals({ title, url, content }: SearchResult) {
  return {
    title: { totalChars: title.length },
    url: { totalChars: url.length },
    content: { totalChars: content.length },
  };
}

function withTargets(
  result: SearchResult,
  shown: ShownResult | undefined,
  maxChars: number,
): SearchDetails["results"][number] {
  const measure = (section: "title" | "url" | "content") =>
    measureSection(result[section].length, shown?.[section] ?? 0, maxChars);
  return {
    ...result,
    content: beginningOf(result.content),
    targets: { title: measure("title"), url: measure("url"), content: measure("content") },
  };
}
