import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { isRecord } from "../../shared-web/json.ts";
import { readOwnWords } from "./own-words.ts";
import { type Decision, readDecision } from "./phrases.ts";

/** Whether the agent may search, as the session's branch tells it. */
export interface SwitchState {
  on: boolean;
  /** What decided last, as a person would name it: `«без поиска»` or `/search-off`. None: nothing was ever said. */
  cause?: string;
  /** The language in which the user spoke of search last; English when they never did. */
  language: Decision["language"];
}

/** An entry of `/search-off` and `/search-on`; its data is `{ state }`. */
export const SWITCH_ENTRY = "search-web:switch";
/**
 * An entry that says which words of an earlier message are the user's own, where the session's text does not tell:
 * a prompt template, or a message of another extension. Its data is `{ message, words }`, by the message's entry id.
 */
export const WORDS_ENTRY = "search-web:words";

export interface UserMessage {
  id: string;
  /** The whole text as the session holds it. */
  text: string;
  /** The user's own part of it. */
  words: string;
}

/** What words decide. */
export type ReadDecision = (words: string) => Decision | undefined;

/** For a long session: reads each text once, however often it is asked for. */
export function readOnce(): ReadDecision {
  const known = new Map<string, Decision | undefined>();
  return (words) => {
    if (!known.has(words)) known.set(words, readDecision(words));
    return known.get(words);
  };
}

/**
 * Reads the state from the current branch, compacted parts included. Only user messages, and entries that this package
 * wrote, count; a session without any is on.
 */
export function readState(branch: readonly SessionEntry[], read: ReadDecision = readDecision): SwitchState {
  const owned = readOwned(branch);
  let commanded: "off" | "on" | undefined;
  for (const entry of branch.toReversed()) {
    commanded ??= readCommand(entry);
    const message = readUserMessage(entry, owned);
    const decision = message && read(message.words);
    if (decision) return commanded ? toCommanded(commanded, decision.language) : toState(decision);
  }
  return commanded ? toCommanded(commanded, "en") : { on: true, language: "en" };
}

function toCommanded(state: "off" | "on", language: SwitchState["language"]): SwitchState {
  return { on: state === "on", cause: `/search-${state}`, language };
}

/** The state after words that decide. */
export function toState({ state, phrase, language }: Decision): SwitchState {
  return { on: state === "on", cause: language === "ru" ? `«${phrase}»` : `“${phrase}”`, language };
}

/** The user messages of the branch, the oldest first. */
export function readUserMessages(branch: readonly SessionEntry[]): UserMessage[] {
  const owned = readOwned(branch);
  return branch.flatMap((entry) => readUserMessage(entry, owned) ?? []);
}

function readUserMessage(entry: SessionEntry, owned: Map<string, string>): UserMessage | undefined {
  if (entry.type !== "message" || entry.message.role !== "user") return undefined;
  const { content } = entry.message;
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { id: entry.id, text, words: owned.get(entry.id) ?? readOwnWords(text) };
}

function readOwned(branch: readonly SessionEntry[]): Map<string, string> {
  const owned = new Map<string, string>();
  for (const entry of branch) {
    if (entry.type !== "custom" || entry.customType !== WORDS_ENTRY) continue;
    const data: unknown = entry.data;
    if (!isRecord(data) || typeof data.message !== "string" || typeof data.words !== "string") continue;
    owned.set(data.message, data.words);
  }
  return owned;
}

function readCommand(entry: SessionEntry): "off" | "on" | undefined {
  if (entry.type !== "custom" || entry.customType !== SWITCH_ENTRY) return undefined;
  const data: unknown = entry.data;
  const state = isRecord(data) ? data.state : undefined;
  return state === "off" || state === "on" ? state : undefined;
}
