import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Env, hasRoute } from "./environment.ts";
import { type OllamaSettings, PROFILES_FILE } from "./settings.ts";

const SEARCH = "ollama_web_search";
const READING = ["ollama_web_fetch", "ollama_web_read_full"] as const;
const ALL = [SEARCH, ...READING] as const;

export type OllamaToolName = (typeof ALL)[number];

export function isOllamaTool(name: string): name is OllamaToolName {
  return ALL.some((ours) => ours === name);
}

/** Which of the three tools the agent gets, and one clause that says why. */
export interface ToolChoice {
  names: readonly OllamaToolName[];
  why: string;
}

/**
 * Every tool costs context in every request. So by `auto` there are none without a key or a host, and the search is
 * left to search_web, except for those who come from pi-ollama-web-search: that package wrote its file into pi's agent
 * folder.
 */
export function chooseTools(
  { ollama, ollamaTools }: Pick<OllamaSettings, "ollama" | "ollamaTools">,
  env: Env,
  agentDir: string,
): ToolChoice {
  if (ollama === "off") return { names: [], why: `"ollama" is "off"` };
  if (ollamaTools === "off") return { names: [], why: `"ollamaTools" is "off"` };
  if (ollamaTools === "all") return { names: ALL, why: `"ollamaTools" is "all"` };
  if (!hasRoute(env)) return { names: [], why: "neither OLLAMA_API_KEY nor OLLAMA_HOST is set" };
  return existsSync(join(agentDir, PROFILES_FILE))
    ? { names: ALL, why: "pi-ollama-web-search.json is in pi's agent folder" }
    : { names: READING, why: "OLLAMA_API_KEY or OLLAMA_HOST is set" };
}

/** A tool that pi has, and the file of the extension that registered it. */
export interface RegisteredTool {
  name: string;
  path: string;
}

/** Whether the entry of ours that has this name registered the tool. */
export function isFrom(entry: string, { path }: RegisteredTool): boolean {
  return path.split(/[\\/]/).at(-1) === entry;
}

/**
 * The line of `/search-status`. Settings may have changed since the tools were registered, and of two extensions the
 * first has a name.
 */
export function describeTools({ names, why }: ToolChoice, registered: readonly RegisteredTool[]): string {
  const known = registered.filter(({ name }) => isOllamaTool(name));
  const foreign = known.filter((tool) => !isFrom("ollama-web.ts", tool));
  const list = (tools: readonly string[]) =>
    ALL.filter((name) => tools.includes(name) && !foreign.some((tool) => tool.name === name)).join(", ") ||
    "none";
  const there = list(known.map(({ name }) => name));
  const wanted = list(names);
  return [
    there === wanted ? `${there} (${why})` : `${there}; after /reload ${wanted} (${why})`,
    ...foreign.map(({ name, path }) => `${name} is another extension's (${path})`),
  ].join("; ");
}
