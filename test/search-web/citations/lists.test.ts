import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../extensions/search-web/citations.ts";

const X = "https://a.example/x";
const Y = "https://b.example/y";

/** The answer, and each source as `numbers url "title"`. */
function read(text: string): [string, ...string[]] {
  const { answer, citations } = parseAnswer(text);
  const shown = citations.map(({ numbers, url, title }) =>
    [numbers.join("+") || "-", url, ...(title === undefined ? [] : [`"${title}"`])].join(" "),
  );
  return [answer, ...shown];
}

describe("takes off the list that closes an answer", () => {
  it.each([
    [
      "under a Markdown heading",
      `A [1][2].\n\n## Sources\n\n1. [One](${X})\n2. [Two](${Y})`,
      "A [1][2].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "in Russian, with a semicolon and a full stop",
      `А [1].\n\n**Источники:**\n1. Один — ${X};\n2. Два — ${Y}.`,
      "А [1].",
      '1 X "Один"',
      '2 Y "Два"',
    ],
    [
      "of sources and literature",
      `А.\n\n### Источники и литература\n- [Один](${X})\n- [Два](${Y})`,
      "А.",
      '- X "Один"',
      '- Y "Два"',
    ],
    [
      "of sources and literature, as standards name it",
      `А.\n\nСписок использованных источников и литературы:\n- ${X}\n- ${Y}`,
      "А.",
      "- X",
      "- Y",
    ],
    ["of pages found", `А [1].\n\nНайденные страницы:\n- ${X}\n- ${Y}`, "А [1].", "- X", "- Y"],
    [
      "of pages found, announced",
      `А [1].\n\nСписок найденных страниц:\n1. ${X}\n2. ${Y}`,
      "А [1].",
      "1 X",
      "2 Y",
    ],
    ["in Ukrainian", `Так.\n\nДжерела:\n[1] ${X}\n[2] ${Y}`, "Так.", "1 X", "2 Y"],
    ["in German", `Ja.\n\nQuellen\n\n* ${X}\n* ${Y}`, "Ja.", "- X", "- Y"],
    ["consulted, in French", `Oui.\n\nSources consultées :\n- ${X}\n- ${Y}`, "Oui.", "- X", "- Y"],
    ["in French", `Oui.\n\n**Références**\n1. ${X}\n2. ${Y}`, "Oui.", "1 X", "2 Y"],
    [
      "in Chinese",
      `答案。\n\n来源：\n1. 标题一 ${X}\n2. 标题二 ${Y}`,
      "答案。",
      '1 X "标题一"',
      '2 Y "标题二"',
    ],
    [
      "in traditional Chinese",
      `答案。\n\n參考資料\n［1］標題 ${X}\n［2］標題二 ${Y}`,
      "答案。",
      '1 X "標題"',
      '2 Y "標題二"',
    ],
    ["in Japanese", `答えです。\n\n参考リンク：\n・${X}\n・${Y}`, "答えです。", "- X", "- Y"],
    ["of search results, in Japanese", `答え。\n\n検索結果：\n- ${X}\n- ${Y}`, "答え。", "- X", "- Y"],
    [
      "in Korean",
      `답변입니다.\n\n출처:\n- 제목: ${X}\n- 제목 둘: ${Y}`,
      "답변입니다.",
      '- X "제목"',
      '- Y "제목 둘"',
    ],
    ["in Arabic", `الجواب.\n\nالمصادر:\n1. ${X}\n2. ${Y}`, "الجواب.", "1 X", "2 Y"],
    ["with an emoji in the heading", `A.\n\n📚 **Sources**\n🔗 ${X}\n🔗 ${Y}`, "A.", "- X", "- Y"],
    ["with a number in the heading", `A.\n\n5. Sources (2):\n- ${X}\n- ${Y}`, "A.", "- X", "- Y"],
    ["with a number after a bold heading", `A.\n\n**Sources** (2):\n- ${X}\n- ${Y}`, "A.", "- X", "- Y"],
    ["under a heading that is closed", `A.\n\n## Sources ##\n- ${X}\n- ${Y}`, "A.", "- X", "- Y"],
    ["on the line of the heading", `A [1].\n\nSources: [1] ${X} [2] ${Y}`, "A [1].", "1 X", "2 Y"],
    [
      "of links on the line of the heading",
      `A.\n\n**Sources:** [One](${X}), [Two](${Y}).`,
      "A.",
      '- X "One"',
      '- Y "Two"',
    ],
    ["of one source", `A.\n\nSource: [One](${X})\nSource: ${Y}`, "A.", '- X "One"', "- Y"],
    ["glued to the answer", `答案。搜索结果来自：\n甲 - ${X}\n乙 - ${Y}`, "答案。", '- X "甲"', '- Y "乙"'],
    [
      "glued to the answer and in itself",
      `A [1].[1]: [One](${X})[2]: [Two](${Y})`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    ["after a horizontal rule", `A [1].\n\n---\n\n[1]: ${X}\n[2]: ${Y}`, "A [1].", "1 X", "2 Y"],
    ["right after the last line", `A [1].\n[1] ${X}\n[2] ${Y}`, "A [1].", "1 X", "2 Y"],
    ["in reverse", `A [2].\n\n[2] ${Y}\n[1] ${X}`, "A [2].", "1 X", "2 Y"],
    ["with a gap in its numbers", `A [5].\n\n[5] ${Y}\n[3] ${X}`, "A [5].", "3 X", "5 Y"],
    ["that starts with 0", `A [0].\n\n[0] ${X}\n[1] ${Y}`, "A [0].", "0 X", "1 Y"],
    [
      "in a block quote",
      `A [1].\n\n> **Sources**\n> [1] [One](${X})\n>\n> [2] [Two](${Y})`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "in a fold",
      `A.\n\n<details>\n<summary>Sources</summary>\n\n1. [One](${X})\n2. ${Y}\n\n</details>`,
      "A.",
      '1 X "One"',
      "2 Y",
    ],
    ["in a fence under a heading", `A.\n\nSources:\n\`\`\`\n[1] ${X}\n[2] ${Y}\n\`\`\``, "A.", "1 X", "2 Y"],
    [
      "as JSON",
      `A.\n\n\`\`\`json\n{"sources":[{"id":1,"title":"One","url":"${X}"},"${Y}"]}\n\`\`\``,
      "A.",
      '1 X "One"',
      "- Y",
    ],
    [
      "as a table",
      `A [1].\n\nSources:\n\n| # | Page |\n|---|---|\n| 1 | [One](${X}) |\n| 2 | ${Y} |`,
      "A [1].",
      '1 X "One"',
      "2 Y",
    ],
    ["of footnotes", `A.[^1]\n\n[^1]: One, ${X}.\n[^2]: <${Y}>`, "A.[^1]", '1 X "One"', "2 Y"],
    ["of double-marked footnotes", `A [^1^].\n\n[^1^]: ${X}\n[^2^]: ${Y}`, "A [^1^].", "1 X", "2 Y"],
    [
      "with titles in quotes",
      `A [1].\n\n[1]: ${X} "One"\n[2]: ${Y} "Two"`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    ["with bold numbers", `A [1].\n\n**[1]** ${X}\n**[2]** [Two](${Y})`, "A [1].", "1 X", '2 Y "Two"'],
    ["with numbers between carets", `A ^1^. B.^2^\n\n1. ${X}\n2. ${Y}`, "A ^1^. B.^2^", "1 X", "2 Y"],
    ["with such numbers of its own", `A ^1^.\n\n^1^ ${X}\n^2^: ${Y}`, "A ^1^.", "1 X", "2 Y"],
    ["with raised numbers", `A.¹\n\n¹ ${X}\n² ${Y}`, "A.¹", "1 X", "2 Y"],
    ["with numbers after the URLs", `A [1].\n\nSources:\n- ${X} [1]\n- ${Y} [2]`, "A [1].", "1 X", "2 Y"],
    ["with named numbers", `A [1].\n\nSource 1: ${X}\nSource 2: ${Y}`, "A [1].", "1 X", "2 Y"],
    [
      "with dates of access",
      `A [1].\n\n[1] One, ${X} (accessed 3 May 2025)\n[2] Two. ${Y}. Accessed 2025-05-03.`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with descriptions",
      `A [1].\n\nSources:\n1. [One](${X}) — the release notes\n2. [Two](${Y}): what changed`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with the URL on the next line",
      `A [1].\n\n[1] One\n    ${X}\n[2] Two\n    ${Y}`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with the URL under each title",
      `A.\n\nSources:\nOne\n${X}\n\nTwo\n${Y}`,
      "A.",
      '- X "One"',
      '- Y "Two"',
    ],
    [
      "with the URL under each title, a heading",
      `A.\n\n## Sources\n\n### 1. One\n${X}\n\n### [2] Two\n${Y}`,
      "A.",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with the title after a link that is a number",
      `A.\n\nSources:\n[1](${X}) One\n- [2](${Y}) Two.`,
      "A.",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with a version in such a title",
      `A.\n\nSources:\n[1](${X}) Node 24.0 notes\n[2](${Y}) On nodejs.org`,
      "A.",
      '1 X "Node 24.0 notes"',
      '2 Y "On nodejs.org"',
    ],
    [
      "with named fields",
      `A [1].\n\nSources:\n[1] One\nURL: ${X}\nDate: May 1, 2025\n\n[2] Two\nURL: ${Y}\nDate: May 2, 2025`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "in small print",
      `A.\n\n<small>Sources: [One](${X}), [Two](${Y})</small>`,
      "A.",
      '- X "One"',
      '- Y "Two"',
    ],
    [
      "in Chinese, on its line",
      `答案。\n\n资料来源：甲（${X}）、乙（${Y}）`,
      "答案。",
      '- X "甲"',
      '- Y "乙"',
    ],
    ["with indented URLs", `A.\n\nSources:\n\n    ${X}\n    ${Y}`, "A.", "- X", "- Y"],
    [
      "with lines that end as on Windows",
      `A.\r\n\r\nSources:\r\n[1] ${X}\r\n[2] ${Y}\r\n`,
      "A.",
      "1 X",
      "2 Y",
    ],
    [
      "that the answer cites, without a heading",
      `A [1][2].\n\n1. [One](${X})\n2. Two — ${Y}`,
      "A [1][2].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "that a sentence announces",
      `A [1].\n\nHere are the sources I used:\n[1] ${X}\n[2] ${Y}`,
      "A [1].",
      "1 X",
      "2 Y",
    ],
    [
      "with its URLs in nested bullets",
      `A [1].\n\nSources:\n1. **One**\n   - URL: ${X}\n   - Date: 2025-06-23\n2. Two\n   - [Link](${Y})`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with its URLs in nested bullets, without a heading",
      `A [1].\n\n[1] One\n  * Автор: Иванов\n  * Ссылка: ${X}\n[2] Two\n  * Ссылка: ${Y}`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with nested bullets apart from their titles",
      `A [1].\n\nИсточники:\n\n1.  Один\n\n    - URL: ${X}\n\n2.  Два\n\n    - URL: ${Y}`,
      "A [1].",
      '1 X "Один"',
      '2 Y "Два"',
    ],
    [
      "with nested notes on its entries",
      `A [1].\n\nSources:\n1. [One](${X})\n   - Official release notes\n2. [Two](${Y})\n   - A blog`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with nested bullets and notes behind tabs",
      `A [1].\n\nSources:\n1. One\n\t- URL: ${X}\n\tA blog\n2. Two\n\t- ${Y}`,
      "A [1].",
      '1 X "One"',
      '2 Y "Two"',
    ],
    [
      "with groups of bullets in bullets",
      `A.\n\nSources:\n- Official\n  - ${X}\n- Press\n  - Two: ${Y}`,
      "A.",
      '- X "Official"',
      '- Y "Two"',
    ],
    [
      "without scheme",
      `A.\n\nSources:\n- www.a.example/x\n- One: www.b.example/y`,
      "A.",
      "- https://www.a.example/x",
      '- https://www.b.example/y "One"',
    ],
    [
      "after a rule and a sentence that announces it",
      `A [1].\n\n---\n\nHere are the sources I used:\n[1] ${X}\n[2] ${Y}`,
      "A [1].",
      "1 X",
      "2 Y",
    ],
    [
      "with the names of two groups",
      `A.\n\n## Sources\n\n**Official**\n1. [One](${X})\n\n**Press**\n\n2. ${Y}`,
      "A.",
      '1 X "One"',
      "2 Y",
    ],
    [
      "with the names of two groups, written like its heading",
      `A.\n\nИсточники:\n\nОфициальные:\n- ${X}\n\nСМИ:\n- РБК: ${Y}`,
      "A.",
      "- X",
      '- Y "РБК"',
    ],
    ["with a lower heading in it", `A.\n\n## Sources\n- ${X}\n\n### Press\n\n${Y}`, "A.", "- X", "- Y"],
    [
      "with two tables, each under the name of a group",
      `A.\n\n## Sources\n\n### 1. Official\n\n| # | Page |\n|---|---|\n| 1 | [One](${X}) |\n\n### 2. Press\n| # | Page |\n|---|---|\n| 2 | ${Y} |`,
      "A.",
      '1 X "One"',
      "2 Y",
    ],
    [
      "after a list of another kind",
      `A.\n\nSources:\n[1] ${X}\n\n搜索结果来自：\nOne - ${X}\nTwo - ${Y}`,
      "A.",
      '1 X "One"',
      '- Y "Two"',
    ],
    [
      "after a source that is named in words",
      `A [1].\nSource: a company filing.\n\n[1] ${X}\n[2] ${Y}`,
      "A [1].\nSource: a company filing.",
      "1 X",
      "2 Y",
    ],
    [
      "after steps with links",
      `Do so:\n\n1. Open ${X} [1]\n2. Open ${Y} [2]\n\n[1] ${X}\n[2] ${Y}`,
      `Do so:\n\n1. Open ${X} [1]\n2. Open ${Y} [2]`,
      "1 X",
      "2 Y",
    ],
    ["after two lists", `A.\n\nReferences:\n[1] ${X}\n\nSources:\n[2] ${Y}`, "A.", "1 X", "2 Y"],
  ])("%s", (_kind, text, answer, ...sources) => {
    expect(read(text)).toEqual([answer, ...sources.map((source) => source.replace("X", X).replace("Y", Y))]);
  });
});

describe("leaves in place", () => {
  it.each([
    ["a list that is the answer", `**Sources:**\n1. [One](${X})\n2. [Two](${Y})`],
    ["a list that is the answer, announced", `Here are the sources:\n1. ${X}\n2. ${Y}`],
    [
      "links that were asked for",
      `Here are two tutorials:\n\n1. [One](${X}) - for beginners\n2. [Two](${Y}) - for the rest`,
    ],
    ["links under another heading", `A.\n\n## Download\n\n- [Windows](${X})\n- [Linux](${Y})`],
    [
      "links that an answer with markers announces",
      `They agree [1].\n\nFor more:\n1. [One](${X})\n2. [Two](${Y})`,
    ],
    ["bullets without a heading", `Both are good.\n\n- [One](${X})\n- [Two](${Y})`],
    ["steps", `Do it so [1].\n\n1. Open ${X} and click.\n2. Go to ${Y} and wait.`],
    [
      "a list with a remark after it",
      `A [1].\n\nSources:\n[1] ${X}\n[2] ${Y}\n\nLet me know if you need more!`,
    ],
    [
      "a list with a remark after it that holds a link",
      `A [1].\n\nSources:\n[1] ${X}\n\nPrices change, see ${Y}.`,
    ],
    ["the same, of bullets, right after it", `A.\n\nИсточники:\n- ${X}\nЭто не совет. Условия: ${Y}`],
    ["the same, of bare URLs", `A.\n\nSources:\n${X}\n${X}/\n\nPrices change, see ${Y}`],
    ["the same, on the line of the heading", `A.\n\nSources: [One](${X})\n\n*Updated daily at ${Y}.*`],
    ["links with marks that were asked for", `Two articles:\n\n[1] One — ${X}\n[2] Two — ${Y}`],
    [
      "a source after each paragraph, the first in words",
      `One, ${X}.\nSource: Reuters\n\nTwo.\nSource: ${Y}`,
    ],
    ["a list with code after it", `A [1].\n\nSources:\n[1] ${X}\n[2] ${Y}\n\n\`\`\`js\ncode\n\`\`\``],
    [
      "a list with a book in it",
      `A.\n\nReferences\n[1] Smith (2020). ${X}\n[2] A book without a link.\n[3] ${Y}`,
    ],
    ["marks right after steps with links", `Do so:\n1. Open ${X}\n2. Wait\n[1] ${X}\n[2] ${Y}`],
    ["a source after each paragraph", `One.\nSource: ${X}\n\nTwo.\nSource: ${Y}`],
    ["a source at the end of a sentence", `It is ${X}. Source: ${Y}`],
    [
      "a statement under a heading",
      `A.\n\n## References\n\nSee ${X} for the flags, which changed twice, and ${Y} for their history.`,
    ],
    ["JSON that says more", `\`\`\`json\n{"answer":"A","sources":["${X}","${Y}"]}\n\`\`\``],
    ["results before the answer", `检索 甲 - ${X}\n检索 乙 - ${Y}\n\n答案。`],
    ["steps with nested bullets", `Do it so [1].\n\n1. Open it\n   - at ${X}\n2. Read on\n   - at ${Y}`],
    [
      "nested bullets of which one is a statement",
      `A.\n\nSources:\n- One\n  - ${X} and then click\n- Two\n  - ${Y}`,
    ],
    ["named definitions, which links need", `[One] and [Two].\n\n[One]: ${X}\n[Two]: ${Y}`],
    ["a list and links under a heading like its own", `A.\n\n## Sources\n- ${X}\n\n## Downloads\n- ${Y}`],
    ["a list and links under a bold line", `A.\n\nSources:\n- ${X}\n\n**Downloads**\n- ${Y}`],
    [
      "links under a heading like an empty one for sources",
      `A.\n\n## Sources\n\n## Downloads\n- ${X}\n- ${Y}`,
    ],
    ["a list with a remark in a group", `A.\n\nSources:\n\nPress:\nOnly two of them.\n- ${X}\n- ${Y}`],
    [
      "a list with a table of something else after it",
      `A.\n\n## Sources\n- ${X}\n- ${Y}\n\n### Prices\n\n| Plan | Price |\n|---|---|\n| One | 5 |`,
    ],
    [
      "a list with the head of a table after it",
      `A.\n\n## Sources\n- ${X}\n- ${Y}\n\n### Prices\n\n| Plan | Price |`,
    ],
    [
      "statements after links that are numbers",
      `A.\n\nSources:\n[1](${X}) says so. More soon.\n[2](${Y}) agrees.`,
    ],
    [
      "statements after such links without a heading",
      `A.\n\n[1](${X}) Microsoft says so\n[2](${Y}) Google agrees`,
    ],
    ["a list with a label after it", `A.\n\nSources:\n\nPress:\n- ${X}\n- ${Y}\n\nNote:`],
    ["a fold that ends before", `<details><summary>More</summary>\n${X}\n${Y}\n</details>`],
  ])("%s", (_kind, text) => {
    expect(parseAnswer(text)).toMatchObject({ answer: text, sources: [X, Y] });
  });
});

describe("numbers a source", () => {
  it.each([
    ["by every number that it has", `A.\n\n[1] ${X}\n[2] ${Y}\n[3] ${X}`, "1+3 X", "2 Y"],
    ["by several numbers on one line", `A.\n\n[1][3] ${X}\n[2, 4-6] ${Y}`, "1+3 X", "2+4+5+6 Y"],
    ["by its links", `A[2](${Y}) B[[1]](${X}) C[2](${Y})`, "1 X", "2 Y"],
    ["by raised and tagged links", `A[¹](${X}) B[<sup>2</sup>](${Y})`, "1 X", "2 Y"],
    ["by links with a full stop", `A [1.](${X}) B [2.](${Y})`, "1 X", "2 Y"],
    ["by HTML links", `A<a href="${X}">[1]</a> B<sup><a href='${Y}'>2</a></sup>`, "1 X", "2 Y"],
    ["by full-width marks", `甲【1】（${X}）乙［2］(${Y})`, "1 X", "2 Y"],
    ["by the marker before it", `A [1] ${X} and [2]: ${Y}.`, "1 X", "2 Y"],
    ["by a list rather than by a link", `A [1](${Y}).\n\n[1] ${X}`, "1 X", "- Y"],
    ["once: who comes first has the number", `A[1](${X}) B[1](${Y})`, "1 X", "- Y"],
    ["at its place, others in the gaps", `${X} B[2](${Y})`, "- X", "2 Y"],
    [
      "not by the year in its title",
      `A [1].\n\n[1] The [2024] report ${X}\n[2] ${Y}`,
      '1 X "The [2024] report"',
      "2 Y",
    ],
    [
      "after a sentence in its list",
      `A.\n\nSources:\n1. ${X}\n\nOlder, but longer:\n\n2. ${Y}`,
      "1 X",
      "2 Y",
    ],
    [
      "not by another list after its own",
      `A.\n\nSources:\n1. ${X}\n\nDo so:\n1. Read on\n2. ${Y}`,
      "1 X",
      "- Y",
    ],
    ["not by the marker of what stands before it", `A ${X}[1] B${Y}[2]`, "- X", "- Y"],
    ["not by a list's order", `Both:\n1. ${X}\n2. ${Y}`, "- X", "- Y"],
  ])("%s", (_rule, text, ...sources) => {
    const [, ...read_] = read(text);
    expect(read_).toEqual(sources.map((source) => source.replace("X", X).replace("Y", Y)));
  });
});

it("puts sources without a number after those with one, in the order of the text", () => {
  const { sources } = parseAnswer(`See ${Y}/2, ${Y}/1. A [1].\n\n[1] ${X}`);
  expect(sources).toEqual([X, `${Y}/2`, `${Y}/1`]);
});
