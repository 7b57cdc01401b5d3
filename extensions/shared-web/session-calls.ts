/** The calls that run in a session: each ends when its caller aborts it, and at the latest with the session. */
export class SessionCalls {
  readonly #running = new Set<AbortController>();

  async run<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const session = new AbortController();
    this.#running.add(session);
    try {
      return await work(signal ? AbortSignal.any([signal, session.signal]) : session.signal);
    } finally {
      this.#running.delete(session);
    }
  }

  end(): void {
    for (const session of this.#running) session.abort();
  }
}
