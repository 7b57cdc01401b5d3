/** The reason that a deadline aborts with. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/**
 * Runs work that must end within `ms` and at once when the caller aborts, even if what it waits for ignores its
 * signal. Rejects with the caller's own reason, or `DeadlineExceeded`; leaves no timer and no listener behind.
 */
export async function withDeadline<T>(
  caller: AbortSignal | undefined,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(caller?.reason);
  caller?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => controller.abort(new DeadlineExceeded()), ms);
  const ended = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
  });
  try {
    return await Promise.race([run(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", onAbort);
  }
}
