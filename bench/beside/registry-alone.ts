import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { Type } from "@sinclair/typebox";
import type { SearchRegistry } from "../../extensions/search-web/subagent/completion.ts";
import { SEARCH_ID } from "../../test/support/scenario.ts";

/** A tool that is nothing but one completion through pi 1.x's registry: what asking a model costs whoever does so. */
export default function registryAlone(pi: ExtensionAPI): void {
  pi.registerTool({
    name: "ask",
    label: "Ask",
    description: "Ask a model",
    parameters: Type.Object({ query: Type.String() }),
    async execute(_id, { query }, signal, _onUpdate, ctx) {
      const registry: SearchRegistry = ctx.modelRegistry;
      const model = registry.find("llm-web", SEARCH_ID);
      if (!model || !registry.complete) throw new Error("needs pi 1.x and the stand-in's model");
      const messages = [{ role: "user" as const, content: query, timestamp: Date.now() }];
      const { content } = await registry.complete(model, { messages }, signal ? { signal } : {});
      return { content: content.filter((part) => part.type === "text"), details: undefined };
    },
  });
}
