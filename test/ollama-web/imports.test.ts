import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { importLater } from "../../extensions/ollama-web/imports.ts";

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
