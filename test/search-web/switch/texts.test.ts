import { expect, it } from "vitest";
import { readDecision } from "../../../extensions/search-web/switch/phrases.ts";
import type { SwitchState } from "../../../extensions/search-web/switch/state.ts";
import {
  blockFetch,
  blockSearch,
  describeChange,
  describeSwitch,
} from "../../../extensions/search-web/switch/texts.ts";

const LANGUAGES = ["en", "ru"] as const;
/** What the user may look for: the agent's own tools would look for some of it in the project. */
const OBJECTS = ["Bun", "it", "getBranch", "the retry function", "foo"];

/** What a text tells the user to say, with what to look for in its place. */
function adviceIn(text: string): string[] {
  const quoted = [...text.matchAll(/[«“]([^»”]*…)[»”]/g)].map(([, phrase = ""]) => phrase);
  return quoted.flatMap((phrase) => OBJECTS.map((object) => phrase.replace("…", object)));
}

it("names ways to turn search on again that do so, whatever is to be looked for", () => {
  const states = LANGUAGES.map((language): SwitchState => ({ on: false, cause: "/search-off", language }));
  const texts = states.flatMap((state) =>
    [blockSearch, blockFetch, describeChange, describeSwitch].map((describe) => describe(state)),
  );
  for (const text of texts) {
    const advice = adviceIn(text);
    expect(advice).not.toEqual([]);
    expect(advice.filter((words) => readDecision(words)?.state !== "on")).toEqual([]);
  }
});

it("names a way to turn search off that does so", () => {
  for (const language of LANGUAGES) {
    const [, phrase = ""] = /[«“](.*)[»”]/.exec(describeChange({ on: true, language })) ?? [];
    expect(readDecision(phrase)?.state).toBe("off");
  }
});
