import type { Api, Model } from "@mariozechner/pi-ai";
import { SETTINGS_PATH } from "../../ollama-web/settings.ts";
import { oneLine } from "../../shared-web/text/untrusted.ts";
import { DEFAULT_MODEL, type SearchConfig } from "../config.ts";
import { modelError } from "../errors.ts";
import { type ModelCatalog, nameOf, resolveModel } from "../model.ts";
import type { NativeSearch } from "../native/vendors.ts";
import { abilityOf, type SearchAbility } from "../native.ts";
import { describeCost, describeWayOut } from "./candidates.ts";

/** The reference that means the model of the session itself. */
export const SESSION_REFERENCE = "session";

/** What references are looked up in. */
export interface ModelScope {
  catalog: ModelCatalog;
  /** The model that the session runs on. */
  sessionModel: Model<Api> | undefined;
  config: Pick<SearchConfig, "native" | "modelsFrom">;
}

/** The same, with all that the user set. */
export interface SearchScope extends ModelScope {
  config: SearchConfig;
}

/** A model that can be asked, and the vendor's search to add to the request. */
export interface SearchModel {
  model: Model<Api>;
  search: NativeSearch | undefined;
}

/** The model that a reference means. Throws SearchError when there is none or it cannot search. */
export function findSearchModel(reference: string, scope: ModelScope): SearchModel {
  const found = lookUp(reference, scope);
  if (found.kind === "model") {
    const { model, ability } = found;
    return { model, search: ability.kind === "native" ? ability.search : undefined };
  }
  const wayOut = describeWayOut(scope.catalog, scope.config);
  const problem = found.kind === "unable" ? found.problem : undefined;
  // Who never named a model does not know the default by its name.
  const model = reference === DEFAULT_MODEL ? `the default ${found.name}` : found.name;
  throw modelError("model-not-found", { model, problem, wayOut });
}

/** One line on what a reference means and whether it can be asked; `origin` says in brackets where it was named. */
export function describeReference(reference: string, scope: ModelScope, origin?: string): string {
  const found = lookUp(reference, scope);
  const from = origin === undefined ? "" : ` (${origin})`;
  if (found.kind === "missing")
    return `${found.name}${from}, NOT in pi's model registry: add it to models.json`;
  if (found.kind === "unable") return `${found.name}${from} ${found.problem}`;
  const { model, ability } = found;
  const foundAs = nameOf(model) === reference ? "" : `, found as ${nameOf(model)}`;
  const name = `${reference}${from}${foundAs}`;
  if (!scope.catalog.hasConfiguredAuth(model)) {
    return `${name}, NO credentials: add its API key to models.json or log in with /login`;
  }
  if (ability.kind === "own") return `${name}, ready`;
  if (ability.kind !== "native")
    return `${name}, ready, but not known to search: it is asked as it is${describeForce(model, scope.config)}`;
  return `${name}, ready, searches through ${ability.search.vendor} (${describeCost(model, ability)})`;
}

/** How `native` in the settings would let a model search that is not known to; empty where it would not. */
function describeForce(model: Model<Api>, { native }: ModelScope["config"]): string {
  const wish = native === false ? undefined : true;
  const ability = abilityOf(model, wish);
  if (ability.kind !== "native") return "";
  const { vendor } = ability.search;
  return native === false
    ? `, since "native": false in ${SETTINGS_PATH} leaves ${vendor}'s search tool out`
    : `; "native": true in ${SETTINGS_PATH} adds ${vendor}'s search tool, if its server knows that`;
}

/** Whether a reference means a model that has credentials and is not known to be unable to search. */
export function isReady(reference: string, scope: ModelScope): boolean {
  const found = lookUp(reference, scope);
  return found.kind === "model" && scope.catalog.hasConfiguredAuth(found.model);
}

/** The name of what a reference means, whether it can be asked or not. */
export function nameReference(reference: string, scope: ModelScope): string {
  const found = lookUp(reference, scope);
  return found.kind === "model" ? nameOf(found.model) : found.name;
}

/** References in their order, one for each model: two may mean the same, as "session" and its name. */
export function distinctReferences(references: string[], scope: ModelScope): string[] {
  if (references.length === 1) return references;
  const names = references.map((reference) => nameReference(reference, scope));
  return references.filter((_reference, index) => names.indexOf(names[index] ?? "") === index);
}

/** `problem` goes on from `name` as a sentence does. */
type Lookup =
  | { kind: "model"; model: Model<Api>; ability: SearchAbility }
  | { kind: "missing"; name: string }
  | { kind: "unable"; name: string; problem: string };

function lookUp(reference: string, { catalog, sessionModel, config }: ModelScope): Lookup {
  const isSession = reference === SESSION_REFERENCE;
  const model = isSession ? sessionModel : resolveModel(reference, catalog);
  if (!model && isSession) return { kind: "unable", name: "the session", problem: "has no model" };
  if (!model) return { kind: "missing", name: oneLine(reference, 300) };
  const ability = abilityOf(model, config.native);
  const name = isSession ? `the session's model ${nameOf(model)}` : nameOf(model);
  if (ability.kind === "no-address") {
    const problem = "cannot be asked: its baseUrl in models.json does not start with http:// or https://";
    return { kind: "unable", name, problem };
  }
  if (ability.kind === "not-built") {
    const problem = `cannot be the search model: ${ability.vendor}'s web search is not built in`;
    return { kind: "unable", name, problem };
  }
  if (isSession && ability.kind === "unknown") {
    return { kind: "unable", name, problem: "is not known to search the web" };
  }
  return { kind: "model", model, ability };
}
