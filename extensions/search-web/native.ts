import type { Api, Model } from "@mariozechner/pi-ai";
import {
  ALWAYS_SEARCHES,
  NATIVE_SEARCHES,
  type NativeSearch,
  NOT_BUILT,
  type Vendor,
} from "./native/vendors.ts";

/**
 * How a model comes to search. "native": its vendor's own search tool is added. "own": it searches by itself.
 * "unknown": nothing is known of it, as of a proxy's model; it is asked as it is. "not-built": its vendor's search
 * cannot be used from here. "no-address": its base URL lacks the scheme, as one written by hand may.
 */
export type SearchAbility =
  | { kind: "native"; search: NativeSearch }
  | { kind: "own" }
  | { kind: "unknown" }
  | { kind: "not-built"; vendor: string }
  | { kind: "no-address" };

/**
 * The vendor's own search is used where the model's base URL is the vendor's own, since a proxy need not know the tool.
 * `forced` is the user's word: true also for other base URLs, false nowhere.
 */
export function abilityOf(model: Model<Api>, forced: boolean | undefined): SearchAbility {
  if (isWithoutScheme(model)) return { kind: "no-address" };
  const plain = { kind: ALWAYS_SEARCHES.test(model.id) ? "own" : "unknown" } as const;
  if (forced === false) return plain;
  if (plain.kind === "own" && !forced) return plain;
  const hostname = URL.canParse(model.baseUrl) ? new URL(model.baseUrl).hostname : undefined;
  const serves = (vendor: Vendor) => isServedBy(vendor, model.provider, hostname, forced);
  const notBuilt = NOT_BUILT.find((vendor) => vendor.apis?.includes(model.api) || serves(vendor));
  if (notBuilt) return { kind: "not-built", vendor: notBuilt.vendor };
  const speaking = NATIVE_SEARCHES.filter(({ apis }) => apis.includes(model.api));
  const search =
    speaking.find(serves) ??
    // Forced on a provider that nobody knows: the tool of the vendor whose own API it speaks.
    (forced ? speaking.find(({ apis }) => apis.length === 1) : undefined);
  return search ? { kind: "native", search } : plain;
}

/** `127.0.0.1:5000/v1`. The APIs of other adapters may need no such address. */
function isWithoutScheme({ api, baseUrl }: Model<Api>): boolean {
  return /^(?:openai|anthropic)-/.test(api) && baseUrl !== "" && !/^https?:\/\//i.test(baseUrl);
}

/** By the host of the base URL; by the provider's id where the user forces it or pi makes the base URL up only later. */
function isServedBy(
  { providers, hosts }: Vendor,
  provider: string,
  hostname: string | undefined,
  forced: boolean | undefined,
): boolean {
  if (hostname === undefined) return providers.includes(provider);
  const isOwnHost = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return isOwnHost || (forced === true && providers.includes(provider));
}

/** What a request to the model needs for its vendor's search: the model to send, and the payload hook. */
export function prepareNative(
  model: Model<Api>,
  search: NativeSearch,
): { model: Model<Api>; onPayload: (payload: unknown) => unknown } {
  return {
    model: search.reroute?.(model) ?? model,
    // pi may call the hook twice for one request.
    onPayload: (payload) =>
      typeof payload === "object" && payload !== null ? search.addTo({ ...payload }) : payload,
  };
}
