import type { AgentToolUpdateCallback } from "@mariozechner/pi-coding-agent";
import { type Beat, describeBeat, startBeat } from "../shared-web/beat.ts";
import type { SearchPhase } from "./search-answer.ts";

/** What a running search does, as the `details` of an update. */
export interface SearchProgress {
  progress: SearchPhase & { elapsedMs: number };
}

/** Shows what a search is doing until it is stopped or the signal fires. */
export function startProgress(
  onUpdate: AgentToolUpdateCallback<SearchProgress> | undefined,
  signal: AbortSignal | undefined,
): Beat<SearchPhase> {
  const show = (phase: SearchPhase, elapsedMs: number) =>
    onUpdate?.({
      content: [{ type: "text", text: describeBeat(describePhase(phase), elapsedMs) }],
      details: { progress: { ...phase, elapsedMs } },
    });
  return startBeat({ show, signal });
}

/** One line: what the search is doing, and with whom. */
export function describePhase(phase: SearchPhase): string {
  switch (phase.phase) {
    case "asking":
    case "answering":
      return `${phase.phase === "asking" ? "asking" : "answering:"} ${phase.backend}`;
    case "retrying": {
      const wait = phase.waitMs ? ` in ${Math.ceil(phase.waitMs / 1_000)} s` : "";
      return `retrying${wait}: ${phase.reason}`;
    }
    case "falling-back":
      return `falling back to ${phase.backend}: ${phase.reason}`;
  }
}
