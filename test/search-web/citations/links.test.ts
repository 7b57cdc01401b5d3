import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../../extensions/search-web/citations.ts";

const X = "https://a.example/x";
const Y = "https://b.example/y";

/** Each source as `numbers url`. */
function read(text: string): string[] {
  return parseAnswer(text).citations.map(({ numbers, url }) => `${numbers.join("+") || "-"} ${url}`);
}

describe("a URL in the label or the title of a link", () => {
  it.each([
    [
      "is no source when it is elided",
      `A [https://a.example/…](${X}) B [${Y}/lo...](${Y}).`,
      `- ${X}`,
      `- ${Y}`,
    ],
    [
      "nor when its middle is",
      `[https://a.example/.../x](${X}) [https://b.example/[…]](${Y})`,
      `- ${X}`,
      `- ${Y}`,
    ],
    ["nor in an HTML link", `<a href="${X}">https://a.example/…</a>`, `- ${X}`],
    ["nor in quotes", `[1](${X} "https://a.example/…")`, `1 ${X}`],
    ["nor in a list", `A [1].\n\n1. [https://a.ex...](${X})\n2. [${Y}/l…](${Y})`, `1 ${X}`, `2 ${Y}`],
    ["nor in a definition", `A [1].\n\n[1]: [https://a.example/lo...](${X})`, `1 ${X}`],
    ["nor without scheme", `A [1].\n\n[1]: [www.a.example/…](${X})`, `1 ${X}`],
    [
      "takes no number",
      `A [1].\n\n[1]: [https://c.example](${X})\n[2]: ${Y}`,
      `1 ${X}`,
      `2 ${Y}`,
      "- https://c.example",
    ],
    ["is a source by itself", `See [${Y}](${X}).`, `- ${Y}`, `- ${X}`],
    ["is one with its link when they are the same", `A [1].\n\n[1]: [${X}](${X})`, `1 ${X}`],
  ])("%s", (_rule, text, ...sources) => {
    expect(read(text)).toEqual(sources);
  });

  it("counts outside of one even when it is elided", () => {
    expect(read(`See ${X}... and ${Y}…`)).toEqual([`- ${X}`, `- ${Y}`]);
  });
});

describe("a destination", () => {
  it.each([
    ["may hold spaces before a title", `[1](${X} y z.pdf "T") ok`, `1 ${X}%20y%20z.pdf`],
    ["may hold spaces before one in single quotes", `[1](${X} y z.pdf 'T') ok`, `1 ${X}%20y%20z.pdf`],
    ["may hold spaces before one in parentheses", `[1](${X} y z.pdf (T)) ok`, `1 ${X}%20y%20z.pdf`],
    ["may hold them in a list", `A [1].\n\n1. [T](${X} File.pdf "T")`, `1 ${X}%20File.pdf`],
    ["may hold a space before a parenthesis", `[1](${X} (1).pdf) ok`, `1 ${X}%20(1).pdf`],
    ["may hold spaces between angle brackets", `[1](<${X} y>) ok`, `1 ${X}%20y`],
    ["of a definition may hold them so too", `A [1].\n\n[1]: <${X} y z>`, `1 ${X}%20y%20z`],
    ["of a definition may have a title then", `A [1].\n\n[1]: <${X} y z> 'T'`, `1 ${X}%20y%20z`],
    ["is none after a space, where prose goes on", `A [1] (${X} accessed 12 May 2025).`, `1 ${X}`],
    ["is none after a line break, where prose goes on", `[A note]\n(${X} is nice) ok`, `- ${X}`],
    ["is none in full-width parentheses, where prose goes on", `甲【1】（${X} 访问）`, `1 ${X}`],
    ["is none there in a list either", `Sources:\n[1] [T] (${X} archived)`, `1 ${X}`],
    ["may still have a title after a space", `[1] (${X} "T")`, `1 ${X}`],
    ["ends at a bracket that nothing opened", `[1](${X}]) [2](${Y}})`, `1 ${X}`, `2 ${Y}`],
    ["keeps brackets in pairs", `[1](${X}[a]{b}(c)y)`, `1 ${X}[a]{b}(c)y`],
    ["ends where its title is cut short", `[1](${X} "T`, `1 ${X}`],
    ["ends with the text", `[1](${X} `, `1 ${X}`],
  ])("%s", (_rule, text, ...sources) => {
    expect(read(text)).toEqual(sources);
  });
});

it("takes a list of definitions off that have titles", () => {
  const list = `[1]: <${X} y> 'One'\n[2]: ${Y} 'Two'`;
  expect(parseAnswer(`A [1].\n\n${list}`)).toEqual({
    answer: "A [1].",
    sources: [`${X}%20y`, Y],
    citations: [
      { numbers: [1], url: `${X}%20y`, title: "One", origin: "text" },
      { numbers: [2], url: Y, title: "Two", origin: "text" },
    ],
  });
});

it("keeps the URL in a span of private-use characters", () => {
  expect(read(`A \ue200url\ue202Title\ue202${X}\ue201 b`)).toEqual([`- ${X}`]);
});

it.each([
  ["an escaped exclamation mark is no image", `\\![x](${X})`, `- ${X}`],
  ["nor one after an escaped backslash and a backslash", `\\\\\\![x](${X})`, `- ${X}`],
  ["nor one whose definition follows", `\\![x][1]\n\n[1]: ${X}`, `1 ${X}`],
  ["an escaped backslash leaves an image", `\\\\![x](${X}) ${Y}`, `- ${Y}`],
])("%s", (_rule, text, ...sources) => {
  expect(read(text)).toEqual(sources);
});
