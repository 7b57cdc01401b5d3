import { expect, it } from "vitest";
import { type EarlierResult, findInSession, RefStore } from "../../extensions/ollama-web/refs.ts";

function page(content: string): EarlierResult {
  const url = "https://a.example/";
  return { kind: "fetch", source: { kind: "fetch", url }, page: { title: "", content, links: [] } };
}
function isKept(store: RefStore, ref: string): boolean {
  const result = store.get(ref);
  return result?.kind === "fetch" && result.page !== undefined;
}

it("names a search ws_s_… and a page fetch:…, each anew", () => {
  const store = new RefStore();
  const source = { kind: "search" as const, query: "q", maxResults: 3, urls: [] };
  const search = store.add({ kind: "search", source, results: [] });
  expect(search).toMatch(/^ws_s_[\w-]{16}$/);
  expect(store.add(page("a"))).toMatch(/^fetch:[0-9a-f]{24}$/);
  expect(store.get(search)).toEqual({ kind: "search", source, results: [] });
});

it("forgets the texts used longest ago when memory is full, but not what was asked", () => {
  const store = new RefStore(100);
  const [a, b] = [store.add(page("a".repeat(40))), store.add(page("b".repeat(40)))];
  expect(isKept(store, a)).toBe(true);
  const c = store.add(page("c".repeat(40)));
  expect([isKept(store, a), isKept(store, b), isKept(store, c)]).toEqual([true, false, true]);
  expect(store.get(b)).toEqual({
    kind: "fetch",
    source: { kind: "fetch", url: "https://a.example/" },
    page: undefined,
  });
});

it("keeps the newest even if it alone is larger than the memory", () => {
  const store = new RefStore(100);
  const [small, large] = [store.add(page("a")), store.add(page("b".repeat(500)))];
  expect([isKept(store, small), isKept(store, large)]).toEqual([false, true]);
});

it("keeps 1,000,000 characters, and knows 1,000 refs", () => {
  const store = new RefStore();
  const refs = Array.from({ length: 1_001 }, () => store.add(page("x".repeat(1_250))));
  expect(refs.filter((ref) => store.get(ref))).toHaveLength(1_000);
  expect(refs.filter((ref) => isKept(store, ref))).toHaveLength(800);
});

const SEARCH_DETAILS = {
  fullContentRef: "ws_s_1",
  retrieval: {
    kind: "search",
    replay: { query: "q", maxResults: 3, originalResultUrls: ["https://a.example", 7] },
  },
};
const FETCH_DETAILS = {
  fullContentRef: "fetch:1",
  retrieval: { target: "fetch", replay: { url: "https://a.example/" } },
};

it("finds what was asked in tool results and in the messages of debug commands", () => {
  const entries = [
    { type: "message", message: { role: "toolResult", details: SEARCH_DETAILS } },
    { type: "custom_message", details: FETCH_DETAILS },
    { type: "message", message: { role: "user", content: "ws_s_1" } },
  ];
  expect(findInSession(entries, "ws_s_1")).toEqual({
    kind: "search",
    source: { kind: "search", query: "q", maxResults: 3, urls: ["https://a.example"] },
    results: undefined,
  });
  expect(findInSession(entries, "fetch:1")).toEqual({
    kind: "fetch",
    source: { kind: "fetch", url: "https://a.example/" },
    page: undefined,
  });
  expect(findInSession(entries, "fetch:2")).toBeUndefined();
});

it("passes over entries that are not what they should be", () => {
  const broken = [
    null,
    "text",
    {},
    { message: null },
    { message: { details: "ws_s_1" } },
    { details: { fullContentRef: "ws_s_1" } },
    { details: { fullContentRef: "ws_s_1", retrieval: { replay: null } } },
    {
      details: {
        fullContentRef: "ws_s_1",
        retrieval: { replay: { query: 1, maxResults: 1, originalResultUrls: [] } },
      },
    },
    { details: { fullContentRef: "ws_s_1", retrieval: { replay: { query: "q", maxResults: 1 } } } },
  ];
  expect(findInSession(broken, "ws_s_1")).toBeUndefined();
});
