import type { Theme } from "@mariozechner/pi-coding-agent";
import {
  type Component,
  getCapabilities,
  hyperlink,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from "@mariozechner/pi-tui";
import { stripUnsafe } from "../text/untrusted.ts";

/** Puts text on one line into a colour of the theme. */
export type Style = (text: string) => string;

/** A piece of a line: its style, and its text without escapes. */
export type Span = readonly [style: Style, text: string];

/** The theme's colours, by what they say of a tool's result. */
export function readStyles(theme: Theme) {
  return {
    title: (text: string) => theme.fg("toolTitle", theme.bold(text)),
    argument: (text: string) => theme.fg("accent", text),
    output: (text: string) => theme.fg("toolOutput", text),
    muted: (text: string) => theme.fg("muted", text),
    dim: (text: string) => theme.fg("dim", text),
    link: (text: string) => theme.fg("mdLink", text),
    success: (text: string) => theme.fg("success", text),
    warning: (text: string) => theme.fg("warning", text),
    error: (text: string) => theme.fg("error", text),
  };
}

export type Styles = ReturnType<typeof readStyles>;

/** A component that draws once per width, never wider than the terminal: pi stops at a line that is. */
export function createComponent(draw: (width: number) => string[]): Component {
  let drawn: { width: number; lines: string[] } | undefined;
  return {
    render(width) {
      if (drawn?.width !== width)
        drawn = { width, lines: draw(width).map((line) => keepWithin(line, width)) };
      return drawn.lines;
    },
    invalidate() {
      drawn = undefined;
    },
  };
}

function keepWithin(line: string, width: number): string {
  return visibleWidth(line) > width ? truncateToWidth(line, width, "") : line;
}

/** More of a span is not looked at, per column: Node 20 takes quadratic time to measure a long text. */
const MAX_CHARS_PER_COLUMN = 20;

/** Spans side by side, cut with an ellipsis where the width ends. */
export function fitLine(whole: readonly Span[], width: number): string {
  const maxChars = Math.max(1, width) * MAX_CHARS_PER_COLUMN;
  const spans = whole.map(([style, text]): Span => [style, text.slice(0, maxChars).toWellFormed()]);
  const isWhole = spans.reduce((sum, [, text]) => sum + visibleWidth(text), 0) <= width;
  let room = width;
  let line = "";
  for (const [style, text] of spans) {
    const isCut = !isWhole && visibleWidth(text) >= room;
    // Two blanks more, so that a span that just fits still gives way to the ellipsis for the next one.
    const shown = isCut ? cutToWidth(`${text}  `, room) : text;
    line += style(shown);
    room -= visibleWidth(shown);
    if (isCut) break;
  }
  return line;
}

/** Without the resets that pi's helper puts round an ellipsis: they would end the background of a tool's box. */
function cutToWidth(text: string, width: number): string {
  return truncateToWidth(text, width, "…").replaceAll("\x1b[0m", "");
}

/** Longer words are broken before pi's wrapper sees them: pi 0.73 takes quadratic time over each. */
const MAX_WORD_CHARS = 500;
/** So are longer lines, between words: Node 20 takes quadratic time to measure one. */
const MAX_LINE_CHARS = 8_000;

/** Text of many lines, wrapped between words, each line in the style. */
export function wrapLines(text: string, width: number, style: Style): string[] {
  if (text === "") return [];
  const columns = Math.max(1, width);
  // Whole lines of narrow characters, or of wide ones: so the break stands where a line ends anyway.
  const length = columns * Math.ceil(MAX_WORD_CHARS / columns);
  const broken = text.replaceAll("\t", "   ").replace(new RegExp(`\\S{${length}}(?=\\S)`, "gu"), "$&\n");
  const lines = broken.split("\n").flatMap(breakLine).join("\n");
  return wrapTextWithAnsi(lines, columns).map((line) => style(line.trimEnd()));
}

function breakLine(line: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let gap = 0; ; from = gap + 1) {
    gap = line.indexOf(" ", from + MAX_LINE_CHARS);
    if (gap < 0) return [...pieces, line.slice(from)];
    pieces.push(line.slice(from, gap));
  }
}

/** The same within a number of lines; an ellipsis ends a text that is longer. */
export function clampLines(text: string, width: number, maxLines: number, style: Style): string[] {
  const lines = wrapLines(text, width, (line) => line);
  const last = lines[maxLines - 1] ?? "";
  const shown =
    lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), cutToWidth(`${last}…`, width)];
  return shown.map(style);
}

/** A label, and beside it text that wraps under itself. */
export function hangLines(label: Span, text: string, width: number, style: Style): string[] {
  const [labelStyle, labelText] = label;
  const indent = visibleWidth(labelText) + 1;
  if (indent > width / 2) return [fitLine([label], width), ...wrapLines(text, width, style)];
  return wrapLines(text, width - indent, style).map(
    (line, index) => (index === 0 ? `${labelStyle(labelText)} ` : " ".repeat(indent)) + line,
  );
}

/** A style that makes text clickable where pi does so; elsewhere the terminal finds the address by itself. */
export function linkTo(url: string, style: Style): Style {
  if (!getCapabilities().hyperlinks || !/^https?:\/\/[^\s\x00-\x1f\x7f-\x9f]+$/i.test(url)) return style;
  return (text) => hyperlink(style(text), url);
}

/** Text from outside as it may stand on a terminal. */
export function plainText(text: string): string {
  return stripUnsafe(text).trim();
}

/** The same on one line; empty for what is no text. */
export function plainLine(value: unknown): string {
  return typeof value === "string" ? plainText(value).replace(/\s+/g, " ") : "";
}

/** `1 source`, `2 sources`, `12,345 characters` */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
