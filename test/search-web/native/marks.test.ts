import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAnswer } from "../../../extensions/search-web/citations.ts";
import { insertMarks, placeMarks, type Support } from "../../../extensions/search-web/native/marks.ts";

/** A support for `text` where it stands in the parts, as Gemini counts it. */
function support(parts: string[], text: string, numbers: number[], options: Partial<Support> = {}): Support {
  const part = parts.findIndex((candidate) => candidate.includes(text));
  const before = parts[part]?.slice(0, parts[part].indexOf(text)) ?? "";
  const startByte = Buffer.byteLength(before);
  return { part, startByte, endByte: startByte + Buffer.byteLength(text), text, numbers, ...options };
}

function spoken(...texts: string[]) {
  return texts.map((text) => ({ isThought: false, text }));
}

it.each([
  ["Latin", "Paris is the capital. It is old.", "Paris is the capital."],
  ["Cyrillic", "Париж — столица Франции. Он старый.", "Париж — столица Франции."],
  ["CJK", "巴黎是法国的首都。它很古老。", "巴黎是法国的首都。"],
  ["emoji", "🇫🇷 Paris 👩‍👩‍👧 is the capital 🎉. It is old.", "🇫🇷 Paris 👩‍👩‍👧 is the capital 🎉."],
  ["Arabic", "باريس هي عاصمة فرنسا. وهي قديمة.", "باريس هي عاصمة فرنسا."],
])("puts numbers behind the stretch that bytes point to: %s", (_script, text, stretch) => {
  const marked = placeMarks(spoken(text), [support([text], stretch, [1, 2])]);
  expect(insertMarks(marked)).toBe(`${stretch}[1][2]${text.slice(stretch.length)}`);
});

it("orders the numbers of one place and names each once", () => {
  const text = "One. Two.";
  const supports = [
    support([text], "Two.", [3]),
    support([text], "One.", [2]),
    support([text], "One.", [1, 2]),
    support([text], text, [1]),
  ];
  expect(insertMarks(placeMarks(spoken(text), supports))).toBe("One.[1][2] Two.[1][3]");
});

it("counts from the part that a support names, thoughts included or not", () => {
  const parts = [{ isThought: true, text: "мысль" }, ...spoken("Первое. ", "Второе.")];
  const second = { ...support(["Второе."], "Второе.", [1]), part: 2 };
  expect(insertMarks(placeMarks(parts, [second]))).toBe("Первое. Второе.[1]");
  expect(insertMarks(placeMarks(parts, [{ ...second, part: 1 }]))).toBe("Первое. Второе.[1]");
});

it("counts from the start of the answer when a stream cut one part into several", () => {
  const text = "Первое. Второе.";
  const marked = placeMarks(spoken("Первое. ", "Второе."), [support([text], "Второе.", [1])]);
  expect(insertMarks(marked)).toBe("Первое. Второе.[1]");
});

it("leaves out what stands nowhere: another text, half a character, beyond the end", () => {
  const text = "Да, это так.";
  const wrong = [
    support([text], "Да", [1], { text: "Нет" }),
    support([text], "Да", [1], { text: "", endByte: 3 }),
    support([text], "Да", [1], { text: "", startByte: 1 }),
    support([text], "Да", [1], { endByte: 1_000 }),
    support([text], "Да", [1], { part: 9, startByte: -4 }),
    support([text], "Да", [1], { endByte: Number.NaN }),
    support([text], "Да", [1], { endByte: 0.5 }),
  ];
  expect(placeMarks(spoken(text), wrong)).toEqual({ text, marks: [] });
});

it("needs no copy of the stretch when the bytes fall between characters", () => {
  const text = "Да, это так.";
  const marked = placeMarks(spoken(text), [support([text], "Да", [1], { text: "" })]);
  expect(insertMarks(marked)).toBe("Да[1], это так.");
});

it.each([
  ["inline code", "Call `foo(x)` now.", "Call `foo(x)", "Call `foo(x)`[1] now."],
  [
    "a link",
    "Read [it](https://a.example/?p=1) now.",
    "https://a.example/",
    "Read [it](https://a.example/?p=1)[1] now.",
  ],
  [
    "an address",
    "See https://a.example/b/c now.",
    "See https://a.example/b",
    "See https://a.example/b/c [1] now.",
  ],
  [
    "behind an address",
    "See https://a.example/?p=1.",
    "See https://a.example/?p=1",
    "See https://a.example/?p=1 [1].",
  ],
  [
    "an address in code",
    "Run `curl https://a.example/?p=1` now.",
    "https://a.example/",
    "Run `curl https://a.example/?p=1`[1] now.",
  ],
  ["before code", "Call `foo(x)` now.", "Call ", "Call[1] `foo(x)` now."],
  ["before a colon", "The page: https://a.example/b", "The page", "The page:[1] https://a.example/b"],
  [
    "behind the end of a sentence",
    "See https://a.example/?p=1. Done.",
    "See https://a.example/?p=1.",
    "See https://a.example/?p=1. [1] Done.",
  ],
  [
    "a bracket behind an address",
    "So it is (see https://a.example/?p=1). Done.",
    "So it is (see https://a.example/?p=1).",
    "So it is (see https://a.example/?p=1). [1] Done.",
  ],
  [
    "an address further on",
    "See https://a.example/?p=1, it is so. Done.",
    "it is so.",
    "See https://a.example/?p=1, it is so.[1] Done.",
  ],
  ["the next line", "It is so:\n\n```\nnpm i\n```", "It is so:\n\n", "It is so:[1]\n\n```\nnpm i\n```"],
])("keeps code and addresses whole: %s", (_place, text, stretch, expected) => {
  expect(insertMarks(placeMarks(spoken(text), [support([text], stretch, [1])]))).toBe(expected);
});

it.each(["Run:\n```sh\nnpm i", "Run:\n```sh\nnpm i x\n```", "Run:\n```sh\nnpm i x\n```\n"])(
  "leaves a number out that would change a block of code: %j",
  (stretch) => {
    const text = "Run:\n```sh\nnpm i x\n```\nDone.";
    const supports = [support([text], stretch, [1]), support([text], "Done.", [2])];
    expect(insertMarks(placeMarks(spoken(text), supports))).toBe(`${text}[2]`);
  },
);

it("makes up no address: what is listed stands in the text", () => {
  const text = "See https://a.example/?p=1. Or https://b.example/?q=2, and [it](https://c.example/?r=3).";
  const addresses = parseAnswer(text).sources;
  expect(addresses).toHaveLength(3);
  for (let at = 1; at <= text.length; at++) {
    const marked = insertMarks({ text, marks: [{ at, number: 1 }] });
    expect(parseAnswer(marked).sources, marked).toEqual(addresses);
  }
});

it("takes time that grows with the length only", () => {
  const text = "`a` https://a.example/?b=1 [c](https://a.example/d)\n".repeat(4_000);
  const marks = Array.from({ length: 4_000 }, (_, index) => ({ at: 52 * index + 1, number: 1 }));
  const start = performance.now();
  insertMarks({ text, marks });
  expect(performance.now() - start).toBeLessThan(1_000);
});

it("puts a number after any stretch of any text, and changes nothing else", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "grapheme", minLength: 1 }),
      (before, stretch) => {
        const text = `${before}${stretch} tail`;
        const startByte = Buffer.byteLength(before);
        const endByte = startByte + Buffer.byteLength(stretch);
        const marked = placeMarks(spoken(text), [
          { part: 0, startByte, endByte, text: stretch, numbers: [1] },
        ]);
        expect(insertMarks(marked)).toBe(`${before}${stretch}[1] tail`);
      },
    ),
  );
});
