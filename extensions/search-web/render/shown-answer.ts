import { isRecord, listOf } from "../../shared-web/json.ts";
import { plainLine, plainText } from "../../shared-web/terminal/lines.ts";
import type { Citation } from "../citations/source-book.ts";
import { hasCitationMarks } from "../citations.ts";
import { labelSources } from "../labels.ts";

const MAX_LINE_CHARS = 500;
const MAX_URL_CHARS = 4_000;

/** What a terminal shows of an answer. Every text is safe to show. */
export interface ShownAnswer {
  answer: string;
  /** provider/id of the model that answered, or "Ollama". */
  by: string;
  isOllama: boolean;
  /** `label` is `[1][3]`; titles are on one line. */
  sources: { label: string; url: string; title: string }[];
  /** Whether the provider was seen to search, when that is known. */
  searched: boolean | undefined;
  /** The provider showed that its search found no page. */
  foundNothing: boolean;
  /** The model's output limit ended the answer. */
  cut: boolean;
  durationMs: number | undefined;
  /** Tokens, and US dollars. */
  usage: { input: number; output: number; cost: number } | undefined;
  /** Why others, asked before, did not answer. */
  reasons: string[];
  /** What the agent's model did not read, and where it stands. */
  truncated: { shownChars: number; totalChars: number; path: string } | undefined;
}

/** Reads the details of a result, which an older version may have stored; undefined when there is no answer in them. */
export function readShownAnswer(details: unknown): ShownAnswer | undefined {
  if (!isRecord(details) || typeof details.answer !== "string") return undefined;
  const answer = plainText(details.answer);
  const model = shortLine(details.model);
  const isOllama = details.backend === "ollama";
  const citations = readCitations(details);
  const labels = labelSources(citations, hasCitationMarks(answer));
  return {
    answer,
    by: isOllama ? "Ollama" : model || "the search model",
    isOllama,
    sources: citations.map(({ url, title }, index) => ({
      label: labels[index] ?? "-",
      url,
      title: title ?? "",
    })),
    searched: typeof details.searched === "boolean" ? details.searched : undefined,
    foundNothing: details.foundNothing === true,
    cut: details.cut === true,
    durationMs: readAmount(details.durationMs),
    usage: readUsage(details.usage),
    reasons: readReasons(details.attempts, isOllama ? undefined : model),
    truncated: readTruncated(details.truncated),
  };
}

function readCitations({ citations, sources }: Record<string, unknown>): Citation[] {
  const rows = listOf(citations ?? sources);
  return rows.flatMap((row): Citation[] => {
    const { url, title, numbers }: Record<string, unknown> = isRecord(row) ? row : { url: row };
    const address = shortLine(url, MAX_URL_CHARS);
    if (address === "") return [];
    const known = listOf(numbers).filter((number) => typeof number === "number");
    return [{ numbers: known, url: address, title: shortLine(title), origin: "text" }];
  });
}

function readReasons(attempts: unknown, answeredBy: string | undefined): string[] {
  const reasons = listOf(attempts).flatMap((row) => {
    if (!isRecord(row) || row.outcome === "ok" || row.backend === "ollama") return [];
    const message = shortLine(row.message);
    return message === "" || shortLine(row.model) === answeredBy ? [] : [message];
  });
  return [...new Set(reasons)];
}

function readUsage(usage: unknown): ShownAnswer["usage"] {
  if (!isRecord(usage)) return undefined;
  const input = readAmount(usage.input) ?? 0;
  const output = readAmount(usage.output) ?? 0;
  const cost = isRecord(usage.cost) ? (readAmount(usage.cost.total) ?? 0) : 0;
  return input + output + cost > 0 ? { input, output, cost } : undefined;
}

function readTruncated(truncated: unknown): ShownAnswer["truncated"] {
  if (!isRecord(truncated)) return undefined;
  const shownChars = readAmount(truncated.shownChars);
  const totalChars = readAmount(truncated.totalChars);
  if (shownChars === undefined || totalChars === undefined) return undefined;
  return { shownChars, totalChars, path: plainLine(truncated.fullOutputPath) };
}

/** A count or an amount; undefined for anything else. */
function readAmount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function shortLine(value: unknown, maxChars = MAX_LINE_CHARS): string {
  const line = plainLine(value);
  return line.length <= maxChars ? line : `${line.slice(0, maxChars).toWellFormed()}…`;
}
