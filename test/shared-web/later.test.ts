import { setTimeout as sleep } from "node:timers/promises";
import type { Theme } from "@mariozechner/pi-coding-agent";
import { expect, it, vi } from "vitest";
import { drawLater, importLater, type Renderers } from "../../extensions/shared-web/later.ts";

it("imports once, one after the other, and again only what failed", async () => {
  const log: string[] = [];
  const slow = (name: string) => async () => {
    log.push(`${name} begins`);
    await sleep(5);
    if (name === "bad") throw new Error("no file");
    log.push(`${name} is there`);
    return name;
  };
  const [one, bad, two] = ["one", "bad", "two"].map((name) => importLater(slow(name)));
  expect(log).toEqual([]);
  const all = await Promise.allSettled([one?.(), bad?.(), two?.(), one?.(), bad?.()]);
  expect(all.map((end) => (end.status === "fulfilled" ? end.value : "failed"))).toEqual([
    ...["one", "failed", "two", "one", "failed"],
  ]);
  await expect(bad?.()).rejects.toThrow("no file");
  expect(log).toEqual([
    ...["one begins", "one is there", "bad begins", "two begins", "two is there", "bad begins"],
  ]);
});

it("draws nothing until the drawing is there, then lets pi draw again", async () => {
  const text = (line: string) => ({ render: () => [line], invalidate() {} });
  const drawing: Renderers = { renderCall: () => text("a call"), renderResult: () => text("a result") };
  const importDrawing = importLater(async () => ({ drawing }));
  const drawn = drawLater(importDrawing, (module) => module.drawing);
  const context = { expanded: false, isError: false, invalidate: vi.fn() };
  const draw = () =>
    [
      drawn.renderCall({}, {} as Theme, context),
      drawn.renderResult({ content: [] }, { expanded: false, isPartial: false }, {} as Theme, context),
    ].flatMap((component) => component.render(80));
  expect(draw()).toEqual([]);
  expect(context.invalidate).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(context.invalidate).toHaveBeenCalledTimes(2));
  expect(draw()).toEqual(["a call", "a result"]);
});

it("leaves a tool undrawn whose drawing cannot be imported", async () => {
  const importDrawing = importLater<Renderers>(() => Promise.reject(new Error("no file")));
  const context = { expanded: false, isError: false, invalidate: vi.fn() };
  drawLater(importDrawing, (drawing) => drawing).renderCall({}, {} as Theme, context);
  await sleep(5);
  expect(context.invalidate).not.toHaveBeenCalled();
});
