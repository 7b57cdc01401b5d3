import { isRecord, listOf, recordOf, textOf } from "../../shared-web/json.ts";
import { type EventReader, SourceList } from "./evidence.ts";

/**
 * Events of Anthropic's Messages API and of DeepSeek's, which copies it
 * (https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool). A failed search is a
 * `web_search_tool_result` with an `error_code` in a response that is otherwise good.
 */
export function createMessagesReader(): EventReader {
  const cited = new SourceList();
  const found = new SourceList();
  let searched = false;
  let wasEmpty = false;
  let code = "";
  let paused = false;
  return {
    read(value) {
      const event = recordOf(value);
      if (event.type === "content_block_start") {
        const block = recordOf(event.content_block);
        for (const citation of listOf(block.citations)) addCitation(citation, cited);
        // DeepSeek's own name for it is `deepseek_web_search`.
        if (block.type === "server_tool_use" && /web_search$/.test(textOf(block.name))) searched = true;
        if (block.type !== "web_search_tool_result") return;
        searched = true;
        if (Array.isArray(block.content)) wasEmpty ||= block.content.length === 0;
        for (const result of listOf(block.content)) {
          const { url, title } = recordOf(result);
          found.add(url, { title });
        }
        if (isRecord(block.content)) code ||= textOf(block.content.error_code) || "unknown";
      } else if (event.type === "content_block_delta") {
        const delta = recordOf(event.delta);
        if (delta.type === "citations_delta") addCitation(delta.citation, cited);
      } else if (event.type === "message_delta") {
        // Its server ends so a turn of many searches, to be gone on with by another request.
        if (recordOf(event.delta).stop_reason === "pause_turn") paused = true;
      }
    },
    evidence: () => ({
      cited: cited.all(),
      found: found.all(),
      searched: searched || cited.size > 0,
      ...(wasEmpty && found.size + cited.size === 0 ? { foundNothing: true as const } : {}),
      ...(code === "" ? {} : { error: { code } }),
      ...(paused ? { paused: true as const } : {}),
    }),
  };
}

function addCitation(citation: unknown, cited: SourceList): void {
  const { url, title } = recordOf(citation);
  cited.add(url, { title });
}
