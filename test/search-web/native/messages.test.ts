import { expect, it } from "vitest";
import { createMessagesReader } from "../../../extensions/search-web/native/messages.ts";

const A = "https://a.example.org/x";
const B = "https://b.example.org/y";

function read(...events: unknown[]) {
  const reader = createMessagesReader();
  for (const event of events) reader.read(event);
  return reader.evidence();
}

const search = {
  type: "content_block_start",
  index: 0,
  content_block: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
};

function result(content: unknown) {
  return {
    type: "content_block_start",
    index: 1,
    content_block: { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content },
  };
}

function failedResult(error_code: string) {
  return result({ type: "web_search_tool_result_error", error_code });
}

function citation(url: string, title: string) {
  const location = { type: "web_search_result_location", url, title, cited_text: "…", encrypted_index: "…" };
  return { type: "content_block_delta", index: 2, delta: { type: "citations_delta", citation: location } };
}

it("tells what the answer cites from what the search found", () => {
  const rows = [A, B].map((url) => ({
    type: "web_search_result",
    url,
    title: "A page",
    encrypted_content: "…",
  }));
  expect(read(search, result(rows), citation(B, "B"), citation(B, "B"))).toEqual({
    cited: [{ url: B, title: "B" }],
    found: [
      { url: A, title: "A page" },
      { url: B, title: "A page" },
    ],
    searched: true,
  });
});

it("reads citations that stand in the start of a text block", () => {
  const block = {
    type: "text",
    text: "",
    citations: [{ type: "web_search_result_location", url: A, title: "A" }],
  };
  expect(read({ type: "content_block_start", index: 0, content_block: block }).cited).toEqual([
    { url: A, title: "A" },
  ]);
});

it("keeps the code of the first search that failed", () => {
  const rows = [{ type: "web_search_result", url: A, title: "A" }];
  expect(read(search, failedResult("query_too_long"), search, failedResult("unavailable"))).toEqual({
    cited: [],
    found: [],
    searched: true,
    error: { code: "query_too_long" },
  });
  expect(read(search, result(rows), search, failedResult("max_uses_exceeded"))).toMatchObject({
    found: [{ url: A, title: "A" }],
    error: { code: "max_uses_exceeded" },
  });
  expect(read(result({})).error).toEqual({ code: "unknown" });
});

it("sees that the server paused the turn", () => {
  const end = (stop_reason: string) => read({ type: "message_delta", delta: { stop_reason }, usage: {} });
  expect(end("pause_turn").paused).toBe(true);
  expect(end("end_turn").paused).toBeUndefined();
});

it("takes no other server tool for a search", () => {
  const use = (name: string) => ({
    type: "content_block_start",
    content_block: { type: "server_tool_use", name },
  });
  expect(read(use("code_execution"), use("web_fetch")).searched).toBe(false);
  expect(read(use("deepseek_web_search")).searched).toBe(true);
});

it("sees no search in an answer from memory", () => {
  expect(
    read(
      { type: "message_start", message: { id: "m", usage: {} } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "From memory." } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
      null,
      "ping",
      { type: "content_block_start", content_block: null },
      { type: "content_block_delta", delta: { type: "citations_delta", citation: null } },
    ),
  ).toEqual({ cited: [], found: [], searched: false });
});

it("notes searches that found no page", () => {
  const page = { type: "web_search_result", url: A, title: "A" };
  expect(read(search, result([]))).toMatchObject({ searched: true, foundNothing: true });
  for (const events of [[search], [failedResult("unavailable")], [result([]), result([page])]])
    expect(read(...events).foundNothing).toBeUndefined();
  expect(read(result([]), citation(B, "B")).foundNothing).toBeUndefined();
});
