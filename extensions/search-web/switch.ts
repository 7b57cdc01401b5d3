import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { importLater, isUnused } from "../shared-web/later.ts";
import type { SearchSwitch } from "./switch/search-switch.ts";

const importSwitch = importLater(() => import("./switch/search-switch.ts"));
const WEB_TOOLS = ["search_web", "ollama_web_search", "ollama_web_fetch"];

/** Makes the user's "no search" hold. Imports what does so once there is a word of the user to read. */
export function registerSwitch(pi: ExtensionAPI): void {
  let loaded: SearchSwitch | undefined;
  const load = async (ctx: ExtensionContext) => {
    const { SearchSwitch } = await importSwitch();
    loaded ??= new SearchSwitch(pi, ctx);
    return loaded;
  };

  pi.on("session_start", async (event, ctx) => {
    if (!isUnused(event, ctx)) (await load(ctx)).start(event, ctx);
  });
  pi.on("session_tree", async (_event, ctx) => (await load(ctx)).show(ctx));
  pi.on("input", async (event, ctx) => (await load(ctx)).hear(event, ctx));
  pi.on("message_start", async ({ message }, ctx) => {
    if (message.role === "assistant") (await load(ctx)).settle(ctx);
  });
  pi.on("tool_call", async (event, ctx) =>
    WEB_TOOLS.includes(event.toolName) ? (await load(ctx)).judge(event, ctx) : undefined,
  );
  pi.on("session_shutdown", () => loaded?.stop());

  for (const state of ["off", "on"] as const) {
    pi.registerCommand(`search-${state}`, {
      description: state === "off" ? "No web search until you ask for one" : "Allow web search again",
      handler: async (_args, ctx) => (await load(ctx)).command(state, ctx),
    });
  }
}
