import type { Usage } from "@mariozechner/pi-ai";
import { OllamaError } from "../ollama-web/errors.ts";
import { formatResults } from "../ollama-web/format/format-results.ts";
import type { RequestReport } from "../ollama-web/http/request.ts";
import type { SearchResult } from "../ollama-web/responses.ts";
import { cleanText, isBlank, oneLine, stripEscapes } from "../shared-web/text/untrusted.ts";
import { hasCitationMarks, parseAnswer } from "./citations.ts";
import { codeOfOllama, modelError, ONLY_THOUGHT, SearchError, searchFailed, USED_UP } from "./errors.ts";
import type { Attempt, SearchAnswer, SearchCall, SearchPhase } from "./search-answer.ts";
import type { ModelReply } from "./subagent.ts";

/** What the text of Ollama's results may take of the content that the agent's model reads. */
const RESULTS_CHARS = 3_200;

/** More than any search takes, in tokens or USD. */
const MAX_COUNT = 1e9;

const SKIPS = {
  "timed-out": [
    "timed out less than 5 minutes ago and was not asked again",
    "/search-status check asks it now",
  ],
  "no-time": ["was not asked, the time was used up", "raise timeoutSeconds in ~/.pi/search-model.json"],
} as const;

/** One search under way: what was tried, what failed, and the answer made of what came back. */
export class SearchRun {
  readonly query: string;
  readonly call: SearchCall;
  readonly #clock: () => number;
  readonly #startedAt: number;
  readonly #attempts: Attempt[] = [];
  #failures: (SearchError | OllamaError)[] = [];
  readonly #skips = new Map<string, SearchError>();
  #request: { model: string; startedAt: number } | undefined;
  /** Why the next request is not the first. */
  #because: { phase: "retrying" | "falling-back"; reason: string } | undefined;

  constructor(query: string, call: SearchCall, clock: () => number) {
    this.query = query;
    this.call = call;
    this.#clock = clock;
    this.#startedAt = clock();
  }

  phase(phase: SearchPhase): void {
    if (!this.call.signal?.aborted) this.call.onPhase?.(phase);
  }

