import { expect, it } from "vitest";
import { readArguments } from "../../../extensions/ollama-web/tools/read-full-arguments.ts";

const DEFAULTS = {
  section: "content",
  resultIndex: undefined,
  mode: "inline",
  offset: 0,
  maxChars: undefined,
  path: undefined,
  overwrite: false,
};

it.each([
  [{ ref: " fetch:1 " }, { ref: "fetch:1" }],
  [{ ref: "Ref: fetch:1" }, { ref: "fetch:1" }],
  [{ ref: "`fetch:1`" }, { ref: "fetch:1" }],
  [{ ref: "ref fetch:1: content from offset 9" }, { ref: "fetch:1" }],
  [{ ref: "ref ws_s_a-_, resultIndex 1 to 3" }, { ref: "ws_s_a-_" }],
  [{ ref: "1" }, { ref: "1" }],
  [{ ref: "fetch:1", resultIndex: 0 }, { ref: "fetch:1" }],
  [{ fullContentRef: "fetch:1" }, { ref: "fetch:1" }],
  [
    { ref: "ws_s_1", resultIndex: 2, section: "url", offset: 5, maxChars: 7 },
    { ref: "ws_s_1", resultIndex: 2, section: "url", offset: 5, maxChars: 7 },
  ],
  [
    { ref: "fetch:1", section: "links", mode: "file" },
    { ref: "fetch:1", section: "links", mode: "file" },
  ],
  [
    { ref: "fetch:1", path: "a.txt" },
    { ref: "fetch:1", mode: "file", path: "a.txt" },
  ],
  [
    { ref: "fetch:1", mode: "file", outputPath: "a.txt", overwrite: true },
    { ref: "fetch:1", mode: "file", path: "a.txt", overwrite: true },
  ],
  [
    { ref: "fetch:1", mode: "file", path: "a.txt", outputPath: "a.txt" },
    { ref: "fetch:1", mode: "file", path: "a.txt" },
  ],
  [{ ref: "fetch:1", mode: "inline", path: "", outputPath: " " }, { ref: "fetch:1" }],
  [{ ref: "fetch:1", path: " ", resultIndex: null, maxChars: null }, { ref: "fetch:1" }],
])("reads %j", (given, expected) => {
  expect(readArguments(given)).toEqual({ ...DEFAULTS, ...expected });
});

it.each([
  [undefined, "ref is missing; it stands at the end of an earlier result"],
  [[], "ref is missing; it stands at the end of an earlier result"],
  [{ ref: "" }, "ref is missing; it stands at the end of an earlier result"],
  [{ ref: 5 }, "ref must be text"],
  [{ ref: "ws_s_1", section: "links" }, "section must be one of title, url, content for the ref of a search"],
  [{ ref: "fetch:1", section: "url" }, "section must be one of title, content, links for the ref of a fetch"],
  [{ ref: "fetch:1", section: 1 }, "section must be one of title, content, links for the ref of a fetch"],
  [{ ref: "ws_s_1", resultIndex: 0 }, "resultIndex must be a whole number from 1 on"],
  [{ ref: "ws_s_1", offset: -1 }, "offset must be a whole number from 0 on"],
  [{ ref: "ws_s_1", maxChars: 0.5 }, "maxChars must be a whole number from 1 on"],
  [{ ref: "ws_s_1", maxChars: "7" }, "maxChars must be a whole number from 1 on"],
  [{ ref: "fetch:1", mode: "print" }, 'mode must be "inline" or "file"'],
  [
    { ref: "fetch:1", mode: "inline", path: "a" },
    "in mode inline no file is written; leave out mode, or path",
  ],
  [
    { ref: "fetch:1", mode: "inline", outputPath: "a" },
    "in mode inline no file is written; leave out mode, or path",
  ],
  [
    { ref: "fetch:1", path: "a", outputPath: "b" },
    "path and outputPath name different files; give one of them",
  ],
])("refuses %j", (given, reason) => {
  expect(() => readArguments(given)).toThrow(`ollama_web_read_full: ${reason}.`);
});
