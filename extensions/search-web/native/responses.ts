import { listOf, recordOf } from "../../shared-web/json.ts";
import { addUrlCitation, type EventReader, SourceList } from "./evidence.ts";

/**
 * Events of OpenAI's Responses API, also as the Codex backend sends them
 * (https://platform.openai.com/docs/guides/tools-web-search). Citations come as `annotation.added`, and again with the
 * finished message; what a search opened stands in `action.sources` when the request asked for it.
 */
export function createResponsesReader(): EventReader {
  const cited = new SourceList();
  const found = new SourceList();
  let searched = false;
  let wasEmpty = false;
  const outcomes = new Set<unknown>();
  const readItem = (value: unknown) => {
    const item = recordOf(value);
    if (item.type === "web_search_call") {
      searched = true;
      outcomes.add(item.status);
      // A page that the model opened stands in the action itself.
      const action = recordOf(item.action);
      if (item.status === "completed" && Array.isArray(action.sources))
        wasEmpty ||= action.sources.length === 0;
      for (const page of [...listOf(action.sources), action]) {
        const { url, title } = recordOf(page);
        found.add(url, { title });
      }
    }
    for (const part of listOf(item.content)) {
      for (const annotation of listOf(recordOf(part).annotations)) addUrlCitation(annotation, cited);
    }
  };
  return {
    read(value) {
      const event = recordOf(value);
      if (event.type === "response.output_text.annotation.added") addUrlCitation(event.annotation, cited);
      if (typeof event.type === "string" && event.type.startsWith("response.web_search_call."))
        searched = true;
      if (event.item !== undefined) readItem(event.item);
      for (const item of listOf(recordOf(event.response).output)) readItem(item);
    },
    evidence: () => ({
      cited: cited.all(),
      found: found.all(),
      searched: searched || cited.size > 0,
      ...(wasEmpty && found.size + cited.size === 0 ? { foundNothing: true as const } : {}),
      ...(outcomes.has("failed") && !outcomes.has("completed") ? { error: { code: "unavailable" } } : {}),
    }),
  };
}
