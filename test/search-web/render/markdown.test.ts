import { expect, it } from "vitest";
import { drawMarkdown } from "../../../extensions/search-web/render/markdown.ts";
import { loadTheme, withoutEscapes } from "../../support/drawing.ts";

loadTheme("dark");
const draw = (text: string, width = 60) =>
  drawMarkdown(text, width, (line) => line).map((line) => withoutEscapes(line).trimEnd());

it("draws Markdown", () => {
  expect(draw("# Title\n\nSome **bold** `code`.\n\n- a\n- b")).toEqual([
    "Title",
    "",
    "Some bold code.",
    "",
    "- a",
    "- b",
  ]);
});

it("keeps a rule, a table and many citations Markdown", () => {
  expect(draw("a\n\n---\n\nb")[2]).toBe("─".repeat(60));
  expect(draw("| a | b |\n|---|---|\n| 1 | 2 |")[0]).toBe("┌───┬───┐");
  expect(draw(`**many** ${"word [1][2][3]. ".repeat(60)}`)[0]).toMatch(/^many word \[1\]/);
});

it("draws text of any length that costs pi's parser much, or overflows its stack, as it is", () => {
  const hostile = [
    ["[a](", 5_000],
    ["![", 15_000],
    ["*a ", 10_000],
    ["**a", 10_000],
    ["_a_", 10_000],
    ["> ", 15_000],
    [">", 30_000],
    ["- ", 15_000],
    ["1. ", 10_000],
    ["<a ", 10_000],
    ["`a``", 7_500],
    ["\\[", 15_000],
    ["$a ", 10_000],
    ["a\n\n", 40_000],
    ["www.a.b ", 3_500],
    ["中", 100_000],
    ["x", 100_000],
  ] as const;
  const nested = Array.from({ length: 165 }, (_, depth) => `${"  ".repeat(depth)}- a\n`).join("");
  for (const [piece, times] of [...hostile, [nested, 1] as const]) {
    const text = `${piece.repeat(times)} end`;
    const before = process.cpuUsage();
    const lines = draw(text);
    const { user, system } = process.cpuUsage(before);
    expect([piece, (user + system) / 1_000_000 < 3]).toEqual([piece, true]);
    expect(lines.join(" ")).toContain("end");
  }
}, 60_000);
