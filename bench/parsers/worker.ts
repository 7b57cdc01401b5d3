import { parentPort } from "node:worker_threads";
import { PARSERS } from "./parsers.ts";
import { TEXTS } from "./texts.ts";

/** One measurement: the parser and the text by name, the text's length in characters. */
export interface Task {
  parser: string;
  text: string;
  length: number;
}

const ENOUGH_MS = 300;
const MAX_RUNS = 30;

parentPort?.on("message", ({ parser, text, length }: Task) => {
  const parse = PARSERS[parser];
  const content = TEXTS[text]?.(length);
  if (parse === undefined || content === undefined) throw new Error(`No parser ${parser} or text ${text}`);
  parentPort?.postMessage(fastest(() => parse(content)));
});

/** Milliseconds of processor time of the fastest run: what other processes do does not count. */
function fastest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  const startedAt = performance.now();
  for (let runs = 0; runs < MAX_RUNS && (runs < 3 || performance.now() - startedAt < ENOUGH_MS); runs++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
