import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { parseJson } from "../../shared-web/json.ts";
import { tellNotice } from "../../shared-web/notice.ts";
import { OllamaError } from "../errors.ts";
import { runFetch } from "./fetch-tool.ts";
import { runReadFull } from "./read-full-tool.ts";
import { runSearch } from "./search-tool.ts";
import type { ToolDeps, ToolOutput } from "./tool-deps.ts";

/** /ollama-search, /ollama-fetch and /ollama-read-full run the tools by hand; what they bring enters the session. */
export function registerDebugCommands(pi: ExtensionAPI, load: () => Promise<ToolDeps>): void {
  const register = (
    name: string,
    description: string,
    run: (args: string, ctx: ExtensionCommandContext) => Promise<ToolOutput<unknown>>,
  ) =>
    pi.registerCommand(`ollama-${name}`, {
      description,
      async handler(args, ctx) {
        try {
          const { text, details } = await run(args, ctx);
          pi.sendMessage({ customType: `ollama-web-${name}-debug`, content: text, display: true, details });
        } catch (error) {
          tellNotice(ctx, error instanceof Error ? error.message : String(error), "error");
        }
      },
    });
  register("search", "Debug: /ollama-search QUERY", async (args, ctx) =>
    runSearch(args, ctx.signal, ctx, await load()),
  );
  register("fetch", "Debug: /ollama-fetch ADDRESS", async (args, ctx) =>
    runFetch(args, ctx.signal, ctx, await load()),
  );
  register("read-full", 'Debug: /ollama-read-full {"ref": "…"}', async (args, ctx) =>
    runReadFull(parseArguments(args), ctx.signal, ctx, await load()),
  );
}

function parseArguments(args: string): unknown {
  const value = parseJson(args);
  if (value !== undefined) return value;
  const reason = 'give the arguments as JSON, for example {"ref": "fetch:…", "section": "content"}';
  throw new OllamaError("bad-argument", { reason });
}
