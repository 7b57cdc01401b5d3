import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../extensions/search-web/citations.ts";

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
