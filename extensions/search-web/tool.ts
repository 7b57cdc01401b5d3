import type { AgentToolResult, ExtensionContext, ToolDefinition } from "@mariozechner/pi-coding-agent";
import { Type } from "@sinclair/typebox";
import type { PrivateFiles } from "../ollama-web/private-files.ts";
import { newFenceId } from "../ollama-web/untrusted.ts";
import { formatAnswer } from "./format.ts";
import { type SearchProgress, startProgress } from "./progress.ts";
import { QUERY_DESCRIPTION, readQuery, TOOL_DESCRIPTION, TOOL_SNIPPET } from "./prompt.ts";
import { renderCall, renderResult } from "./render.ts";
import type { Search, SearchAnswer } from "./search.ts";
import type { SearchLog } from "./status.ts";

const parameters = Type.Object({ query: Type.String({ description: QUERY_DESCRIPTION }) });

export interface SearchWebDetails extends SearchAnswer {
  /** The content does not hold everything; the file does. Lengths are those of the answer. */
  truncated?: { shownChars: number; totalChars: number; fullOutputPath: string };
}

/** What pi 1.x also reads of a result; pi 0.73 ignores it. */
interface SearchWebResult extends AgentToolResult<SearchWebDetails> {
  usage?: SearchAnswer["usage"];
  structuredContent: Pick<SearchAnswer, "answer" | "sources" | "grounded" | "backend">;
}

export interface SearchWebToolOptions {
  search: Search;
  files: PrivateFiles;
  log: SearchLog;
}

/** The tool `search_web`. Its failures are thrown, the one error signal that every pi honours. */
export function createSearchWebTool({
  search,
  files,
  log,
}: SearchWebToolOptions): ToolDefinition<typeof parameters, SearchWebDetails | SearchProgress> {
  return {
    name: "search_web",
    label: "Web search",
    description: TOOL_DESCRIPTION,
    promptSnippet: TOOL_SNIPPET,
    parameters,
    renderCall,
    renderResult,
    ...extras,
    async execute(_id, { query }, signal, onUpdate, ctx): Promise<SearchWebResult> {
      const question = readQuery(query);
      if (question === "") throw new Error("search failed: the query is empty; ask a whole question.");
      const progress = startProgress(onUpdate, signal);
      const { next: onPhase } = progress;
      const call = { registry: registryOf(ctx), sessionModel: ctx.model, signal, onPhase };
      const answer = await log.follow(() => search.answer(question, call)).finally(progress.stop);
      const { content, truncated } = formatAnswer(answer, newFenceId(), (full) => saveQuietly(files, full));
      const { usage, sources, grounded, backend } = answer;
      return {
        content: [{ type: "text", text: content }],
        details: { ...answer, ...(truncated ? { truncated } : {}) },
        structuredContent: { answer: answer.answer, sources, grounded, backend },
        ...(usage ? { usage } : {}),
      };
    },
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

function registryOf(ctx: ExtensionContext) {
  return ctx.modelRegistry;
}

function saveQuietly(files: PrivateFiles, full: string): string {
  try {
    return files.write("answer", full);
  } catch {
    return "";
  }
}
