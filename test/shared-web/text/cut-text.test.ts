import fc from "fast-check";
import { expect, it } from "vitest";
import { cutText, sliceText } from "../../../extensions/shared-web/text/cut-text.ts";

it.each([
  ["abcdef", 0, 3, { text: "abc", start: 0, end: 3 }],
  ["abcdef", 4, 10, { text: "ef", start: 4, end: 6 }],
  ["abc", 3, 10, { text: "", start: 3, end: 3 }],
  ["abc", 99, 10, { text: "", start: 3, end: 3 }],
  ["a🙂b", 0, 2, { text: "a", start: 0, end: 1 }],
  ["a🙂b", 1, 1, { text: "🙂", start: 1, end: 3 }],
  ["a🙂b", 2, 5, { text: "🙂b", start: 1, end: 4 }],
])("slices %j from %s by %s", (text, offset, maxChars, expected) => {
  expect(sliceText(text, offset, maxChars)).toEqual(expected);
});

it("never splits a code point, and reads the whole text on and on", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      (text, maxChars) => {
        let read = "";
        for (let offset = 0; offset < text.length; ) {
          const slice = sliceText(text, offset, maxChars);
          expect(slice.text.isWellFormed()).toBe(true);
          read += slice.text;
          offset = slice.end;
        }
        expect(read).toBe(text);
      },
    ),
  );
});

it("cuts on code points, between words, never inside a URL", () => {
  expect(cutText("one two three", 9)).toBe("one two");
  expect(cutText("one two", 7)).toBe("one two");
  expect(cutText("👍👍👍", 3)).toBe("👍");
  expect(cutText("see https://example.com/a/long/path now", 20)).toBe("see");
  expect(cutText("官网是https://example.com/long/path", 12)).toBe("官网是");
  expect(cutText("https://example.com/a end of it", 24)).toBe("https://example.com/a");
  expect(cutText("x".repeat(50), 10)).toBe("x".repeat(10));
  expect(cutText("anything", 0)).toBe("");
});
