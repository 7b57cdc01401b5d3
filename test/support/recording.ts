import { readFileSync } from "node:fs";
import { parseAnswer } from "../../extensions/search-web/citations.ts";
import { completeText, watchEvents } from "../../extensions/search-web/subagent/provider-events.ts";
import { isRecord, listOf, textOf } from "../../extensions/shared-web/json.ts";

/** What a recorded answer is read as, and what the file says it should be. */
export interface Replay {
  read: { answer: string; sources: string[] };
  expected: { answer: unknown; sources: unknown };
}

/** Reads a file of `just record` the way a search reads the same stream. */
export function replayRecording(file: string): Replay {
  const recording: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isRecord(recording)) throw new Error(`${file} holds no recording`);
  const events = watchEvents(textOf(recording.api));
  for (const event of listOf(recording.events)) events.observe(event);
  const { text, sources, numbering } = completeText(textOf(recording.text), events.evidence());
  const { answer, sources: urls } = parseAnswer(text, sources, numbering);
  return {
    read: { answer, sources: urls },
    expected: { answer: recording.answer, sources: recording.sources },
  };
}
