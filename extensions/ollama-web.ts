import { homedir } from "node:os";
import { type ExtensionAPI, getAgentDir, withFileMutationQueue } from "@mariozechner/pi-coding-agent";
import { importLater } from "./ollama-web/imports.ts";
import { createPrivateFiles, removeAtEnd } from "./ollama-web/private-files.ts";
import { REPLAY_EVENT, RefStore } from "./ollama-web/refs.ts";
import { isDebugging, readOllamaSettings, readSettings } from "./ollama-web/settings.ts";
import { chooseTools } from "./ollama-web/tool-choice.ts";
import type { ToolDeps } from "./ollama-web/tool-deps.ts";

// What is not needed in every session is imported when it is used, so that pi starts soon.
const importTools = importLater(() => import("./ollama-web/tools.ts"));
const importDebugCommands = importLater(() => import("./ollama-web/debug-commands.ts"));

export default async function ollamaWeb(pi: ExtensionAPI): Promise<void> {
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

  pi.on("session_start", async () => {
    deps.refs.clear();
    deps.shownWarnings.clear();
    const { names } = chooseTools(settings(), env, getAgentDir());
    if (names.length === 0) return;
    const { registerTools } = await importTools();
    registerTools(pi, names, deps);
  });
  pi.on("session_shutdown", ({ reason }) => removeAtEnd(deps.files, reason));
  if (isDebugging(env)) {
    const { registerDebugCommands } = await importDebugCommands();
    registerDebugCommands(pi, deps);
  }
}
