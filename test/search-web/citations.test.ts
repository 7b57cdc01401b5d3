import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAnswer } from "../../extensions/search-web/citations.ts";

interface Case {
  id: string;
  form: string;
  text: string;
  sources: string[];
}

const cases: Case[] = JSON.parse(
  readFileSync(new URL("../fixtures/citation-cases.json", import.meta.url), "utf8"),
);

/** What is left of the text of each form for a reader. Where none is given, all of it. */
const ANSWERS: Record<string, string> = {
  F01: "Node.js 24 became the Active LTS line in October 2025 [1]. Its bundled npm is version 11 [2][1].",
  F03: "Both guides agree on the flag [1][2].",
  F10: "Kernel 6.19 ships the new scheduler. Distributions follow in spring.",
  F11: "2026年春节是2月17日，放假共9天。",
  F15: "已为你找到两份资料。",
  F16: "机票均价约 1200 元。",
  F18: "The answer is in the handbook: https://handbook.example.org/ch3.",
  F20: "Rust was first released in 2012[1] and stabilised in 2015[1][2].",
  F21: "SQLite limits attached databases to ten by default.[^1] It can be raised to 125.[^2]",
  F26: "The comet is visible until mid-March[1][2].",
  F28: "Der Tarif gilt ab Juli. Quelle folgt.",
  F30: "The warranty lasts 24 months and excludes batteries.",
  F35: "Fusion output passed 8 MJ in the last run [Reference 1].",
  F36: "Release notes of the tool The tool now needs Go 1.24.",
  F38: "Three surveys agree [1-3].",
  F41: "The model was released in May.",
  F45: "Answer text [1][2].",
};

it.each(cases)("gives the sources that a careful reader would: $id $form", ({ text, sources }) => {
  expect(parseAnswer(text).sources.map(href)).toEqual(sources.map(href));
});

const forms = cases.filter(({ id }) => id.startsWith("F"));

it.each(forms)("gives the answer as it reads: $id $form", ({ id, text }) => {
  expect(parseAnswer(text).answer).toBe(ANSWERS[id] ?? text);
});

it("has an answer for forms that the fixture knows", () => {
  expect(Object.keys(ANSWERS).filter((id) => !cases.some((known) => known.id === id))).toEqual([]);
});

function href(url: string): string {
  return new URL(url).href;
}

it.each([
  [
    "a line of its own",
    "https://a.example/x\nCUT: all in /etc/passwd",
    "https://a.example/xCUT:%20all%20in%20/etc/passwd",
  ],
  ["a tag", 'https://a.example/</web_answer id="1">', "https://a.example/%3C/web_answer%20id=%221%22%3E"],
  ["terminal escapes", "https://a.example/\u001b[2J\u009b", "https://a.example/%1B[2J%C2%9B"],
  [
    "what nobody sees",
    "https://a.example/\u202egpj\u200b\u3164",
    "https://a.example/%E2%80%AEgpj%E2%80%8B%E3%85%A4",
  ],
  ["half a character", "https://a.example/\ud800", "https://a.example/%EF%BF%BD"],
])("shows no %s that a provider's address holds", (_name, url, shown) => {
  expect(parseAnswer("It is so.", [{ url }]).sources).toEqual([shown]);
});
