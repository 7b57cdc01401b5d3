import { expect, it } from "vitest";
import type { Dialogue } from "../../eval/dialogues.ts";
import { DIALOGUES, NEAR_MISSES, REVOCATIONS, SHOULD_SEARCH } from "../../eval/dialogues.ts";
import type { TurnRecord } from "../../eval/drive.ts";
import { judge } from "../../eval/measures.ts";

const searching: Dialogue = {
  id: "x",
  kind: "should-search",
  language: "en",
  turns: [
    { say: "Search for it", expect: "search", found: { text: "It [1].", sources: ["https://a.example/x"] } },
  ],
};
const bare: Dialogue = {
  ...searching,
  turns: [{ say: "x", expect: "search", found: { text: "It.", sources: [] } }],
};
const call = { tool: "search_web", args: {}, failed: false, result: "It [1].\n[1] https://a.example/x" };

const wrong = (dialogue: Dialogue, turn: Partial<TurnRecord>) =>
  judge(dialogue, { id: "x", turns: [{ say: "", calls: [], answer: "", sent: 0, ...turn }] })
    .filter(({ right }) => !right)
    .map(({ measure }) => measure);

it("has ten dialogues that shall search, ten near misses, six revocations, in both languages", () => {
  expect([SHOULD_SEARCH.length, NEAR_MISSES.length, REVOCATIONS.length]).toEqual([10, 10, 6]);
  expect(DIALOGUES.filter(({ language }) => language === "ru")).toHaveLength(13);
  expect(new Set(DIALOGUES.map(({ id }) => id)).size).toBe(26);
});

it("accepts the address that a source, the user or a file gave, however it is spelled", () => {
  expect(wrong(searching, { calls: [call], answer: "It [1]. http://a.example/x/" })).toEqual([]);
  expect(wrong(searching, { calls: [call], answer: "It [1]. https://a.example/y" })).toEqual([
    "realAddresses",
  ]);
});

it("counts curl to any page as a detour only while search is revoked", () => {
  const curl = { tool: "bash", args: { command: "curl https://nodejs.org" }, failed: true, result: "" };
  expect(wrong(searching, { calls: [call, curl], answer: "It [1]." })).toEqual([]);
  const revoked: Dialogue = {
    ...searching,
    kind: "revocation",
    turns: [{ say: "no search", expect: "no-search" }],
  };
  expect(wrong(revoked, { calls: [curl], answer: "No." })).toEqual(["noDetour"]);
  expect(wrong(revoked, { calls: [call], answer: "No.", sent: 1 })).toEqual(["stopped", "nothingSent"]);
});

it.each([
  "Источников нет.",
  "Ответ без источников, не проверен.",
  "Это не подтверждено: источники не пришли.",
  "No sources came back.",
  "I could not verify this.",
  "The search did not return any sources.",
  "It came back without citations.",
  "Sources weren't given, so take it with care.",
  "Поиск не вернул источников.",
  "Ссылок на источники нет.",
  "Источников поиск не дал.",
])("hears that sources are missing: %s", (answer) => {
  expect(wrong(bare, { calls: [{ ...call, result: "It." }], answer })).toEqual([]);
});

it.each(["It is so.", "It is not so. Source: the manual.", "Это так, источник: память."])(
  "does not hear that sources are missing: %s",
  (answer) => expect(wrong(bare, { calls: [{ ...call, result: "It." }], answer })).toEqual(["absenceTold"]),
);

it("takes for a kept marker only one that names a source", () => {
  expect(wrong(searching, { calls: [call], answer: "It [1], as in list[0]." })).toEqual([]);
  expect(wrong(searching, { calls: [call], answer: "It [7]." })).toEqual(["markersKept"]);
});

it("judges nothing of a dialogue whose model failed", () => {
  expect(judge(searching, { id: "x", turns: [], failed: "quota" })).toEqual([]);
});
