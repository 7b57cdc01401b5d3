import type { Api, Model } from "@mariozechner/pi-ai";
import type { SearchConfig } from "../config.ts";
import { type ModelCatalog, nameOf } from "../model.ts";
import { NATIVE_SEARCHES } from "../native/vendors.ts";
import { abilityOf, type SearchAbility } from "../native.ts";

/** A model with credentials that can search. */
export interface Candidate {
  /** provider/id. */
  name: string;
  /** What a search costs, for a person. */
  cost: string;
  /** The same in USD alone, for a row under a title that names the units: `$10 + $1/$5`. */
  shortCost: string;
}

/** Tokens of a typical search: most of them are the pages that the model reads. */
const TYPICAL_INPUT_TOKENS = 10_000;
const TYPICAL_OUTPUT_TOKENS = 1_000;

/** Every model of the registry that has credentials and can search, cheapest first, then those without a known price. */
export function listCandidates(catalog: ModelCatalog, native: boolean | undefined): Candidate[] {
  return catalog
    .getAvailable()
    .map((model) => ({ model, ability: abilityOf(model, native) }))
    .filter(({ model, ability }) => isOffered(model, ability))
    .map(({ model, ability }) => ({
      name: nameOf(model),
      cost: describeCost(model, ability),
      shortCost: shortenCost(model, ability),
      price: priceOf(model, ability) ?? Infinity,
      tokens: tokenPrice(model),
    }))
    .sort((a, b) => byNumber(a.price, b.price) || a.tokens - b.tokens || a.name.localeCompare(b.name))
    .map(({ name, cost, shortCost }) => ({ name, cost, shortCost }));
}

/** Infinities are equal too. */
function byNumber(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Whether the model is known to search and worth naming: its vendor still serves it with search. */
function isOffered(model: Model<Api>, ability: SearchAbility): boolean {
  const { id, provider } = model;
  if (ability.kind === "native") {
    // Forced on a proxy, nobody knows whether the tool works there.
    const isVendors =
      ability.search.providers.includes(provider) || abilityOf(model, undefined).kind === "native";
    return isVendors && ability.search.offers(id);
  }
  const vendor = NATIVE_SEARCHES.find(({ providers }) => providers.includes(provider));
  return ability.kind === "own" && (vendor?.offers(id) ?? true);
}

/** `about $10 per 1,000 searches + tokens at $1/$5 per million`: what goes in, what comes out. */
export function describeCost(model: Model<Api>, ability: SearchAbility): string {
  const prices = tokenPrices(model);
  const tokens = prices && `tokens at ${prices} per million`;
  if (ability.kind !== "native") return tokens ?? UNKNOWN_PRICE;
  const { fee, vendor } = ability.search;
  return fee ? `about $${fee(model.id)} per 1,000 searches + ${tokens ?? "tokens"}` : planOf(vendor);
}

function shortenCost(model: Model<Api>, ability: SearchAbility): string {
  const prices = tokenPrices(model);
  if (ability.kind !== "native") return prices ? `tokens ${prices}` : UNKNOWN_PRICE;
  const { fee, vendor } = ability.search;
  return fee ? `$${fee(model.id)} + ${prices ?? "tokens"}` : planOf(vendor);
}

const UNKNOWN_PRICE = "price not known";

function planOf(vendor: string): string {
  return `counts against your ${vendor} plan`;
}

/** `$1/$5`: what goes in, what comes out. */
function tokenPrices({ cost }: Model<Api>): string | undefined {
  if (cost.input + cost.output <= 0) return undefined;
  return `$${shorten(cost.input)}/$${shorten(cost.output)}`;
}

/** Prices per token, made prices per million by multiplication, have long tails. */
function shorten(price: number): number {
  return Number(price.toPrecision(3));
}

/** USD for a typical search; undefined when pi knows no price of the model. */
function priceOf(model: Model<Api>, ability: SearchAbility): number | undefined {
  const fee = ability.kind === "native" ? ability.search.fee : () => 0;
  if (!fee) return 0;
  const tokens = tokenPrice(model);
  return tokens > 0 ? fee(model.id) / 1_000 + tokens : undefined;
}

function tokenPrice({ cost }: Model<Api>): number {
  return (cost.input * TYPICAL_INPUT_TOKENS + cost.output * TYPICAL_OUTPUT_TOKENS) / 1_000_000;
}

/**
 * How the user gets a search model, as the end of a sentence; it names the cheapest that they already have, but none of
 * the provider `failed`, whose credentials turned out to be of no use.
 */
export function describeWayOut(
  catalog: ModelCatalog,
  { native, modelsFrom }: Pick<SearchConfig, "native" | "modelsFrom">,
  failed?: string,
): string {
  const cheapest = listCandidates(catalog, native).find(({ name }) => !name.startsWith(`${failed}/`));
  if (!cheapest) {
    const vendors = NATIVE_SEARCHES.map(({ vendor }) => vendor).join(", ");
    return `log in with /login where models search (${vendors}), then type /search-model`;
  }
  const first = modelsFrom === "PI_SEARCH_MODEL" ? "unset PI_SEARCH_MODEL and " : "";
  return `${first}type /search-model ${cheapest.name} to search with a model that you have (${cheapest.cost})`;
}
