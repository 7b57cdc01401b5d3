import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { DeadlineExceeded, withDeadline } from "../../extensions/shared-web/deadline.ts";

it("ends in time though the work ignores its signal", async () => {
  const work = withDeadline(undefined, 20, () => new Promise(() => {}));
  await expect(work).rejects.toBeInstanceOf(DeadlineExceeded);
});

it("passes on the caller's reason, and the work's own value and error", async () => {
  const controller = new AbortController();
  const work = withDeadline(controller.signal, 1_000, () => new Promise(() => {}));
  controller.abort("enough");
  await expect(work).rejects.toBe("enough");
  const { signal } = new AbortController();
  expect(await withDeadline(signal, 1_000, async () => 7)).toBe(7);
  await expect(withDeadline(signal, 1_000, () => Promise.reject(new Error("own")))).rejects.toThrow("own");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("does not start the work for a caller that has aborted", async () => {
  let started = false;
  const work = withDeadline(AbortSignal.abort("gone"), 1_000, async () => {
    started = true;
  });
  await expect(work).rejects.toBe("gone");
  expect(started).toBe(false);
});
