import { keepAddresses } from "./named-addresses.ts";
import { readOwnWords } from "./own-words.ts";
import type { UserMessage } from "./state.ts";

/** A message on its way into the session. */
interface Typed {
  /** Before skills and templates expand. */
  text: string;
  /** The user's own words in it. */
  words: string;
  /** It starts a run: the session's next message is this one, whatever an extension made of its text. */
  starts: boolean;
}

/** The messages that pi has taken and the session does not hold yet, such as steering while the agent runs. */
export class TypedInput {
  #waiting: Typed[] = [];
  #delivered = new Set<string>();

  /** `own` is false for a message of another extension: no word of it is the user's. */
  add(text: string, { own, starts }: { own: boolean; starts: boolean }): void {
    this.#waiting.push({ text, words: own ? readOwnWords(text) : "", starts });
  }

  /** Another session. */
  clear(): void {
    this.#waiting = [];
  }

  /** Those to start a run, or those queued behind one, come no more: another extension has taken them, or pi refused. */
  drop({ starts }: { starts: boolean }): void {
    this.#waiting = this.#waiting.filter((typed) => typed.starts !== starts);
  }

  /** The user decided by a command after typing these: of their words the addresses still count. */
  overrule(): void {
    for (const typed of this.#waiting) typed.words = keepAddresses(typed.words);
  }

  /** The user's words of the messages under way, the oldest first. */
  get words(): string[] {
    return this.#waiting.map(({ words }) => words);
  }

  /**
   * Takes out what has become these messages, and returns each whose own words are not those that its text in the session
   * shows. A message that matches none is left as it is: pi 0.73 announces no steering over RPC.
   */
  deliver(messages: readonly UserMessage[]): { id: string; words: string }[] {
    const fresh = messages.filter(({ id }) => !this.#delivered.has(id));
    const exact = new Map(fresh.map(({ id, text }) => [id, this.#take((typed) => typed.text === text)]));
    return fresh.flatMap(({ id, text, words }, index) => {
      this.#delivered.add(id);
      const typed =
        exact.get(id) ??
        this.#take((typed) => couldBecome(typed, text)) ??
        this.#take(isTemplate) ??
        this.#take(({ starts }) => starts && index === 0);
      return typed && typed.words !== words ? [{ id, words: typed.words }] : [];
    });
  }

  #take(fits: (typed: Typed) => boolean): Typed | undefined {
    const index = this.#waiting.findIndex(fits);
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }
}

/** A skill shows its name, most templates what they were given, and an addition leaves what was typed. */
function couldBecome(typed: Typed, message: string): boolean {
  const skill = readSkill(typed);
  if (skill !== undefined) return message.startsWith(`<skill name="${skill}"`);
  return message.includes(isTemplate(typed) ? typed.words : typed.text);
}

function readSkill({ text }: Typed): string | undefined {
  return /^\/skill:(\S+)/.exec(text)?.[1];
}

/** It may leave out what it was given, or set it apart: its text can be any. */
function isTemplate(typed: Typed): boolean {
  return typed.text.startsWith("/") && readSkill(typed) === undefined;
}
