import { expect, it } from "vitest";
import { parseAnswer } from "../../../extensions/search-web/citations.ts";
import { HOSTILE_TEXTS, longAnswer } from "../../support/hostile-texts.ts";

const LENGTH = 200_000;
/** Ten times what it takes on an idle machine; `just bench` holds the exact bar. */
const MAX_MS = 500;
/** Linear is 2 and square is 4; short times are noise. */
const MAX_RATIO = 3.5;
const NOISE_MS = 40;

it.each(Object.entries({ ...HOSTILE_TEXTS, "a long answer": longAnswer }))(
  "stays linear on %s",
  (_name, make) => {
    const once = fastest(make(LENGTH));
    const twice = fastest(make(2 * LENGTH));
    expect(once).toBeLessThan(MAX_MS);
    expect(twice / Math.max(once, NOISE_MS)).toBeLessThan(MAX_RATIO);
  },
);

it("overflows no stack on an answer of 5,000,000 characters", () => {
  const dashes = "-".repeat(5_000_000);
  expect(parseAnswer(`${dashes}x`).sources).toEqual([]);
  const entry = (_: unknown, id: number) => ({ id, url: "https://a.example/" });
  const json = JSON.stringify({ sources: Array.from({ length: 150_000 }, entry) });
  expect(parseAnswer(`\`\`\`json\n${json}\n\`\`\``).citations[0]?.numbers).toHaveLength(150_000);
}, 60_000);

/** Milliseconds of processor time, the best of three: what other processes do does not count. */
function fastest(text: string): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    parseAnswer(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
