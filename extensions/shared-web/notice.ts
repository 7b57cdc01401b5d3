import { writeSync } from "node:fs";
import type { ExtensionContext } from "@mariozechner/pi-coding-agent";

/** Tells the user one thing beside the agent's work: on the screen where there is one, else on standard error. */
export function tellNotice(
  ctx: ExtensionContext,
  text: string,
  type: "info" | "warning" | "error" = "info",
): void {
  if (ctx.hasUI) ctx.ui.notify(text, type);
  else writeSync(2, `${text}\n`);
}