  /** Tells that a backend is asked, and, when it is not the first request, why. */
  ask(backend: string): void {
    this.phase(this.#because ? { ...this.#because, backend } : { phase: "asking", backend });
    this.#because = undefined;
  }

  retry(backend: string, reason: string, waitMs: number): void {
    this.#because = { phase: "retrying", reason };
    this.phase({ phase: "retrying", backend, reason, waitMs });
  }

  beginRequest(model: string): void {
    this.#request = { model, startedAt: this.#clock() };
    this.ask(model);
  }

  /** Notes how the request under way ended, if one is; hands the error on. */
  endRequest(error?: SearchError): SearchError | undefined {
    const request = this.#request;
    this.#request = undefined;
    if (request) {
      const outcome = error ? { outcome: error.code, message: error.message } : { outcome: "ok" as const };
      const durationMs = this.#clock() - request.startedAt;
      this.#attempts.push({ backend: "subagent", model: request.model, ...outcome, durationMs });
    }
    return error;
  }

  /** Looks a model up; notes one that cannot be asked. */
  refusing<T>(model: string, lookUp: () => T): T {
    try {
      return lookUp();
    } catch (error) {
      if (error instanceof SearchError) {
        const { code: outcome, message } = error;
        this.#attempts.push({ backend: "subagent", model, outcome, message, durationMs: 0 });
      }
      throw error;
    }
  }

  skip(model: string, why: keyof typeof SKIPS): void {
    const [fact, advice] = SKIPS[why];
    const message = `${model} ${fact}`;
    this.#attempts.push({ backend: "subagent", model, outcome: "skipped", message, durationMs: 0 });
    const error = new SearchError("timeout", message, { advice });
    this.#failures.push(error);
    this.#skips.set(model, error);
    this.#because = { phase: "falling-back", reason: message };
  }

  /** The model is asked after all: that it was skipped is no failure any more. */
  takeBackSkip(model: string): void {
    this.#failures = this.#failures.filter((error) => error !== this.#skips.get(model));
  }

  recordOllama({ error, durationMs }: RequestReport): void {
    const outcome = error
      ? { outcome: codeOfOllama(error.code), message: error.message }
      : { outcome: "ok" as const };
    this.#attempts.push({ backend: "ollama", ...outcome, durationMs: Math.round(durationMs) });
  }

  /** Lets a backend's failure pass, so that the next one is asked; the caller's abort and faults of ours go through. */
  async recover(ask: () => Promise<SearchAnswer>): Promise<SearchAnswer | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.call.signal?.throwIfAborted();
      if (!(error instanceof SearchError || error instanceof OllamaError)) throw error;
      this.#failures.push(error);
      this.#because = { phase: "falling-back", reason: error.message };
      return undefined;
    }
  }

  /**
   * One sentence for each failure, each advice once. `warnings` of the settings come first: where they count, the rest is
   * about models that the user did not choose.
   */
  failed(warnings: readonly string[]): SearchError {
    const first = this.#failures[0];
    const advised = new Set<string | undefined>();
    const sentences = this.#failures.map((error) => {
      if (error instanceof OllamaError) return startSentence(error.message);
      const isSaid = advised.has(error.advice);
      advised.add(error.advice);
      return `${isSaid ? error.message : error.messageAndAdvice}.`;
    });
    const code = first instanceof SearchError ? first.code : "unavailable";
    return searchFailed(code, [...warnings, ...sentences], this.#failures.at(-1));
  }

  /** Throws SearchError when nothing is left of the text, as of a model that only thought. */
  answerOfModel(model: string, reply: ModelReply): SearchAnswer {
    const { text, sources, numbering, searched, foundNothing, usage, cut } = reply;
    const { answer, citations } = parseAnswer(stripEscapes(text), sources, numbering);
    if (isBlank(answer)) {
      const detail = cut ? USED_UP : isBlank(text) ? undefined : ONLY_THOUGHT;
      throw modelError("empty-answer", { model, detail });
    }
    const cleaned = citations.map(({ title, ...citation }) => ({
      ...citation,
      ...(title === undefined ? {} : { title: oneLine(title, 300) }),
    }));
    return {
      ...this.#answer("subagent", cleanText(answer), cleaned),
      ...(searched === false ? { grounded: false, searched } : {}),
      ...(citations.length === 0 && (searched ?? hasCitationMarks(text)) ? { searched: true } : {}),
      ...(citations.length === 0 && foundNothing ? { foundNothing: true } : {}),
      model,
      ...(isCounted(usage) ? { usage } : {}),
      ...(cut ? { cut: true } : {}),
    };
  }

  answerOfOllama(results: SearchResult[]): SearchAnswer {
    const { text } = formatResults(this.query, results, { maxChars: RESULTS_CHARS });
    const citations = results.map(({ title, url }, index) => ({
      numbers: [index + 1],
      url,
      title,
      origin: "provider" as const,
    }));
    return this.#answer("ollama", text, citations);
  }

  #answer(
    backend: SearchAnswer["backend"],
    answer: string,
    citations: SearchAnswer["citations"],
  ): SearchAnswer {
    const sources = [...new Set(citations.map(({ url }) => url))];
    return {
      query: this.query,
      answer,
      sources,
      grounded: sources.length > 0,
      citations,
      backend,
      attempts: this.#attempts,
      durationMs: this.#clock() - this.#startedAt,
    };
  }
}

/** A server may send anything for a count; what is none would spoil the session's totals. */
function isCounted({ input, output, totalTokens, cost }: Usage): boolean {
  return [input, output, totalTokens, cost.total].every((count) => count >= 0 && count <= MAX_COUNT);
}

function startSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
