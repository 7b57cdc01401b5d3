import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createPrivateFiles, removeAtEnd, removeOrphans } from "../../extensions/shared-web/private-files.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "private-files-test-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it("makes nothing before the first text, then files and a folder that only the user can read, and removes them", () => {
  const files = createPrivateFiles(() => parent);
  expect(readdirSync(parent)).toEqual([]);
  const path = files.write("answer", "text");
  const other = files.write("answer", "more");
  expect(readFileSync(path, "utf8")).toBe("text");
  expect(other).not.toBe(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  files.removeAll();
  expect(readdirSync(parent)).toEqual([]);
  expect(existsSync(files.write("answer", "again"))).toBe(true);
});

it("makes its folder anew when someone has removed it", () => {
  const files = createPrivateFiles(() => parent);
  rmSync(dirname(files.write("answer", "text")), { recursive: true });
  const path = files.write("answer", "more");
  expect(readFileSync(path, "utf8")).toBe("more");
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

it("removes what a dead process left, and nothing else", () => {
  const dead = "pi-search-web-99999999-abcdef";
  const alive = `pi-search-web-${process.pid}-abcdef`;
  for (const name of [dead, alive, "pi-search-web-notes", "other"]) mkdirSync(join(parent, name));
  mkdirSync(join(parent, "target"));
  symlinkSync(join(parent, "target"), join(parent, "pi-search-web-99999998-abcdef"));
  removeOrphans(parent);
  expect(readdirSync(parent).sort()).toEqual(
    ["other", alive, "pi-search-web-99999998-abcdef", "pi-search-web-notes", "target"].sort(),
  );
});

it("does not mind a folder that is not there", () => {
  expect(() => removeOrphans(join(parent, "nowhere"))).not.toThrow();
});

it("keeps the files over reloads and forks by one listener, and removes them at any other end", () => {
  const isOurs = ({ name }: { name: string }) => name === "removeOwnFolders";
  const files = createPrivateFiles(() => parent);
  const path = files.write("answer", "text");
  for (const reason of ["reload", "fork", "reload"]) removeAtEnd(files, reason);
  expect(existsSync(path)).toBe(true);
  expect(process.listeners("exit").filter(isOurs)).toHaveLength(1);
  removeAtEnd(files, "quit");
  expect(readdirSync(parent)).toEqual([]);
  for (const listener of process.listeners("exit").filter(isOurs)) process.off("exit", listener);
});
