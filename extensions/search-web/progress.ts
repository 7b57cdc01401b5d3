import type { SearchPhase } from "./search.ts";

/** Between two updates at least: twice a second at most. */
export const MIN_GAP_MS = 500;
/** Without news the seconds still count. */
export const BEAT_MS = 1_000;

/** What a running search shows, as the `details` of an update. */
export interface SearchProgress {
  progress: SearchPhase & { elapsedMs: number };
}

export interface ProgressOptions {
  /** Shows one update. */
  show(text: string, details: SearchProgress): void;
  /** Ends the updates for good when it fires. */
  signal?: AbortSignal | undefined;
}

export interface Progress {
  onPhase(phase: SearchPhase): void;
  /** Ends the updates; no timer stays behind. */
  stop(): void;
}

/** Shows what a search is doing: each new phase, and the seconds while one lasts. */
export function startProgress({ show, signal }: ProgressOptions): Progress {
  const startedAt = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  let phase: SearchPhase | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = signal?.aborted ?? false;

  function update(): void {
    clearTimeout(timer);
    if (!phase || ended) return;
    shownAt = performance.now();
    const elapsedMs = Math.round(shownAt - startedAt);
    // The next beat falls on a whole second of the search, so that no second is left out.
    timer = setTimeout(update, Math.max(MIN_GAP_MS, BEAT_MS - (elapsedMs % BEAT_MS)));
    show(describeProgress(phase, elapsedMs), { progress: { ...phase, elapsedMs } });
  }

  function stop(): void {
    ended = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }

  function onPhase(next: SearchPhase): void {
    if (ended) return;
    phase = next;
    clearTimeout(timer);
    const waitMs = shownAt + MIN_GAP_MS - performance.now();
    if (waitMs <= 0) update();
    else timer = setTimeout(update, waitMs);
  }

  signal?.addEventListener("abort", stop, { once: true });
  return { onPhase, stop };
}

/** One line: what the search is doing, with whom, for how long. */
export function describeProgress(phase: SearchPhase, elapsedMs: number): string {
  return `${describePhase(phase)} · ${Math.floor(elapsedMs / 1_000)} s`;
}

function describePhase(phase: SearchPhase): string {
  switch (phase.phase) {
    case "asking":
      return `asking ${phase.backend}`;
    case "answering":
      return `${phase.backend} is answering`;
    case "retrying": {
      const wait = phase.waitMs ? ` in ${Math.ceil(phase.waitMs / 1_000)} s` : "";
      return `retrying${wait}: ${phase.reason}`;
    }
    case "falling-back":
      return `falling back to ${phase.backend}: ${phase.reason}`;
  }
}
