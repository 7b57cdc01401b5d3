import { expect, it } from "vitest";
import { completeText, watchEvents } from "../../extensions/search-web/provider-events.ts";

const A = "https://a.example.org/x";
const B = "https://b.example.org/y";
const none = { cited: [], found: [], searched: true };

it("says nothing without events, and nothing for an API that it cannot read", () => {
  expect(watchEvents("openai-completions").evidence()).toBeUndefined();
  const unknown = watchEvents("bedrock-converse-stream");
  unknown.observe({ citations: [A] });
  expect(unknown.evidence()).toBeUndefined();
});

it("survives an event that throws when it is read", () => {
  const events = watchEvents("openai-completions");
  events.observe({
    get choices() {
      throw new Error("a hostile getter");
    },
  });
  expect(events.evidence()).toBeUndefined();
  events.observe({ citations: [A] });
  expect(events.evidence()?.cited).toEqual([{ url: A, number: 1 }]);
});

it("leaves the text alone when nothing came beside it", () => {
  expect(completeText("A [1].", undefined)).toEqual({ text: "A [1].", sources: [] });
});

it("adds pages that were only found when the text names them, or nothing names any", () => {
  const found = [{ url: A, title: "A" }, { url: B }];
  expect(completeText(`See ${B}`, { ...none, found }).sources).toEqual([{ url: B }]);
  expect(completeText("See https://c.example.org/z", { ...none, found }).sources).toEqual([]);
  expect(completeText("See [1].", { ...none, found }).sources).toEqual(found);
  expect(completeText(`See ${B}`, { ...none, cited: [{ url: A }], found }).sources).toEqual([
    { url: A },
    { url: B },
  ]);
  expect(completeText("See [1].", { ...none, cited: [{ url: B }], found }).sources).toEqual([{ url: B }]);
});

it("puts the provider's numbers into a text that has none of its own", () => {
  const cited = [{ url: A, number: 1 }];
  const marked = { text: "Use `arr[1]`. Done.", marks: [{ at: 13, number: 1 }] };
  expect(completeText(marked.text, { ...none, cited, marked })).toEqual({
    text: "Use `arr[1]`.[1] Done.",
    sources: cited,
  });
});

it("keeps a text that has numbers of its own, or is not the one that the marks were made for", () => {
  const cited = [{ url: A, number: 1 }];
  const own = { text: "So it is [1]. Done.", marks: [{ at: 13, number: 1 }] };
  expect(completeText(own.text, { ...none, cited, marked: own })).toEqual({ text: own.text, sources: cited });
  expect(completeText("Another text.", { ...none, cited, marked: own })).toEqual({
    text: "Another text.",
    sources: cited,
  });
});
