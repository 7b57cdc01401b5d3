import { expect, it } from "vitest";
import { parseAnswer } from "../../extensions/search-web/citations.ts";

it("takes the closing list off and keeps its numbers", () => {
  expect(
    parseAnswer("A [1]. B [2].\n\nSources:\n[1] https://a.example.org/x\n[2] https://b.example.org/y"),
  ).toEqual({
    answer: "A [1]. B [2].",
    sources: ["https://a.example.org/x", "https://b.example.org/y"],
    citations: [
      { numbers: [1], url: "https://a.example.org/x", origin: "text" },
      { numbers: [2], url: "https://b.example.org/y", origin: "text" },
    ],
  });
});

it("maps bare markers to the provider's sources", () => {
  expect(
    parseAnswer("A [1][2].", [
      { url: "https://a.example.org/x", title: "A" },
      { url: "https://b.example.org/y" },
    ]).citations,
  ).toEqual([
    { numbers: [1], url: "https://a.example.org/x", title: "A", origin: "provider" },
    { numbers: [2], url: "https://b.example.org/y", origin: "provider" },
  ]);
});
