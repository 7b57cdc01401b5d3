import type { ProgressNotification } from "@modelcontextprotocol/sdk/types.js";

export interface Progress {
  /** From the request's `_meta`; without one nothing is sent. */
  token: string | number | undefined;
  send: (notification: ProgressNotification) => Promise<void>;
  /** What the call does, for people: `Searching the web`. */
  activity: string;
  /** In seconds, the total of the progress. */
  limitSeconds: number;
}

const INTERVAL_MS = 1_000;

/**
 * Runs work and tells the client, when it asked for it, how many of the call's seconds have passed: at once, every
 * second, and whenever the work says something. Nothing is sent after the work has ended.
 */
export async function withProgress<T>(
  { token, send, activity, limitSeconds }: Progress,
  run: (say: (message: string) => void) => Promise<T>,
): Promise<T> {
  if (token === undefined) return run(() => {});
  const startedAt = performance.now();
  let milliseconds = -1;
  let hasEnded = false;
  const say = (message: string) => {
    if (hasEnded) return;
    // The protocol wants every value above the one before.
    milliseconds = Math.max(Math.trunc(performance.now() - startedAt), milliseconds + 1);
    const params = { progressToken: token, progress: milliseconds / 1_000, total: limitSeconds, message };
    send({ method: "notifications/progress", params }).catch(() => {});
  };
  say(activity);
  const timer = setInterval(() => say(activity), INTERVAL_MS);
  try {
    return await run(say);
  } finally {
    hasEnded = true;
    clearInterval(timer);
  }
}
