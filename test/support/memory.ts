import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { queryObjects } from "node:v8";
import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/** What is alive in a pi process after a collection. */
export interface LiveObjects {
  signals: number;
  controllers: number;
  timers: number;
  sockets: number;
  heapBytes: number;
}

/**
 * An extension that tells what a pi process holds: `/live-objects`, which needs `node --expose-gc`, and
 * `/active-resources`, what keeps it from ending by itself, such as timers and connections.
 */
export default function memory(pi: ExtensionAPI): void {
  pi.registerCommand("active-resources", {
    handler: async (_args, ctx) => ctx.ui.notify(process.getActiveResourcesInfo().join(), "info"),
  });
  pi.registerCommand("live-objects", {
    async handler(_args, ctx) {
      for (let round = 0; round < 4; round++) {
        await setImmediate();
        globalThis.gc?.();
      }
      const timer = setTimeout(() => {}, 0);
      const counts: LiveObjects = {
        signals: queryObjects(AbortSignal, { format: "count" }),
        controllers: queryObjects(AbortController, { format: "count" }),
        timers: queryObjects(timer.constructor, { format: "count" }),
        sockets: queryObjects(Socket, { format: "count" }),
        heapBytes: process.memoryUsage().heapUsed,
      };
      clearTimeout(timer);
      ctx.ui.notify(JSON.stringify(counts), "info");
    },
  });
}
