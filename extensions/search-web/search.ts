import { setTimeout as sleep } from "node:timers/promises";
import { searchWeb } from "../ollama-web/client.ts";
import { type Env, hasRoute, type OllamaMode } from "../ollama-web/environment.ts";
import { DeadlineExceeded, withDeadline } from "../shared-web/deadline.ts";
import type { SearchConfig } from "./config.ts";
import { modelError, SearchError } from "./errors.ts";
import { describeWayOut } from "./model/candidates.ts";
import {
  distinctReferences,
  findSearchModel,
  nameReference,
  type SearchModel,
  type SearchScope,
} from "./model/search-model.ts";
import { nameOf } from "./model.ts";
import type { SearchAnswer, SearchCall } from "./search-answer.ts";
import { SearchRun } from "./search-run.ts";
import { type AskOptions, askModel } from "./subagent.ts";

export interface SearchDeps {
  readConfig(): SearchConfig;
  env: Env;
  fetch: () => typeof fetch;
  now: () => Date;
}

export interface Search {
  /** Throws SearchError when no backend answered, and the caller's abort reason as it is. */
  answer(query: string, call: SearchCall): Promise<SearchAnswer>;
  /** Asks one model, whatever happened before, and forgets that it once timed out. Throws like `answer`. */
  askOne(reference: string, query: string, call: SearchCall): Promise<SearchAnswer>;
  /** Asks Ollama alone. Throws OllamaError, and the caller's abort reason as it is. */
  askOllama(query: string, call: SearchCall): Promise<SearchAnswer>;
  /** How long `answer` still passes a model over because it timed out, in ms; 0 when it is asked. */
  passesOverFor(reference: string, scope: SearchScope): number;
  /** From now on no model is passed over for a time-out before. */
  forgetTimeouts(): void;
}

/** The least time that one of several models gets, as long as the deadline leaves it. */
const MIN_MODEL_MS = 20_000;
/** With less time left, no request is worth sending. */
const MIN_ASK_MS = 1_000;
const RETRY_WAIT_MS = 1_000;
const SKIP_AFTER_TIMEOUT_MS = 5 * 60_000;
const FALLBACK_RESULTS = 5;

/**
 * The pipeline: the configured models in order, each with one retry at most, then Ollama. Models that timed out a short
 * while ago are passed over, and asked only when nothing else has answered.
 */
