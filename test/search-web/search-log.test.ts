import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { expect, it } from "vitest";
import { EMPTY_QUERY } from "../../extensions/search-web/errors.ts";
import { readSearchLog } from "../../extensions/search-web/search-log.ts";

function result(text: string, details?: unknown, toolName = "search_web"): SessionEntry {
  return {
    ...{ id: text, parentId: null, timestamp: "2026-01-01T00:00:00.000Z", type: "message" },
    message: {
      ...{ role: "toolResult", toolCallId: text, toolName, timestamp: 0, details },
      content: [{ type: "text", text }],
      isError: details === undefined,
    },
  };
}

it("counts nothing in a session without searches", () => {
  const said: SessionEntry = {
    ...{ id: "1", parentId: null, timestamp: "2026-01-01T00:00:00.000Z", type: "message" },
    message: { role: "user", content: "search failed: why?", timestamp: 0 },
  };
  expect(readSearchLog([said, result("search failed: no.", undefined, "bash")])).toEqual({
    counts: "This session: 0 answered; 0 failed",
    lastDetour: [],
    lastError: [],
  });
});

it("counts answers and failures, but no search that was blocked, aborted, refused by pi or without a query", () => {
  const entries = [
    result("A.", { answer: "A.", backend: "subagent", model: "p/m", durationMs: 8_400 }),
    result("search failed: p/m is unavailable."),
    result("Blocked: the user turned web search off for this session (“no search”)."),
    result("Operation aborted"),
    result(EMPTY_QUERY),
    result('Validation failed for tool "search_web":\n  - query: missing'),
    result("search failed: p/m gave\u001b[31m no answer."),
    result("B.", { answer: "B.", backend: "ollama", durationMs: 1_250 }),
  ];
  expect(readSearchLog(entries)).toEqual({
    counts: "This session: 2 answered, the last by Ollama in 1.3 s; 2 failed",
    lastDetour: [],
    lastError: ["Last error: search failed: p/m gave no answer."],
  });
});

it("says why those did not answer that were asked before the last answer", () => {
  const failed = { backend: "subagent", model: "p/m", outcome: "quota", message: "p/m is out of quota" };
  const detour = result("B.", { answer: "B.", backend: "ollama", durationMs: 1_250, attempts: [failed] });
  expect(readSearchLog([detour]).lastDetour).toEqual(["Before that answer: p/m is out of quota"]);
  expect(readSearchLog([detour, result("A.", { answer: "A.", model: "p/m" })]).lastDetour).toEqual([]);
});

it("counts an answer whose details an older version stored", () => {
  expect(readSearchLog([result("A.", { answer: "A." })]).counts).toBe(
    "This session: 1 answered, the last by the search model in 0.0 s; 0 failed",
  );
});

it("counts the searches that a script of pi 1.x's code mode made, of which the session keeps no answer", () => {
  const failure = "search failed: p/m is unavailable.";
  const calls = [
    { name: "search_web", status: "ok", durationMs: 2_400 },
    { name: "search_web", status: "error", error: failure },
    { name: "search_web", status: "error", error: "Blocked: the user turned web search off." },
    { name: "bash", status: "ok", durationMs: 3 },
    null,
  ];
  const script = result("Script completed", {}, "codemode");
  Object.assign("message" in script ? script.message : {}, { nestedCalls: { calls, complete: true } });
  expect(readSearchLog([script])).toEqual({
    counts: "This session: 1 answered, the last in 2.4 s; 1 failed",
    lastDetour: [],
    lastError: [`Last error: ${failure}`],
  });
});
