import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { expect, it } from "vitest";
import {
  readOnce,
  readState,
  readUserMessages,
  SWITCH_ENTRY,
  WORDS_ENTRY,
} from "../../../extensions/search-web/switch/state.ts";

const base = (id: string) => ({ id, parentId: null, timestamp: "2026-01-01T00:00:00.000Z" });

function said(id: string, text: string): SessionEntry {
  return { ...base(id), type: "message", message: { role: "user", content: text, timestamp: 0 } };
}

function custom(customType: string, data: unknown): SessionEntry {
  return { ...base("x"), type: "custom", customType, data };
}

it("is on when nothing was ever said", () => {
  expect(readState([])).toEqual({ on: true, language: "en" });
  expect(readState([said("1", "hi")])).toEqual({ on: true, language: "en" });
});

it("follows the user's words in the order of the branch", () => {
  const branch = [said("1", "без поиска"), said("2", "что такое CRDT?")];
  expect(readState(branch)).toEqual({ on: false, cause: "«без поиска»", language: "ru" });
  expect(readState([...branch, said("3", "search the web for it")])).toEqual({
    on: true,
    cause: "“search the web for it”",
    language: "en",
  });
});

it("reads messages of several parts, but no other role", () => {
  const parts: SessionEntry = {
    ...base("1"),
    type: "message",
    message: {
      role: "user",
      content: [
        { type: "image", data: "", mimeType: "image/png" },
        { type: "text", text: "no search" },
      ],
      timestamp: 0,
    },
  };
  expect(readState([parts]).on).toBe(false);
  const shown: SessionEntry = {
    ...base("2"),
    type: "custom_message",
    customType: "x",
    content: "no search",
    display: true,
  };
  expect(readState([shown]).on).toBe(true);
});

it("keeps the language of the words when a command decides", () => {
  const off = custom(SWITCH_ENTRY, { state: "off" });
  expect(readState([off])).toEqual({ on: false, cause: "/search-off", language: "en" });
  expect(readState([said("1", "поищи новости"), off])).toEqual({
    on: false,
    cause: "/search-off",
    language: "ru",
  });
  expect(readState([off, custom(SWITCH_ENTRY, { state: "on" })])).toEqual({
    on: true,
    cause: "/search-on",
    language: "en",
  });
});

it("takes the recorded words in the place of a message's text", () => {
  const template = said("1", "Review this.\nno search");
  expect(readState([template]).on).toBe(false);
  expect(readState([template, custom(WORDS_ENTRY, { message: "1", words: "" })]).on).toBe(true);
  expect(readUserMessages([template, custom(WORDS_ENTRY, { message: "1", words: "src" })])).toEqual([
    { id: "1", text: "Review this.\nno search", words: "src" },
  ]);
});

it("passes over entries that are not as this package writes them", () => {
  const broken = [undefined, null, "off", { state: "maybe" }, { state: 1 }].map((data) =>
    custom(SWITCH_ENTRY, data),
  );
  const words = [undefined, { message: 1, words: "" }, { message: "1" }].map((data) =>
    custom(WORDS_ENTRY, data),
  );
  expect(readState([said("1", "no search"), ...broken, ...words])).toEqual({
    on: false,
    cause: "“no search”",
    language: "en",
  });
});

it("reads each message of a long session once", () => {
  const texts = Array.from({ length: 300 }, (_, index) =>
    `${index}: look at the web page. Search the list. `.repeat(20),
  );
  const branch = texts.map((text, index) => said(String(index), text));
  const read = readOnce();
  const time = () => {
    const startedAt = performance.now();
    readState(branch, read);
    return performance.now() - startedAt;
  };
  const first = time();
  expect(time()).toBeLessThan(first / 2);
  branch.push(said("last", "no search"));
  expect(readState(branch, read)).toEqual(readState(branch));
  expect(readState(branch, read).on).toBe(false);
});
