import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { drawLater, importLater } from "../shared-web/later.ts";
import { isOllamaTool, type OllamaToolName } from "./tool-choice.ts";

/** Draws the calls and results of the tools. */
export const importDrawing = importLater(() => import("./render.ts"));

export const drawAs = (name: OllamaToolName) =>
  drawLater(importDrawing, ({ createRenderers }) => createRenderers(name));

/** `next` is how pi would draw a call of the tool. Only pi 1.x has this. */
type ToolRenderer = (name: string, next: () => unknown) => unknown;

/**
 * Draws the tools where pi has none of their name: pi 1.x draws what /resume brings before `session_start`, in which they
 * are registered, and in a session they may not be registered at all.
 */
export function drawUnregistered(
  pi: ExtensionAPI & { registerToolRenderer?(renderer: ToolRenderer): void },
): void {
  pi.registerToolRenderer?.((name, next) => next() ?? (isOllamaTool(name) ? drawAs(name) : undefined));
}
