import { expect, it } from "vitest";
import type { Judgement } from "../../eval/measures.ts";
import { findShortfalls, summarize } from "../../eval/summary.ts";

const judged = (...rights: boolean[]): Judgement[] =>
  rights.map((right, turn) => ({ measure: "searched", dialogue: "x", turn, right }));

it("gives the rate over all repetitions and the lowest and highest of one", () => {
  const rates = summarize([judged(true, true), judged(true, false), judged(false, false)]);
  expect(rates).toEqual({ searched: { right: 3, of: 6, lowest: 0, highest: 1 } });
  expect(findShortfalls(rates, 0.5)).toEqual([]);
  expect(findShortfalls(rates, 0.51)).toEqual(["searched"]);
});

it("has no rate for a measure that applied to nothing", () => {
  expect(summarize([[], []])).toEqual({});
  expect(findShortfalls({}, 1)).toEqual([]);
});
