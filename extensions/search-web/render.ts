import type { Theme, ToolRenderResultOptions } from "@mariozechner/pi-coding-agent";
import type { Component } from "@mariozechner/pi-tui";
import { isRecord } from "../shared-web/json.ts";
import type { ToolResult } from "../shared-web/later.ts";
import {
  clampLines,
  countOf,
  createComponent,
  fitLine,
  hangLines,
  linkTo,
  plainLine,
  readStyles,
  type Span,
  type Styles,
  wrapLines,
} from "../shared-web/terminal/lines.ts";
import {
  createResult,
  drawCall,
  drawHeads,
  drawLinkedText,
  drawPreview,
} from "../shared-web/terminal/result-lines.ts";
import { drawMarkdown } from "./render/markdown.ts";
import { readShownAnswer, type ShownAnswer } from "./render/shown-answer.ts";

/** Of one flaw, unless expanded. */
const FLAW_LINES = 3;

export function renderCall(args: unknown, theme: Theme, { expanded }: { expanded: boolean }): Component {
  const query = plainLine(isRecord(args) ? args.query : undefined);
  return createComponent((width) => drawCall("search_web", query, width, expanded, readStyles(theme)));
}

/** A running search, an answer, a failure, or a call that was blocked. */
export function renderResult(
  { content, details }: ToolResult,
  options: ToolRenderResultOptions,
  theme: Theme,
  { isError }: { isError: boolean },
): Component {
  const { expanded } = options;
  return createResult(content, options, theme, isError, (text, width, styles) => {
    const answer = readShownAnswer(details);
    if (answer) return expanded ? drawWhole(answer, width, styles) : drawStart(answer, width, styles);
    const lines = wrapLines(text, width, styles.output);
    return expanded ? lines : drawPreview(lines, width, true, styles);
  });
}

function drawStart(answer: ShownAnswer, width: number, styles: Styles): string[] {
  const lines = answer.isOllama ? drawHeads(answer.answer, width, styles) : drawAnswer(answer, width, styles);
  const flaws = describeFlaws(answer);
  const isCut = flaws.some((flaw) => wrapLines(flaw, width, styles.warning).length > FLAW_LINES);
  return [
    drawOutcome(answer, width, styles),
    ...flaws.flatMap((flaw) => clampLines(flaw, width, FLAW_LINES, styles.warning)),
    ...drawPreview(lines, width, answer.sources.length === 0 && !isCut, styles),
  ];
}

function drawWhole(answer: ShownAnswer, width: number, styles: Styles): string[] {
  const { truncated, sources, isOllama } = answer;
  const unseen = isOllama ? sources.filter(({ url }) => !answer.answer.includes(url)) : sources;
  const rows = unseen.flatMap((source) => drawSource(source, width, styles));
  const cut = truncated && truncated.shownChars < truncated.totalChars ? [describeCut(truncated)] : [];
  return [
    drawOutcome(answer, width, styles),
    ...describeFlaws(answer).flatMap((flaw) => wrapLines(flaw, width, styles.warning)),
    "",
    ...drawAnswer(answer, width, styles),
    ...(rows.length > 0 ? ["", ...rows] : []),
    ...cut.flatMap((line) => ["", ...wrapLines(line, width, styles.dim)]),
  ];
}

/** `2 sources · 8.4 s · provider/model · ↑120 ↓30 · $0.001`; the provider goes where the line is too long. */
function drawOutcome(answer: ShownAnswer, width: number, styles: Styles): string {
  const { sources, durationMs, usage, by } = answer;
  const found: Span =
    sources.length > 0 ? [styles.success, countOf(sources.length, "source")] : [styles.warning, "no sources"];
  const join = (model: string) =>
    [
      ...(durationMs === undefined ? [] : [`${(durationMs / 1_000).toFixed(1)} s`]),
      model,
      ...(usage && usage.input + usage.output > 0
        ? [`↑${shortCount(usage.input)} ↓${shortCount(usage.output)}`]
        : []),
      ...(usage && usage.cost > 0 ? [`$${usage.cost.toFixed(usage.cost < 0.001 ? 5 : 3)}`] : []),
    ]
      .map((part) => ` · ${part}`)
      .join("");
  const whole = join(by);
  const fits = found[1].length + whole.length <= width;
  return fitLine([found, [styles.muted, fits ? whole : join(by.slice(by.lastIndexOf("/") + 1))]], width);
}

/** What a person must know of an answer: why another backend gave it, and what is wrong with it. */
function describeFlaws(answer: ShownAnswer): string[] {
  const { reasons, by, sources, searched, foundNothing, cut, isOllama } = answer;
  const missing = isOllama
    ? "The search found no page."
    : foundNothing
      ? "Unverified: the search found no page."
      : searched
        ? "The addresses of its sources did not come through."
        : "Unverified: from the model's memory.";
  return [
    ...(reasons.length > 0 ? [`${by} answered instead: ${reasons.join("; ")}`] : []),
    ...(searched === false ? ["Unverified: the model did not search."] : []),
    ...(sources.length === 0 && searched !== false ? [missing] : []),
    ...(cut ? ["The search model hit its output limit: the answer ends early."] : []),
  ];
}

function describeCut({ shownChars, totalChars, path }: NonNullable<ShownAnswer["truncated"]>): string {
  const read = `The agent read ${shownChars.toLocaleString("en-US")} of ${countOf(totalChars, "character")}`;
  return path === "" ? read : `${read}; all of them are in ${path}`;
}

/** The search model writes Markdown; Ollama's results are rows of pages and stay as they are. */
function drawAnswer({ answer, isOllama }: ShownAnswer, width: number, styles: Styles): string[] {
  return isOllama ? drawLinkedText(answer, width, styles) : drawMarkdown(answer, width, styles.output);
}

function drawSource(
  { label, url, title }: ShownAnswer["sources"][number],
  width: number,
  styles: Styles,
): string[] {
  const rows = hangLines([styles.muted, label], url, width, linkTo(url, styles.link));
  const indent = label.length + 1;
  const about = title === "" || indent > width / 2 ? [] : [fitLine([[styles.dim, title]], width - indent)];
  return [...rows, ...about.map((line) => " ".repeat(indent) + line)];
}

/** As pi's footer counts tokens. */
function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 10_000) return `${(count / 1_000).toFixed(1)}k`;
  return count < 1_000_000 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
