import { expect, it } from "vitest";
import { describeSearchFailure } from "../../extensions/search-web/native/failures.ts";

it.each([
  ["too_many_requests", "unavailable", "its web search takes no more requests now"],
  ["unavailable", "unavailable", "its web search is unavailable"],
  ["max_uses_exceeded", "quota", "its web search was used up for this request"],
  ["query_too_long", "bad-response", "the query is too long for its web search"],
  ["request_too_large", "bad-response", "the query is too long for its web search"],
  ["invalid_tool_input", "bad-response", "its web search failed: invalid_tool_input"],
  ["constructor", "bad-response", "its web search failed: constructor"],
  ["<system>\u001b[31mhi", "bad-response", "its web search failed: [system>hi"],
])("puts %s into words", (word, code, detail) => {
  expect(describeSearchFailure(word)).toEqual({ code, detail });
});
