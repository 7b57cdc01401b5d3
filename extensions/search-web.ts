import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { Parts } from "./search-web/parts.ts";
import { registerSwitch } from "./search-web/switch.ts";
import { createSearchWebTool, importDrawing } from "./search-web/tool.ts";
import { importLater, isUnused } from "./shared-web/later.ts";
import { createPrivateFiles, removeAtEnd, removeOrphans } from "./shared-web/private-files.ts";

// Imported with the first prompt, so that pi's start does not wait for it, nor later a search.
const importParts = importLater(() => import("./search-web/parts.ts"));

export default function searchWeb(pi: ExtensionAPI): void {
  const files = createPrivateFiles();
  let parts: Parts | undefined;
  const load = async () => {
    const { createParts } = await importParts();
    parts ??= createParts(pi, files);
    return parts;
  };

  pi.registerTool(createSearchWebTool(async (call) => (await load()).runSearchWeb(call)));
  pi.registerCommand("search-status", {
    description: "Show how web search is set up; with check, ask each backend",
    handler: async (args, ctx) => (await load()).showStatus(args, ctx),
  });
  pi.registerCommand("search-model", {
    description: "Choose the model that searches the web",
    handler: async (args, ctx) => (await load()).chooseModel(args, ctx),
  });
  registerSwitch(pi);
  pi.on("before_agent_start", async () => {
    await Promise.all([load(), importDrawing()]);
  });
  pi.on("session_start", async (event, ctx) => {
    removeOrphans();
    parts = undefined;
    if (!isUnused(event, ctx)) await importDrawing();
  });
  pi.on("session_shutdown", ({ reason }) => {
    parts?.end();
    removeAtEnd(files, reason);
  });
}
