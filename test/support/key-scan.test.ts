import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expectNoKey, expectNoKeyBelow, keysOf } from "./key-scan.ts";

it("knows the keys of providers, of their addresses and headers, and of the environment in any wrapping", () => {
  const provider = {
    apiKey: "key-of-provider",
    baseUrl: "https://user:password-1@a.example/",
    headers: { "x-key": "key-in-header" },
    models: [{ headers: { "x-key": "key-of-model" } }],
  };
  const env = { OLLAMA_API_KEY: ' "Bearer sk-ollama-01\nsecond-line" ', HOME: "/home/somebody" };
  expect(keysOf({ provider }, env)).toEqual([
    ...["key-of-provider", "password-1", "key-in-header", "key-of-model"],
    ...[env.OLLAMA_API_KEY, "sk-ollama-01", "second-line"],
  ]);
});

it("fails where a key stands, in a text or in a file that the test did not write", () => {
  expect(() => expectNoKey("a text", "it is sk-ollama-01.", ["sk-ollama-01"])).toThrow("stands in a text");
  const folder = mkdtempSync(join(tmpdir(), "search-web-test-"));
  const file = join(folder, "session.jsonl");
  writeFileSync(file, "sk-ollama-01");
  expect(() => expectNoKeyBelow(folder, new Set(), ["sk-ollama-01"])).toThrow(`stands in ${file}`);
  expect(() => expectNoKeyBelow(folder, new Set([file]), ["sk-ollama-01"])).not.toThrow();
  rmSync(folder, { recursive: true });
});
