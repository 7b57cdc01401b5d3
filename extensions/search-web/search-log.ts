import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { listOf, recordOf, textOf } from "../shared-web/json.ts";
import { plainText } from "../shared-web/terminal/lines.ts";
import { EMPTY_QUERY, SEARCH_FAILED } from "./errors.ts";
import { readShownAnswer } from "./render/shown-answer.ts";

/** What the searches of a session came to, in lines for `/search-status`. */
export interface SearchLog {
  counts: string;
  /** Why the last answer came from no model that was asked before. */
  lastDetour: string[];
  lastError: string[];
}

/** How one search ended: answered, by whom where the session tells it, or with an error's text. */
type Outcome = { by?: string; durationMs?: number | undefined; reasons?: string[] } | { failure: string };

/**
 * Reads it from the session, on all its branches. A search that was blocked, aborted or without a query neither answered
 * nor failed.
 */
export function readSearchLog(entries: readonly SessionEntry[]): SearchLog {
  const outcomes = entries.flatMap(readOutcomes);
  const failures = outcomes.flatMap((outcome) => ("failure" in outcome ? outcome.failure : []));
  const answers = outcomes.flatMap((outcome) => ("failure" in outcome ? [] : outcome));
  const last = answers.at(-1);
  const by = last?.by === undefined ? "" : ` by ${last.by}`;
  const lastAnswer = last ? `, the last${by} in ${inSeconds(last.durationMs ?? 0)}` : "";
  return {
    counts: `This session: ${answers.length} answered${lastAnswer}; ${failures.length} failed`,
    lastDetour: last?.reasons?.length ? [`Before that answer: ${last.reasons.join("; ")}`] : [],
    lastError: failures.slice(-1).map((message) => `Last error: ${plainText(message)}`),
  };
}

function readOutcomes(entry: SessionEntry): Outcome[] {
  if (entry.type !== "message" || entry.message.role !== "toolResult") return [];
  const { toolName, isError, details, content } = entry.message;
  if (toolName !== "search_web") return readNestedOutcomes(entry.message);
  const answer = isError ? undefined : readShownAnswer(details);
  if (answer) return [answer];
  return readFailure(content.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

/** Of the searches that another tool made, such as a script of pi 1.x's code mode: pi keeps no results of these. */
function readNestedOutcomes(message: unknown): Outcome[] {
  const { nestedCalls } = recordOf(message);
  return listOf(recordOf(nestedCalls).calls).flatMap((call): Outcome[] => {
    const { name, status, durationMs, error } = recordOf(call);
    if (name !== "search_web") return [];
    if (status !== "ok") return readFailure(textOf(error));
    return [typeof durationMs === "number" ? { durationMs } : {}];
  });
}

function readFailure(text: string): Outcome[] {
  return text.startsWith(SEARCH_FAILED) && text !== EMPTY_QUERY ? [{ failure: text }] : [];
}

/** `8.4 s` */
export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
