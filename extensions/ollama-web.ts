import { homedir } from "node:os";
import { type ExtensionAPI, getAgentDir, withFileMutationQueue } from "@mariozechner/pi-coding-agent";
import { importInTurn } from "./ollama-web/imports.ts";
import { createPrivateFiles } from "./ollama-web/private-files.ts";
import { REPLAY_EVENT, RefStore } from "./ollama-web/refs.ts";
import { isDebugging, readOllamaSettings, readSettings } from "./ollama-web/settings.ts";
import { chooseTools } from "./ollama-web/tool-choice.ts";
import type { ToolDeps } from "./ollama-web/tool-deps.ts";

// What is not needed in every session is imported where it is used, so that pi starts soon.

export default async function ollamaWeb(pi: ExtensionAPI): Promise<void> {
  const { env } = process;
  const settings = () => readOllamaSettings(readSettings(homedir()));
  const later = importInTurn();
  const importTools = later(() => import("./ollama-web/tools.ts"));
  const importDebugCommands = later(() => import("./ollama-web/debug-commands.ts"));
  const deps: ToolDeps = {
    later,
    ollama: () => ({ fetch: globalThis.fetch, env, mode: settings().ollama }),
    refs: new RefStore(),
    files: createPrivateFiles(),
    queue: withFileMutationQueue,
    agentDir: getAgentDir,
    home: homedir,
    announce: (request) => pi.events.emit(REPLAY_EVENT, request),
    shownWarnings: new Set(),
  };

  pi.on("session_start", async () => {
    deps.refs.clear();
    deps.shownWarnings.clear();
    const { names } = chooseTools(settings(), env, getAgentDir());
    if (names.length === 0) return;
    const { registerTools } = await importTools();
    registerTools(pi, names, deps);
  });
  pi.on("session_shutdown", () => deps.files.removeAll());
  if (isDebugging(env)) {
    const { registerDebugCommands } = await importDebugCommands();
    registerDebugCommands(pi, deps);
  }
}
