import type {
  AgentToolResult,
  AgentToolUpdateCallback,
  ExtensionContext,
} from "@mariozechner/pi-coding-agent";
import { parseJson } from "../shared-web/json.ts";
import type { PrivateFiles } from "../shared-web/private-files.ts";
import { isBlank, newFenceId } from "../shared-web/text/untrusted.ts";
import { EMPTY_QUERY } from "./errors.ts";
import { type AnswerText, formatAnswer } from "./format.ts";
import { type SearchProgress, startProgress } from "./progress.ts";
import type { Search } from "./search.ts";
import type { SearchAnswer } from "./search-answer.ts";

export type SearchWebDetails = SearchAnswer & Pick<AnswerText, "truncated">;

/** What pi 1.x also reads of a result; pi 0.73 ignores it. */
export interface SearchWebResult extends AgentToolResult<SearchWebDetails> {
  usage?: SearchAnswer["usage"];
  structuredContent: Pick<SearchAnswer, "answer" | "sources" | "grounded" | "backend">;
}

/** One call of the tool. */
export interface ToolCall {
  query: string;
  signal: AbortSignal | undefined;
  onUpdate: AgentToolUpdateCallback<SearchWebDetails | SearchProgress> | undefined;
  ctx: ExtensionContext;
}

export interface SearchWebDeps {
  search: Search;
  files: PrivateFiles;
}

/**
 * The work of `search_web`: asks, formats. Throws `SearchError`, a plain `Error` for a blank query, or the caller's
 * abort reason as it is.
 */
export async function runSearchWeb(
  { query, signal, onUpdate, ctx }: ToolCall,
  { search, files }: SearchWebDeps,
): Promise<SearchWebResult> {
  const question = readQuery(query);
  if (question === "") throw new Error(EMPTY_QUERY);
  const progress = startProgress(onUpdate, signal);
  const { next: onPhase } = progress;
  const call = { registry: ctx.modelRegistry, sessionModel: ctx.model, signal, onPhase };
  const answer = await search.answer(question, call).finally(progress.stop);
  const { content, truncated } = formatAnswer(answer, newFenceId(), (full) => saveQuietly(files, full));
  const { usage, sources, grounded, backend } = answer;
  return {
    content: [{ type: "text", text: content }],
    details: { ...answer, ...(truncated ? { truncated } : {}) },
    structuredContent: { answer: answer.answer, sources, grounded, backend },
    ...(usage ? { usage } : {}),
  };
}

/** The query as the search model reads it: trimmed, and a JSON array of strings as several questions. */
export function readQuery(query: string): string {
  if (isBlank(query)) return "";
  const trimmed = query.trim();
  const items = trimmed.startsWith("[") ? parseJson(trimmed) : undefined;
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string")) return trimmed;
  const questions = items.filter((item) => !isBlank(item)).map((item) => item.trim());
  if (questions.length < 2) return questions[0] ?? "";
  return questions.map((question, index) => `${index + 1}. ${question}`).join("\n");
}

function saveQuietly(files: PrivateFiles, full: string): string {
  try {
    return files.write("answer", full);
  } catch {
    return "";
  }
}
