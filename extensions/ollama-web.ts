import { homedir } from "node:os";
import { type ExtensionAPI, getAgentDir } from "@mariozechner/pi-coding-agent";
import { drawUnregistered, importDrawing } from "./ollama-web/drawing.ts";
import { isDebugging, readOllamaSettings, readSettings } from "./ollama-web/settings.ts";
import { chooseTools } from "./ollama-web/tool-choice.ts";
import type { ToolDeps } from "./ollama-web/tools/tool-deps.ts";
import { importLater, isUnused } from "./shared-web/later.ts";
import { createPrivateFiles, removeAtEnd } from "./shared-web/private-files.ts";

const importDeps = importLater(() => import("./ollama-web/tools/tool-deps.ts"));
const importTools = importLater(() => import("./ollama-web/tools.ts"));
const importDebugCommands = importLater(() => import("./ollama-web/tools/debug-commands.ts"));

export default async function ollamaWeb(pi: ExtensionAPI): Promise<void> {
  const { env } = process;
  const files = createPrivateFiles();
  let deps: ToolDeps | undefined;
  const load = async () => {
    const { createDeps } = await importDeps();
    deps ??= createDeps(pi, files);
    return deps;
  };

  drawUnregistered(pi);
  pi.on("session_start", async (event, ctx) => {
    deps = undefined;
    const settings = readOllamaSettings(readSettings(homedir()));
    const { names } = chooseTools(settings, env, getAgentDir());
    if (names.length === 0) return;
    const { registerTools } = await importTools();
    registerTools(pi, names, load);
    if (!isUnused(event, ctx)) await importDrawing();
  });
  pi.on("before_agent_start", async () => {
    if (importTools.loaded) await importDrawing();
  });
  pi.on("session_shutdown", ({ reason }) => {
    deps?.calls.end();
    removeAtEnd(files, reason);
  });
  if (isDebugging(env)) {
    const { registerDebugCommands } = await importDebugCommands();
    registerDebugCommands(pi, load);
  }
}
