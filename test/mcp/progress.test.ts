import { setTimeout as sleep } from "node:timers/promises";
import type { ProgressNotification } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { withProgress } from "../../mcp/progress.ts";

function listen(token: string | number | undefined) {
  const sent: ProgressNotification[] = [];
  const send = async (notification: ProgressNotification) => void sent.push(notification);
  return { sent, progress: { token, send, activity: "Searching the web", limitSeconds: 30 } };
}

it("tells the seconds at once, every second, and with every word of the work", async () => {
  const { sent, progress } = listen("a");
  const value = await withProgress(progress, async (say) => {
    say("The first try failed.");
    await sleep(1_200);
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
  const seconds = sent.map(({ params }) => Number(params?.progress));
  expect(seconds[0]).toBe(0);
  expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
  expect(new Set(seconds).size).toBe(3);
  expect(seconds[2]).toBeGreaterThan(0.9);
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
  await sleep(1_100);
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
