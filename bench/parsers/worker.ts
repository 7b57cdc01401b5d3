import { parentPort } from "node:worker_threads";
import { PARSERS } from "./parsers.ts";
import { TEXTS } from "./texts.ts";

/** One measurement: the parser and the text by name, the text's length in characters. */
export interface Task {
  parser: string;
  text: string;
  length: number;
}

const ENOUGH_MS = 400;
const WARM_UP_RUNS = 20;
const WARM_UP_LENGTH = 20_000;

const warm = new Set<string>();

parentPort?.on("message", ({ parser, text, length }: Task) => {
  const parse = PARSERS[parser];
  const content = TEXTS[text]?.(length);
  if (parse === undefined || content === undefined) throw new Error(`No parser ${parser} or text ${text}`);
  const sample = TEXTS["an answer"]?.(WARM_UP_LENGTH) ?? "";
  for (let runs = warm.has(parser) ? WARM_UP_RUNS : 0; runs < WARM_UP_RUNS; runs++) parse(sample);
  warm.add(parser);
  parentPort?.postMessage(fastest(() => parse(content)));
});

/** Milliseconds of processor time of the fastest run, so that other processes count little; NaN when it throws. */
function fastest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  const startedAt = performance.now();
  do {
    const before = process.cpuUsage();
    try {
      run();
    } catch {
      return Number.NaN;
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  } while (performance.now() - startedAt < ENOUGH_MS);
  return best;
}
