import { cutText } from "../shared-web/text/cut-text.ts";
import { fence, oneLine, UNTRUSTED_LINE } from "../shared-web/text/untrusted.ts";
import type { Citation } from "./citations/source-book.ts";
import { hasCitationMarks } from "./citations.ts";
import { labelSources } from "./labels.ts";
import type { SearchAnswer } from "./search-answer.ts";

export const ANSWER_CHARS = 6_000;
export const OLLAMA_CHARS = 4_000;
const SHOWN_SOURCES = 30;
const SHOWN_URL_CHARS = 500;
/** What the answer keeps of the budget when long addresses would take it all. */
const MIN_ANSWER_CHARS = 200;

export const LOST_SOURCES_LINE =
  "NO SOURCES: the search model searched, but the addresses of its sources did not come through. Cite nothing and make up no URL; say that the sources are missing.";
const NO_SOURCES_LINE =
  "NO SOURCES: this answer is the search model's unverified memory. Say so, cite nothing and make up no URL.";
export const NOTHING_FOUND_LINE =
  "NO SOURCES: the search model's search found no page, so this answer is its unverified memory. Say so, cite nothing and make up no URL.";
export const NOT_SEARCHED_LINE =
  "NOT SEARCHED: the search model answered from memory, so its text and any address in it are unverified. Say so, cite nothing and make up no URL.";
const NO_RESULTS_LINE = "NO SOURCES: the search found no page. Say so, cite nothing and make up no URL.";
const MODEL_CUT_LINE = "The search model hit its output limit: the answer ends early.";

/** What the agent's model reads. */
export interface AnswerText {
  content: string;
  /** The content does not hold everything; the file does. Lengths are those of the answer, in UTF-16 units. */
  truncated?: { shownChars: number; totalChars: number; fullOutputPath: string };
}

/**
 * An answer as text within its budget: the fenced answer, the line that it is untrusted, what else must be known, its
 * sources. `saveFull` is called when something does not fit, with the text that leaves nothing out; it returns the path
 * of the file that holds it, or an empty string.
 */
export function formatAnswer(
  answer: SearchAnswer,
  fenceId: string,
  saveFull: (full: string) => string,
): AnswerText {
  const maxChars = answer.backend === "ollama" ? OLLAMA_CHARS : ANSWER_CHARS;
  const notes = [...(answer.cut ? [MODEL_CUT_LINE] : []), ...warningLines(answer)];
  // Ollama's results hold their addresses, but for those too long to show.
  const listed = answer.backend === "ollama" ? answer.citations.filter(isTooLong) : answer.citations;
  const rows = sourceLines(listed, answer.answer);
  const frame = (text: string, lines: string[]) =>
    [...reasonLines(answer), fence("web_answer", fenceId, text), UNTRUSTED_LINE, ...notes, ...lines].join(
      "\n",
    );
  const full = frame(answer.answer, rows);
  const shownFirst = listed.slice(0, SHOWN_SOURCES).map((citation) => !isTooLong(citation));
  const showable = rows.filter((_row, index) => shownFirst[index]);
  if (full.length <= maxChars && showable.length === rows.length) return { content: full };

  const fullOutputPath = saveFull(full);
  const totalChars = answer.answer.length;
  const longestCut = { shownChars: 0, totalChars, hidden: rows.length, path: fullOutputPath };
  const room = maxChars - frame("", [cutLine(longestCut)]).length;
  const shown = rowsWithin(showable, room - MIN_ANSWER_CHARS);
  const text = cutText(answer.answer, room - shown.reduce((sum, row) => sum + row.length + 1, 0));
  const cut = {
    shownChars: text.length,
    totalChars,
    hidden: rows.length - shown.length,
    path: fullOutputPath,
  };
  return {
    content: frame(text, [...shown, cutLine(cut)]),
    truncated: { shownChars: text.length, totalChars, fullOutputPath },
  };
}

/** Why the search model did not answer, when another backend did. */
function reasonLines({ backend, attempts }: SearchAnswer): string[] {
  if (backend !== "ollama") return [];
  const reasons = [...new Set(attempts.flatMap(({ message }) => message ?? []))].join("; ");
  return reasons === "" ? [] : [oneLine(`Results of Ollama's web search instead: ${reasons}`, 600)];
}

function warningLines(answer: SearchAnswer): string[] {
  if (answer.backend === "ollama") return answer.sources.length > 0 ? [] : [NO_RESULTS_LINE];
  if (answer.searched === false) return [NOT_SEARCHED_LINE];
  if (answer.sources.length > 0) return [];
  if (answer.foundNothing) return [NOTHING_FOUND_LINE];
  return [answer.searched ? LOST_SOURCES_LINE : NO_SOURCES_LINE];
}

/** `[1][3] https://…`, one a line. */
function sourceLines(citations: Citation[], text: string): string[] {
  const labels = labelSources(citations, hasCitationMarks(text));
  return citations.map((citation, index) => `${labels[index]} ${citation.url}${siteNote(citation)}`);
}

/** Google names its sources by redirects, which tell nobody where they lead; their titles are the sites' names. */
function siteNote({ url, title = "" }: Citation): string {
  const isSite = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(title) && title.length <= 100;
  return isSite && url.startsWith("https://vertexaisearch.cloud.google.com/") ? ` (${title})` : "";
}

function isTooLong({ url }: Citation): boolean {
  return url.length > SHOWN_URL_CHARS;
}

function rowsWithin(rows: string[], room: number): string[] {
  let used = 0;
  return rows.filter((row) => {
    used += row.length + 1;
    return used <= room;
  });
}

function cutLine(cut: { shownChars: number; totalChars: number; hidden: number; path: string }): string {
  const { shownChars, totalChars, hidden, path } = cut;
  const where = path === "" ? "a file that could not be written" : path;
  const parts = [
    ...(shownChars < totalChars ? [`${totalChars - shownChars} more characters`] : []),
    ...(hidden > 0 ? [`${hidden} more source${hidden === 1 ? "" : "s"}`] : []),
  ];
  return `CUT: ${parts.join(" and ")} in ${where}`;
}
