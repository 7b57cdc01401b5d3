import { SearchError } from "./errors.ts";
import type { SearchAnswer } from "./search-answer.ts";

/** What searches came to since the session started. */
export class SearchLog {
  #answered = 0;
  #failed = 0;
  #last: { seconds: string; by: string } | undefined;
  #lastError: string | undefined;

  /** Counts one search. An abort counts as neither answered nor failed. */
  async follow(search: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    try {
      const answer = await search();
      this.#answered++;
      this.#last = { seconds: inSeconds(answer.durationMs), by: answer.model ?? "Ollama" };
      return answer;
    } catch (error) {
      if (error instanceof SearchError) {
        this.#failed++;
        this.#lastError = error.message;
      }
      throw error;
    }
  }

  describeCounts(): string {
    const last = this.#last ? `, the last by ${this.#last.by} in ${this.#last.seconds}` : "";
    return `This session: ${this.#answered} answered${last}; ${this.#failed} failed`;
  }

  describeLastError(): string[] {
    return this.#lastError ? [`Last error: ${this.#lastError}`] : [];
  }
}

/** `8.4 s` */
export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
