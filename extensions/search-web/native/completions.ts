import { isRecord, listOf, recordOf } from "../../ollama-web/json.ts";
import { addUrlCitation, type EventReader, SourceList } from "./evidence.ts";

/**
 * Chunks of OpenAI's Chat Completions and of the many who speak it. Sources stand in `citations` (addresses, or records
 * with `cite_index`) and `search_results` (Perplexity), beside the choices or in them, and in
 * `annotations[].url_citation` (OpenRouter, OpenAI's search models).
 */
export function createCompletionsReader(): EventReader {
  const cited = new SourceList();
  let searches = 0;
  return {
    read(event) {
      const chunk = recordOf(event);
      const choice = recordOf(listOf(chunk.choices)[0]);
      for (const holder of [chunk, choice, recordOf(choice.delta), recordOf(choice.message)]) {
        for (const [index, item] of listOf(holder.citations).entries()) addNumbered(item, index, cited);
        for (const [index, item] of listOf(holder.search_results).entries()) {
          const { url, title } = recordOf(item);
          if (cited.has(url)) cited.add(url, { title });
          else addNumbered(item, index, cited);
        }
        for (const annotation of listOf(holder.annotations)) addUrlCitation(annotation, cited);
      }
      searches = Math.max(searches, countSearches(chunk.usage));
    },
    evidence: () => ({ cited: cited.all(), found: [], searched: cited.size > 0 || searches > 0 }),
  };
}

/** The marker of a source is its `cite_index`, else its place in the list. */
function addNumbered(item: unknown, index: number, cited: SourceList): void {
  const { url, title, cite_index } = isRecord(item) ? item : { url: item };
  cited.add(url, { title, number: cite_index ?? index + 1 });
}

/** OpenRouter counts under `server_tool_use`, Perplexity as `num_search_queries`. */
function countSearches(usage: unknown): number {
  const { server_tool_use, num_search_queries } = recordOf(usage);
  const counts = [recordOf(server_tool_use).web_search_requests, num_search_queries];
  return Math.max(0, ...counts.filter((count) => typeof count === "number"));
}
