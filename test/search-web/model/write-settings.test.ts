import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeSetting } from "../../../extensions/search-web/model/write-settings.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "search-web-settings-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const file = () => join(home, ".pi/search-model.json");
const write = (text: string) => {
  mkdirSync(join(home, ".pi"), { recursive: true });
  writeFileSync(file(), text);
};

it("makes the file and its folder", () => {
  expect(writeSetting(home, "model", "a/b")).toBeUndefined();
  expect(readFileSync(file(), "utf8")).toBe('{\n  "model": "a/b"\n}\n');
});

it("keeps the other keys, known or not, in their order, and leaves nothing else behind", () => {
  write('\ufeff{"timeoutSeconds": 5, "model": "old", "mine": {"a": [1]}, "__proto__": 1}');
  expect(writeSetting(home, "model", ["a/b", "c/d"])).toBeUndefined();
  expect(readFileSync(file(), "utf8")).toBe(
    '{\n  "timeoutSeconds": 5,\n  "model": [\n    "a/b",\n    "c/d"\n  ],\n  "mine": {\n    "a": [\n      1\n    ]\n  },\n  "__proto__": 1\n}\n',
  );
  expect(readdirSync(join(home, ".pi"))).toEqual(["search-model.json"]);
});

it("keeps the file's mode", () => {
  write("{}");
  chmodSync(file(), 0o600);
  writeSetting(home, "model", "a/b");
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it("writes through a link", () => {
  mkdirSync(join(home, ".pi"));
  writeFileSync(join(home, "dotfile.json"), '{"ollama": "off"}');
  symlinkSync(join(home, "dotfile.json"), file());
  writeSetting(home, "model", "a/b");
  expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(join(home, "dotfile.json"), "utf8"))).toEqual({
    ollama: "off",
    model: "a/b",
  });
});

it("makes the file that a link leads to", () => {
  mkdirSync(join(home, ".pi"));
  mkdirSync(join(home, "dotfiles"));
  symlinkSync("../dotfiles/one.json", file());
  symlinkSync("two.json", join(home, "dotfiles/one.json"));
  expect(writeSetting(home, "model", "a/b")).toBeUndefined();
  expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(join(home, "dotfiles/two.json"), "utf8"))).toEqual({ model: "a/b" });
});

it.each([
  ["{ not json", "~/.pi/search-model.json is not valid JSON: mend it or remove it first."],
  ["[]", "~/.pi/search-model.json is not a JSON object: mend it or remove it first."],
])("refuses a broken file and leaves it as it is: %s", (text, problem) => {
  write(text);
  expect(writeSetting(home, "model", "a/b")).toBe(problem);
  expect(readFileSync(file(), "utf8")).toBe(text);
});

it("says why it cannot write", () => {
  writeFileSync(join(home, ".pi"), "a file where the folder should be");
  expect(writeSetting(home, "model", "a/b")).toMatch(
    /^~\/\.pi\/search-model\.json cannot be written \((?:EEXIST|ENOTDIR)\): change it by hand, or set PI_SEARCH_MODEL\.$/,
  );
  expect(existsSync(file())).toBe(false);
});
