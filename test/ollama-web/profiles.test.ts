import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readProfile } from "../../extensions/ollama-web/profiles.ts";

const DEFAULT = { maxResults: 3, maxOutputChars: 12_000, origin: { kind: "default" } };
const FILE = "pi-ollama-web-search.json";

let root: string;
let globalFile: string;
let projectFile: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "profiles-"));
  globalFile = join(root, "agent", FILE);
  projectFile = join(root, "project/.pi", FILE);
  mkdirSync(join(root, "agent"));
  mkdirSync(join(root, "project/.pi"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function readFor(model: string | undefined) {
  return readProfile({ agentDir: join(root, "agent"), cwd: join(root, "project"), model });
}
const read = (model = "ollama/qwen3:14b") => readFor(model);

function write(file: string, content: unknown) {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}
const budget = (maxResults: number, maxOutputChars: number) => ({ maxResults, maxOutputChars });

it("takes 3 results and 12,000 characters without files, and writes none", () => {
  expect(read()).toEqual({ profile: DEFAULT, warnings: [] });
  expect(readdirSync(join(root, "agent"))).toEqual([]);
});

it("takes the exact model before a pattern, and among patterns the one that says more", () => {
  write(globalFile, {
    version: "1.0",
    default: budget(1, 1_000),
    models: {
      "*": budget(2, 2_000),
      "ollama/*": budget(3, 3_000),
      "ollama/qwen3*": budget(4, 4_000),
      "ollama/*14b": budget(5, 5_000),
      "ollama/qwen3:14b": budget(6, 6_000),
    },
  });
  expect(read("ollama/qwen3:14b").profile).toEqual({
    ...budget(6, 6_000),
    origin: { kind: "exact", selector: "ollama/qwen3:14b" },
  });
  expect(read("ollama/qwen3:8b").profile).toEqual({
    ...budget(4, 4_000),
    origin: { kind: "pattern", selector: "ollama/qwen3*" },
  });
  expect(read("ollama/llama:14b").profile).toMatchObject(budget(5, 5_000));
  expect(read("ollama/llama").profile).toMatchObject(budget(3, 3_000));
  expect(read("openai/gpt").profile).toEqual({
    ...budget(2, 2_000),
    origin: { kind: "pattern", selector: "*" },
  });
});

it("takes the project's profiles before the user's, selector by selector", () => {
  write(globalFile, {
    default: budget(1, 1_000),
    models: { "a/exact": budget(2, 2_000), "a/*": budget(3, 3_000), "b/x*": budget(7, 7_000) },
  });
  write(projectFile, {
    default: { maxResults: 9 },
    models: { "a/*": budget(4, 4_000), "b/*x": budget(8, 8_000) },
  });
  expect(read("a/other").profile).toMatchObject(budget(4, 4_000));
  expect(read("a/exact").profile).toMatchObject(budget(2, 2_000));
  expect(read("b/xx").profile).toMatchObject(budget(8, 8_000));
  expect(read("c/none")).toEqual({
    profile: { ...budget(9, 1_000), origin: { kind: "default" } },
    warnings: [],
  });
});

it.each([
  ["broken JSON", "{", "is not valid JSON"],
  ["no object", "[1]", "is not a JSON object"],
  ["a budget of 0", { default: { maxResults: 0 } }, "is not valid: budgets are whole numbers above 0"],
  [
    "a budget as text",
    { models: { "a/*": { maxResults: "5", maxOutputChars: 5 } } },
    "is not valid: budgets are whole numbers above 0",
  ],
  ["models that are a list", { models: [] }, "is not valid: budgets are whole numbers above 0"],
  ["a fraction", { default: { maxOutputChars: 1.5 } }, "is not valid: budgets are whole numbers above 0"],
  ["a profile that is null", { models: { "a/*": null } }, "is not valid: budgets are whole numbers above 0"],
  ["64 kB and more", `{"x": "${"y".repeat(70_000)}"}`, "is larger than 64 kB"],
])("falls back with one warning from a file with %s", (_case, content, problem) => {
  write(globalFile, content);
  expect(read()).toEqual({
    profile: DEFAULT,
    warnings: [`${globalFile} ${problem}, so the default budgets are used.`],
  });
  write(globalFile, { default: budget(7, 7_000) });
  write(projectFile, content);
  expect(read()).toEqual({
    profile: { ...budget(7, 7_000), origin: { kind: "default" } },
    warnings: [`${projectFile} ${problem}, so your own budgets are used instead.`],
  });
});

it("passes over an incomplete profile with a warning", () => {
  write(globalFile, { models: { "ollama/qwen3:14b": { maxResults: 5 }, "ollama/*": budget(4, 4_000) } });
  expect(read()).toEqual({
    profile: { ...budget(4, 4_000), origin: { kind: "pattern", selector: "ollama/*" } },
    warnings: [
      "pi-ollama-web-search.json: the profile for ollama/qwen3:14b needs both maxResults and maxOutputChars, so it is passed over.",
    ],
  });
});

it.each([
  [undefined, false],
  ["1.0", false],
  ["1", false],
  [1, false],
  ["1.27.3", false],
  ["2.0", true],
  ["0.9", true],
  [2, true],
  ["10", true],
  ["latest", true],
  [null, true],
  [{ toString: 1 }, true],
])("reads a file of version %j, with a warning: %s", (version, warns) => {
  write(globalFile, { version, default: budget(5, 5_000) });
  const { profile, warnings } = read();
  expect(profile).toMatchObject(budget(5, 5_000));
  expect(warnings).toEqual(
    warns ? [`${globalFile} names another version than 1; it is read as version 1.`] : [],
  );
});

it("warns and takes the default when the current model is not known", () => {
  write(globalFile, { default: budget(5, 5_000), models: { "*": budget(6, 6_000) } });
  expect(readFor(undefined)).toEqual({
    profile: { ...budget(5, 5_000), origin: { kind: "default" } },
    warnings: ["The current model is not known, so the default budget for web results is used."],
  });
});

it.each([900_000_000, 1e300])(
  "lets no file flood the context with %d, set a host or reach a prototype",
  (chars) => {
    write(
      projectFile,
      `{"default": {"maxOutputChars": ${chars}}, "host": "http://evil.example", "__proto__": {"default": {"maxResults": 10}}, "models": {"__proto__": {"maxResults": 9, "maxOutputChars": 9}}}`,
    );
    expect(read()).toEqual({
      profile: { maxResults: 3, maxOutputChars: 200_000, origin: { kind: "default" } },
      warnings: [],
    });
    expect(({} as Record<string, unknown>).default).toBeUndefined();
  },
);

it("reads a file whose version is a list within very many lists", () => {
  const version = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
  write(projectFile, `{"version": ${version}, "default": {"maxResults": 5, "maxOutputChars": 5000}}`);
  expect(read().profile).toMatchObject(budget(5, 5_000));
});

it("matches hostile patterns in little time", () => {
  write(projectFile, { models: { [`${"a*".repeat(2_000)}b`]: budget(1, 1) } });
  const before = process.cpuUsage();
  expect(read("a".repeat(20_000)).profile).toEqual(DEFAULT);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});

it("treats a folder in the place of the file as a file that cannot be used", () => {
  mkdirSync(globalFile);
  expect(read().warnings).toEqual([`${globalFile} is not a file, so the default budgets are used.`]);
});
