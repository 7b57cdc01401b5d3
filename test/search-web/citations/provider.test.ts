import { expect, it } from "vitest";
import { parseAnswer } from "../../../extensions/search-web/citations.ts";

const X = "https://a.example/x";
const Y = "https://b.example/y";
const Z = "https://c.example/z";

it("answers bare markers with the provider's sources by position", () => {
  expect(parseAnswer("A [1][2].", [{ url: X, title: "One" }, { url: Y }, { url: Z }])).toEqual({
    answer: "A [1][2].",
    sources: [X, Y, Z],
    citations: [
      { numbers: [1], url: X, title: "One", origin: "provider" },
      { numbers: [2], url: Y, origin: "provider" },
      { numbers: [3], url: Z, origin: "provider" },
    ],
  });
});

it("answers them by the provider's own numbers where it gives them", () => {
  const { citations } = parseAnswer("A [2][0].", [
    { url: X, number: 2 },
    { url: Y, number: 0 },
  ]);
  expect(citations).toEqual([
    { numbers: [0], url: Y, origin: "provider" },
    { numbers: [2], url: X, origin: "provider" },
  ]);
});

it("gives a source that the provider lists twice both numbers", () => {
  expect(parseAnswer("A [1][2].", [{ url: X }, { url: `${X}/?utm_source=openai` }]).citations).toEqual([
    { numbers: [1, 2], url: X, origin: "provider" },
  ]);
});

it("counts a position even when its source is none", () => {
  expect(parseAnswer("A [1][2].", [{ url: "http://localhost/x" }, { url: Y }]).citations).toEqual([
    { numbers: [2], url: Y, origin: "provider" },
  ]);
});

it("resolves named markers with the provider's sources", () => {
  expect(parseAnswer("A [citation:1][citation:2].", [{ url: X }])).toMatchObject({
    answer: "A [1].",
    sources: [X],
  });
});

it("lists the provider's sources without numbers when the text has no markers", () => {
  expect(
    parseAnswer("A.", [
      { url: X, title: " One " },
      { url: Y, title: "" },
    ]).citations,
  ).toEqual([
    { numbers: [], url: X, title: "One", origin: "provider" },
    { numbers: [], url: Y, origin: "provider" },
  ]);
});

it("lets the text's numbers stand and adds titles, origin and what the text leaves out", () => {
  const { citations } = parseAnswer(`A [1].\n\n[1] ${Y}\n[2] ${Z} "Three"`, [
    { url: X, title: "One" },
    { url: Y, title: "Two" },
    { url: Z, title: "Third" },
  ]);
  expect(citations).toEqual([
    { numbers: [1], url: Y, title: "Two", origin: "provider" },
    { numbers: [2], url: Z, title: "Three", origin: "provider" },
    { numbers: [], url: X, title: "One", origin: "provider" },
  ]);
});

it("fills in a number that the text uses when the provider's numbers agree with the text's", () => {
  expect(parseAnswer(`A [1][2].\n\n[1] ${X}`, [{ url: X }, { url: Y }, { url: Z }]).citations).toEqual([
    { numbers: [1], url: X, origin: "provider" },
    { numbers: [2], url: Y, origin: "provider" },
    { numbers: [], url: Z, origin: "provider" },
  ]);
});

it("merges links in the text with the provider's annotations", () => {
  const text = `A ([a.example](${X}?utm_source=openai)). B ${Y}.`;
  expect(parseAnswer(text, [{ url: `${X}?utm_source=openai`, title: "One" }]).citations).toEqual([
    { numbers: [], url: X, title: "One", origin: "provider" },
    { numbers: [], url: Y, origin: "text" },
  ]);
});

it("keeps redirects of a search engine as they are", () => {
  const url = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC_d==";
  expect(parseAnswer("A.", [{ url }]).sources).toEqual([url]);
});

it.each([
  ["a list of its own", `One.[2] Two.[1]\n\nSources:\n1. ${Y}\n2. ${Z}`, "One.[2] Two.[1]", [Y, Z]],
  [
    "a list that is none of sources",
    `Take:[1]\n1. [One](${Y}): fast\n2. [Two](${Z}): small`,
    undefined,
    [Y, Z],
  ],
  ["an address behind a number", `The page:[1] ${Y} [2] ${Z}`, undefined, [Y, Z]],
  [
    "the provider's own address",
    `One.[1] Two.[2]\n\n1. ${X}/1`,
    "One.[1] Two.[2]\n\n1. https://a.example/x/1",
    [],
  ],
])("leaves the numbers to the provider that put them into a text with %s", (_what, text, answer, others) => {
  const provided = [
    { url: `${X}/1`, number: 1 },
    { url: `${X}/2`, number: 2 },
  ];
  const read = parseAnswer(text, provided, "provider");
  expect(read.answer).toBe(answer ?? text);
  expect(read.citations.map(({ numbers, url }) => [url, numbers])).toEqual([
    [`${X}/1`, [1]],
    [`${X}/2`, [2]],
    ...others.map((url) => [url, []]),
  ]);
});
