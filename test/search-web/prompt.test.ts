import { expect, it } from "vitest";
import {
  localDate,
  QUERY_DESCRIPTION,
  searchSystemPrompt,
  TOOL_DESCRIPTION,
  TOOL_SNIPPET,
} from "../../extensions/search-web/prompt.ts";

it("says these words in every request", () => {
  expect(TOOL_DESCRIPTION).toBe(
    "Ask the web one question; returns an answer with numbered sources. Use it when the answer needs fresh or outside facts, not for this code base or what is already in context. One call per question. Never after the user said no search. Keep the [n] and list the sources you use.",
  );
  expect(QUERY_DESCRIPTION).toBe("A whole question, with names, versions and dates");
  expect(TOOL_SNIPPET).toBe("Answer a question from the web, with sources");
});

it("says these words to the search model", () => {
  expect(searchSystemPrompt("2026-11-30")).toBe(
    `Today is 2026-11-30. Search the web to answer the user's question; do not answer from memory alone.
Answer in the language of the question, short and factual. Put the number of its source after each claim: [1][2].
End with the list of sources, one per line: [1] URL. List only pages that the search really found, each with its full address; never write an address from memory. If the search found nothing, say so and list nothing.`,
  );
});

it("takes the user's local date", () => {
  expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
