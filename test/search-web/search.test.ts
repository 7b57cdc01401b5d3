import { expect, it } from "vitest";
import { modelBudgetMs } from "../../extensions/search-web/search.ts";

it.each([
  [120_000, 1, 120_000],
  [120_000, 2, 60_000],
  [60_000, 4, 20_000],
  [15_000, 3, 15_000],
  [500, 2, 500],
])("gives a model, with %i ms and %i models left, %i ms", (leftMs, modelsLeft, budgetMs) => {
  expect(modelBudgetMs(leftMs, modelsLeft)).toBe(budgetMs);
});
