import { cutBeginning, cutText } from "../../shared-web/text/cut-text.ts";
import { fence, UNTRUSTED_LINE } from "../../shared-web/text/untrusted.ts";
import type { PageContent } from "../responses.ts";
import { measureSection, type SectionVisibility } from "../tools/sections.ts";

export interface PageText {
  text: string;
  truncated: boolean;
  target: Record<"title" | "content" | "links", SectionVisibility>;
}

export interface PageFrame {
  url: string;
  ref: string;
  fenceId: string;
  /** What happened on the way, a sentence each. */
  notes: string[];
  maxChars: number;
}

const MAX_URL_CHARS = 500;
const LINKS_HEADING = "\n\nLinks:\n";

/** The links of a page as one text, which offsets count in. */
export function joinLinks(links: string[]): string {
  return links.join("\n");
}

/**
 * A page as the model reads it within `maxChars`: title, address, text, and those links that still find room. Of a
 * section its beginning is shown, so that the length shown is the offset to read on from. Pure.
 */
export function formatPage(page: PageContent, frame: PageFrame): PageText {
  const whole = { title: page.title, content: page.content, links: joinLinks(page.links) };
  const complete = renderPage(whole, whole, frame);
  const shown = complete.length <= frame.maxChars ? whole : cutSections(whole, frame);
  const target = {
    title: measureSection(whole.title.length, shown.title.length, frame.maxChars),
    content: measureSection(whole.content.length, shown.content.length, frame.maxChars),
    links: measureSection(whole.links.length, shown.links.length, frame.maxChars),
  };
  return {
    text: shown === whole ? complete : renderPage(shown, whole, frame),
    truncated: Object.values(target).some(({ truncated }) => truncated),
    target,
  };
}

interface Sections {
  title: string;
  content: string;
  links: string;
}

/** The content first; links only when all of it is shown. */
function cutSections(whole: Sections, frame: PageFrame): Sections {
  const title = cutText(whole.title, Math.max(40, Math.floor(frame.maxChars / 4)));
  // The status line is at its longest with the largest numbers and both sections cut.
  const status = describeRest(frame.ref, [
    restOfContent(whole.content.length, whole.content.length),
    restOfLinks(whole.links.length, countLines(whole.links), whole.links),
  ]);
  const bare = renderPage({ title, content: "", links: "" }, { title, content: "", links: "" }, frame);
  const room = frame.maxChars - bare.length - status.length;
  const content = cutBeginning(whole.content, room);
  const left = room - content.length - LINKS_HEADING.length;
  return { title, content, links: content.length < whole.content.length ? "" : cutLines(whole.links, left) };
}

function renderPage(shown: Sections, whole: Sections, frame: PageFrame): string {
  const address = frame.url.length <= MAX_URL_CHARS ? `\nAddress: ${frame.url}` : "";
  const links = shown.links ? `${LINKS_HEADING}${shown.links}` : "";
  const content = shown.content || (whole.content ? "" : "(no text)");
  const body = `Title: ${shown.title}${address}\n\n${content}${links}`;
  const rest = [
    ...(shown.content.length < whole.content.length
      ? [restOfContent(shown.content.length, whole.content.length)]
      : []),
    ...(shown.links.length < whole.links.length
      ? [restOfLinks(shown.links.length, countLines(shown.links), whole.links)]
      : []),
  ];
  return [
    ...frame.notes,
    fence("web_content", frame.fenceId, body),
    UNTRUSTED_LINE,
    describeRest(frame.ref, rest),
  ].join("\n");
}

function restOfContent(visible: number, total: number): string {
  return `content from offset ${visible} (${total - visible} of ${total} characters left)`;
}

function restOfLinks(visible: number, visibleLinks: number, links: string): string {
  const total = countLines(links);
  return `links from offset ${visible} (${total - visibleLinks} of ${total} left)`;
}

function describeRest(ref: string, rest: string[]): string {
  return rest.length === 0
    ? `Ref: ${ref}`
    : `CUT. Read on with ollama_web_read_full, ref ${ref}: ${rest.join("; ")}`;
}

function countLines(text: string): number {
  return text === "" ? 0 : text.split("\n").length;
}

function cutLines(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return maxChars <= 0 ? "" : text.slice(0, Math.max(0, text.lastIndexOf("\n", maxChars)));
}
