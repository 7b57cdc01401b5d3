import type { Theme, ToolRenderResultOptions } from "@mariozechner/pi-coding-agent";
import type { Component } from "@mariozechner/pi-tui";
import { listOf, recordOf, textOf } from "../shared-web/json.ts";
import type { Renderers, ToolResult } from "../shared-web/later.ts";
import {
  countOf,
  createComponent,
  fitLine,
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
import type { OllamaToolName } from "./tool-choice.ts";

type Fields = Record<string, unknown>;

/** What a terminal shows of one tool. Arguments and details may have any shape. */
interface ToolView {
  /** What a call asks for. */
  argument(args: Fields): string;
  /** What came of it; nothing where the details do not say. */
  outcome(details: Fields, styles: Styles): Span[];
  /** The file that the text went to. */
  file?(details: Fields): string;
  /** The lines that a collapsed result begins with. */
  preview(text: string, width: number, styles: Styles): string[];
}

/** `renderCall` and `renderResult` of one of the three tools. */
export function createRenderers(name: OllamaToolName): Renderers {
  const view = VIEWS[name];
  return {
    renderCall(args: unknown, theme: Theme, { expanded }: { expanded: boolean }): Component {
      const argument = plainLine(view.argument(recordOf(args)));
      return createComponent((width) => drawCall(name, argument, width, expanded, readStyles(theme)));
    },
    renderResult(
      { content, details }: ToolResult,
      options: ToolRenderResultOptions,
      theme: Theme,
      { isError }: { isError: boolean },
    ): Component {
      const { expanded } = options;
      const fields = recordOf(details);
      return createResult(content, options, theme, isError, (text, width, styles) => {
        const outcome = view.outcome(fields, styles);
        const file = plainLine(view.file?.(fields));
        const head = outcome.length > 0 ? [fitLine(outcome, width)] : [];
        if (file !== "" && !expanded) return [...head, ...wrapLines(file, width, styles.output)];
        return [...head, ...drawText(text, view, { width, expanded, styles })];
      });
    },
  };
}

const VIEWS: Record<OllamaToolName, ToolView> = {
  ollama_web_search: {
    argument: ({ query }) => textOf(query),
    outcome({ results, truncated }, { success, muted }) {
      const count = listOf(results).length;
      if (count === 0) return [];
      return [
        [success, countOf(count, "result")],
        [muted, truncated === true ? " · texts cut" : ""],
      ];
    },
    preview: drawHeads,
  },
  ollama_web_fetch: {
    argument: ({ url }) => textOf(url),
    outcome({ title, target, links }, styles) {
      const { visibleChars, totalChars } = recordOf(recordOf(target).content);
      const count = listOf(links).length;
      const about = [count > 0 ? countOf(count, "link") : "", plainLine(title)].filter((part) => part !== "");
      return describePart(visibleChars, totalChars, about, styles);
    },
    // The call shows the address, and the outcome the title.
    preview: (text, width, styles) =>
      drawLinkedText(text.replace(/^Title: .*\n(?:Address: .*\n)?/, ""), width, styles),
  },
  ollama_web_read_full: {
    argument: ({ ref, fullContentRef, section, resultIndex, offset, path, outputPath }) =>
      [
        textOf(section) || "content",
        ...(typeof resultIndex === "number" ? [`of result ${resultIndex}`] : []),
        `of ${textOf(ref) || textOf(fullContentRef)}`,
        ...(typeof offset === "number" && offset > 0 ? [`from ${offset}`] : []),
        ...(textOf(path) || textOf(outputPath) ? [`to ${textOf(path) || textOf(outputPath)}`] : []),
      ].join(" "),
    outcome({ mode, returnedChars, totalChars, offset, servedFrom }, styles) {
      if (mode === "file") return describePart(totalChars, totalChars, ["written to"], styles);
      const from = typeof offset === "number" && offset > 0 ? [`from ${offset.toLocaleString("en-US")}`] : [];
      const again = servedFrom === "replay" ? ["requested again"] : [];
      return describePart(returnedChars, totalChars, [...from, ...again], styles);
    },
    file: ({ outputPath }) => textOf(outputPath),
    preview: drawLinkedText,
  },
};

function describePart(shown: unknown, total: unknown, about: string[], { success, muted }: Styles): Span[] {
  if (typeof shown !== "number" || typeof total !== "number") return [];
  const part = shown < total ? `${shown.toLocaleString("en-US")} of ` : "";
  return [
    [success, part + countOf(total, "character")],
    [muted, about.map((fact) => ` · ${fact}`).join("")],
  ];
}

/** What the model read: the notes, the web's text without its fence, and expanded what it was told of the rest. */
function drawText(
  text: string,
  { preview }: ToolView,
  { width, expanded, styles }: { width: number; expanded: boolean; styles: Styles },
): string[] {
  const { notes, fenced, rest } = splitFence(text);
  if (fenced === "") {
    const lines = wrapLines(notes, width, /^No results/m.test(notes) ? styles.warning : styles.output);
    return expanded ? lines : drawPreview(lines, width, true, styles);
  }
  const head = wrapLines(notes, width, styles.warning);
  if (!expanded) return [...head, ...drawPreview(preview(fenced, width, styles), width, false, styles)];
  const whole = ["", ...drawLinkedText(fenced, width, styles)];
  return [...head, ...whole, ...(rest === "" ? [] : ["", ...wrapLines(rest, width, styles.dim)])];
}

/** Text without a fence is all notes. */
function splitFence(text: string): { notes: string; fenced: string; rest: string } {
  const opening = /<web_content id="(\w+)">\n/.exec(text);
  const start = opening ? opening.index + opening[0].length : 0;
  const end = opening ? text.lastIndexOf(`\n</web_content id="${opening[1]}">`) : -1;
  if (end < start) return { notes: text, fenced: "", rest: "" };
  // Below the fence the line on untrusted content comes first.
  const rest = text.slice(end).split("\n").slice(3).join("\n");
  return { notes: text.slice(0, opening?.index).trimEnd(), fenced: text.slice(start, end), rest };
}
