import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { DEFAULT_MAX_CHARS } from "./arguments.ts";

const MAX_CHARS = {
  type: "integer",
  minimum: 0,
  description: `Most characters to return; default ${DEFAULT_MAX_CHARS}, 0 for no limit`,
};
const NOTES = {
  type: "array",
  items: { type: "string" },
  description: "What was cut, corrected, or asked elsewhere",
};
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** What every client reads of the two tools. */
export const TOOLS: [search: Tool, fetch: Tool] = [
  {
    name: "web_search",
    title: "Web Search",
    description:
      "Search the web for what you do not know for sure: news, releases, prices, current documentation. Returns titles, URLs and texts.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, description: "What to search for" },
        max_results: { type: "integer", minimum: 1, maximum: 10, default: 5 },
        max_chars: MAX_CHARS,
      },
      required: ["query"],
    },
    outputSchema: {
      type: "object",
      properties: {
        results: {
          type: "array",
          items: {
            type: "object",
            properties: { title: { type: "string" }, url: { type: "string" }, content: { type: "string" } },
            required: ["title", "url", "content"],
          },
        },
        notes: NOTES,
      },
      required: ["results"],
    },
    annotations: { title: "Web Search", ...ANNOTATIONS },
  },
  {
    name: "web_fetch",
    title: "Web Fetch",
    description:
      "Open one public web page, such as a result of web_search. Returns its title, text and links.",
    inputSchema: {
      type: "object",
      properties: {
        url: { type: "string", minLength: 1, description: "http or https; a missing scheme means https" },
        max_chars: MAX_CHARS,
        offset: {
          type: "integer",
          minimum: 0,
          default: 0,
          description: "Where in the text to start, as the note about a cut names it",
        },
      },
      required: ["url"],
    },
    outputSchema: {
      type: "object",
      properties: {
        title: { type: "string" },
        content: { type: "string" },
        links: { type: "array", items: { type: "string" } },
        next_offset: { type: "integer", description: "Where the next part of the text starts" },
        notes: NOTES,
      },
      required: ["title", "content", "links"],
    },
    annotations: { title: "Web Fetch", ...ANNOTATIONS },
  },
];
