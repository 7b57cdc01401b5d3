import { answer, type ModelStandIn, startModelStandIn } from "../test/support/model-stand-in.ts";
import type { Found } from "./dialogues.ts";

/** The model id that stands in for a search model, at the provider `search-web-eval`. */
export const SEARCH_MODEL = "canned";
export const PROVIDER = "search-web-eval";

/** A search model on the loopback interface that finds what it is told, so that every run finds the same. */
export class CannedSearch {
  readonly #server: ModelStandIn;

  private constructor(server: ModelStandIn) {
    this.#server = server;
  }

  static async start(): Promise<CannedSearch> {
    return new CannedSearch(await startModelStandIn());
  }

  get url(): string {
    return `${this.#server.url}/v1`;
  }

  /** Requests so far: searches that left the agent's process. */
  get count(): number {
    return this.#server.of(SEARCH_MODEL).length;
  }

  willFind({ text, sources }: Found): void {
    const list = sources.map((url, index) => `[${index + 1}]: ${url}`).join("\n");
    this.#server.script(SEARCH_MODEL, answer(list === "" ? text : `${text}\n\n${list}`));
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
