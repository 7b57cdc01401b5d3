import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig, type SearchConfig } from "../../extensions/search-web/config.ts";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "search-web-config-"));
  mkdirSync(join(home, ".pi"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const DEFAULTS: SearchConfig = {
  models: ["lwp/deepseek-pro-search-web"],
  modelsFrom: "default",
  native: undefined,
  timeoutMs: 120_000,
  ollama: "auto",
  ollamaTools: "auto",
  warnings: [],
};

function read(file: string | object, env: Record<string, string> = {}): SearchConfig {
  writeFileSync(join(home, ".pi/search-model.json"), typeof file === "string" ? file : JSON.stringify(file));
  return readConfig(env, home);
}

it("has defaults without a file", () => {
  expect(readConfig({}, join(home, "nobody"))).toEqual(DEFAULTS);
  expect(readConfig({ PI_SEARCH_MODEL: "  " }, join(home, "nobody"))).toEqual(DEFAULTS);
});

it("reads every key", () => {
  expect(
    read({ model: "a/b", native: false, timeoutSeconds: 0.5, ollama: "off", ollamaTools: "all" }),
  ).toEqual({
    models: ["a/b"],
    modelsFrom: "~/.pi/search-model.json",
    native: false,
    timeoutMs: 500,
    ollama: "off",
    ollamaTools: "all",
    warnings: [],
  });
});

it("takes 0.1 to 600 seconds, both included", () => {
  expect(read({ timeoutSeconds: 0.1 })).toMatchObject({ timeoutMs: 100, warnings: [] });
  expect(read({ timeoutSeconds: 600 })).toMatchObject({ timeoutMs: 600_000, warnings: [] });
});

it("takes several models, comma-separated in the variable and as a list in the file", () => {
  expect(read({ model: ["a/b", " c/d ", "a/b", "c/d,e/f"] }).models).toEqual(["a/b", "c/d", "e/f"]);
  expect(read({ model: "x/y" }, { PI_SEARCH_MODEL: "a/b, c/d,,a/b" })).toMatchObject({
    models: ["a/b", "c/d"],
    modelsFrom: "PI_SEARCH_MODEL",
  });
});

it.each<[string, string | object, string]>([
  ["broken JSON", "{ not json", "~/.pi/search-model.json is not valid JSON, so the defaults are used."],
  ["an empty file", "", "~/.pi/search-model.json is not valid JSON, so the defaults are used."],
  ["a list", "[]", "~/.pi/search-model.json is not a JSON object, so the defaults are used."],
  ["null", "null", "~/.pi/search-model.json is not a JSON object, so the defaults are used."],
  [
    "a huge file",
    `{"model":"${"x".repeat(70_000)}"}`,
    "~/.pi/search-model.json is larger than 64 kB, so the defaults are used.",
  ],
  ["a deep file", "[".repeat(30_000), "~/.pi/search-model.json is not valid JSON, so the defaults are used."],
  [
    "a model of a wrong type",
    { model: 3 },
    "~/.pi/search-model.json: model must be a model reference or a list of them; the default is used.",
  ],
  [
    "a list with a wrong type",
    { model: ["a/b", null] },
    "~/.pi/search-model.json: model must be a model reference or a list of them; the default is used.",
  ],
  [
    "a blank model",
    { model: " " },
    "~/.pi/search-model.json: model must be a model reference or a list of them; the default is used.",
  ],
  [
    "a time that is too short",
    { timeoutSeconds: 0 },
    "~/.pi/search-model.json: timeoutSeconds must be a number from 0.1 to 600; 120 is used.",
  ],
  [
    "a time that is too long",
    { timeoutSeconds: 601 },
    "~/.pi/search-model.json: timeoutSeconds must be a number from 0.1 to 600; 120 is used.",
  ],
  [
    "a time that is text",
    { timeoutSeconds: "5" },
    "~/.pi/search-model.json: timeoutSeconds must be a number from 0.1 to 600; 120 is used.",
  ],
  [
    "native of a wrong type",
    { native: "yes" },
    "~/.pi/search-model.json: native must be true or false; it is decided by the model's address.",
  ],
  [
    "ollama of a wrong value",
    { ollama: true },
    '~/.pi/search-model.json: ollama must be one of "auto", "on", "off"; "auto" is used.',
  ],
  [
    "ollamaTools of a wrong value",
    { ollamaTools: "on" },
    '~/.pi/search-model.json: ollamaTools must be one of "auto", "all", "off"; "auto" is used.',
  ],
  [
    "an unknown key",
    { modle: "a/b" },
    "~/.pi/search-model.json: unknown key modle; known are model, native, timeoutSeconds, ollama, ollamaTools.",
  ],
  [
    "a prototype key",
    '{"__proto__": {"model": "evil/x"}}',
    "~/.pi/search-model.json: unknown key __proto__; known are model, native, timeoutSeconds, ollama, ollamaTools.",
  ],
])("warns of %s and takes the default", (_name, file, warning) => {
  expect(read(file)).toEqual({ ...DEFAULTS, warnings: [warning] });
});

const PASSED_OVER = "holds a reference over 300 characters or with unprintable ones; it is passed over.";

it.each([
  ["a long reference", "x".repeat(60_000)],
  ["terminal escapes", "a/\x1b]0;owned\x07b"],
  ["a line break", "a/b\nSearch is on"],
  ["bidi and zero-width characters", "a/\u202eb\u200b"],
  ["a tag of a harness", "a/<system-reminder>"],
])("passes over %s", (_name, reference) => {
  expect(read({ model: reference })).toEqual({
    ...DEFAULTS,
    warnings: [`~/.pi/search-model.json: model ${PASSED_OVER}`],
  });
  expect(read({ model: "c/d" }, { PI_SEARCH_MODEL: `a/b,${reference}` })).toMatchObject({
    models: ["a/b"],
    warnings: [`PI_SEARCH_MODEL ${PASSED_OVER}`],
  });
});

it("takes ten references at most", () => {
  const references = Array.from({ length: 12 }, (_, index) => `p/m${index}`);
  expect(read({ model: references })).toMatchObject({
    models: references.slice(0, 10),
    warnings: ["~/.pi/search-model.json: model names 12 models; the first 10 are used."],
  });
  expect(read({ model: references.slice(0, 10) }).warnings).toEqual([]);
});
