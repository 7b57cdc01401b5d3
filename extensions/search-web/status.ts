import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { matchesKey } from "@mariozechner/pi-tui";
import { type Env, hasRoute } from "../ollama-web/environment.ts";
import { OllamaError } from "../ollama-web/errors.ts";
import { type OllamaRoute, resolveRoutes } from "../ollama-web/host.ts";
import { SETTINGS_PATH } from "../ollama-web/settings.ts";
import { describeBeat, startBeat } from "../shared-web/beat.ts";
import { oneLine } from "../shared-web/text/untrusted.ts";
import { describeOrigin, type SearchConfig } from "./config.ts";
import { SearchError } from "./errors.ts";
import { describeWayOut } from "./model/candidates.ts";
import { describeReference, isReady, type SearchScope } from "./model/search-model.ts";
import { describePhase } from "./progress.ts";
import type { Search } from "./search.ts";
import type { SearchAnswer, SearchCall, SearchPhase } from "./search-answer.ts";
import { inSeconds, readSearchLog, type SearchLog } from "./search-log.ts";
import { tellResult } from "./tell.ts";

/** The question that `/search-status check` asks: short, and no model can know its answer without searching. */
const CHECK_QUERY = "Which version of Node.js was released most recently, and when?";

const CHECK_KEY = "search-web-check";

interface StatusFacts extends Pick<StatusDeps, "search" | "env"> {
  scope: SearchScope;
  log: SearchLog;
  /** One line on whether search is on, and what caused it. */
  switchLine: string;
  /** Which Ollama tools the agent has, and why. */
  tools: string;
  /** The file of another extension that has the name search_web. */
  stranger: string | undefined;
  /** Files of the settings' name where none is read. */
  unread: string[];
}

/** The lines of `/search-status`. Never a key. */
function describeStatus(facts: StatusFacts): string {
  const { scope, log, switchLine, tools, stranger, unread } = facts;
  const { config } = scope;
  const hasModel = hasReadyModel(facts);
  const isSetUp = canAnswer(facts);
  return [
    ...(isSetUp ? [] : ["Nothing can answer a search yet: set up a search model or Ollama"]),
    switchLine,
    ...(stranger === undefined
      ? []
      : [`search_web is another extension's (${stranger}), so the agent asks that: take one of the two out`]),
    ...config.models.map(
      (reference) =>
        `Search model: ${describeReference(reference, scope, describeOrigin(config))}${describeTimeout(reference, facts)}`,
    ),
    ...(hasModel ? [] : [`To get one: ${describeWayOut(scope.catalog, config)}`]),
    `Time limit: ${config.timeoutMs / 1_000} s for all models together`,
    `Ollama: ${describeOllama(facts)}`,
    `Ollama tools: ${tools}`,
    log.counts,
    ...log.lastDetour,
    // With nothing set up it would say once more what the lines above say.
    ...(isSetUp ? log.lastError : []),
    ...[...config.warnings, ...unread.map(describeUnread)].map((warning) => `Warning: ${warning}`),
  ].join("\n");
}

function describeUnread(file: string): string {
  return `${oneLine(file, 300)} is not read: settings stand in ${SETTINGS_PATH}.`;
}

/** A model that timed out is ready all the same, but the next search goes on without it. */
function describeTimeout(reference: string, { search, scope }: StatusFacts): string {
  const leftMs = search.passesOverFor(reference, scope);
  if (leftMs === 0) return "";
  return `, but timed out: left alone for ${Math.ceil(leftMs / 60_000)} min; /search-status check asks it now`;
}

