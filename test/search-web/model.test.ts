import type { Api, Model } from "@mariozechner/pi-ai";
import { expect, it } from "vitest";
import { type ModelCatalog, nameOf, resolveModel } from "../../extensions/search-web/model.ts";

/** The registry's own contract, over a list: [provider, id, has credentials]. */
function catalog(...rows: [provider: string, id: string, ready: boolean][]): ModelCatalog {
  const models = rows.map(([provider, id]) => ({ provider, id }) as Model<Api>);
  const isReady = (model: Model<Api>) => rows[models.indexOf(model)]?.[2] ?? false;
  return {
    find: (provider, id) => models.find((model) => model.provider === provider && model.id === id),
    getAll: () => models,
    getAvailable: () => models.filter(isReady),
    hasConfiguredAuth: isReady,
  };
}

function resolve(reference: string, ...rows: [string, string, boolean][]): string | undefined {
  const model = resolveModel(reference, catalog(...rows));
  return model && nameOf(model);
}

it("splits provider and id at the first slash", () => {
  expect(resolve("a/b/c", ["a", "b/c", true])).toBe("a/b/c");
});

it("takes the whole reference as an id under any provider", () => {
  expect(resolve("lwp/x", ["other", "y", true], ["llm-web", "lwp/x", true])).toBe("llm-web/lwp/x");
  expect(resolve("x", ["p", "x", true])).toBe("p/x");
});

it("prefers, among several, the first with credentials, else the first", () => {
  expect(resolve("x", ["p", "x", false], ["q", "x", true], ["r", "x", true])).toBe("q/x");
  expect(resolve("x", ["p", "x", false], ["q", "x", false])).toBe("p/x");
  expect(resolve("lwp/x", ["lwp", "x", true], ["llm-web", "lwp/x", true])).toBe("lwp/x");
});

it("finds nothing for what is not there", () => {
  expect(resolve("a/b", ["a", "c", true])).toBeUndefined();
  expect(resolve("/b", ["a", "b", true])).toBeUndefined();
  expect(resolve("a/", ["a", "b", true])).toBeUndefined();
});
