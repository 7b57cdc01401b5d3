import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { plainText } from "../shared-web/terminal/lines.ts";
import { SEARCH_FAILED } from "./errors.ts";
import { readShownAnswer } from "./render/shown-answer.ts";

/** What the searches of a session came to, in lines for `/search-status`. */
export interface SearchLog {
  counts: string;
  lastError: string[];
}

/** Reads it from the session, on all its branches. A search that was blocked or aborted neither answered nor failed. */
export function readSearchLog(entries: readonly SessionEntry[]): SearchLog {
  const answers = [];
  const failures = [];
  for (const entry of entries) {
    if (entry.type !== "message" || entry.message.role !== "toolResult") continue;
    const { toolName, isError, details, content } = entry.message;
    if (toolName !== "search_web") continue;
    const answer = isError ? undefined : readShownAnswer(details);
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    if (answer) answers.push(answer);
    else if (text.startsWith(SEARCH_FAILED)) failures.push(text);
  }
  const last = answers.at(-1);
  const lastAnswer = last ? `, the last by ${last.by} in ${inSeconds(last.durationMs ?? 0)}` : "";
  return {
    counts: `This session: ${answers.length} answered${lastAnswer}; ${failures.length} failed`,
    lastError: failures.slice(-1).map((message) => `Last error: ${plainText(message)}`),
  };
}

/** `8.4 s` */
export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
