import { SETTINGS_PATH } from "../../ollama-web/settings.ts";
import { describeOrigin, splitReferences } from "../config.ts";
import { type Candidate, describeWayOut, listCandidates } from "./candidates.ts";
import {
  describeReference,
  isReady,
  nameReference,
  SESSION_REFERENCE,
  type SearchScope,
} from "./search-model.ts";

/** What a message shows; any other model can be named all the same. */
const LISTED_MODELS = 60;
/** What a selector offers in a terminal of 24 rows: that of pi 0.73 does not scroll. */
const OFFERED_MODELS = 12;

const WITHOUT_MODEL =
  "Ollama's web search needs no model: make a free key at https://ollama.com/settings/keys and set OLLAMA_API_KEY.";

/** A model that the user may take as the search model. */
export interface ModelChoice extends Candidate {
  inUse: boolean;
}

export interface ChoiceScope extends SearchScope {
  /** Ollama may be asked. */
  hasOllama: boolean;
}

/** What a command says, and whether it did what was asked. */
export interface CommandResult {
  text: string;
  ok: boolean;
}

/** Every model with credentials that can search, cheapest first, and whether it is one of those in use. */
export function listChoices(scope: ChoiceScope): ModelChoice[] {
  const { catalog, config } = scope;
  const used = config.models.map((reference) => nameReference(reference, scope));
  return listCandidates(catalog, config.native).map((candidate) => ({
    ...candidate,
    inUse: used.includes(candidate.name),
  }));
}

/** The list for people who cannot choose from it where it stands. */
export function describeChoices(choices: readonly ModelChoice[], scope: ChoiceScope): CommandResult {
  const { catalog, config, hasOllama } = scope;
  const inUse = config.models.map(
    (reference) => `Search model: ${describeReference(reference, scope, describeOrigin(config))}`,
  );
  if (choices.length === 0) {
    const none = `No model with credentials is known to search: ${describeWayOut(catalog, config)}.`;
    return { text: [none, ...(hasOllama ? [] : [WITHOUT_MODEL]), ...inUse].join("\n"), ok: false };
  }
  const hidden = choices.length - LISTED_MODELS;
  const lines = [
    ...inUse,
    "Models with credentials that can search, cheapest first:",
    ...choices.slice(0, LISTED_MODELS).map((choice) => `  ${formatChoice(choice)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    `/search-model provider/id takes one; /search-model ${SESSION_REFERENCE} takes the session's own model.`,
  ];
  return { text: lines.join("\n"), ok: true };
}

export function formatChoice({ name, cost, inUse }: ModelChoice): string {
  return `${name}: ${cost}${inUse ? " (in use)" : ""}`;
}

/** A row of the selector, short enough for one line of 80 columns. */
export function formatOffer({ name, shortCost, inUse }: ModelChoice): string {
  return `${name}: ${shortCost}${inUse ? " (in use)" : ""}`;
}

/** What fits a selector: the models in use, then each provider's cheapest in turn, so that none crowds out the others. */
export function pickOffered(choices: readonly ModelChoice[]): ModelChoice[] {
  const seen = new Map<string, number>();
  const turns = choices.map((choice) => {
    const provider = choice.name.slice(0, choice.name.indexOf("/"));
    const turn = seen.get(provider) ?? 0;
    seen.set(provider, turn + 1);
    return { choice, turn: choice.inUse ? -1 : turn };
  });
  turns.sort((a, b) => a.turn - b.turn);
  const offered = new Set(turns.slice(0, OFFERED_MODELS).map(({ choice }) => choice));
  return choices.filter((choice) => offered.has(choice));
}

/**
 * Checks references, comma-separated as in PI_SEARCH_MODEL, and hands them to `save`, which returns a sentence when it
 * cannot.
 */
export function takeModels(
  wanted: string,
  scope: ChoiceScope,
  save: (model: string | string[]) => string | undefined,
): CommandResult {
  const [first = "", ...others] = splitReferences(wanted);
  const references = [first, ...others];
  const refused = references.find((reference) => !isReady(reference, scope));
  if (refused !== undefined) {
    const why = describeReference(refused, scope);
    return { text: `Search model not changed: ${why}\n/search-model lists what can search.`, ok: false };
  }
  const problem = save(others.length > 0 ? references : first);
  if (problem) return { text: `Search model not changed: ${problem}`, ok: false };
  const lines = [
    ...references.map((reference) => `Search model: ${describeReference(reference, scope)}`),
    `Written to ${SETTINGS_PATH}; the next search uses it.`,
    ...(scope.config.modelsFrom === "PI_SEARCH_MODEL"
      ? ["PI_SEARCH_MODEL is set and counts first: unset it."]
      : []),
  ];
  return { text: lines.join("\n"), ok: true };
}
