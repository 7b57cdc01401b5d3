import { afterEach, beforeEach, expect, it } from "vitest";
import { RefStore, type ReplayRequest } from "../../../extensions/ollama-web/refs.ts";
import { findResult, loadResult, type ReplayDeps } from "../../../extensions/ollama-web/tools/replay.ts";
import { json, type OllamaStandIn, startOllamaStandIn } from "../../support/ollama-stand-in.ts";

let daemon: OllamaStandIn;
beforeEach(async () => {
  daemon = await startOllamaStandIn("daemon");
});
afterEach(() => daemon.close());

const row = (url: string, content: string) => ({ title: url, url, content });
const A = "https://a.example";
const B = "https://b.example";
const source = { kind: "search" as const, query: "q", maxResults: 3, urls: [A, B, A] };

function depsWith(announce: (request: ReplayRequest) => void = () => {}): ReplayDeps {
  const ollama = { fetch: globalThis.fetch, env: { OLLAMA_HOST: daemon.url } };
  return { refs: new RefStore(), ollama, entries: () => [], announce, signal: undefined };
}

it("finds a result by its address and occurrence, whatever the order has become", () => {
  const results = [row(B, "b"), row(A, "first a"), row(A, "second a")];
  const contentOf = (index: number) => findResult({ kind: "search", source, results }, index).content;
  expect([contentOf(1), contentOf(2), contentOf(3)]).toEqual(["first a", "b", "second a"]);
});

it("says when a result is gone, or was never there", () => {
  const find = (index: number) =>
    findResult({ kind: "search", source, results: [row(A, "only one a")] }, index);
  expect(() => find(3)).toThrow(
    `The search was sent again, but result 3 (${A}) is not among its results any more: run ollama_web_search anew, or ollama_web_fetch for that address.`,
  );
  expect(() => find(4)).toThrow("The search brought 3 results: give resultIndex from 1 on.");
  expect(() => find(0)).toThrow("The search brought 3 results: give resultIndex from 1 on.");
});

it("serves from memory, and sends the request again once for what is no longer there", async () => {
  daemon.script("web_search", json({ results: [row(A, "new")] }));
  const deps = depsWith();
  const kept = deps.refs.add({ kind: "search", source, results: [row(A, "old")] });
  const evicted = deps.refs.add({ kind: "search", source, results: undefined });
  expect(await loadResult(kept, deps)).toMatchObject({
    servedFrom: "cache",
    result: { results: [{ content: "old" }] },
  });
  expect(daemon.requests).toEqual([]);
  expect(await loadResult(evicted, deps)).toMatchObject({
    servedFrom: "replay",
    result: { results: [{ content: "new" }] },
  });
  expect(await loadResult(evicted, deps)).toMatchObject({ servedFrom: "cache" });
  expect(daemon.requests.map(({ body }) => body)).toEqual([{ query: "q", max_results: 3 }]);
});

it("tells of a replay before it is sent, and sends nothing that is forbidden", async () => {
  const told: ReplayRequest[] = [];
  const deps = depsWith((request) => {
    told.push({ ...request });
    request.blocked = "the user said no search.";
  });
  const search = deps.refs.add({ kind: "search", source, results: undefined });
  const page = deps.refs.add({ kind: "fetch", source: { kind: "fetch", url: A }, page: undefined });
  for (const ref of [search, page])
    await expect(loadResult(ref, deps)).rejects.toThrow(
      "The earlier text is no longer in memory, and may not be asked for again: the user said no search.",
    );
  expect(told).toEqual([
    { kind: "search", target: "q" },
    { kind: "fetch", target: A },
  ]);
  expect(daemon.requests).toEqual([]);
});

it("knows a ref that never was", async () => {
  await expect(loadResult("ws_s_\u001b[31mnone", depsWith())).rejects.toThrow(
    "No earlier result has the ref ws_s_none: refs start with ws_s_ or fetch: and stand at the end of what ollama_web_search and ollama_web_fetch return.",
  );
});

it("passes on the caller's abort", async () => {
  const deps = { ...depsWith(), signal: AbortSignal.abort("enough") };
  await expect(loadResult("ws_s_1", deps)).rejects.toBe("enough");
});
