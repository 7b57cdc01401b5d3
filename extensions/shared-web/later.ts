import type {
  ExtensionContext,
  SessionStartEvent,
  Theme,
  ToolRenderResultOptions,
} from "@mariozechner/pi-coding-agent";
import type { Component } from "@mariozechner/pi-tui";

// What pi's start does not need is imported later, so that pi starts soon.

/** Imports a module at its first call; what it brings stands in `loaded` from then on. */
export interface Later<T> {
  (): Promise<T>;
  loaded?: T;
}

/** All sessions of a process wait in one line: pi 1.x loads an extension for them once. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Takes an `import()`, and returns a function that makes it at its first call; a failed one is made again at the next.
 * One import waits for the other: what is still loading for one stands empty before another, as pi loads modules.
 */
export function importLater<T>(load: () => Promise<T>): Later<T> {
  let loading: Promise<T> | undefined;
  const later: Later<T> = () => {
    if (!loading) {
      loading = last.then(load).then((loaded) => {
        later.loaded = loaded;
        return loaded;
      });
      last = loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };
  return later;
}

/** What pi hands a tool's renderer; `details` are whatever the session holds. */
export interface ToolResult {
  content: readonly { type: string; text?: string }[];
  details?: unknown;
}

interface DrawContext {
  expanded: boolean;
  isError: boolean;
  /** Has pi draw the tool again. */
  invalidate(): void;
}

/** How a tool is drawn in the terminal. */
export interface Renderers {
  renderCall(args: unknown, theme: Theme, context: Pick<DrawContext, "expanded">): Component;
  renderResult(
    result: ToolResult,
    options: ToolRenderResultOptions,
    theme: Theme,
    context: Pick<DrawContext, "isError">,
  ): Component;
}

const NOTHING: Component = { render: () => [], invalidate() {} };

/** Renderers whose module is imported when first needed: until it is there they draw nothing, then pi draws again. */
export function drawLater<T>(later: Later<T>, choose: (module: T) => Renderers) {
  const draw = ({ invalidate }: DrawContext, drawWith: (renderers: Renderers) => Component): Component => {
    if (later.loaded) return drawWith(choose(later.loaded));
    later().then(invalidate, () => {});
    return NOTHING;
  };
  return {
    renderCall: (args: unknown, theme: Theme, context: DrawContext) =>
      draw(context, ({ renderCall }) => renderCall(args, theme, context)),
    renderResult: (
      result: ToolResult,
      options: ToolRenderResultOptions,
      theme: Theme,
      context: DrawContext,
    ) => draw(context, ({ renderResult }) => renderResult(result, options, theme, context)),
  };
}

/** A session in which nothing was said yet: there is nothing to draw, and nobody has turned search off. */
export function isUnused({ reason }: SessionStartEvent, { sessionManager }: ExtensionContext): boolean {
  return (
    reason === "startup" &&
    sessionManager.getBranch().every(({ type }) => type !== "message" && type !== "custom")
  );
}
