import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { sliceText } from "../../shared-web/text/cut-text.ts";
import { newFenceId } from "../../shared-web/text/untrusted.ts";
import { exportText, resolveTarget } from "../export.ts";
import { joinLinks } from "../format/format-page.ts";
import { formatExport, formatSlice, REPLAY_LINE } from "../format/format-section.ts";
import type { Section } from "../prompt.ts";
import { type ReadFullInput, readArguments } from "./read-full-arguments.ts";
import { findResult, type Loaded, type LoadedResult, loadResult } from "./replay.ts";
import { profileFor, type ToolDeps, type ToolOutput } from "./tool-deps.ts";

/** No slice is longer, whatever was asked for: the whole goes to a file. */
const MAX_SLICE_CHARS = 50_000;
/** By how much the numbers around a slice can be longer than those of an empty one. */
const NUMBER_CHARS = 40;
const MIN_SLICE_CHARS = 200;

/** What is read, in the words of both kinds of ref. */
interface SectionDetails {
  ref: string;
  fullContentRef: string;
  kind: "search" | "fetch";
  target: "search" | "fetch";
  section: Section;
  resultIndex?: number;
  servedFrom: "cache" | "replay";
  totalChars: number;
}

export type ReadFullDetails =
  | (SectionDetails & {
      mode: "inline";
      offset: number;
      returnedChars: number;
      remainingChars: number;
      /** Missing at the end. */
      nextOffset?: number;
    })
  | (SectionDetails & {
      mode: "file";
      outputPath: string;
      charsWritten: number;
      temporary: boolean;
      overwritten: boolean;
    });

/** The work of `ollama_web_read_full`; `params` may be anything. Throws `OllamaError`. */
export async function runReadFull(
  params: unknown,
  signal: AbortSignal | undefined,
  ctx: ExtensionContext,
  deps: ToolDeps,
): Promise<ToolOutput<ReadFullDetails>> {
  const input = readArguments(params);
  const { ref, section, overwrite, mode } = input;
  const target = { path: input.path, overwrite, cwd: ctx.cwd, home: deps.home() };
  const path = mode === "file" ? await resolveTarget(target) : undefined;
  const entries = () => ctx.sessionManager.getEntries();
  const loaded = await loadResult(ref, { ...deps, ollama: deps.ollama(), entries, signal });
  const { text, resultIndex } = selectText(loaded.result, input);
  const name = resultIndex === undefined ? section : `${section} of result ${resultIndex}`;
  const part = { name, ref, totalChars: text.length };
  const base = describeSection(input, loaded, resultIndex, text.length);
  const notes = loaded.servedFrom === "replay" ? [...loaded.notes, REPLAY_LINE] : [];
  if (mode === "inline") {
    const id = newFenceId();
    const frame = formatSlice({ ...part, text: " ", start: 0, end: 0 }, id, notes).length + NUMBER_CHARS;
    const maxChars =
      input.maxChars ?? Math.max(MIN_SLICE_CHARS, profileFor(ctx, deps).maxOutputChars - frame);
    const { slice, details } = takeSlice(text, input.offset, maxChars);
    return {
      text: formatSlice({ ...part, ...slice }, id, notes),
      details: { ...base, mode, ...details },
    };
  }
  signal?.throwIfAborted();
  const file = await exportText(text, path, { name: section, overwrite }, deps);
  return {
    text: formatExport(part, file, notes),
    details: { ...base, mode, ...file, charsWritten: text.length },
  };
}

function takeSlice(text: string, offset: number, maxChars: number) {
  const slice = sliceText(text, offset, Math.min(maxChars, MAX_SLICE_CHARS));
  const remainingChars = text.length - slice.end;
  const details = {
    offset: slice.start,
    returnedChars: slice.end - slice.start,
    remainingChars,
    ...(remainingChars > 0 ? { nextOffset: slice.end } : {}),
  };
  return { slice, details };
}

function selectText(
  result: LoadedResult,
  { section, resultIndex }: ReadFullInput,
): { text: string; resultIndex?: number } {
  if (result.kind === "fetch") {
    const { title, content, links } = result.page;
    return { text: section === "links" ? joinLinks(links) : section === "title" ? title : content };
  }
  const index = resultIndex ?? (result.source.urls.length === 1 ? 1 : 0);
  const { title, url, content } = findResult(result, index);
  return { text: section === "title" ? title : section === "url" ? url : content, resultIndex: index };
}

function describeSection(
  { ref, section }: ReadFullInput,
  { result, servedFrom }: Loaded,
  resultIndex: number | undefined,
  totalChars: number,
): SectionDetails {
  return {
    ref,
    fullContentRef: ref,
    kind: result.kind,
    target: result.kind,
    section,
    ...(resultIndex === undefined ? {} : { resultIndex }),
    servedFrom,
    totalChars,
  };
}
