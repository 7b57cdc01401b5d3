import fc from "fast-check";
import { expect, it } from "vitest";
import { completeText, watchEvents } from "../../../extensions/search-web/subagent/provider-events.ts";

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
  expect(completeText("A [1].", undefined)).toEqual({ text: "A [1].", sources: [], numbering: "text" });
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
    numbering: "provider",
  });
});

it("keeps a text that has numbers of its own, or is not the one that the marks were made for", () => {
  const cited = [{ url: A, number: 1 }];
  const own = { text: "So it is [1]. Done.", marks: [{ at: 13, number: 1 }] };
  expect(completeText(own.text, { ...none, cited, marked: own })).toEqual({
    text: own.text,
    sources: cited,
    numbering: "text",
  });
  expect(completeText("Another text.", { ...none, cited, marked: own })).toEqual({
    text: "Another text.",
    sources: cited,
    numbering: "text",
  });
});

const KEYS =
  "type index item delta citation citations search_results annotations url_citation url title cite_index choices message content content_block error_code name status action sources response output candidates parts text thought groundingMetadata groundingChunks groundingSupports segment partIndex startIndex endIndex groundingChunkIndices web uri usage".split(
    " ",
  );
const LEAVES = fc.oneof(
  fc.constantFrom("content_block_start", "content_block_delta", "citations_delta", "web_search_tool_result"),
  fc.constantFrom("web_search_call", "response.output_item.done", "message", A, B, "a text", null, true),
  fc.integer({ min: -2, max: 9 }),
  fc.double(),
);
const { event: anyEvent } = fc.letrec((tie) => ({
  event: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    LEAVES,
    fc.array(tie("event"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("event"), { maxKeys: 6 }),
  ),
}));

it.each(["openai-completions", "anthropic-messages", "openai-responses", "google-generative-ai"])(
  "reads any events of %s, and names only addresses that stand in them",
  (api) => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 5 }), fc.string(), (list, text) => {
        const events = watchEvents(api);
        for (const event of list) events.observe(event);
        const { sources } = completeText(text, events.evidence());
        for (const { url } of sources) expect([A, B]).toContain(url);
      }),
      { numRuns: 500 },
    );
  },
);
