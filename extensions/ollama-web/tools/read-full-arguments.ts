import { isRecord } from "../../shared-web/json.ts";
import { OllamaError } from "../errors.ts";
import { SECTIONS, type Section } from "../prompt.ts";

/** What `ollama_web_read_full` is asked for, checked. */
export interface ReadFullInput {
  ref: string;
  section: Section;
  /** From 1; only a search has several results. */
  resultIndex: number | undefined;
  mode: "inline" | "file";
  offset: number;
  maxChars: number | undefined;
  path: string | undefined;
  overwrite: boolean;
}

const SECTIONS_OF_SEARCH: readonly Section[] = ["title", "url", "content"];
const SECTIONS_OF_FETCH: readonly Section[] = ["title", "content", "links"];

/** Reads the arguments of a tool call or a debug command. Throws `OllamaError` `bad-argument`. */
export function readArguments(value: unknown): ReadFullInput {
  const fields = isRecord(value) ? value : {};
  const ref = bareRef(readString(fields, "ref") ?? readString(fields, "fullContentRef") ?? "");
  if (!ref) throw refuse("ref is missing; it stands at the end of an earlier result");
  const path = readString(fields, "path");
  const alias = readString(fields, "outputPath");
  if (path && alias && path !== alias)
    throw refuse("path and outputPath name different files; give one of them");
  const mode = fields.mode ?? (path || alias ? "file" : "inline");
  if (mode !== "inline" && mode !== "file") throw refuse('mode must be "inline" or "file"');
  if (mode === "inline" && (path || alias))
    throw refuse("in mode inline no file is written; leave out mode, or path");
  return {
    ref,
    section: readSection(fields.section ?? "content", ref),
    resultIndex: ref.startsWith("fetch:") ? undefined : readInteger(fields, "resultIndex", 1),
    mode,
    offset: readInteger(fields, "offset", 0) ?? 0,
    maxChars: readInteger(fields, "maxChars", 1),
    path: path || alias,
    overwrite: fields.overwrite === true,
  };
}

/** Models copy a ref with the words and signs that stand beside it in a result. */
function bareRef(text: string): string {
  return /\b(?:ws_s_|fetch:)[\w-]+/.exec(text)?.[0] ?? text;
}

function readSection(value: unknown, ref: string): Section {
  const sections = ref.startsWith("fetch:") ? SECTIONS_OF_FETCH : SECTIONS_OF_SEARCH;
  const section = SECTIONS.find((known) => known === value);
  if (section && sections.includes(section)) return section;
  const kind = ref.startsWith("fetch:") ? "a fetch" : "a search";
  throw refuse(`section must be one of ${sections.join(", ")} for the ref of ${kind}`);
}

function readString(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name] ?? undefined;
  if (value !== undefined && typeof value !== "string") throw refuse(`${name} must be text`);
  return value?.trim() || undefined;
}

function readInteger(fields: Record<string, unknown>, name: string, least: number): number | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least)
    throw refuse(`${name} must be a whole number from ${least} on`);
  return value;
}

function refuse(reason: string): OllamaError {
  return new OllamaError("bad-argument", { reason });
}
