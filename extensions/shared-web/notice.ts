import { writeSync } from "node:fs";
import type { ExtensionContext } from "@mariozechner/pi-coding-agent";

/** Tells the user one thing beside the agent's work: on the screen where there is one, else on standard error. */
export function tellNotice(
  ctx: ExtensionContext,
  text: string,
  type: "info" | "warning" | "error" = "info",
): void {
  if (ctx.hasUI) ctx.ui.notify(text, type);
  else writeLine(2, text);
}

/** To standard output (1) or standard error (2). That nobody reads it any more is no reason to fail. */
export function writeLine(stream: 1 | 2, text: string): void {
  try {
    writeSync(stream, `${text}\n`);
  } catch {
    // A closed pipe, or a full disk.
  }
}
