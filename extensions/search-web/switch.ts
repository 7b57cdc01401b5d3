import type { ExtensionAPI, ExtensionContext, ToolCallEvent } from "@mariozechner/pi-coding-agent";
import { isRecord } from "../ollama-web/json.ts";
import { REPLAY_EVENT } from "../ollama-web/replay.ts";
import { standsIn } from "./switch/named-addresses.ts";
import { readDecision } from "./switch/phrases.ts";
import {
  readState,
  readUserMessages,
  SWITCH_ENTRY,
  type SwitchState,
  toState,
  WORDS_ENTRY,
} from "./switch/state.ts";
import { blockFetch, blockSearch, describeChange, describeNoChange, FOOTER_OFF } from "./switch/texts.ts";
import { TypedInput } from "./switch/typed-input.ts";
import { modeOf, tellNotice } from "./tell.ts";

const SEARCH_TOOLS = ["search_web", "ollama_web_search"];
const STATUS_KEY = "search-web";

/** Makes the user's "no search" hold: reads their words, blocks searches while off, tells them of each change. */
export function registerSwitch(pi: ExtensionAPI): void {
  const typed = new TypedInput();
  const display = new SwitchDisplay();
  let session: ExtensionContext | undefined;

  pi.on("session_start", ({ reason }, ctx) => {
    session = ctx;
    typed.clear();
    display.start(ctx, readState(ctx.sessionManager.getBranch()), reason !== "startup");
  });
  pi.on("session_tree", (_event, ctx) => display.show(ctx, readState(ctx.sessionManager.getBranch())));
  pi.on("input", ({ text, source }, ctx) => {
    // What still waits though nothing runs and nothing is queued, another extension has taken or pi refused.
    const starts = ctx.signal === undefined;
    if (starts && !ctx.hasPendingMessages()) typed.clear();
    typed.add(text, { own: source !== "extension", starts });
  });
  pi.on("message_start", ({ message }, ctx) => {
    if (message.role !== "assistant") return;
    recordOwnWords(pi, ctx, typed);
    display.show(ctx, readState(ctx.sessionManager.getBranch()));
  });
  pi.on("tool_call", (event, ctx) => blockToolCall(event, ctx, typed));
  const stopListening = pi.events.on(REPLAY_EVENT, (request) => {
    if (!session || !isRecord(request)) return;
    const state = currentState(session, typed);
    if (state.on) return;
    if (request.kind !== "fetch") request.blocked = blockSearch(state);
    else if (!isNamedByUser(request.target, session)) request.blocked = blockFetch(state);
  });
  pi.on("session_shutdown", () => stopListening());

  for (const state of ["off", "on"] as const) {
    pi.registerCommand(`search-${state}`, {
      description: state === "off" ? "No web search until you ask for one" : "Allow web search again",
      async handler(_args, ctx) {
        const before = readState(ctx.sessionManager.getBranch());
        typed.overrule();
        if (before.on === (state === "on")) return tellNotice(ctx, describeNoChange(before));
        pi.appendEntry(SWITCH_ENTRY, { state });
        display.show(ctx, readState(ctx.sessionManager.getBranch()));
      },
    });
  }
}

/** The user's words in messages that have just come into the session, where the session's text does not tell them. */
function recordOwnWords(pi: ExtensionAPI, ctx: ExtensionContext, typed: TypedInput): void {
  const branch = ctx.sessionManager.getBranch();
  const answered = branch.findLastIndex(
    (entry) => entry.type === "message" && entry.message.role === "assistant",
  );
  for (const { id, words } of typed.deliver(readUserMessages(branch.slice(answered + 1)))) {
    pi.appendEntry(WORDS_ENTRY, { message: id, words });
  }
}

/** The branch's state; a "no search" that is typed but not delivered yet counts at once, a wish to search does not. */
function currentState(ctx: ExtensionContext, typed: TypedInput): SwitchState {
  const state = readState(ctx.sessionManager.getBranch());
  const waiting = typed.words.map(readDecision).find((decision) => decision?.state === "off");
  return state.on && waiting ? toState(waiting) : state;
}

function blockToolCall(event: ToolCallEvent, ctx: ExtensionContext, typed: TypedInput) {
  const isFetch = event.toolName === "ollama_web_fetch";
  if (!isFetch && !SEARCH_TOOLS.includes(event.toolName)) return undefined;
  const state = currentState(ctx, typed);
  if (state.on) return undefined;
  if (!isFetch) return { block: true, reason: blockSearch(state) };
  const { url }: Record<string, unknown> = event.input;
  return isNamedByUser(url, ctx) ? undefined : { block: true, reason: blockFetch(state) };
}

function isNamedByUser(url: unknown, ctx: ExtensionContext): boolean {
  const words = readUserMessages(ctx.sessionManager.getBranch()).map((message) => message.words);
  return typeof url === "string" && standsIn(url, words);
}

/** Shows the user each change once, and a word in the footer while search is off. */
class SwitchDisplay {
  /** What the user knows; `undefined` when they cannot know it, without a footer. */
  #shown: boolean | undefined = true;

  /** A session that begins off says so in the footer; print and JSON mode have none and tell it with the first answer. */
  start(ctx: ExtensionContext, state: SwitchState, replaces: boolean): void {
    const hasFooter = ["tui", "rpc"].includes(modeOf(ctx));
    this.#shown = hasFooter || state.on ? state.on : undefined;
    if (!state.on || replaces) ctx.ui.setStatus(STATUS_KEY, state.on ? undefined : FOOTER_OFF);
  }

  show(ctx: ExtensionContext, state: SwitchState): void {
    if (state.on === this.#shown) return;
    this.#shown = state.on;
    tellNotice(ctx, describeChange(state));
    ctx.ui.setStatus(STATUS_KEY, state.on ? undefined : FOOTER_OFF);
  }
}