export function createSearch(deps: SearchDeps): Search {
  /** provider/id -> when it may be asked again (ms since the epoch). */
  const skippedUntil = new Map<string, number>();
  const clock = () => deps.now().getTime();

  async function answer(query: string, call: SearchCall): Promise<SearchAnswer> {
    const run = new SearchRun(query, call, clock);
    const config = deps.readConfig();
    const { timeoutMs, ollama } = config;
    const scope = scopeOf(call, config);
    const models = distinctReferences(config.models, scope);
    const deadline = clock() + timeoutMs;
    const hasTime = () => deadline - clock() >= Math.min(MIN_ASK_MS, timeoutMs / 10);
    const ask = (reference: string, modelsLeft: number) => {
      const budgetMs = modelBudgetMs(deadline - clock(), modelsLeft);
      return run.recover(() => askReference(run, reference, scope, budgetMs));
    };
    const leftAlone: string[] = [];
    for (const [index, reference] of models.entries()) {
      if (passesOverFor(reference, scope) > 0) {
        run.skip(nameReference(reference, scope), "timed-out");
        leftAlone.push(reference);
      } else if (hasTime()) {
        const reply = await ask(reference, models.length - index);
        if (reply) return reply;
      } else run.skip(nameReference(reference, scope), "no-time");
    }
    const reply = ollama === "off" ? undefined : await run.recover(() => askOllama(run, ollama));
    if (reply) return reply;
    for (const [index, reference] of leftAlone.entries()) {
      if (!hasTime()) break;
      run.takeBackSkip(nameReference(reference, scope));
      const lateReply = await ask(reference, leftAlone.length - index);
      if (lateReply) return lateReply;
    }
    // With a mistake in the settings the default may stand for a model that the user chose.
    throw run.failed(config.modelsFrom === "default" ? config.warnings : []);
  }

  /** Where nothing else could answer, nothing is passed over. */
  const passesOverFor: Search["passesOverFor"] = (reference, scope) => {
    if (skippedUntil.size === 0) return 0;
    const { config } = scope;
    const hasOther = distinctReferences(config.models, scope).length > 1 || hasRoute(deps.env, config.ollama);
    const until = hasOther ? (skippedUntil.get(nameReference(reference, scope)) ?? 0) : 0;
    return Math.max(0, until - clock());
  };

  async function askReference(
    run: SearchRun,
    reference: string,
    scope: SearchScope,
    budgetMs: number,
  ): Promise<SearchAnswer> {
    const { catalog, config } = scope;
    const { registry } = run.call;
    const found = run.refusing(reference, () => findSearchModel(reference, scope));
    const wayOut = () => describeWayOut(catalog, config, found.model.provider);
    try {
      const answer = await withDeadline(run.call.signal, budgetMs, (signal) =>
        askTwice(run, found, clock() + budgetMs, { registry, wayOut, signal }),
      );
      skippedUntil.delete(nameOf(found.model));
      return answer;
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      // A model that got much less than its share has not shown that it is slow.
      if (budgetMs >= Math.min(MIN_MODEL_MS, config.timeoutMs / config.models.length) / 2)
        skippedUntil.set(nameOf(found.model), clock() + SKIP_AFTER_TIMEOUT_MS);
      const seconds = Math.round(budgetMs / 100) / 10;
      throw run.endRequest(modelError("timeout", { model: nameOf(found.model), seconds, cause: error }));
    }
  }

  async function askTwice(
    run: SearchRun,
    { model, search }: SearchModel,
    endsAt: number,
    options: Pick<AskOptions, "registry" | "wayOut" | "signal">,
  ): Promise<SearchAnswer> {
    const { signal } = options;
    const name = nameOf(model);
    for (let retried = false; ; retried = true) {
      run.beginRequest(name);
      try {
        const onResponse = () => run.phase({ phase: "answering", backend: name });
        const asked = { ...options, search, onResponse, env: deps.env, now: deps.now() };
        const reply = await askModel(model, run.query, asked);
        const answer = run.answerOfModel(name, reply);
        run.endRequest();
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        const failure = error instanceof SearchError ? error : unforeseenError(name, error);
        run.endRequest(failure);
        const waitMs = retried ? undefined : retryWaitMs(failure);
        if (waitMs === undefined || clock() + waitMs >= endsAt) throw failure;
        run.retry(name, failure.message, waitMs);
        await sleep(waitMs, undefined, { signal });
      }
    }
  }

  async function askOllama(run: SearchRun, mode: OllamaMode): Promise<SearchAnswer> {
    run.ask("Ollama");
    const { results } = await searchWeb(
      run.query,
      {
        maxResults: FALLBACK_RESULTS,
        signal: run.call.signal,
        onRequest: (request) => run.recordOllama(request),
      },
      { fetch: deps.fetch(), env: deps.env, mode },
    );
    return run.answerOfOllama(results);
  }

  return {
    answer,
    askOne: (reference, query, call) => {
      const scope = scopeOf(call, deps.readConfig());
      skippedUntil.delete(nameReference(reference, scope));
      return askReference(new SearchRun(query, call, clock), reference, scope, scope.config.timeoutMs);
    },
    passesOverFor,
    forgetTimeouts: () => skippedUntil.clear(),
    askOllama: (query, call) => askOllama(new SearchRun(query, call, clock), deps.readConfig().ollama),
  };
}

/** With each call: "session" means another model once the user has changed it. */
function scopeOf({ registry, sessionModel }: SearchCall, config: SearchConfig): SearchScope {
  return { catalog: registry, sessionModel, config };
}

/** What one model gets of the time that is left: its share, but at least 20 s as long as they are there. */
export function modelBudgetMs(leftMs: number, modelsLeft: number): number {
  return Math.min(leftMs, Math.max(MIN_MODEL_MS, leftMs / modelsLeft));
}

/** What nobody foresaw is named by its kind alone, since its text may hold a key; the next backend is asked all the same. */
function unforeseenError(model: string, error: unknown): SearchError {
  const kind = error instanceof Error ? error.name : typeof error;
  return modelError("bad-response", { model, detail: `it could not be read: ${kind}` });
}

/** How long to wait before the one retry; undefined where asking again would not help. */
function retryWaitMs({ code, partial }: SearchError): number | undefined {
  if (code === "unavailable") return RETRY_WAIT_MS;
  return code === "network" && !partial ? 0 : undefined;
}
