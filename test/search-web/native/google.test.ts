import { expect, it } from "vitest";
import { createGoogleReader } from "../../../extensions/search-web/native/google.ts";
import { insertMarks } from "../../../extensions/search-web/native/marks.ts";

const REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect";

function read(...candidates: unknown[]) {
  const reader = createGoogleReader();
  for (const candidate of candidates) reader.read({ candidates: [candidate] });
  return reader.evidence();
}

function text(...texts: string[]) {
  return { content: { role: "model", parts: texts.map((text) => ({ text })) } };
}

function grounding(chunks: [string, string][], supports: [number, number, string, number[]][]) {
  return {
    groundingMetadata: {
      webSearchQueries: ["a query"],
      groundingChunks: chunks.map(([uri, title]) => ({ web: { uri, title } })),
      groundingSupports: supports.map(([startIndex, endIndex, text, groundingChunkIndices]) => ({
        segment: { startIndex, endIndex, text },
        groundingChunkIndices,
      })),
    },
  };
}

it("reads the grounding of the last chunk against the whole streamed answer", () => {
  const evidence = read(text("Node.js 24 — это "), text("LTS 🎉. Он "), {
    ...text("новый."),
    finishReason: "STOP",
    ...grounding(
      [
        [`${REDIRECT}/a`, "nodejs.org"],
        [`${REDIRECT}/b`, "wikipedia.org"],
      ],
      [[0, 31, "Node.js 24 — это LTS 🎉.", [1, 0]]],
    ),
  });
  expect(evidence).toEqual({
    cited: [
      { url: `${REDIRECT}/a`, title: "nodejs.org", number: 1 },
      { url: `${REDIRECT}/b`, title: "wikipedia.org", number: 2 },
    ],
    found: [],
    searched: true,
    marked: {
      text: "Node.js 24 — это LTS 🎉. Он новый.",
      marks: [
        { at: 24, number: 2 },
        { at: 24, number: 1 },
      ],
    },
  });
});

it("joins groundings that come in several chunks, each with its own numbering", () => {
  const evidence = read(
    { ...text("One. "), ...grounding([["https://one.example.org", "one"]], [[0, 4, "One.", [0]]]) },
    {
      ...text("Two."),
      ...grounding(
        [
          ["https://two.example.org", "two"],
          ["https://one.example.org", "one"],
        ],
        [
          [5, 9, "Two.", [0]],
          [0, 4, "One.", [1]],
        ],
      ),
    },
  );
  expect(evidence.cited).toEqual([
    { url: "https://one.example.org", title: "one", number: 1 },
    { url: "https://two.example.org", title: "two", number: 2 },
  ]);
  expect(evidence.marked && insertMarks(evidence.marked)).toBe("One.[1] Two.[2]");
});

it("leaves thoughts out of the answer", () => {
  const evidence = read({
    content: { parts: [{ text: "Hm.", thought: true }, { text: "Yes." }] },
    ...grounding([["https://one.example.org", "one"]], [[0, 4, "Yes.", [0]]]),
  });
  expect(evidence.marked).toEqual({ text: "Yes.", marks: [{ at: 4, number: 1 }] });
});

it("says whether a search was seen", () => {
  expect(read(text("Yes.")).searched).toBe(false);
  expect(read({ ...text("Yes."), groundingMetadata: {} }).searched).toBe(false);
  expect(read({ ...text("Yes."), groundingMetadata: { webSearchQueries: ["q"] } }).searched).toBe(true);
});

it("takes indices that point nowhere, and no records at all", () => {
  const evidence = read(
    null,
    { content: null },
    { content: { parts: [null, { functionCall: {} }, { text: 3 }] } },
    { groundingMetadata: { groundingChunks: [null, { web: null }, { retrievedContext: {} }] } },
    { ...text("Yes."), ...grounding([], [[0, 4, "Yes.", [0, 7, -1]]]) },
  );
  expect(evidence).toEqual({ cited: [], found: [], searched: true, marked: { text: "Yes.", marks: [] } });
});
