import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { newFenceId } from "../../shared-web/text/untrusted.ts";
import { fetchPage } from "../client.ts";
import { formatPage, type PageText } from "../format/format-page.ts";
import type { AppliedProfile } from "../profiles.ts";
import { beginningOf } from "./sections.ts";
import { profileFor, type ToolDeps, type ToolOutput } from "./tool-deps.ts";

/** What `details` holds of a page's links, as of its content. */
const MAX_DETAIL_LINKS = 100;

export interface FetchDetails {
  title: string;
  content: string;
  links: string[];
  truncated: boolean;
  maxOutputChars: number;
  fullContentRef: string;
  retrieval: {
    target: "fetch";
    sections: ("title" | "content" | "links")[];
    /** What the ref is made again from. */
    replay: { url: string };
  };
  target: PageText["target"];
  /** The same, under the name that pi-ollama-web-search 1.0.0 gives it. */
  targets: PageText["target"];
  appliedProfile: {
    maxOutputChars: number;
    source: AppliedProfile["origin"]["kind"];
    matcher?: string;
  };
}

/** The work of `ollama_web_fetch`. Throws `OllamaError`. */
export async function runFetch(
  address: string,
  signal: AbortSignal | undefined,
  ctx: ExtensionContext,
  deps: ToolDeps,
): Promise<ToolOutput<FetchDetails>> {
  const { maxOutputChars, origin } = profileFor(ctx, deps);
  const { url, notes, title, content, links } = await fetchPage(address, { signal }, deps.ollama());
  const page = { title, content, links };
  const ref = deps.refs.add({ kind: "fetch", source: { kind: "fetch", url }, page });
  const frame = { url, ref, fenceId: newFenceId(), notes, maxChars: maxOutputChars };
  const { text, truncated, target } = formatPage(page, frame);
  const details: FetchDetails = {
    title,
    content: beginningOf(content),
    links: links.slice(0, MAX_DETAIL_LINKS),
    truncated,
    maxOutputChars,
    fullContentRef: ref,
    retrieval: { target: "fetch", sections: ["title", "content", "links"], replay: { url } },
    target,
    targets: target,
    appliedProfile: {
      maxOutputChars,
      source: origin.kind,
      ...(origin.kind === "default" ? {} : { matcher: origin.selector }),
    },
  };
  return { text, details };
}
