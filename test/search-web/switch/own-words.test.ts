import { expect, it } from "vitest";
import { readOwnWords } from "../../../extensions/search-web/switch/own-words.ts";

it.each([
  ["  hello \n", "hello"],
  ["/skill:web-search", ""],
  ["/skill:web-search без поиска", "без поиска"],
  ["/review src не ищи", "src не ищи"],
  ["/etc/hosts is wrong", "/etc/hosts is wrong"],
  [
    '<skill name="web-search" location="/s/SKILL.md">\nno search\n</skill>\n\nwhat is new in Bun?',
    "what is new in Bun?",
  ],
  ['<skill name="web-search" location="/s/SKILL.md">\nno search\n</skill>', ""],
  ['<file name="/a.md">\nне ищи\n</file>\n<file name="/b.png"></file>\nобъясни', "объясни"],
  ['<file name="/a.html">\n</file>\nбез поиска\n</file>\nобъясни', "объясни"],
  ["what does <file> mean?", "what does <file> mean?"],
  ['an open <file name="x"> tag', 'an open <file name="x"> tag'],
])("keeps what the user wrote of %j", (text, words) => {
  expect(readOwnWords(text)).toBe(words);
});
