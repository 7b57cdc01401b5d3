import type { AgentToolUpdateCallback } from "@mariozechner/pi-coding-agent";

/** Between two updates at least: twice a second at most. */
const MIN_GAP_MS = 500;
/** Without news the seconds still count. */
const BEAT_MS = 1_000;

export interface BeatOptions<Phase> {
  /** Shows one update. */
  show(phase: Phase, elapsedMs: number): void;
  /** Ends the updates for good when it fires. */
  signal?: AbortSignal;
}

export interface Beat<Phase> {
  next(phase: Phase): void;
  /** Ends the updates; no timer stays behind. */
  stop(): void;
}

/** Shows what goes on: each new phase, and the seconds while one lasts. */
export function startBeat<Phase>({ show, signal }: BeatOptions<Phase>): Beat<Phase> {
  const startedAt = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let ended = signal?.aborted ?? false;

  /** `dueMs`: a timer may fire a little before its time, which would show the same second twice. */
  function update(phase: Phase, dueMs = 0): void {
    shownAt = performance.now();
    const elapsedMs = Math.max(dueMs, Math.round(shownAt - startedAt));
    // The next beat falls on a whole second, so that no second is left out.
    const waitMs = Math.max(MIN_GAP_MS, BEAT_MS - (elapsedMs % BEAT_MS));
    timer = setTimeout(update, waitMs, phase, elapsedMs + waitMs);
    show(phase, elapsedMs);
  }

  function next(phase: Phase): void {
    if (ended) return;
    clearTimeout(timer);
    const waitMs = shownAt + MIN_GAP_MS - performance.now();
    if (waitMs <= 0) update(phase);
    else timer = setTimeout(update, waitMs, phase);
  }

  function stop(): void {
    ended = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }

  signal?.addEventListener("abort", stop, { once: true });
  return { next, stop };
}

/** `asking Ollama · 3 s`, the form that the renderers read. */
export function describeBeat(phase: string, elapsedMs: number): string {
  return `${phase} · ${Math.floor(elapsedMs / 1_000)} s`;
}

/** The `details` of an update, for programs. */
export interface WaitDetails {
  progress: { phase: string; elapsedMs: number };
}

/** Shows one phase for as long as the work takes. */
export async function showWait<T>(
  phase: string,
  onUpdate: AgentToolUpdateCallback<WaitDetails> | undefined,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const show = (_phase: string, elapsedMs: number) =>
    onUpdate?.({
      content: [{ type: "text", text: describeBeat(phase, elapsedMs) }],
      details: { progress: { phase, elapsedMs } },
    });
  const beat = startBeat({ show, signal });
  beat.next(phase);
  try {
    return await work();
  } finally {
    beat.stop();
  }
}
