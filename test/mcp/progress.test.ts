import type { ProgressNotification } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withProgress } from "../../mcp/progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen(token: string | number | undefined) {
  const sent: ProgressNotification[] = [];
  const send = async (notification: ProgressNotification) => void sent.push(notification);
  return { sent, progress: { token, send, activity: "Searching the web", limitSeconds: 30 } };
}

it("tells the seconds at once, every second, and with every word of the work", async () => {
  const { sent, progress } = listen("a");
  const value = await withProgress(progress, async (say) => {
    say("The first try failed.");
    await vi.advanceTimersByTimeAsync(1_200);
    return 5;
  });
  expect(value).toBe(5);
  expect(
    sent.map(({ method, params }) => [method, params?.progressToken, params?.total, params?.message]),
  ).toEqual([
    ["notifications/progress", "a", 30, "Searching the web"],
    ["notifications/progress", "a", 30, "The first try failed."],
    ["notifications/progress", "a", 30, "Searching the web"],
  ]);
  expect(sent.map(({ params }) => params?.progress)).toEqual([0, 0.001, 1]);
});

it("says nothing after the work has ended, well or not", async () => {
  const { sent, progress } = listen(0);
  let late: ((message: string) => void) | undefined;
  const failing = withProgress(progress, async (say) => {
    late = say;
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  late?.("too late");
  expect(vi.getTimerCount()).toBe(0);
  expect(sent).toHaveLength(1);
});

it("says nothing unasked", async () => {
  const { sent, progress } = listen(undefined);
  await withProgress(progress, async (say) => say("anything"));
  expect(sent).toEqual([]);
});

it("does not mind a client that has gone", async () => {
  const send = () => Promise.reject(new Error("closed"));
  const work = withProgress({ token: 1, send, activity: "x", limitSeconds: 30 }, async () => "done");
  expect(await work).toBe("done");
});
