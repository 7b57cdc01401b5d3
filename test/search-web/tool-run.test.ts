import { expect, it } from "vitest";
import { readQuery } from "../../extensions/search-web/tool-run.ts";

it.each([
  ["  What is Deno?\n", "What is Deno?"],
  ["", ""],
  [" \t", ""],
  ["\u200b \u202e", ""],
  ['["\u200b", "one"]', "one"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ['["What is Deno?", " What is Bun? "]', "1. What is Deno?\n2. What is Bun?"],
  ['["only one"]', "only one"],
  ['["one", ""]', "one"],
  ["[]", ""],
  ['["one", 2]', '["one", 2]'],
  ["[RFC 9110] what is it?", "[RFC 9110] what is it?"],
])("reads the query %j as %j", (query, read) => {
  expect(readQuery(query)).toBe(read);
});
