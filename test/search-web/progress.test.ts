import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { describeProgress, startProgress } from "../../extensions/search-web/progress.ts";

const MODEL = "llm-web/lwp/deepseek-pro-search-web";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow(signal?: AbortSignal) {
  const shown: [atMs: number, text: string][] = [];
  const startedAt = performance.now();
  const progress = startProgress({
    show: (text) => shown.push([Math.round(performance.now() - startedAt), text]),
    signal,
  });
  return { shown, ...progress };
}

it("says each phase in one line", () => {
  const reason = `${MODEL} is unavailable (503)`;
  expect([
    describeProgress({ phase: "asking", backend: MODEL }, 0),
    describeProgress({ phase: "answering", backend: MODEL }, 3_999),
    describeProgress({ phase: "retrying", backend: MODEL, reason, waitMs: 1_000 }, 4_000),
    describeProgress({ phase: "retrying", backend: MODEL, reason }, 61_000),
    describeProgress({ phase: "falling-back", backend: "Ollama", reason }, 119_000),
  ]).toEqual([
    "asking llm-web/lwp/deepseek-pro-search-web · 0 s",
    "llm-web/lwp/deepseek-pro-search-web is answering · 3 s",
    "retrying in 1 s: llm-web/lwp/deepseek-pro-search-web is unavailable (503) · 4 s",
    "retrying: llm-web/lwp/deepseek-pro-search-web is unavailable (503) · 61 s",
    "falling back to Ollama: llm-web/lwp/deepseek-pro-search-web is unavailable (503) · 119 s",
  ]);
});

it("shows the first phase at once, then every second", () => {
  const { shown, onPhase, stop } = follow();
  onPhase({ phase: "asking", backend: "a/b" });
  expect(shown).toEqual([[0, "asking a/b · 0 s"]]);
  vi.advanceTimersByTime(2_500);
  stop();
  expect(shown.slice(1)).toEqual([
    [1_000, "asking a/b · 1 s"],
    [2_000, "asking a/b · 2 s"],
  ]);
});

it("shows a new phase soon, but updates twice a second at most, and the latest phase wins", () => {
  const { shown, onPhase, stop } = follow();
  onPhase({ phase: "asking", backend: "a/b" });
  for (let step = 0; step < 30; step++) {
    vi.advanceTimersByTime(10);
    onPhase({ phase: step % 2 ? "asking" : "answering", backend: `a/${step}` });
  }
  vi.advanceTimersByTime(800);
  stop();
  expect(shown).toEqual([
    [0, "asking a/b · 0 s"],
    [500, "asking a/29 · 0 s"],
    [1_000, "asking a/29 · 1 s"],
  ]);
});

it("falls on whole seconds again after a phase came between", () => {
  const { shown, onPhase, stop } = follow();
  onPhase({ phase: "asking", backend: "a/b" });
  vi.advanceTimersByTime(1_700);
  onPhase({ phase: "answering", backend: "a/b" });
  vi.advanceTimersByTime(1_400);
  stop();
  expect(shown.map(([atMs]) => atMs)).toEqual([0, 1_000, 1_700, 2_200, 3_000]);
});

it("shows nothing after its end and leaves no timer", () => {
  const { shown, onPhase, stop } = follow();
  onPhase({ phase: "asking", backend: "a/b" });
  stop();
  onPhase({ phase: "answering", backend: "a/b" });
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(shown).toHaveLength(1);
});

it("shows nothing after an abort and leaves no timer, even before the search has noticed", () => {
  const user = new AbortController();
  const { shown, onPhase } = follow(user.signal);
  onPhase({ phase: "asking", backend: "a/b" });
  vi.advanceTimersByTime(100);
  onPhase({ phase: "answering", backend: "a/b" });
  user.abort();
  onPhase({ phase: "falling-back", backend: "Ollama", reason: "gone" });
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(shown).toHaveLength(1);
});

it("shows nothing for a search that was aborted before it began", () => {
  const { shown, onPhase } = follow(AbortSignal.abort());
  onPhase({ phase: "asking", backend: "a/b" });
  expect([shown, vi.getTimerCount()]).toEqual([[], 0]);
});
