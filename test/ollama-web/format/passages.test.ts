import fc from "fast-check";
import { expect, it } from "vitest";
import { pickPassages } from "../../../extensions/ollama-web/format/passages.ts";

const FILLER = "Nothing to see here, move along please. ".repeat(40);

it("keeps a text that fits, on one line", () => {
  expect(pickPassages("q", "One.\n\n  Two.\tThree", 50)).toBe("One. Two. Three");
});

it.each([
  ["release date of node 24", "Node 24 was released on 6 May 2025."],
  ["searching engines", "A search engine finds pages."],
  ["когда вышла поисковая система", "Поисковую систему открыли в 1997 году."],
  ["ёлка", "Елки растут в лесу."],
  ["what is new in tool 1.2.3", "## 1.2.3, a release of May"],
])("finds for %j the passage in the middle of a long text", (query, passage) => {
  const picked = pickPassages(query, `${FILLER}${passage}\n${FILLER}`, 120);
  expect(picked).toContain(passage);
  expect(picked).toMatch(/^… .* …$/);
  expect(picked.length).toBeLessThanOrEqual(120);
});

it("prefers the passage with more and rarer words of the query, and keeps the text's order", () => {
  const text = `${"The release is good. ".repeat(30)}The release of Zig 1.0 is near. ${"More about it. ".repeat(30)}Zig is a programming language.${" Bye.".repeat(50)}`;
  expect(pickPassages("Zig 1.0 release", text, 75)).toBe(
    "… The release of Zig 1.0 is near. … Zig is a programming language. …",
  );
});

it("keeps what stands below the heading that has the query's words", () => {
  const text = `${"All ranges are compared to a version. ".repeat(30)}\n\n### How tilde ranges work here\n\nPatch-level changes are allowed.\n\n${FILLER}`;
  expect(pickPassages("tilde ranges", text, 120)).toContain(
    "### How tilde ranges work here Patch-level changes are allowed.",
  );
});

it("takes the beginning of a text that has none of the query's words", () => {
  expect(pickPassages("zebra", "First words come first. And then others follow.", 30)).toBe(
    "First words come first. …",
  );
});

it("cuts a passage that alone is too long, on a whole code point", () => {
  const picked = pickPassages("needle", `${"x ".repeat(90)}needle ${"🙂".repeat(200)}`, 60);
  expect(picked.isWellFormed()).toBe(true);
  expect(picked.length).toBeLessThanOrEqual(60);
});

it("stays within its room, well-formed and on one line, whatever the text", () => {
  const anything = fc.oneof(fc.string({ unit: "binary", maxLength: 2_000 }), fc.lorem({ maxCount: 300 }));
  fc.assert(
    fc.property(anything, fc.lorem(), fc.integer({ min: 0, max: 500 }), (text, query, maxChars) => {
      const picked = pickPassages(query, text.toWellFormed(), maxChars);
      expect(picked.length).toBeLessThanOrEqual(maxChars);
      expect(picked).not.toMatch(/[\n\r]/);
      expect(picked.isWellFormed()).toBe(true);
    }),
  );
});

it("brings no tag together whose parts stand apart in the text", () => {
  const text = `Node </${"\n".repeat(12)}function_calls> is a runtime. ${"Other words. ".repeat(20)}`;
  expect(pickPassages("node runtime", text, 1_000)).toContain("Node [/ function_calls> is a runtime.");
  expect(pickPassages("node runtime", text, 100)).not.toContain("</ function");
});

it.each([
  ["one word", "a".repeat(2_000_000)],
  ["short sentences", "a. ".repeat(700_000)],
  ["lines", "\n".repeat(2_000_000)],
  ["blanks", `x${" ".repeat(2_000_000)}y`],
  ["addresses", "https://a.example/".repeat(110_000)],
  ["the query again and again", "query word ".repeat(180_000)],
])("takes little time for 2 MiB of %s", (_kind, text) => {
  const before = process.cpuUsage();
  pickPassages("query word with some more words", text, 700);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_500);
});
