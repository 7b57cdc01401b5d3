import type { ToolDefinition } from "@mariozechner/pi-coding-agent";
import { expect, it } from "vitest";
import type { ToolDeps } from "../../extensions/ollama-web/tool-deps.ts";
import { createFetchTool, createReadFullTool, createSearchTool } from "../../extensions/ollama-web/tools.ts";

// Making a tool reads nothing of what it takes from outside.
const load = async () => ({}) as ToolDeps;

/** A tool as an OpenAI-compatible provider is sent it, the comma to the next one included. */
function onTheWire({
  name,
  description,
  parameters,
}: Pick<ToolDefinition, "name" | "description" | "parameters">) {
  return `${JSON.stringify({ type: "function", function: { name, description, parameters, strict: false } })},`;
}

it("costs at most 1,300 characters of every request to read pages, and 1,700 with the search", () => {
  const search = onTheWire(createSearchTool(load)).length;
  const reading = onTheWire(createFetchTool(load)).length + onTheWire(createReadFullTool(load)).length;
  expect(reading).toBeLessThanOrEqual(1_300);
  expect(reading + search).toBeLessThanOrEqual(1_700);
});
