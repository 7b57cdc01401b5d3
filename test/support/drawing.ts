import { initTheme, type Theme } from "@mariozechner/pi-coding-agent";
import { type Component, KeybindingsManager, setKeybindings, visibleWidth } from "@mariozechner/pi-tui";

/** pi's own theme, which its components share through the global object, and the key that its screen gives to "expand". */
export function loadTheme(name: "dark" | "light"): Theme {
  initTheme(name);
  setKeybindings(
    new KeybindingsManager({ "app.tools.expand": { defaultKeys: "ctrl+o", description: "Expand" } }),
  );
  const shared: Record<symbol, unknown> = globalThis as unknown as Record<symbol, unknown>;
  return shared[Symbol.for("@mariozechner/pi-coding-agent:theme")] as Theme;
}

/** What a person reads: the lines without colours and trailing blanks. */
export function readLines(component: Component, width: number): string[] {
  return component.render(width).map((line) => withoutEscapes(line).trimEnd());
}

export function withoutEscapes(line: string): string {
  return line.replace(/\x1b\[[\d;]*m|\x1b\]8;[^\x1b]*\x1b\\/g, "");
}

/** The widths from 40 to 200 columns at which a line is wider than the terminal. */
export function widthsOverrun(component: Component): number[] {
  const widths = Array.from({ length: 161 }, (_, index) => 40 + index);
  return widths.filter((width) => component.render(width).some((line) => visibleWidth(line) > width));
}
