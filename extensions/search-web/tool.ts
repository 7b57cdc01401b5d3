import type { ToolDefinition } from "@mariozechner/pi-coding-agent";
import { Type } from "@sinclair/typebox";
import { dropNulls } from "../shared-web/json.ts";
import { drawLater, importLater } from "../shared-web/later.ts";
import type { SearchProgress } from "./progress.ts";
import { QUERY_DESCRIPTION, TOOL_DESCRIPTION, TOOL_SNIPPET } from "./prompt.ts";
import type { SearchWebDetails, SearchWebResult, ToolCall } from "./tool-run.ts";

/** Draws calls and answers. */
export const importDrawing = importLater(() => import("./render.ts"));

const parameters = Type.Object({ query: Type.String({ description: QUERY_DESCRIPTION }) });

/** The tool `search_web`; `run` does its work. Failures are thrown, the one error signal that every pi honours. */
export function createSearchWebTool(
  run: (call: ToolCall) => Promise<SearchWebResult>,
): ToolDefinition<typeof parameters, SearchWebDetails | SearchProgress> {
  return {
    name: "search_web",
    label: "Web search",
    description: TOOL_DESCRIPTION,
    promptSnippet: TOOL_SNIPPET,
    parameters,
    prepareArguments: dropNulls,
    ...drawLater(importDrawing, (drawing) => drawing),
    ...extras,
    execute: (_id, { query }, signal, onUpdate, ctx) => run({ query, signal, onUpdate, ctx }),
  };
}

/** Read by pi 1.x alone; spread in, since the types of pi 0.73 do not know them. */
const extras = {
  annotations: { title: "Web search", readOnlyHint: true, openWorldHint: true },
  outputSchema: Type.Object({
    answer: Type.String(),
    sources: Type.Array(Type.String()),
    grounded: Type.Boolean(),
    backend: Type.Union([Type.Literal("subagent"), Type.Literal("ollama")]),
  }),
};
