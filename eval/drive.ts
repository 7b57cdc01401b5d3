import type { Pi, PiRecord } from "../test/support/pi.ts";
import type { CannedSearch } from "./canned-search.ts";
import type { Dialogue, Turn } from "./dialogues.ts";

/** What the agent did in one turn. */
export interface TurnRecord {
  say: string;
  calls: { tool: string; args: Record<string, unknown>; failed: boolean; result: string }[];
  answer: string;
  /** Searches that reached the backend. */
  sent: number;
}

export interface DialogueRecord {
  id: string;
  turns: TurnRecord[];
  /** The agent's model failed, by its words: nothing of this dialogue counts. */
  failed?: string;
}

/**
 * Leads one dialogue in a session of its own and writes down what the agent does. A model that says nothing in time, or
 * ends pi, fails this dialogue alone: the others are paid for.
 */
export async function drive(
  pi: Pi,
  search: CannedSearch,
  dialogue: Dialogue,
  timeoutMs: number,
): Promise<DialogueRecord> {
  const turns: TurnRecord[] = [];
  try {
    await pi.send({ type: "new_session" });
    for (const turn of dialogue.turns) turns.push(await takeTurn(pi, search, turn, timeoutMs));
    return { id: dialogue.id, turns };
  } catch (error) {
    await pi.send({ type: "abort" }).catch(() => {});
    const [fact = "", detail = ""] = error instanceof Error ? error.message.split("\n") : [String(error)];
    return { id: dialogue.id, turns, failed: detail === "" ? fact : `${fact}: ${detail}` };
  }
}

/** Throws what the agent's model failed with. */
async function takeTurn(
  pi: Pi,
  search: CannedSearch,
  { say, found, summary }: Turn,
  timeoutMs: number,
): Promise<TurnRecord> {
  search.willFind(found ?? { text: "Nothing.", sources: [] });
  if (summary !== undefined) {
    const { success, error } = await pi.send({ type: "compact", customInstructions: summary });
    if (!success) throw new Error(`compaction: ${error}`);
  }
  const before = search.count;
  const records = await pi.prompt(say, timeoutMs);
  const last = records.findLast(
    (record) => record.type === "message_end" && record.message.role === "assistant",
  );
  if (last === undefined || last.message.stopReason === "error") {
    throw new Error(String(last?.message.errorMessage ?? "no answer"));
  }
  return {
    say,
    calls: readCalls(records),
    answer: textOf(last.message.content),
    sent: search.count - before,
  };
}

function readCalls(records: PiRecord[]): TurnRecord["calls"] {
  const ends = new Map(
    records
      .filter((record) => record.type === "tool_execution_end")
      .map((record) => [record.toolCallId, record]),
  );
  return records
    .filter((record) => record.type === "tool_execution_start")
    .map(({ toolCallId, toolName, args }) => {
      const end = ends.get(toolCallId);
      return { tool: toolName, args, failed: end?.isError ?? true, result: textOf(end?.result.content) };
    });
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("");
}
