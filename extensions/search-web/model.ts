import type { Api, Model } from "@mariozechner/pi-ai";

/** The part of pi's model registry that finds a model. */
export interface ModelCatalog {
  find(provider: string, id: string): Model<Api> | undefined;
  getAll(): Model<Api>[];
  /** Those with configured credentials. */
  getAvailable(): Model<Api>[];
  hasConfiguredAuth(model: Model<Api>): boolean;
}

/**
 * The model that a reference means: `provider/id` split at the first slash, then the whole reference as a model id
 * under any provider; among several the first with configured credentials, else the first.
 */
export function resolveModel(reference: string, catalog: ModelCatalog): Model<Api> | undefined {
  const slash = reference.indexOf("/");
  const named = slash > 0 ? catalog.find(reference.slice(0, slash), reference.slice(slash + 1)) : undefined;
  if (named && catalog.hasConfiguredAuth(named)) return named;
  const hasId = ({ id }: Model<Api>) => id === reference;
  // pi 1.x gathers all models anew each time that it is asked for them; those with credentials it keeps.
  return catalog.getAvailable().find(hasId) ?? named ?? catalog.getAll().find(hasId);
}

/** `provider/id`, as the user may write it. */
export function nameOf(model: Model<Api>): string {
  return `${model.provider}/${model.id}`;
}
