import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { writeLine } from "../shared-web/notice.ts";

type Mode = "tui" | "rpc" | "json" | "print";

/** How pi runs. pi 0.73 does not say, so there the command line does. */
export function modeOf(ctx: ExtensionContext): Mode {
  if ("mode" in ctx && isMode(ctx.mode)) return ctx.mode;
  const named = process.argv.findLast((_argument, index, all) => all[index - 1] === "--mode");
  if (named === "json" || named === "rpc") return named;
  return ctx.hasUI ? "tui" : "print";
}

function isMode(value: unknown): value is Mode {
  return value === "tui" || value === "rpc" || value === "json" || value === "print";
}

/**
 * Shows the user the result of a command, outside the model's context: on the screen where there is one, on standard
 * output in print mode, on standard error in JSON mode, whose standard output holds events only. Where pi ends after
 * the command, it ends with `exitCode`.
 */
export function tellResult(ctx: ExtensionContext, text: string, exitCode: 0 | 1): void {
  const mode = modeOf(ctx);
  if (mode === "tui" || mode === "rpc") {
    ctx.ui.notify(text, exitCode === 0 ? "info" : "warning");
    return;
  }
  writeLine(mode === "print" ? 1 : 2, text);
  if (exitCode !== 0) process.exitCode = exitCode;
}
