import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/**
 * Another extension beside this package: it speaks for itself, moves in the session, reads what tools say of themselves,
 * and sends searches again.
 */
export default function neighbour(pi: ExtensionAPI): void {
  pi.registerCommand("neighbour-says", {
    handler: async (text) => pi.sendUserMessage(text),
  });
  pi.registerCommand("neighbour-shows", {
    handler: async (text) =>
      pi.sendMessage({ customType: "neighbour", content: text, display: true }, { triggerTurn: true }),
  });
  pi.registerCommand("neighbour-goes-to", {
    handler: async (entryId, ctx) => void (await ctx.navigateTree(entryId)),
  });
  pi.registerCommand("neighbour-reloads", { handler: async (_args, ctx) => ctx.reload() });
  pi.registerCommand("neighbour-reads-hints", {
    async handler(_args, ctx) {
      const tools = pi
        .getAllTools()
        .map((tool) => [tool.name, "annotations" in tool ? tool.annotations : {}]);
      ctx.ui.notify(JSON.stringify(Object.fromEntries(tools)), "info");
    },
  });
  pi.registerCommand("neighbour-replays", {
    async handler(_args, ctx) {
      const request: { blocked?: string } = {};
      pi.events.emit("search-web:replay", request);
      ctx.ui.notify(request.blocked ?? "replayed", "info");
    },
  });
}
