import { keyText, type Theme, type ToolRenderResultOptions } from "@mariozechner/pi-coding-agent";
import type { Component } from "@mariozechner/pi-tui";
import type { ToolResult } from "../later.ts";
import { isBlank } from "../text/untrusted.ts";
import {
  countOf,
  createComponent,
  fitLine,
  hangLines,
  linkTo,
  plainLine,
  plainText,
  readStyles,
  type Style,
  type Styles,
  wrapLines,
} from "./lines.ts";

/** Lines of a text that a collapsed result shows. */
const PREVIEW_LINES = 3;
const FAILURE_LINES = 12;

/** The tool and what it is asked, on one line unless expanded. */
export function drawCall(
  name: string,
  argument: string,
  width: number,
  expanded: boolean,
  styles: Styles,
): string[] {
  if (expanded && argument !== "") return hangLines([styles.title, name], argument, width, styles.argument);
  return [
    fitLine(
      [
        [styles.title, name],
        [styles.argument, argument === "" ? "" : ` ${argument}`],
      ],
      width,
    ),
  ];
}

/** A call that still runs, and one that failed, look alike for every tool; `draw` draws the text of any other. */
export function createResult(
  content: ToolResult["content"],
  { expanded, isPartial }: ToolRenderResultOptions,
  theme: Theme,
  isError: boolean,
  draw: (text: string, width: number, styles: Styles) => string[],
): Component {
  const styles = readStyles(theme);
  const text = plainText(content.map((part) => part.text ?? "").join("\n"));
  return createComponent((width) => {
    if (isPartial) return [drawProgress(plainLine(text), width, styles)];
    return isError ? drawFailure(text, width, expanded, styles) : draw(text, width, styles);
  });
}

/** What is being done; the seconds stay when the line is too long. */
function drawProgress(text: string, width: number, styles: Styles): string {
  const [phase = "", seconds] = text.split(/( · \d+ s)$/);
  const suffix = seconds ?? "";
  return fitLine([[styles.muted, phase]], width - suffix.length) + styles.muted(suffix);
}

/** The first lines that are not blank, and how to see the rest. `isWhole` says that there is nothing else to see. */
export function drawPreview(lines: string[], width: number, isWhole: boolean, styles: Styles): string[] {
  const written = lines.filter((line) => !isBlank(line));
  const hidden = Math.max(0, written.length - PREVIEW_LINES);
  return [
    ...written.slice(0, PREVIEW_LINES),
    ...(hidden === 0 && isWhole ? [] : [drawMore(hidden, width, styles)]),
  ];
}

function drawMore(hidden: number, width: number, styles: Styles): string {
  const hint = [
    hidden === 0 ? "…" : `… ${countOf(hidden, "more line")}`,
    `(${keyText("app.tools.expand")} to expand)`,
  ];
  return fitLine([[styles.dim, hint.join(" ")]], width);
}

/** How a fetch that the user stopped ends, in Node and in Bun; pi shows beside it that they did. */
const STOPPED = /^Th(?:is|e) operation was aborted\.?$/;

/** A failure's sentences. Of a call that the user's "no search" blocked, the part that is for people. */
function drawFailure(text: string, width: number, expanded: boolean, styles: Styles): string[] {
  if (STOPPED.test(text)) return [fitLine([[styles.muted, "stopped"]], width)];
  const blocked = /^Blocked: .*?(?= Answer without )/s.exec(text)?.[0];
  if (blocked !== undefined && !expanded)
    return [
      ...wrapLines(blocked, width, styles.warning),
      fitLine([[styles.dim, "/search-on turns it on again"]], width),
    ];
  const lines = wrapLines(text, width, blocked === undefined ? styles.error : styles.warning);
  if (expanded || lines.length <= FAILURE_LINES) return lines;
  return [...lines.slice(0, FAILURE_LINES - 1), drawMore(lines.length - FAILURE_LINES + 1, width, styles)];
}

/** The heads of a numbered list of pages, one line each; of other text nothing. */
export function drawHeads(text: string, width: number, styles: Styles): string[] {
  const heads: string[] = [];
  for (const line of text.split("\n")) if (line.startsWith(`[${heads.length + 1}] `)) heads.push(line);
  return heads.map((head) => fitLine([[styles.output, head]], width));
}

/** Text in which lines that are an address are clickable. */
export function drawLinkedText(text: string, width: number, styles: Styles): string[] {
  const style = (line: string): Style =>
    /^https?:\/\/\S+$/.test(line) ? linkTo(line, styles.link) : styles.output;
  return text.split("\n").flatMap((line) => (line === "" ? [""] : wrapLines(line, width, style(line))));
}
