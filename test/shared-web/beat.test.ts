import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { describeBeat, showWait, startBeat } from "../../extensions/shared-web/beat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow(signal?: AbortSignal) {
  const shown: [atMs: number, text: string][] = [];
  const startedAt = performance.now();
  const beat = startBeat<string>({
    show: (phase, elapsedMs) =>
      shown.push([Math.round(performance.now() - startedAt), describeBeat(phase, elapsedMs)]),
    signal,
  });
  return { shown, ...beat };
}

it("shows the first phase at once, then every second", () => {
  const { shown, next, stop } = follow();
  next("asking a/b");
  expect(shown).toEqual([[0, "asking a/b · 0 s"]]);
  vi.advanceTimersByTime(2_500);
  stop();
  expect(shown.slice(1)).toEqual([
    [1_000, "asking a/b · 1 s"],
    [2_000, "asking a/b · 2 s"],
  ]);
});

it("shows each second once, though a timer fires before its time", () => {
  const { shown, next, stop } = follow();
  next("asking a/b");
  const now = performance.now.bind(performance);
  const early = vi.spyOn(performance, "now").mockImplementation(() => now() - 1);
  vi.advanceTimersByTime(2_500);
  stop();
  early.mockRestore();
  expect(shown.map(([, text]) => text)).toEqual([0, 1, 2].map((second) => `asking a/b · ${second} s`));
});

it("shows a new phase soon, but updates twice a second at most, and the latest phase wins", () => {
  const { shown, next, stop } = follow();
  next("asking a/b");
  for (let step = 0; step < 30; step++) {
    vi.advanceTimersByTime(10);
    next(`asking a/${step}`);
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
  const { shown, next, stop } = follow();
  next("asking a/b");
  vi.advanceTimersByTime(1_700);
  next("answering: a/b");
  vi.advanceTimersByTime(1_400);
  stop();
  expect(shown.map(([atMs]) => atMs)).toEqual([0, 1_000, 1_700, 2_200, 3_000]);
});

it("shows nothing after its end and leaves no timer", () => {
  const { shown, next, stop } = follow();
  next("asking a/b");
  stop();
  next("answering: a/b");
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(shown).toHaveLength(1);
});

it("shows nothing after an abort and leaves no timer, even before the work has noticed", () => {
  const user = new AbortController();
  const { shown, next } = follow(user.signal);
  next("asking a/b");
  vi.advanceTimersByTime(100);
  next("answering: a/b");
  user.abort();
  next("falling back to Ollama");
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(shown).toHaveLength(1);
});

it("shows nothing for a task that was aborted before it began", () => {
  const { shown, next } = follow(AbortSignal.abort());
  next("asking a/b");
  expect([shown, vi.getTimerCount()]).toEqual([[], 0]);
});

it("shows a wait from its start to its end, whether it succeeds or fails", async () => {
  const shown: string[] = [];
  const onUpdate = ({ content }: { content: { type: string; text?: string }[] }) =>
    void shown.push(content[0]?.text ?? "");
  const sleep = () => new Promise<string>((resolve) => setTimeout(resolve, 1_500, "done"));
  const wait = showWait("asking Ollama", onUpdate, undefined, sleep);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([await wait, shown, vi.getTimerCount()]).toEqual([
    "done",
    ["asking Ollama · 0 s", "asking Ollama · 1 s"],
    0,
  ]);
  const failure = new Error("refused");
  await expect(showWait("asking Ollama", onUpdate, undefined, () => Promise.reject(failure))).rejects.toBe(
    failure,
  );
  expect(vi.getTimerCount()).toBe(0);
});
