import { homedir } from "node:os";
import { type ExtensionAPI, getAgentDir, withFileMutationQueue } from "@mariozechner/pi-coding-agent";
import { isDebugging, registerDebugCommands } from "./ollama-web/debug-commands.ts";
import { createFetchTool } from "./ollama-web/fetch-tool.ts";
import { createPrivateFiles } from "./ollama-web/private-files.ts";
import { createReadFullTool } from "./ollama-web/read-full-tool.ts";
import { RefStore } from "./ollama-web/refs.ts";
import { REPLAY_EVENT } from "./ollama-web/replay.ts";
import { createSearchTool } from "./ollama-web/search-tool.ts";
import { readOllamaSettings, readSettings } from "./ollama-web/settings.ts";
import { chooseTools } from "./ollama-web/tool-choice.ts";
import type { ToolDeps } from "./ollama-web/tool-deps.ts";

export default function ollamaWeb(pi: ExtensionAPI): void {
  const { env } = process;
  const settings = () => readOllamaSettings(readSettings(homedir()));
  const deps: ToolDeps = {
    ollama: () => ({ fetch: globalThis.fetch, env, mode: settings().ollama }),
    refs: new RefStore(),
    files: createPrivateFiles(),
    queue: withFileMutationQueue,
    agentDir: getAgentDir,
    home: homedir,
    announce: (request) => pi.events.emit(REPLAY_EVENT, request),
    shownWarnings: new Set(),
  };
  const registers = {
    ollama_web_search: () => pi.registerTool(createSearchTool(deps)),
    ollama_web_fetch: () => pi.registerTool(createFetchTool(deps)),
    ollama_web_read_full: () => pi.registerTool(createReadFullTool(deps)),
  };

  pi.on("session_start", () => {
    deps.refs.clear();
    deps.shownWarnings.clear();
    for (const name of chooseTools(settings(), env, getAgentDir()).names) registers[name]();
  });
  pi.on("session_shutdown", () => deps.files.removeAll());
  if (isDebugging(env)) registerDebugCommands(pi, deps);
}
