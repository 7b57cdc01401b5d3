import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readDecision } from "../../../extensions/search-web/switch/phrases.ts";

interface Phrase {
  label: "off" | "on" | "none" | "stay";
  text: string;
}

const STATES = { off: "off", on: "on", none: undefined, stay: undefined };

function readPhrases(file: string): Phrase[] {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), "utf8"));
}

it.each(["switch-phrases.json", "more-switch-phrases.json"])(
  "reads every phrase of %s as labelled",
  (file) => {
    const phrases = readPhrases(file);
    const wrong = phrases.filter(({ label, text }) => readDecision(text)?.state !== STATES[label]);
    expect(wrong).toEqual([]);
    for (const label of ["off", "on", "none", "stay"]) {
      expect(phrases.filter((phrase) => phrase.label === label).length).toBeGreaterThan(10);
    }
  },
);

it.each([
  ["Что такое CRDT? Без поиска, пожалуйста.", { state: "off", phrase: "Без поиска", language: "ru" }],
  ["Please don’t search the web!", { state: "off", phrase: "Please don't search the web", language: "en" }],
  ["поищи «Node 24» в интернете", { state: "on", phrase: "поищи … в интернете", language: "ru" }],
  ["turn search back on", { state: "on", phrase: "turn search back on", language: "en" }],
])("names the words that decided in %j, as they were written but for apostrophes", (text, decision) => {
  expect(readDecision(text)).toEqual(decision);
});

it("shortens a long phrase by whole characters", () => {
  expect(readDecision(`поищи в интернете ${"𝕏".repeat(80)}`)?.phrase).toBe(
    `поищи в интернете ${"𝕏".repeat(42)}…`,
  );
});

it.each([
  ["без поиска… хотя нет, поищи в интернете", "on"],
  ["Search the web for Bun. Actually no, don't search.", "off"],
  ["don't search the repo, search the web", "on"],
  ["не ищи в интернете, поищи в проекте", "off"],
  ["можно искать. Хотя нет, не надо гуглить", "off"],
])("lets the last clause that decides win: %j", (text, state) => {
  expect(readDecision(text)?.state).toBe(state);
});

it("reads the first and the last line of a message, not what is pasted between", () => {
  expect(readDecision("Почему это падает?\nне ищи в интернете\nError: boom")).toBeUndefined();
  expect(readDecision("Не ищи в интернете.\nError: boom\nat main")?.state).toBe("off");
  expect(readDecision("Error: boom\nat main\nНе ищи в интернете.")?.state).toBe("off");
});

it("reads NO-BREAK spaces, capitals, ё, typographic apostrophes and invisible characters", () => {
  expect(readDecision("НЕ\u00A0ИЩИ в\u00A0интернете")?.state).toBe("off");
  expect(readDecision("без по\u200Bиска")?.state).toBe("off");
  expect(readDecision("don\u02BCt search")?.state).toBe("off");
  expect(readDecision("Поиск снова разрешён")?.state).toBe("on");
});

it("never throws, whatever the text", () => {
  const piece = fc.constantFrom(
    ...[
      "без поиска",
      "no search",
      "поищи",
      "search for",
      "«",
      "»",
      '"',
      "`",
      "```\n",
      "> ",
      "\n",
      ", ",
      ": ",
      "? ",
      "🙏",
      "'",
    ],
  );
  const text = fc
    .array(fc.oneof(piece, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (message) => {
      const decision = readDecision(message);
      if (decision) expect(["off", "on"]).toContain(decision.state);
    }),
  );
});

it.each([
  "`",
  "«",
  "“",
  '"',
  " '",
  "(",
  ", ",
  "без поиска, x, ",
  "не ",
  "и ",
  "http://a",
  "a.",
  "```\n",
  "🙏",
  "**",
  " =(",
  "word",
  "? ",
])("reads 400 kB of %j in linear time", (unit) => {
  const time = (chars: number) => {
    const text = unit.repeat(Math.ceil(chars / unit.length));
    const start = performance.now();
    readDecision(text);
    return performance.now() - start;
  };
  time(200_000);
  expect(time(400_000)).toBeLessThan(2_000);
});
