import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { type CallOptions, fetchPage, type OllamaDeps, searchWeb } from "../extensions/ollama-web/client.ts";
import { OllamaError } from "../extensions/ollama-web/errors.ts";
import { InvalidArguments, parseFetchArguments, parseSearchArguments } from "./arguments.ts";
import { renderPage } from "./render-page.ts";
import { type Rendered, type RenderOptions, renderResults } from "./render-results.ts";

/** The outside, and how long a call may take. */
export interface ToolDeps extends Pick<OllamaDeps, "fetch" | "env"> {
  newFenceId: () => string;
  timeoutMs: number;
}

export const NOT_CONFIGURED =
  "The web search is not set up: in this server's environment set OLLAMA_API_KEY to a key from https://ollama.com/settings/keys, or OLLAMA_HOST to a signed-in Ollama daemon (for the one on this machine 127.0.0.1:11434).";

/** The SDK's clients drop a connection that sends them more than 10 MiB in one message. */
const MAX_RESULT_BYTES = 10 * 1024 * 1024 - 4_096;

/** `web_search`. Throws what its caller aborted with, `OllamaError` and `InvalidArguments`. */
export async function callSearch(
  values: Record<string, unknown>,
  options: CallOptions,
  { newFenceId, timeoutMs, ...ollama }: ToolDeps,
): Promise<CallToolResult> {
  const { query, maxResults, maxChars, notes } = parseSearchArguments(values);
  const found = await searchWeb(query, { ...options, maxResults, timeoutMs }, ollama);
  const rest = { fenceId: newFenceId(), notes: [...found.notes, ...notes] };
  return fitMessage(maxChars, (chars) => renderResults(query, found.results, { maxChars: chars, ...rest }));
}

/** `web_fetch`. Throws what its caller aborted with, `OllamaError` and `InvalidArguments`. */
export async function callFetch(
  values: Record<string, unknown>,
  options: CallOptions,
  { newFenceId, timeoutMs, ...ollama }: ToolDeps,
): Promise<CallToolResult> {
  const { url, maxChars, offset, notes } = parseFetchArguments(values);
  const page = await fetchPage(url, { ...options, timeoutMs }, ollama);
  const rest = { fenceId: newFenceId(), notes: [...page.notes, ...notes] };
  return fitMessage(maxChars, (chars) => renderPage(page, offset, { maxChars: chars, ...rest }));
}

/** A failure as a sentence for the client's model. What nobody foresaw is named by its kind alone: it may hold a key. */
export function describeFailure(error: unknown): CallToolResult {
  const known = error instanceof OllamaError || error instanceof InvalidArguments;
  const name = error instanceof Error ? error.name : typeof error;
  const sentence = known ? error.message : `The call failed unexpectedly (${name}).`;
  const isNotConfigured = error instanceof OllamaError && error.code === "not-configured";
  return { content: [{ type: "text", text: isNotConfigured ? NOT_CONFIGURED : sentence }], isError: true };
}

/** Renders with less until the message is one that clients take. */
function fitMessage<T>(
  maxChars: RenderOptions["maxChars"],
  render: (maxChars: number) => Rendered<T>,
): CallToolResult {
  const { text, structured } = render(maxChars);
  const result: CallToolResult = { content: [{ type: "text", text }], structuredContent: structured };
  const bytes = Buffer.byteLength(JSON.stringify(result));
  if (bytes <= MAX_RESULT_BYTES) return result;
  return fitMessage(Math.floor(((text.length * MAX_RESULT_BYTES) / bytes) * 0.95), render);
}
