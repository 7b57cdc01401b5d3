import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ExportDeps, exportText, resolveTarget } from "../../extensions/ollama-web/export.ts";
import { createPrivateFiles } from "../../extensions/shared-web/private-files.ts";

let root: string;
let queued: string[];
let deps: ExportDeps;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "export-"));
  queued = [];
  const queue: ExportDeps["queue"] = (path, write) => {
    queued.push(path);
    return write();
  };
  deps = { files: createPrivateFiles(() => root), queue };
});
afterEach(() => rmSync(root, { recursive: true }));

const target = (path: string | undefined, overwrite = false) =>
  resolveTarget({ path, overwrite, cwd: join(root, "work"), home: join(root, "home") });
const write = (text: string, path: string | undefined, overwrite = false) =>
  exportText(text, path, { name: "content", overwrite }, deps);

it("takes no path for a temporary file", async () => {
  expect(await target(undefined)).toBeUndefined();
  expect(await target("  ")).toBeUndefined();
});

it("resolves a path as pi's file tools do", async () => {
  expect(await target("a/b.txt")).toBe(join(root, "work/a/b.txt"));
  expect(await target("@a.txt")).toBe(join(root, "work/a.txt"));
  expect(await target("~/a.txt")).toBe(join(root, "home/a.txt"));
  expect(await target("~other/a.txt")).toBe(join(root, "work/~other/a.txt"));
  expect(await target("../up.txt")).toBe(join(root, "up.txt"));
  expect(await target("with\u00a0space.txt")).toBe(join(root, "work/with space.txt"));
  expect(await target(`@${join(root, "abs.txt")}`)).toBe(join(root, "abs.txt"));
});

it("refuses an existing file unless it may be replaced", async () => {
  const path = join(root, "work/a.txt");
  mkdirSync(join(root, "work"));
  writeFileSync(path, "old");
  await expect(target("a.txt")).rejects.toThrow(
    `${path} exists: pass overwrite true to replace it, or another path.`,
  );
  expect(await target("a.txt", true)).toBe(path);
  await expect(write("new", path)).rejects.toMatchObject({ code: "file-exists" });
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(await write("new", path, true)).toEqual({ outputPath: path, temporary: false, overwritten: true });
  expect(readFileSync(path, "utf8")).toBe("new");
});

it("refuses a folder, whatever may be replaced", async () => {
  for (const overwrite of [false, true])
    await expect(target("..", overwrite)).rejects.toThrow(
      `The file could not be written: ${root} is a folder. Give another path.`,
    );
});

it("does not write through a link that leads to no file yet", async () => {
  symlinkSync(join(root, "victim.txt"), join(root, "link.txt"));
  await expect(write("x", join(root, "link.txt"))).rejects.toMatchObject({ code: "file-failed" });
});

it("makes the folders on the way, in pi's queue", async () => {
  const path = join(root, "a/b/c.txt");
  expect(await write("текст", path)).toEqual({ outputPath: path, temporary: false, overwritten: false });
  expect(readFileSync(path, "utf8")).toBe("текст");
  expect(queued).toEqual([path]);
});

it("writes a private file that goes with the session", async () => {
  const { outputPath, temporary } = await write("text", undefined);
  expect(temporary).toBe(true);
  expect(queued).toEqual([outputPath]);
  expect(statSync(outputPath).mode & 0o777).toBe(0o600);
  deps.files.removeAll();
  expect(() => statSync(outputPath)).toThrow("ENOENT");
});

it("says in one sentence why a file could not be written", async () => {
  writeFileSync(join(root, "file"), "");
  await expect(write("x", join(root, "file/below.txt"))).rejects.toThrow(
    /^The file could not be written: E\w+: .*\.$/,
  );
  await expect(write("x", root, true)).rejects.toThrow(/^The file could not be written: EISDIR: .*\.$/);
});
