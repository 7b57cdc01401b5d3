import type {
  AgentToolResult,
  AgentToolUpdateCallback,
  ExtensionAPI,
  ToolDefinition,
} from "@mariozechner/pi-coding-agent";
import { Type } from "@sinclair/typebox";
import type { WaitDetails } from "../shared-web/beat.ts";
import { dropBlanks, dropNulls } from "../shared-web/json.ts";
import { importLater } from "../shared-web/later.ts";
import { drawAs } from "./drawing.ts";
import {
  FETCH_DESCRIPTION,
  PATH_DESCRIPTION,
  READ_FULL_DESCRIPTION,
  RESULT_INDEX_DESCRIPTION,
  SEARCH_DESCRIPTION,
  SECTION_DESCRIPTION,
  SECTIONS,
  type Section,
} from "./prompt.ts";
import type { OllamaToolName } from "./tool-choice.ts";
import type { FetchDetails } from "./tools/fetch-tool.ts";
import type { ReadFullDetails } from "./tools/read-full-tool.ts";
import type { SearchDetails } from "./tools/search-tool.ts";
import type { ToolDeps, ToolOutput } from "./tools/tool-deps.ts";

// What a tool does is loaded at its first call, so that pi starts soon. All failures are thrown as `OllamaError`.

export function registerTools(
  pi: ExtensionAPI,
  names: readonly OllamaToolName[],
  load: () => Promise<ToolDeps>,
): void {
  if (names.includes("ollama_web_search")) pi.registerTool(createSearchTool(load));
  if (names.includes("ollama_web_fetch")) pi.registerTool(createFetchTool(load));
  if (names.includes("ollama_web_read_full")) pi.registerTool(createReadFullTool(load));
}

const importSearch = importLater(() => import("./tools/search-tool.ts"));
const importFetch = importLater(() => import("./tools/fetch-tool.ts"));
const importReadFull = importLater(() => import("./tools/read-full-tool.ts"));
const importBeat = importLater(() => import("../shared-web/beat.ts"));

/** For pi 1.x, where extensions that ask before a tool acts read it; spread in, since the types of pi 0.73 do not know it. */
const ONLY_READS = { annotations: { readOnlyHint: true, openWorldHint: true } };

const searchParameters = Type.Object({ query: Type.String() });

export function createSearchTool(
  load: () => Promise<ToolDeps>,
): ToolDefinition<typeof searchParameters, SearchDetails | WaitDetails> {
  return {
    name: "ollama_web_search",
    label: "Ollama web search",
    description: SEARCH_DESCRIPTION,
    parameters: searchParameters,
    prepareArguments: dropNulls,
    ...drawAs("ollama_web_search"),
    ...ONLY_READS,
    async execute(_id, { query }, signal, onUpdate, ctx) {
      const [{ runSearch }, deps] = await Promise.all([importSearch(), load()]);
      return showRun("asking Ollama", onUpdate, signal, deps, (ended) => runSearch(query, ended, ctx, deps));
    },
  };
}

const fetchParameters = Type.Object({ url: Type.String() });

export function createFetchTool(
  load: () => Promise<ToolDeps>,
): ToolDefinition<typeof fetchParameters, FetchDetails | WaitDetails> {
  return {
    name: "ollama_web_fetch",
    label: "Ollama web fetch",
    description: FETCH_DESCRIPTION,
    parameters: fetchParameters,
    prepareArguments: dropNulls,
    ...drawAs("ollama_web_fetch"),
    ...ONLY_READS,
    async execute(_id, { url }, signal, onUpdate, ctx) {
      const [{ runFetch }, deps] = await Promise.all([importFetch(), load()]);
      return showRun("asking Ollama", onUpdate, signal, deps, (ended) => runFetch(url, ended, ctx, deps));
    },
  };
}

const readFullParameters = Type.Object({
  ref: Type.String(),
  section: Type.Optional(
    Type.Unsafe<Section>({ type: "string", enum: SECTIONS, description: SECTION_DESCRIPTION }),
  ),
  resultIndex: Type.Optional(Type.Integer({ description: RESULT_INDEX_DESCRIPTION })),
  mode: Type.Optional(Type.Unsafe<"inline" | "file">({ type: "string", enum: ["inline", "file"] })),
  offset: Type.Optional(Type.Integer()),
  maxChars: Type.Optional(Type.Integer()),
  path: Type.Optional(Type.String({ description: PATH_DESCRIPTION })),
  outputPath: Type.Optional(Type.String()),
  overwrite: Type.Optional(Type.Boolean()),
});

export function createReadFullTool(
  load: () => Promise<ToolDeps>,
): ToolDefinition<typeof readFullParameters, ReadFullDetails | WaitDetails> {
  return {
    name: "ollama_web_read_full",
    label: "Ollama web read full",
    description: READ_FULL_DESCRIPTION,
    parameters: readFullParameters,
    prepareArguments: dropBlanks,
    ...drawAs("ollama_web_read_full"),
    async execute(_id, params, signal, onUpdate, ctx) {
      const [{ runReadFull }, deps] = await Promise.all([importReadFull(), load()]);
      return showRun("reading", onUpdate, signal, deps, (ended) => runReadFull(params, ended, ctx, deps));
    },
  };
}

/** Shows a phase while a tool runs, until the caller or the session ends it; what it brings, as pi takes it. */
async function showRun<Details>(
  phase: string,
  onUpdate: AgentToolUpdateCallback<WaitDetails> | undefined,
  signal: AbortSignal | undefined,
  { calls }: ToolDeps,
  run: (ended: AbortSignal) => Promise<ToolOutput<Details>>,
): Promise<AgentToolResult<Details>> {
  const { showWait } = await importBeat();
  const { text, details } = await calls.run(signal, (ended) =>
    showWait(phase, onUpdate, ended, () => run(ended)),
  );
  return { content: [{ type: "text", text }], details };
}
