import type {
  ExtensionAPI,
  ExtensionContext,
  InputEvent,
  SessionStartEvent,
  ToolCallEvent,
  ToolCallEventResult,
} from "@mariozechner/pi-coding-agent";
import { REPLAY_EVENT } from "../../ollama-web/refs.ts";
import { isRecord } from "../../shared-web/json.ts";
import { tellNotice } from "../../shared-web/notice.ts";
import { modeOf } from "../tell.ts";
import { standsIn } from "./named-addresses.ts";
import {
  readOnce,
  readState,
  readUserMessages,
  SWITCH_ENTRY,
  type SwitchState,
  toState,
  WORDS_ENTRY,
} from "./state.ts";
import { blockFetch, blockSearch, describeChange, describeNoChange, FOOTER_OFF } from "./texts.ts";
import { TypedInput } from "./typed-input.ts";

const STATUS_KEY = "search-web";

/** Makes the user's "no search" hold: reads their words, blocks searches while off, tells them of each change. */
export class SearchSwitch {
  readonly #pi: ExtensionAPI;
  readonly #typed = new TypedInput();
  readonly #display = new SwitchDisplay();
  #read = readOnce();
  #session: ExtensionContext;
  /** Ends what it does beside pi's events. */
  readonly stop: () => void;

  constructor(pi: ExtensionAPI, session: ExtensionContext) {
    this.#pi = pi;
    this.#session = session;
    this.stop = pi.events.on(REPLAY_EVENT, (request) => this.#judgeReplay(request));
  }

  /** Another session, or the first with what it already holds. */
  start({ reason }: SessionStartEvent, ctx: ExtensionContext): void {
    this.#session = ctx;
    this.#typed.clear();
    this.#read = readOnce();
    this.#display.start(ctx, this.#stateOf(ctx), reason !== "startup");
  }

  /** Another branch is the current one. */
  show(ctx: ExtensionContext): void {
    this.#display.show(ctx, this.#stateOf(ctx));
  }

  hear({ text, source }: InputEvent, ctx: ExtensionContext): void {
    const starts = ctx.signal === undefined;
    if (starts && !ctx.hasPendingMessages()) this.#typed.drop({ starts: false });
    this.#typed.add(text, { own: source !== "extension", starts });
  }

  /** The model begins to answer: the messages before are in the session. */
  settle(ctx: ExtensionContext): void {
    this.#recordOwnWords(ctx);
    // While pi prepares a run, another message can look like the start of one, and be queued then.
    if (!ctx.hasPendingMessages()) this.#typed.drop({ starts: true });
    this.show(ctx);
  }

  /** A call of one of the web tools; reading on in an earlier result is none. */
  judge(event: ToolCallEvent, ctx: ExtensionContext): ToolCallEventResult | undefined {
    const isFetch = event.toolName === "ollama_web_fetch";
    const state = this.#currentState(ctx);
    if (state.on) return undefined;
    if (!isFetch) return { block: true, reason: blockSearch(state) };
    const { url }: Record<string, unknown> = event.input;
    return isNamedByUser(url, ctx) ? undefined : { block: true, reason: blockFetch(state) };
  }

  /** `/search-off` and `/search-on`. */
  command(state: "off" | "on", ctx: ExtensionContext): void {
    const before = this.#stateOf(ctx);
    this.#typed.overrule();
    if (before.on === (state === "on")) {
      tellNotice(ctx, describeNoChange(before));
      return;
    }
    this.#pi.appendEntry(SWITCH_ENTRY, { state });
    this.show(ctx);
  }

  #stateOf(ctx: ExtensionContext): SwitchState {
    return readState(ctx.sessionManager.getBranch(), this.#read);
  }

  /** A "no search" that is typed but not delivered yet counts at once, a wish to search does not. */
  #currentState(ctx: ExtensionContext): SwitchState {
    const state = this.#stateOf(ctx);
    // With an empty queue, what still waits was taken back or refused.
    if (!state.on || !ctx.hasPendingMessages()) return state;
    const waiting = this.#typed.words.map(this.#read).find((decision) => decision?.state === "off");
    return waiting ? toState(waiting) : state;
  }

  #judgeReplay(request: unknown): void {
    if (!isRecord(request)) return;
    const state = this.#currentState(this.#session);
    if (state.on) return;
    if (request.kind !== "fetch") request.blocked = blockSearch(state);
    else if (!isNamedByUser(request.target, this.#session)) request.blocked = blockFetch(state);
  }

  /** The user's words in messages that have just come into the session, where the session's text does not tell them. */
  #recordOwnWords(ctx: ExtensionContext): void {
    const branch = ctx.sessionManager.getBranch();
    const answered = branch.findLastIndex(
      (entry) => entry.type === "message" && entry.message.role === "assistant",
    );
    for (const { id, words } of this.#typed.deliver(readUserMessages(branch.slice(answered + 1)))) {
      this.#pi.appendEntry(WORDS_ENTRY, { message: id, words });
    }
  }
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
