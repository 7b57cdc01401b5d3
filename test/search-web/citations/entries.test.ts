import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../extensions/search-web/citations.ts";

const X = "https://a.example/x";
const Y = "https://b.example/y";

/** The answer, and each source as `numbers url`. */
function read(text: string): [string, ...string[]] {
  const { answer, citations } = parseAnswer(text);
  return [answer, ...citations.map(({ numbers, url }) => `${numbers.join("+") || "-"} ${url}`)];
}

describe("takes a closing list off whose URLs end with", () => {
  it.each([
    "。",
    "；",
    "，",
    "、",
    "！",
    "!",
    "…",
    "?",
    " 。",
    " ✅",
    " 👍🏽",
    "。（2024年）",
    "。2024年",
    "؟",
    "।",
  ])("%s", (end) => {
    expect(read(`A.\n\n参考资料：\n1. 标题 ${X}${end}\n2. [标题](${Y})${end}`)).toEqual([
      "A.",
      `1 ${X}`,
      `2 ${Y}`,
    ]);
    expect(read(`A.\n\n来源：${X}${end}`)).toEqual(["A.", `- ${X}`]);
  });

  it("punctuation and a number", () => {
    expect(read(`A [2].\n\nSources:\n- ${X}。[2]\n- ${Y}！【1】`)).toEqual(["A [2].", `1 ${Y}`, `2 ${X}`]);
  });
});

it.each(["。然后点击它", " `code`", ", which is long"])("leaves one in place that goes on with %s", (end) => {
  const text = `A.\n\n参考资料：\n1. ${X}${end}\n2. ${Y}${end}`;
  expect(parseAnswer(text)).toMatchObject({ answer: text, sources: [X, Y] });
});

