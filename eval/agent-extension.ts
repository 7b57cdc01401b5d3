import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import searchWeb from "../extensions/search-web.ts";
import { readDetour } from "./detour.ts";

/** What the evaluation tells its pi process, as JSON in `SEARCH_WEB_EVAL`. */
export interface AgentSetup {
  searchUrl: string;
  provider: string;
  model: string;
  /** Whether the package's extension is there. */
  tool: boolean;
  /** In the place of the description of `search_web`. */
  description?: string;
}

/** Loaded by every pi of an evaluation: the canned search model, no way around it, and the package where the arm has it. */
export default function agentExtension(pi: ExtensionAPI): void {
  const setup: AgentSetup = JSON.parse(process.env.SEARCH_WEB_EVAL ?? "{}");
  pi.registerProvider(setup.provider, {
    baseUrl: setup.searchUrl,
    apiKey: "none",
    api: "openai-completions",
    models: [
      {
        id: setup.model,
        name: "Canned search",
        reasoning: false,
        input: ["text"],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 128_000,
        maxTokens: 4_096,
      },
    ],
  });
  // pi 1.x reads the project's settings only with this option of its own; pi 0.73 reads them anyway and takes it for ours.
  pi.registerFlag("approve", { type: "boolean" });
  pi.on("tool_call", (event) => {
    const { command }: Record<string, unknown> = event.input;
    if (event.toolName !== "bash" || typeof command !== "string" || readDetour(command) === "none")
      return undefined;
    return { block: true, reason: "There is no network here." };
  });
  // A summary that says nothing of a revocation, whatever the model would have kept.
  pi.on("session_before_compact", ({ preparation, customInstructions }) => {
    const { firstKeptEntryId, tokensBefore } = preparation;
    return { compaction: { summary: customInstructions ?? "", firstKeptEntryId, tokensBefore } };
  });
  if (setup.tool) searchWeb(setup.description === undefined ? pi : withDescription(pi, setup.description));
}

function withDescription(pi: ExtensionAPI, description: string): ExtensionAPI {
  const registerTool: ExtensionAPI["registerTool"] = (tool) =>
    pi.registerTool(tool.name === "search_web" ? { ...tool, description } : tool);
  return { ...pi, registerTool };
}
