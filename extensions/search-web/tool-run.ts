import type { AgentToolResult } from "@mariozechner/pi-coding-agent";
import type { PrivateFiles } from "../ollama-web/private-files.ts";
import { newFenceId } from "../ollama-web/untrusted.ts";
import { formatAnswer } from "./format.ts";
import { startProgress } from "./progress.ts";
import { readQuery } from "./prompt.ts";
import type { Search, SearchAnswer } from "./search.ts";
import type { SearchLog } from "./status.ts";
import type { ToolCall } from "./tool.ts";

export interface SearchWebDetails extends SearchAnswer {
  /** The content does not hold everything; the file does. Lengths are those of the answer. */
  truncated?: { shownChars: number; totalChars: number; fullOutputPath: string };
}

/** What pi 1.x also reads of a result; pi 0.73 ignores it. */
export interface SearchWebResult extends AgentToolResult<SearchWebDetails> {
  usage?: SearchAnswer["usage"];
  structuredContent: Pick<SearchAnswer, "answer" | "sources" | "grounded" | "backend">;
}

export interface SearchWebDeps {
  search: Search;
  files: PrivateFiles;
  log: SearchLog;
}

/** The work of `search_web`: asks, logs, formats. Throws `SearchError`, or the caller's abort reason as it is. */
export async function runSearchWeb(
  { query, signal, onUpdate, ctx }: ToolCall,
  { search, files, log }: SearchWebDeps,
): Promise<SearchWebResult> {
  const question = readQuery(query);
  if (question === "") throw new Error("search failed: the query is empty; ask a whole question.");
  const progress = startProgress(onUpdate, signal);
  const { next: onPhase } = progress;
  const call = { registry: ctx.modelRegistry, sessionModel: ctx.model, signal, onPhase };
  const answer = await log.follow(() => search.answer(question, call)).finally(progress.stop);
  const { content, truncated } = formatAnswer(answer, newFenceId(), (full) => saveQuietly(files, full));
  const { usage, sources, grounded, backend } = answer;
  return {
    content: [{ type: "text", text: content }],
    details: { ...answer, ...(truncated ? { truncated } : {}) },
    structuredContent: { answer: answer.answer, sources, grounded, backend },
    ...(usage ? { usage } : {}),
  };
}

function saveQuietly(files: PrivateFiles, full: string): string {
  try {
    return files.write("answer", full);
  } catch {
    return "";
  }
}
