/** Texts that make parsers slow, as functions of their length in characters. */
export const HOSTILE_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  "[1] repeated": repeat("[1]"),
  "[ repeated": repeat("["),
  "( repeated": repeat("("),
  "]( repeated": repeat("]("),
  "![ repeated": repeat("!["),
  "【 repeated": repeat("【"),
  "http://a( repeated": repeat("http://a("),
  "https://a.b/c中 repeated": repeat("https://a.b/c中"),
  "https:// repeated": repeat("https://"),
  "www. repeated": repeat("www."),
  "a@b.com repeated": repeat("a@b.com "),
  "> repeated": repeat(">"),
  "> and a space repeated": repeat("> "),
  "backticks, runs of growing length": (length) => join((index) => `${"`".repeat(index + 1)} `, length),
  "fences of falling length": (length) =>
    join(
      (index) => `${"`".repeat(203 - (index % 200))}
`,
      length,
    ),
  "opening fences": repeat("```js\n"),
  "empty fences": repeat("```\n"),
  "empty fences of tildes": repeat("~~~\n"),
  "fences and headings": repeat("```js\n\nSources:\n"),
  "<think> repeated": repeat("<think>"),
  "</think> repeated": repeat("</think>"),
  "<think></think> and a fence": repeat("<think></think>\n```\n"),
  "thinking and a fence that the end closes": (length) =>
    `${repeat("<think>\n```js\n</think>\n")(length)}\`\`\``,
  "thinking and fences of growing length": (length) =>
    `${join((index) => `<think>\n${"`".repeat(index + 3)}js\n</think>\n`, length)}${"`".repeat(999)}`,
  "thinking and fences of falling length": (length) =>
    join((index) => `<think>\n${"`".repeat(603 - (index % 600))}js\n</think>\n`, length),
  "thinking and a fence in a quote": (length) =>
    `${repeat("> <think>\n> ```js\n> </think>\n")(length)}> \`\`\``,
  "thinking and indented code": (length) => `<think>${repeat("\n\n    </think><think>")(length)}`,
  "<details> repeated": repeat("<details>"),
  "thinking folds, open": repeat("<details><summary>Thinking</summary>"),
  "<a href> repeated": repeat('<a href="https://a.b/c">'),
  "links never closed": repeat("[1](https://a.b/c "),
  "titles never closed": repeat('[1](https://a.b/c "'),
  "one destination full of spaces": (length) => `[1](https://a.b/c${" ".repeat(length)}x)`,
  "one long URL": (length) => `https://a.b/${"x".repeat(length)}`,
  "one URL of brackets": (length) => `https://a.b/${"(".repeat(length / 2)}${")".repeat(length / 2)}`,
  "one URL of dots": (length) => `https://a.b/c${".".repeat(length)}`,
  "spaces, then a word": (length) => `${" ".repeat(length)}x`,
  "line breaks, then a word": (length) => `${"\n".repeat(length)}x`,
  "dashes, then a word": (length) => `${"-".repeat(length)}x`,
  "a heading full of stars": (length) => `Sources${"*".repeat(length)}x`,
  "short lines": repeat("ab:\n"),
  "table rows": repeat("|a|b|\n"),
  "list entries": repeat("[1] https://a.b/c\n"),
  "headings with lists": repeat("Sources:\nhttps://a.b/c\n"),
  "[citation:1] repeated": repeat("[citation:1]"),
  "private-use markers": repeat("\ue200cite\ue202turn0search0\ue201"),
  "<grok:render> repeated": repeat("<grok:render>"),
  "emoji after URLs": repeat("https://a.b/🎉"),
  "combining marks": repeat("a\u0301"),
  "lone surrogates": repeat("https://a.b/\ud800"),
  "zero-width characters": repeat("https://a.b/\u200b"),
  "markers and sources, all different": (length) =>
    join((index) => `A [${index % 9_999}] https://h${index}.example.com/${index}\n`, length),
  "one source under many numbers": (length) =>
    join((index) => `[${index % 9_999}] https://a.example.com\n`, length),
  "ranges of markers": (length) => join((index) => `[${index % 999}-${(index % 999) + 50}]`, length),
  "ranges in named markers": repeat("[citation:1-51,2-52,3-53,4-54,5-55,6-56,7-57,8-58,9-59] "),
  "links that show their URL": repeat("[https://a.b/c…](https://a.b/c) "),
  "one label full of URLs": (length) => `[${repeat("https://a.b/c ")(length)}](https://a.b/c)`,
  "destinations with quotes": repeat("[1](https://a.b/c d 'e (f "),
  "private-use spans, open": repeat("\ue200video\ue202x"),
  "entries without a URL": (length) => `Sources:\nhttps://a.b/c\n${repeat("- A book\n")(length)}`,
  "JSON lists, cut short": repeat('Sources:\n```\n["https://a.b/c"\n```\n'),
  "JSON, deep": (length) => `\`\`\`json\n{"sources":${"[".repeat(length)}\n\`\`\``,
};

/** A long answer as models write them: prose, markers, links, code, a list of sources. */
export function longAnswer(length: number): string {
  const prose = (index: number) =>
    `Version ${index} came out in May [${(index % 40) + 1}], see [the notes](https://docs.example.org/v${index}). ` +
    `Настройка описана в \`config.ts\`（参见 https://example.cn/wiki/版本_${index}）。\n\n`;
  const sources = Array.from(
    { length: 40 },
    (_, index) => `[${index + 1}] Title ${index} - https://example.org/${index}`,
  );
  return `${join(prose, length - 2_000)}\n\nSources:\n${sources.join("\n")}`;
}

function repeat(unit: string): (length: number) => string {
  return (length) => unit.repeat(Math.ceil(length / unit.length));
}

function join(piece: (index: number) => string, length: number): string {
  const pieces: string[] = [];
  for (let index = 0, total = 0; total < length; index++) {
    const next = piece(index);
    pieces.push(next);
    total += next.length;
  }
  return pieces.join("");
}
