import { expect, it } from "vitest";
import { createCompletionsReader } from "../../../extensions/search-web/native/completions.ts";

const A = "https://a.example.org/x";
const B = "https://b.example.org/y";

function read(...chunks: unknown[]) {
  const reader = createCompletionsReader();
  for (const chunk of chunks) reader.read(chunk);
  return reader.evidence();
}

it("reads addresses at the top level, numbered by their place, once however often they come", () => {
  const chunk = { citations: [A, B, A], choices: [{ delta: { content: "x" } }] };
  expect(read({ ...chunk, citations: [A] }, chunk, chunk)).toEqual({
    cited: [
      { url: A, number: 1 },
      { url: B, number: 2 },
      { url: A, number: 3 },
    ],
    found: [],
    searched: true,
  });
});

it("takes titles from search results and adds those that no citation names", () => {
  const chunk = {
    citations: [B, A],
    search_results: [
      { title: "A", url: A, date: "2026-01-02" },
      { title: "B", url: B },
      { url: `${A}/more` },
    ],
  };
  expect(read(chunk).cited).toEqual([
    { url: B, number: 1, title: "B" },
    { url: A, number: 2, title: "A" },
    { url: `${A}/more`, number: 3 },
  ]);
});

it("takes the marker of a citation from its cite_index, in a delta or a message", () => {
  const citations = [
    { cite_index: 4, url: A, title: "A" },
    { cite_index: 7, url: B },
  ];
  const expected = [
    { url: A, number: 4, title: "A" },
    { url: B, number: 7 },
  ];
  expect(read({ choices: [{ message: { citations } }] }).cited).toEqual(expected);
  expect(read({ choices: [{ delta: { citations } }] }).cited).toEqual(expected);
});

it("takes addresses that come one at a time in the order in which they come", () => {
  expect(
    read({ choices: [{ delta: { citations: [A] } }] }, { choices: [{ delta: { citations: [B] } }] }).cited,
  ).toEqual([{ url: A }, { url: B }]);
  expect(read({ citations: [A] }, { citations: [B] }).cited).toEqual([{ url: A, number: 1 }, { url: B }]);
});

it("reads the lists of GLM and Qwen", () => {
  const expected = [
    { url: A, number: 1, title: "A" },
    { url: B, number: 2 },
  ];
  const web_search = [{ refer: "ref_1", title: "A", link: A, media: "a" }, { link: B }];
  expect(read({ choices: [{ delta: { content: "x" } }], web_search }).cited).toEqual(expected);
  const search_results = [
    { index: 1, title: "A", url: A },
    { index: 2, url: B },
  ];
  expect(read({ choices: [], search_info: { search_results } }).cited).toEqual(expected);
});

it("reads url_citation annotations, nested and flat, in a delta or a message", () => {
  const nested = {
    type: "url_citation",
    url_citation: { url: A, title: "A", start_index: 0, end_index: 0, content: "…" },
  };
  const flat = { type: "url_citation", url: B, title: "B" };
  const expected = [
    { url: A, title: "A" },
    { url: B, title: "B" },
  ];
  expect(read({ choices: [{ delta: { annotations: [nested, flat, nested] } }] }).cited).toEqual(expected);
  expect(read({ choices: [{ message: { annotations: [nested, flat] } }] }).cited).toEqual(expected);
});

it("sees a search that cited nothing in the usage", () => {
  expect(read({ usage: { server_tool_use: { web_search_requests: 1 } }, choices: [] }).searched).toBe(true);
  expect(read({ usage: { num_search_queries: 2 } }).searched).toBe(true);
  expect(read({ usage: { server_tool_use: { web_search_requests: 0 } } }).searched).toBe(false);
});

it("passes over what is no web address and no record", () => {
  const odd = [null, 3, "", "nothing", "javascript:alert(1)", "ftp://a.example.org", {}, { url: 7 }, [A]];
  expect(
    read(null, "text", [], { choices: null }, { citations: odd, search_results: odd, annotations: odd }),
  ).toEqual({ cited: [], found: [], searched: false });
});

it("keeps the first two hundred sources", () => {
  const citations = Array.from({ length: 300 }, (_, index) => `https://a.example.org/${index}`);
  expect(read({ citations }).cited).toHaveLength(200);
});
