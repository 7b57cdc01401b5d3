import { LinkifyIt } from "linkify-it";
import { marked, type Token } from "marked";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { parseAnswer } from "../../extensions/search-web/citations.ts";

/** The URLs that a parser finds in a text, in order, doubles included. */
export const PARSERS: Readonly<Record<string, (text: string) => string[]>> = {
  "search-web": (text) => parseAnswer(text).sources,
  "linkify-it": (text) => (new LinkifyIt().match(text) ?? []).map(({ url }) => url),
  marked: readMarked,
  "mdast with GFM": readMdast,
};

function readMarked(text: string): string[] {
  const urls: string[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === "link") urls.push(token.href);
  });
  return urls;
}

interface Node {
  type: string;
  url?: string;
  children?: Node[];
}

function readMdast(text: string): string[] {
  const urls: string[] = [];
  const open: Node[] = [fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })];
  for (let node = open.pop(); node; node = open.pop()) {
    if ((node.type === "link" || node.type === "definition") && node.url) urls.push(node.url);
    open.push(...[...(node.children ?? [])].reverse());
  }
  return urls;
}
