import fc from "fast-check";
import { expect, it } from "vitest";
import {
  checkErrorText,
  checkModelText,
  checkOllamaText,
  HOSTILE_PIECES,
} from "../support/hostile-answers.ts";

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
const hostile = (maxLength: number) => fc.array(piece, { maxLength }).map((pieces) => pieces.join(""));
const source = fc.record({
  url: fc.oneof(
    hostile(6),
    hostile(4).map((rest) => `https://a.example/${rest}`),
  ),
  title: hostile(6),
});
/** As many as there is time for; `just fuzz` takes a million of its own. */
const BOUNDS = { numRuns: 100_000, interruptAfterTimeLimit: 2_000 };

it("keeps any answer in its fence, its budget and its alphabet", () => {
  fc.assert(
    fc.property(hostile(60), fc.array(source, { maxLength: 4 }), (text, sources) => {
      expect(checkModelText(text, sources)).toBeUndefined();
    }),
    BOUNDS,
  );
});

it("keeps whatever Ollama sends in its fence, its budget and its alphabet", () => {
  fc.assert(
    fc.property(hostile(40), (text) => {
      expect(checkOllamaText(text)).toBeUndefined();
    }),
    BOUNDS,
  );
});

it("keeps any reason of a failure on one safe line", () => {
  fc.assert(
    fc.property(hostile(40), fc.boolean(), (text, inJson) => {
      const body = inJson ? JSON.stringify({ error: { message: text } }) : text;
      expect(checkErrorText(body)).toBeUndefined();
    }),
    BOUNDS,
  );
});

it.each(HOSTILE_PIECES.map((text) => [JSON.stringify(text), text]))(
  "is done soon with %s repeated",
  (_name, text) => {
    const long = text.repeat(Math.ceil(200_000 / text.length));
    const start = performance.now();
    expect(checkModelText(long)).toBeUndefined();
    expect(checkErrorText(long)).toBeUndefined();
    expect(checkOllamaText(long.slice(0, 50_000))).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(3_000);
  },
);
