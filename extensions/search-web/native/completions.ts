import { isRecord, listOf, recordOf } from "../../shared-web/json.ts";
import { addUrlCitation, type EventReader, SourceList } from "./evidence.ts";

/**
 * Chunks of OpenAI's Chat Completions and of the many who speak it. Sources stand in `citations` (addresses, or records
 * with `cite_index`), `search_results` (Perplexity), `web_search` (GLM) and `search_info.search_results` (Qwen), beside
 * the choices or in them, and in `annotations[].url_citation` (OpenRouter, OpenAI's search models).
 */
export function createCompletionsReader(): EventReader {
  const cited = new SourceList();
  let searches = 0;
  return {
    read(event) {
      const chunk = recordOf(event);
      const choice = recordOf(listOf(chunk.choices)[0]);
      for (const holder of [chunk, choice, recordOf(choice.delta), recordOf(choice.message)]) {
        // A delta may bring one source at a time: there a place in the list is no marker.
        const isWhole = holder !== choice.delta;
        const { citations, search_results, web_search, search_info } = holder;
        for (const list of [citations, search_results, web_search, recordOf(search_info).search_results])
          addListed(list, isWhole, cited);
        for (const annotation of listOf(holder.annotations)) addUrlCitation(annotation, cited);
      }
      searches = Math.max(searches, countSearches(chunk.usage));
    },
    evidence: () => ({ cited: cited.all(), found: [], searched: cited.size > 0 || searches > 0 }),
  };
}

/** The marker of a source is its `cite_index`, else its place in a whole list, unless another source has that number. */
function addListed(list: unknown, isWhole: boolean, cited: SourceList): void {
  for (const [index, item] of listOf(list).entries()) {
    const { url, link, title, cite_index } = isRecord(item) ? item : { url: item };
    const place = isWhole && !cited.hasNumber(index + 1) ? index + 1 : undefined;
    cited.add(url ?? link, { title, number: cite_index ?? place });
  }
}

/** OpenRouter counts under `server_tool_use`, Perplexity as `num_search_queries`. */
function countSearches(usage: unknown): number {
  const { server_tool_use, num_search_queries } = recordOf(usage);
  const counts = [recordOf(server_tool_use).web_search_requests, num_search_queries];
  return Math.max(0, ...counts.filter((count) => typeof count === "number"));
}
