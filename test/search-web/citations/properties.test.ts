import fc from "fast-check";
import { expect, it } from "vitest";
import { type CitedAnswer, parseAnswer } from "../../../extensions/search-web/citations.ts";
import { urlIdentity } from "../../../extensions/search-web/urls.ts";

/** What answers are made of, and what breaks parsers, in every script. */
const PIECES = [
  [
    "https://a.example.com/x",
    "https://b.example.org/y_(z)",
    "http://a.example.com/x/",
    "HTTPS://C.example.net",
  ],
  [
    "https://ru.wikipedia.org/wiki/Москва",
    "https://zh.wikipedia.org/wiki/人工智能",
    "https://d.example.com/?q=1&amp;r=2",
  ],
  [
    "https://d.example.com/q?a|b",
    "https://e.example.com/a\\_b",
    "www.example.com/w",
    "http://f.example.com/",
  ],
  [
    "https://localhost/x",
    "https://u:p@h.example.com",
    "https://",
    "http",
    "://",
    "?utm_source=x",
    "#:~:text=z",
  ],
  [
    "[1]",
    "[2]",
    "[3]: ",
    "[1]: ",
    "[2](",
    "[[1]](",
    "[<sup>1</sup>](",
    "](",
    "[",
    "]",
    "(",
    ")",
    "（",
    "）",
    "[^2]: ",
  ],
  [
    " 【1†source】. ",
    " [citation:1]. ",
    "[1-3]",
    "[1, 2]",
    "²",
    "①",
    "1. ",
    "2. ",
    "3) ",
    "- ",
    "> ",
    "检索 ",
  ],
  [
    "\n",
    "\n\n",
    "\n    ",
    "\r\n",
    "\t",
    " ",
    ".",
    ",",
    ";",
    ":",
    "!",
    "?",
    "'",
    '"',
    "*",
    "**",
    "_",
    "~~",
    "`",
    "|",
    "\\",
  ],
  [
    "\n```\n",
    "\n```json\n",
    "\n~~~\n",
    '{"sources":["',
    '"]}',
    "<code>",
    "</code>",
    '<a href="',
    '">',
    "</a>",
    "<",
    ">",
  ],
  [
    "…",
    "—",
    "。",
    "，",
    "、",
    "»",
    "«",
    "”",
    "؟",
    "।",
    "🎉",
    "👍🏽",
    "\u200b",
    "\u202e",
    "\u00a0",
    "\u3000",
    "\ufe0f",
  ],
  [
    "中文",
    "한국어",
    "日本・語",
    "العربية",
    "हिन्दी",
    "Привет",
    "word",
    "Title - ",
    "\u0301",
    "\ud83d",
    "\0",
    "&lt;",
    "%41",
  ],
  [
    "Sources:\n",
    "**Источники:**\n",
    "Source: ",
    "参考资料：",
    "搜索结果来自：\n",
    "---\n",
    "\nSEARCH\n",
    "\nFINISHED\n",
  ],
  [
    "<think>",
    "</think>\n",
    "<details><summary>Thinking</summary>",
    "</details>",
    "![img](",
    "<br>",
    "citeturn0search0 ",
  ],
].flat();

const answers = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
);
const provided = fc.array(
  fc.record(
    {
      url: fc.constantFrom(...PIECES.slice(0, 20)),
      title: fc.constantFrom("", "Title", "中文"),
      number: fc.nat(5),
    },
    { requiredKeys: ["url"] },
  ),
  { maxLength: 5 },
);
/** The seed is fixed, so that a run that passes passes again; raise the runs to look for more. */
const OPTIONS = { numRuns: 3_000, seed: 20_250_503 };

it("gives an answer for any text, each source once", () => {
  fc.assert(
    fc.property(answers, provided, (text, sources) => {
      const { sources: urls, citations } = parseAnswer(text, sources);
      expect(citations.map(({ url }) => url)).toEqual(urls);
      expect(new Set(urls.map(urlIdentity)).size).toBe(urls.length);
      const numbers = citations.flatMap((citation) => citation.numbers);
      expect(new Set(numbers).size).toBe(numbers.length);
    }),
    OPTIONS,
  );
});

it("makes no source up: each stands in the text or in the provider's data", () => {
  fc.assert(
    fc.property(answers, provided, (text, sources) => {
      const sent = bare([text, ...sources.map(({ url }) => url)].join("|"));
      for (const { url, origin } of parseAnswer(text, sources).citations) {
        expect(sent).toContain(bare(url));
        if (origin === "provider")
          expect(sources.map((source) => urlIdentity(source.url))).toContain(urlIdentity(url));
      }
    }),
    OPTIONS,
  );
});

it("reads the same sources and numbers out of its own result", () => {
  fc.assert(
    fc.property(answers, (text) => {
      const first = parseAnswer(text);
      const second = parseAnswer(render(first));
      expect(second.sources).toEqual(first.sources);
      expect(second.citations.map(({ numbers }) => numbers)).toEqual(
        first.citations.map(({ numbers }) => numbers),
      );
    }),
    OPTIONS,
  );
});

it("takes time that grows with the length of the text only", () => {
  const repeats = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(repeats, (unit) => {
      const [single, double] = [30_000, 60_000].map((length) => {
        const text = unit.repeat(Math.ceil(length / unit.length));
        return Math.min(...[1, 2, 3].map(() => processorTime(() => parseAnswer(text))));
      });
      // Times under 15 ms are noise; a square one would be far above for most units.
      expect(double ?? 0).toBeLessThan(3.5 * Math.max(single ?? 0, 15));
    }),
    { ...OPTIONS, numRuns: 150 },
  );
}, 60_000);

/** As the agent's model reads it: the answer, and one source a line. */
function render({ answer, citations }: CitedAnswer): string {
  const lines = citations.map(({ numbers, url }) =>
    numbers.length > 0 ? `${numbers.map((number) => `[${number}]`).join("")} ${url}` : `- ${url}`,
  );
  return `${answer}\n\n${lines.join("\n")}`;
}

/** A text without what a source is cleaned of: scheme, markers, escapes, entities, tracking, invisible characters; encoded alike. */
function bare(text: string): string {
  return text
    .replace(/https?:\/\/| ?【1†source】| ?citeturn0search0/gi, "")
    .replace(/\\|amp;|[\p{Cf}\p{Default_Ignorable_Code_Point}]|\s/gu, "")
    .replace(/%[2-7][\dA-F]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replace(/[^\0-\x7f]/gu, (character) => [...new TextEncoder().encode(character)].map(encodeByte).join(""))
    .replace(/[?&]utm_source=x|\s/g, "");
}

function encodeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`;
}

function processorTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