describe("takes the mark of an entry off with it", () => {
  it.each([
    ["a bullet", `- [1]: [One](${X})\n- [2]: ${Y}`],
    ["a star", `* [1]: ${X}\n* [2]: [Two](${Y})`],
    ["a bullet without a space", `・[1]: [One](${X})\n・[2]: [Two](${Y})`],
    ["a bullet in a quote", `> - [1]: [One](${X})\n> - [2]: ${Y}`],
    ["a bullet and stars", `- **[1]: [One](${X})**\n- **[2]:** [Two](${Y})`],
    ["stars", `**[1]: [One](${X})**\n**[2]: ${Y}**`],
    ["another number", `1. [2]: [Two](${Y})\n2. [1]: ${X}`],
  ])("%s", (_kind, list) => {
    expect(read(`A [1].\n\n${list}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
    expect(read(`A [1].\n\nSources:\n${list}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
  });
});

describe("reads the number of an entry spelled", () => {
  it.each([
    ["1️⃣", "2️⃣"],
    ["#1:", "#2:"],
    ["№1", "№ 2"],
    ["1\\.", "2\\."],
    ["1", "2"],
    ["1 -", "2 -"],
    ["1 |", "2 |"],
    ["Ref. 1:", "Ref. 2:"],
    ["<sup>1</sup>", "<sup>2</sup>"],
    ["▪ [1]", "▪ [2]"],
  ])("%s", (first, second) => {
    expect(read(`A [1].\n\nSources:\n${second} ${Y}\n${first} [One](${X})`)).toEqual([
      "A [1].",
      `1 ${X}`,
      `2 ${Y}`,
    ]);
  });

  it.each([
    ["[S1]", "[S2]"],
    ["[S1]:", "[S2]:"],
    ["[web:1]", "[post:2]"],
  ])("%s, without a heading too", (first, second) => {
    expect(read(`A.\n\n${first} One ${X}\n${second} ${Y}`)).toEqual(["A.", `1 ${X}`, `2 ${Y}`]);
  });

  it.each([
    ["#1", "#2"],
    ["№1", "№ 2"],
  ])("%s before a title", (first, second) => {
    expect(read(`A [1].\n\nSources:\n${first} One — ${X}\n${second} Two: ${Y}`)).toEqual([
      "A [1].",
      `1 ${X}`,
      `2 ${Y}`,
    ]);
  });

  it("Source [1]:", () => {
    expect(read(`A [1].\n\nSource [1]: ${X}\nИсточник [2] — ${Y}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
  });

  it.each(["[1], [2]:", "[1] and [2]", "[1] и [2] —"])("%s", (marks) => {
    expect(read(`A [1].\n\nSources:\n${marks} ${X}\n[3]: ${Y}`)).toEqual(["A [1].", `1+2 ${X}`, `3 ${Y}`]);
  });

  it("and by `[S3]` in a text no link", () => {
    const text = `AWS [S3](${X}) and [S3] are one.`;
    expect(read(text)).toEqual([text, `- ${X}`]);
  });

  it("and by `#1:` no list of links that were asked for", () => {
    const text = `The best ones:\n\n#1: [One](${X}) - quick\n#2: [Two](${Y}) - cheap`;
    expect(read(text)).toEqual([text, `- ${X}`, `- ${Y}`]);
  });
});

describe("reads the sources whose titles each hold a backtick, in entries with", () => {
  it.each([
    ["definitions", "[1]: ", "[2]: "],
    ["marks", "[1] ", "[2] "],
    ["bold marks", "**[1]** ", "**[2]** "],
    ["escaped marks", "\\[1\\] ", "\\[2\\] "],
    ["footnotes", "[^1]: ", "[^2]: "],
    ["full-width marks", "【1】", "【2】"],
    ["numbers", "1. ", "2. "],
    ["circled numbers", "① ", "② "],
  ])("%s", (_kind, first, second) => {
    const list = `${first}[Odd \` tick](${X})\n${second}[Other \` tick](${Y})`;
    expect(read(`A [1].\n\n${list}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
  });

  it.each(["- ", "・", "• ", "检索 "])("the mark %s", (mark) => {
    expect(read(`A.\n\nSources:\n${mark}One \` ${X}\n${mark}Two \` ${Y}`)).toEqual([
      "A.",
      `- ${X}`,
      `- ${Y}`,
    ]);
  });
});

it("keeps inline code that goes on in the next line", () => {
  expect(read(`A \`curl\n${X}\` b.`)).toEqual([`A \`curl\n${X}\` b.`]);
});

describe("takes `www.` for a source under a heading after an entry that is none", () => {
  it.each([
    ["a book", "- Ivanov, A book, 2020"],
    ["a book of two lines", "- Ivanov,\n  A book, 2020"],
    ["a mail address", "- info@a.example"],
    ["a file name", "- README.md"],
    ["a statement on a page", `- See ${X}/1 for more`],
  ])("%s", (_kind, other) => {
    const www = "https://www.a.example/x";
    const list = `Sources:\n${other}\n- www.a.example/x\n${other}\n- www.b.example/y`;
    const { answer, sources } = parseAnswer(`A.\n\n${list}`);
    expect(sources.filter((url) => url.includes("www."))).toEqual([www, "https://www.b.example/y"]);
    expect(answer).toBe(`A.\n\n${list}`);
  });

  it("with its number", () => {
    const text = `A [2].\n\nSources:\n1. A book\n2. www.a.example/x`;
    expect(read(text)).toEqual([text, "2 https://www.a.example/x"]);
  });

  it("but not in what follows the list", () => {
    expect(parseAnswer(`Sources:\n- A book\n- ${X}\n\nThat is all at www.b.example.`).sources).toEqual([X]);
  });

  it("and reads the next list by itself", () => {
    const text = `A.\n\nFurther:\n\nSources:\n- A book\n- ${X}`;
    expect(read(`${text}\n\nReferences:\n- ${Y}`)).toEqual([text, `- ${X}`, `- ${Y}`]);
  });
});

describe("reads the URLs of a fence under a heading beside", () => {
  it.each([
    ["a URL of this machine", "http://localhost/x"],
    ["one of another scheme", "ftp://a.example/z"],
    ["one with credentials", "https://u:p@a.example/z"],
    ["a blank line", ""],
  ])("%s", (_kind, other) => {
    expect(parseAnswer(`A.\n\nSources:\n\`\`\`\n${X}\n${other}\n- ${Y}\n\`\`\``).sources).toEqual([X, Y]);
  });

  it("`www.`", () => {
    const text = `A.\n\nSources:\n\`\`\`\nwww.a.example/x\n${Y}\n\`\`\``;
    expect(read(text)).toEqual(["A.", "- https://www.a.example/x", `- ${Y}`]);
  });
});

it.each([`curl ${X}`, "http://localhost/x", "[1, 2]"])(
  "reads none of a fence under a heading that holds %s",
  (line) => {
    expect(parseAnswer(`A.\n\nSources:\n\`\`\`\n${line}\n\`\`\``).sources).toEqual([]);
  },
);

describe("reads a JSON list under a heading", () => {
  it.each([
    ["of URLs", `["${X}",\n "${Y}"]`, "A.", `- ${X}`, `- ${Y}`],
    ["of objects", `[{"id":2,"url":"${Y}"},{"id":1,"url":"${X}"}]`, "A.", `1 ${X}`, `2 ${Y}`],
    ["of both", `[{"link":"${X}"},"${Y}"]`, "A.", `- ${X}`, `- ${Y}`],
    ["with something else in it", `[{"a":1},"${X}","${Y}"]`, undefined, `- ${X}`, `- ${Y}`],
    ["that is cut short", `["${X}","${Y}",`, undefined, `- ${X}`, `- ${Y}`],
  ])("%s", (_kind, json, answer, ...sources) => {
    const text = `A.\n\nSources:\n\`\`\`json\n${json}\n\`\`\``;
    expect(read(text)).toEqual([answer ?? text, ...sources]);
  });

  it("and not elsewhere", () => {
    expect(parseAnswer(`A:\n\n\`\`\`json\n["${X}"]\n\`\`\``).sources).toEqual([]);
  });
});

describe("takes a list off whose last entry is cut short", () => {
  it.each([
    ["in its label", "[3]: [The third docum"],
    ["after its label", "[3]: [The third]"],
    ["before its URL", "[3]: [The third]("],
    ["in its scheme", "[3]: [The third](http"],
    ["after its scheme", "[3]: [The third](https://"],
    ["in its host", "[3]: https://c"],
    ["after its mark", "[3]: "],
    ["in its mark", "[3"],
    ["after its bracket", "["],
    ["with its URL on the next line", "[3] The third\n    https://"],
    ["with its URL in a nested bullet", "[3] The third\n    - URL: https://"],
    ["in its mark after a blank line", "\n[3"],
    ["in its label after a blank line", "\n[3] [The th"],
  ])("%s", (_place, cut) => {
    expect(read(`A [1].\n\n[1]: [One](${X})\n[2]: ${Y}\n${cut}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
    expect(read(`A [1].\n\nSources:\n[1] ${X}\n[2] ${Y}\n${cut}\n`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
  });

  it.each(["3. Third — https://", "3. Third —", "3. Third: ", "3. [Thi", "3. "])("as in %s", (cut) => {
    expect(read(`A [1].\n\nИсточники:\n1. One — ${X}\n2. Two — ${Y}\n${cut}`)).toEqual([
      "A [1].",
      `1 ${X}`,
      `2 ${Y}`,
    ]);
    expect(read(`A [1].\n\n1. One — ${X}\n2. Two — ${Y}\n${cut}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
  });
});

describe("leaves a list in place that ends with", () => {
  it.each([
    ["a book", "3. A book, 2020"],
    ["a book and its year", "3. A book [2020]"],
    ["a statement", "\nFor more, see:"],
    ["a statement that is cut short", "\nFor more, see [the"],
    ["a remark that is cut short", "\n[Note that the"],
    ["two entries that are cut short", "3. [\n4. ["],
  ])("%s", (_kind, end) => {
    const text = `A [1].\n\nSources:\n1. ${X}\n2. ${Y}\n${end}`;
    expect(parseAnswer(text)).toMatchObject({ answer: text, sources: [X, Y] });
  });
});

describe("reads the second entry on a line", () => {
  it.each([
    `1. One ${X} 2. Two ${Y}`,
    `1) [One](${X}), 2) [Two](${Y})`,
    `(1) One – ${X}; (2) Two – ${Y}.`,
    `(1) One ${X} and (2) Two ${Y}`,
    `①One ${X} ②Two ${Y}`,
    `¹ One ${X} ² Two ${Y}`,
    `[1] One ${X}<br>[2] Two ${Y}`,
    `<br>1. One ${X}<br/>2. Two ${Y}`,
  ])("%s", (list) => {
    expect(parseAnswer(`A.\n\nSources: ${list}`)).toMatchObject({
      answer: "A.",
      citations: [
        { numbers: [1], url: X, title: "One" },
        { numbers: [2], url: Y, title: "Two" },
      ],
    });
  });

  it.each(["7. Symphonie", "Y Combinator"])("whose title starts as a mark could: %s", (title) => {
    expect(parseAnswer(`A.\n\nSources: 1. One ${X}, ${title} ${Y}`).citations).toMatchObject([
      { numbers: [1] },
      { numbers: [], title },
    ]);
  });
});

it.each([
  ["One ([a.example](X))", "One"],
  ["**One** — [A.example](X)", "One"],
  ["[a.example](X)", "a.example"],
  ["From [a.example](X)", "a.example"],
  ["One ([PDF](X))", "PDF"],
])("reads the title of %s, whose label may be its host", (entry, title) => {
  expect(parseAnswer(`A.\n\nSources:\n- ${entry.replace("X", X)}`).citations).toMatchObject([{ title }]);
});

it.each(["### Further reading", "**Learn more**", "Подробнее:", "См. также", "---\n\n## Notes"])(
  "takes off what stands over nothing but marked sources: %s",
  (heading) => {
    expect(read(`A [1].\n\n${heading}\n\n[1] ${X}\n[2] ${Y}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
  },
);

it.each(["【参考资料】", "[Sources]", "(Источники)", "《参考》", "— Источники —", "**【参考来源】**："])(
  "takes off a heading in a frame: %s",
  (heading) => {
    expect(read(`A [1][2].\n\n${heading}\n1. A — ${X}\n2. B — ${Y}`)).toEqual([
      "A [1][2].",
      `1 ${X}`,
      `2 ${Y}`,
    ]);
  },
);

it.each([
  "Official sources:",
  "**Проверенные источники:**",
  "Sources checked:",
  "List of sources:",
  "Список использованных источников:",
  "Список использованной литературы:",
  "Нумерованный список источников:",
  "Интернет-источники:",
  "Sources I used:",
  "Here are the sources:",
  "Вот источники:",
  "Sources with URLs:",
  "References and notes",
  "### Notes & references",
  "**Other sources**",
  "Sources I consulted for this answer:",
  "These are my sources:",
  "Источники, использованные в ответе:",
  "Вот список источников, на которые я опирался:",
  "参考网站：",
  "以上信息来自：",
  "■ 参考URL",
  "## Sources & Further Reading",
  "Источники (дата обращения: 01.03.2026):",
  "出典一覧：",
  "<sources>",
  "<b>Sources:</b><br>",
  "Sources:\\",
])("takes off a list of bullets with its heading: %s", (heading) => {
  expect(read(`A.\n\n${heading}\n- One — ${X}\n- Two — ${Y}`)).toEqual(["A.", `- ${X}`, `- ${Y}`]);
});

it("takes off the tag that closes a list", () => {
  expect(read(`A.\n\n<sources>\n- ${X}\n- ${Y}\n</sources>`)).toEqual(["A.", `- ${X}`, `- ${Y}`]);
});

it.each(["URLs:", "Numbered URLs:", "Список URL:", "Pages found:", "Найденные страницы:"])(
  "takes off what announces a numbered list that the answer cites: %s",
  (lead) => {
    expect(read(`A [1].\n\n${lead}\n1. One — ${X}\n2. ${Y}`)).toEqual(["A [1].", `1 ${X}`, `2 ${Y}`]);
  },
);

it.each([
  "Official links:",
  "**Официальные ссылки:**",
  "Вот ссылки:",
  "Here are the links:",
  "These are the links:",
  "Other links:",
  "Other sources of vitamin C:",
  "Learn more:",
  "Основные источники энергии:",
  "Further reading:",
  "URLs:",
])("leaves bullets in place that the user may have asked for: %s", (heading) => {
  const text = `A.\n\n${heading}\n- [One](${X})\n- [Two](${Y})`;
  expect(read(text)).toEqual([text, `- ${X}`, `- ${Y}`]);
});

it.each([
  "(URL, 1 декабря 2026)",
  "(URL; in English)",
  "(URL, 01.12.2026)",
  "(URL, на английском)",
  "— URL, 1 Dec 2026",
])("takes a closing list off whose URLs stand beside a note: %s", (entry) => {
  expect(read(`A [1].\n\nИсточники:\n1. Лента ${entry.replace("URL", X)}\n2. ТАСС — ${Y}`)).toEqual([
    "A [1].",
    `1 ${X}`,
    `2 ${Y}`,
  ]);
});

it.each([
  ", Reuters, May 3, 2025",
  " by Jane Doe",
  " from The Verge.",
  " *РБК*",
  " [PDF]",
  ", section 3",
  ", стр. 12",
  " «Лента»",
])("takes a closing list off whose links stand before a note: %s", (note) => {
  expect(read(`A [1].\n\nSources:\n1. [One](${X})${note}\n2. [Two](${Y})${note}`)).toEqual([
    "A [1].",
    `1 ${X}`,
    `2 ${Y}`,
  ]);
});

it.each([". Let me know if you need more.", ", and Y says so too.", " [2] says so, too", " *then* click"])(
  "leaves a source in place that goes on with a statement: %s",
  (statement) => {
    const text = `A.\n\nSource: ${X}${statement}`;
    expect(read(text)).toEqual([text, `- ${X}`]);
  },
);

it("keeps a link and a remark that only look like a heading in a frame", () => {
  expect(read(`A. See [Sources](${X}) and\n(sources below)\n\nMore.`)[0]).toContain("(sources below)");
});

describe("reads the title of an entry without", () => {
  it.each([
    ["the name of its URL", `One. URL: ${X}`],
    ["that name in Russian", `One. Режим доступа: ${X} (дата обращения: 12.03.2026)`],
    ["that name in English", `One. Available at: ${X}`],
    ["that name on the next line", `One\n   **URL:** ${X}`],
    ["a label that only says that it is a link", `One ([ссылка](${X}))`],
    ["such a label in a cell", `One | [Link](${X})`],
    ["its own name", `Title: One\n   URL: ${X}`],
    ["the names of its fields", `title: "One"\n  url: "${X}"\n  date: 2025-01-02`],
    ["arrows", `→ One → ${X}`],
    ["emphasis", `*One* – ${X}`],
    ["the mark of a line break", `One\\\n   ${X}`],
    ["a marker with a name", `[web:2] One ${X}`],
    ["the name of its kind", `[Источник: One](${X})`],
    ["the date beside it in a row", `One | 2025-01-02 | ${X}`],
  ])("%s", (_kind, entry) => {
    const { answer, citations } = parseAnswer(`A.\n\nSources:\n1. ${entry}`);
    expect([answer, citations]).toEqual(["A.", [{ numbers: [1], url: X, title: "One", origin: "text" }]]);
  });
});

it.each([
  ["a*b*c", "a*b*c"],
  ["*One* and *two*", "One and two"],
  ["[ES6] features", "[ES6] features"],
  ["2 * 3 * 4", "2 * 3 * 4"],
  ["(One", "One"],
  ["Node | 24.1.0", "Node | 24.1.0"],
  ["A* search", "A* search"],
  ["(One) two", "(One) two"],
])("reads the title %s", (title, shown) => {
  expect(parseAnswer(`A.\n\nSources:\n- ${title}: ${X}`).citations).toMatchObject([{ title: shown }]);
});

it.each(["Read more", "подробнее", "Website"])(
  "takes no title from a link that only says it is one: %s",
  (label) => {
    expect(parseAnswer(`A.\n[${label}](${X})`).citations).toEqual([{ numbers: [], url: X, origin: "text" }]);
  },
);

it.each(["and", "и", "und", "和", ", see"])("takes no title from what joins two sources: %s", (word) => {
  expect(parseAnswer(`A.\n\nSources: ${X} ${word} ${Y}`).citations).toEqual([
    { numbers: [], url: X, origin: "text" },
    { numbers: [], url: Y, origin: "text" },
  ]);
});
