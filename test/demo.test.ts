import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { openLibrary } from "../demo/library.ts";
import { classicHost, ROOT } from "./support/installed-host.ts";

it("needs the project's own packages alone, not the second pi line", () => {
  expect([...importsOf(join(ROOT, "demo/run.ts"))]).not.toContain(join(ROOT, "test/support/hosts.ts"));
});

it("answers a question from pi's documentation, then by Ollama, then shows the status", () => {
  const question = "How do I write a skill?";
  const shown = execFileSync("npx", ["jiti", "demo/run.ts", question], { cwd: ROOT, encoding: "utf8" });
  const docs = "https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs";
  expect(shown).toContain(`The agent calls search_web({"query":"${question}"}) and reads:`);
  expect(shown).toContain(`\n[1] ${docs}/skills.md\n`);
  expect(shown).toMatch(
    /Answered by llm-web\/lwp\/deepseek-pro-search-web with 3 sources, \d+ characters in all\./,
  );
  expect(shown).toMatch(
    /Results of Ollama's web search instead: llm-web\/lwp\/deepseek-pro-search-web could not be reached/,
  );
  expect(shown).toMatch(/Answered by Ollama with 5 sources, \d+ characters in all\./);
  expect(shown).toContain("This session: 2 answered, the last by Ollama in ");
});

it("says what to ask instead where the documentation has nothing", () => {
  const shown = execFileSync("npx", ["jiti", "demo/run.ts", "Как добавить модель?"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(shown.match(/It is in English: put a question about pi in English\./g)).toHaveLength(2);
});

it("finds nothing for a question that the documentation does not answer", () => {
  const library = openLibrary(join(ROOT, "node_modules", classicHost().name));
  expect(library.find("qwxzzy", 3)).toEqual([]);
});

function importsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g)) {
    importsOf(resolve(dirname(file), path ?? ""), seen);
  }
  return seen;
}
