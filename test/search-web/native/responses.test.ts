import { expect, it } from "vitest";
import { createResponsesReader } from "../../../extensions/search-web/native/responses.ts";

const A = "https://a.example.org/x";
const B = "https://b.example.org/y";

function read(...events: unknown[]) {
  const reader = createResponsesReader();
  for (const event of events) reader.read(event);
  return reader.evidence();
}

function searchDone(status: string, sources?: unknown) {
  const action = { type: "search", query: "a query", ...(sources ? { sources } : {}) };
  return {
    type: "response.output_item.done",
    output_index: 0,
    item: { type: "web_search_call", id: "ws_1", status, action },
  };
}

const annotation = { type: "url_citation", url: A, title: "A", start_index: 3, end_index: 9 };

it("reads annotations as they come and as they stand in the finished message, once", () => {
  const message = {
    type: "message",
    content: [
      {
        type: "output_text",
        text: "…",
        annotations: [annotation, { type: "url_citation", url: B, title: "B" }],
      },
    ],
  };
  expect(
    read(
      searchDone("completed", [
        { type: "url", url: A },
        { type: "url", url: `${B}/opened` },
      ]),
      { type: "response.output_text.annotation.added", annotation },
      { type: "response.output_item.done", item: message },
      { type: "response.completed", response: { output: [message] } },
    ),
  ).toEqual({
    cited: [
      { url: A, title: "A" },
      { url: B, title: "B" },
    ],
    found: [{ url: A }, { url: `${B}/opened` }],
    searched: true,
  });
});

it("takes a page that the model opened for one that it found", () => {
  const action = { type: "open_page", url: A };
  const item = { type: "web_search_call", id: "ws_1", status: "completed", action };
  expect(read({ type: "response.output_item.done", item }).found).toEqual([{ url: A }]);
});

it("sees a search by its progress events and by a finished call", () => {
  expect(read({ type: "response.web_search_call.searching", item_id: "ws_1" }).searched).toBe(true);
  expect(read(searchDone("completed")).searched).toBe(true);
  expect(read({ type: "response.output_text.delta", delta: "x" }).searched).toBe(false);
});

it("notes searches that found no page", () => {
  expect(read(searchDone("completed", []))).toMatchObject({ searched: true, foundNothing: true });
  const page = { type: "url", url: A };
  for (const events of [
    [searchDone("completed")],
    [searchDone("in_progress", [])],
    [searchDone("completed", []), searchDone("completed", [page])],
    [searchDone("completed", []), { type: "response.output_text.annotation.added", annotation }],
  ])
    expect(read(...events).foundNothing).toBeUndefined();
});

it("notes a search that failed, unless another one was good", () => {
  expect(read(searchDone("failed"), searchDone("completed")).error).toBeUndefined();
  expect(read(searchDone("failed"))).toEqual({
    cited: [],
    found: [],
    searched: true,
    error: { code: "unavailable" },
  });
});

it("takes whatever else a stream holds", () => {
  expect(
    read(
      null,
      [],
      { type: 3, item: "x" },
      {
        type: "response.output_item.done",
        item: { type: "message", content: [null, { annotations: [null, 1] }] },
      },
      { type: "response.output_text.annotation.added", annotation: { type: "file_citation", file_id: "f" } },
      { type: "response.completed", response: { output: [null] } },
    ),
  ).toEqual({ cited: [], found: [], searched: false });
});
