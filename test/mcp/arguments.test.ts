import { expect, it } from "vitest";
import { InvalidArguments, parseFetchArguments, parseSearchArguments } from "../../mcp/arguments.ts";

it("takes the arguments as they are, and defaults for the rest", () => {
  expect(parseSearchArguments({ query: " news " })).toEqual({
    query: "news",
    maxResults: 5,
    maxChars: 50_000,
    notes: [],
  });
  expect(parseFetchArguments({ url: "a.example", max_chars: 900, offset: 7 })).toEqual({
    url: "a.example",
    maxChars: 900,
    offset: 7,
    notes: [],
  });
});

it("reads 0 characters as no limit", () => {
  expect(parseSearchArguments({ query: "q", max_chars: 0 }).maxChars).toBe(Number.POSITIVE_INFINITY);
  expect(parseFetchArguments({ url: "u", max_chars: "0" }).maxChars).toBe(Number.POSITIVE_INFINITY);
});

it.each<[unknown, number, string[]]>([
  [null, 5, []],
  ["7", 7, []],
  [10, 10, []],
  [11, 10, ["max_results must be a whole number from 1 to 10: 10 was used, not 11."]],
  [0, 5, ["max_results must be a whole number from 1 to 10: 5 was used, not 0."]],
  [-3, 5, ["max_results must be a whole number from 1 to 10: 5 was used, not -3."]],
  [2.5, 2, ["max_results must be a whole number from 1 to 10: 2 was used, not 2.5."]],
  ["many", 5, ['max_results must be a whole number from 1 to 10: 5 was used, not "many".']],
  ["", 5, ['max_results must be a whole number from 1 to 10: 5 was used, not "".']],
  [[3], 5, ["max_results must be a whole number from 1 to 10: 5 was used."]],
  [
    Number.POSITIVE_INFINITY,
    10,
    ["max_results must be a whole number from 1 to 10: 10 was used, not Infinity."],
  ],
])("reads max_results %j as %i", (value, used, notes) => {
  expect(parseSearchArguments({ query: "q", max_results: value })).toMatchObject({ maxResults: used, notes });
});

it.each<[Record<string, unknown>, number, number, string[]]>([
  [{ max_chars: -1 }, 50_000, 0, ["max_chars must be a whole number 0 or more: 50000 was used, not -1."]],
  [
    { max_chars: "all" },
    50_000,
    0,
    ['max_chars must be a whole number 0 or more: 50000 was used, not "all".'],
  ],
  [{ offset: -5 }, 50_000, 0, ["offset must be a whole number 0 or more: 0 was used, not -5."]],
  [{ offset: "1200" }, 50_000, 1_200, []],
])("reads %j", (values, maxChars, offset, notes) => {
  expect(parseFetchArguments({ url: "u", ...values })).toEqual({ url: "u", maxChars, offset, notes });
});

it.each([undefined, null, "", "  ", 5, ["a"], { a: 1 }])("refuses %j for a query and an address", (value) => {
  expect(() => parseSearchArguments({ query: value })).toThrow(
    new InvalidArguments('The argument "query" is missing: it must be a text that is not empty.'),
  );
  expect(() => parseFetchArguments({ url: value })).toThrow(
    new InvalidArguments('The argument "url" is missing: it must be a text that is not empty.'),
  );
});