function describeOllama(facts: StatusFacts): string {
  if (facts.scope.config.ollama === "off") return `off ("ollama" is "off" in ~/.pi/search-model.json)`;
  const routes = findRoutes(facts);
  if (routes instanceof OllamaError) return routes.message;
  if (routes.length === 0) {
    return new OllamaError("not-configured").message.replace(/^Ollama's web search is /, "");
  }
  return routes.map(({ host, why }) => `${host} (${why})`).join(", then ");
}

/** The ways to Ollama, or what is wrong with its settings. */
function findRoutes({ scope, env }: StatusFacts): OllamaRoute[] | OllamaError {
  try {
    return resolveRoutes(env, scope.config.ollama);
  } catch (error) {
    if (error instanceof OllamaError) return error;
    throw error;
  }
}

/** Asks every configured backend the check question, one after the other. `ok` when at least one answered. */
async function checkBackends(
  { search, scope, env }: StatusFacts,
  call: SearchCall,
): Promise<{ text: string; ok: boolean }> {
  const { config } = scope;
  const lines: string[] = [];
  let ok = false;
  const check = async (name: string, ask: () => Promise<SearchAnswer>, advises = true) => {
    try {
      const { durationMs, sources } = await ask();
      ok = true;
      lines.push(
        `${name}: answered in ${inSeconds(durationMs)} with ${sources.length} source${sources.length === 1 ? "" : "s"}`,
      );
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!(error instanceof SearchError || error instanceof OllamaError)) throw error;
      const said = error instanceof SearchError && advises ? error.messageAndAdvice : error.message;
      lines.push(`${name}: FAILED, ${said}`);
    }
  };
  for (const reference of config.models) {
    // What a model lacks that is not ready stands in the status, above the check.
    const advises = isReady(reference, scope);
    await check(reference, () => search.askOne(reference, CHECK_QUERY, call), advises);
  }
  if (hasRoute(env, config.ollama)) await check("Ollama", () => search.askOllama(CHECK_QUERY, call));
  return { text: lines.join("\n"), ok };
}

export interface StatusDeps {
  search: Search;
  env: Env;
  readConfig: () => SearchConfig;
  switchLine: (ctx: ExtensionContext) => string;
  describeTools: (config: SearchConfig) => string;
  findStranger: () => string | undefined;
  findUnread: (ctx: ExtensionContext) => string[];
}

/** `/search-status` and `/search-status check`. Says nothing more once `signal` has fired. */
export async function showStatus(
  args: string,
  ctx: ExtensionContext,
  signal: AbortSignal,
  deps: StatusDeps,
): Promise<void> {
  const { search, env, readConfig, switchLine, describeTools, findStranger, findUnread } = deps;
  const config = readConfig();
  const { modelRegistry: registry, model: sessionModel } = ctx;
  const scope = { catalog: registry, sessionModel, config };
  const tools = describeTools(config);
  const log = readSearchLog(ctx.sessionManager.getEntries());
  const around = { switchLine: switchLine(ctx), tools, stranger: findStranger(), unread: findUnread(ctx) };
  const facts = { scope, env, search, log, ...around };
  const checked =
    args.trim() === "check"
      ? await showPhases(ctx, signal, (shown) => checkBackends(facts, { registry, sessionModel, ...shown }))
      : { text: "", ok: canAnswer(facts) };
  if (!checked) return;
  const noneAnswered = !checked.ok && canAnswer(facts) ? ["No backend answered"] : [];
  const text = [...noneAnswered, describeStatus(facts), ...(checked.text ? [checked.text] : [])].join("\n");
  tellResult(ctx, text, checked.ok ? 0 : 1);
}

/**
 * Says in the footer what goes on, until the work is done. `undefined` when the user's Escape ended it, or `signal`: then
 * the session may be over, and `ui` with it.
 */
async function showPhases<T>(
  { ui }: ExtensionContext,
  signal: AbortSignal,
  work: (shown: Required<Pick<SearchCall, "signal" | "onPhase">>) => Promise<T>,
): Promise<T | undefined> {
  const escaped = new AbortController();
  const ignoreKeys = ui.onTerminalInput((key) => {
    if (matchesKey(key, "escape")) escaped.abort();
    return undefined;
  });
  const ended = AbortSignal.any([signal, escaped.signal]);
  const show = (phase: SearchPhase, elapsedMs: number) =>
    ui.setStatus(CHECK_KEY, describeBeat(describePhase(phase), elapsedMs));
  const beat = startBeat({ show, signal: ended });
  const clear = () => {
    beat.stop();
    ui.setStatus(CHECK_KEY, undefined);
  };
  signal.addEventListener("abort", clear, { once: true });
  try {
    return await work({ signal: ended, onPhase: beat.next });
  } catch (error) {
    if (ended.aborted) return undefined;
    throw error;
  } finally {
    ignoreKeys();
    signal.removeEventListener("abort", clear);
    if (!signal.aborted) clear();
  }
}

/** Whether a search could be answered at all. */
function canAnswer(facts: StatusFacts): boolean {
  const routes = findRoutes(facts);
  return hasReadyModel(facts) || (Array.isArray(routes) && routes.length > 0);
}

function hasReadyModel({ scope }: StatusFacts): boolean {
  return scope.config.models.some((reference) => isReady(reference, scope));
}
