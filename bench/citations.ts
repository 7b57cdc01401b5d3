// How long parsers take for an answer of 200,000 characters and for hostile texts of that length and twice it, and how many of
// the labelled answers they read right. The others get 5 seconds each. Ends with exit code 1 when ours takes over 50 ms
// or more than 2.6 times as long for twice the text, where times under 5 ms count as 5.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";
import { PARSERS } from "./parsers/parsers.ts";
import { TEXTS } from "./parsers/texts.ts";
import type { Task } from "./parsers/worker.ts";

const LENGTH = 200_000;
const LIMIT_MS = 5_000;
const BAR_MS = 50;
const BAR_RATIO = 2.6;
/** Below this a collection of garbage more or less decides the ratio. */
const NOISE_MS = 5;
const OURS = "search-web";

/** Runs tasks one after the other, each stopped at the limit: the parsers block the thread that they run in. */
class Bench {
  private worker: Worker | undefined;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** Milliseconds, infinity past the limit, NaN when the parser throws. */
  async measure(task: Task): Promise<number> {
    this.worker ??= new Worker(this.file);
    const { worker } = this;
    worker.postMessage(task);
    const limit = AbortSignal.timeout(LIMIT_MS);
    const result = await once(worker, "message", { signal: limit }).then(
      ([ms]) => Number(ms),
      (error: unknown) => {
        if (limit.aborted) return Number.POSITIVE_INFINITY;
        throw error;
      },
    );
    if (result === Number.POSITIVE_INFINITY) await this.close();
    return result;
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }
}

/** How many of the labelled answers a parser reads right: the same URLs in the same order, each once. */
function countRight(parse: (text: string) => string[]): number {
  const file = new URL("../test/fixtures/citation-cases.json", import.meta.url);
  const cases: { text: string; sources: string[] }[] = JSON.parse(readFileSync(file, "utf8"));
  const hrefs = (urls: string[]) => [
    ...new Set(urls.map((url) => (URL.canParse(url) ? new URL(url).href : url))),
  ];
  return cases.filter(({ text, sources }) => hrefs(parse(text)).join(" ") === hrefs(sources).join(" "))
    .length;
}

function describe(single: number, double: number): string {
  if (!Number.isFinite(single)) return describeFailure(single);
  const times = Number.isFinite(double) ? `×${(double / single).toFixed(1)}` : describeFailure(double);
  return `${single.toFixed(single < 10 ? 1 : 0)} ms ${times}`;
}

function describeFailure(ms: number): string {
  return Number.isNaN(ms) ? "throws" : "over 5 s";
}

function printRow(cells: string[]): void {
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(36) : cell.padStart(20))).join(""));
}

const folder = mkdtempSync(join(tmpdir(), "bench-citations-"));
const workerFile = join(folder, "worker.cjs");
buildSync({
  entryPoints: [new URL("parsers/worker.ts", import.meta.url).pathname],
  bundle: true,
  platform: "node",
  format: "cjs",
  outfile: workerFile,
  logLevel: "error",
});
const bench = new Bench(workerFile);
console.log(`${LENGTH} characters: best processor time, and how many times as long twice the text takes\n`);
printRow(["", ...Object.keys(PARSERS)]);
printRow([
  "labelled answers read right",
  ...Object.values(PARSERS).map((parse) => String(countRight(parse))),
]);
const misses: string[] = [];
for (const text of Object.keys(TEXTS)) {
  const cells: string[] = [];
  for (const parser of Object.keys(PARSERS)) {
    const single = await bench.measure({ parser, text, length: LENGTH });
    const double = !Number.isFinite(single)
      ? single
      : await bench.measure({ parser, text, length: 2 * LENGTH });
    cells.push(describe(single, double));
    if (parser === OURS && !(single <= BAR_MS && double < Math.max(single, NOISE_MS) * BAR_RATIO))
      misses.push(text);
  }
  printRow([text, ...cells]);
}
await bench.close();
rmSync(folder, { recursive: true, force: true });
console.log(
  misses.length === 0
    ? `\nOurs holds: ${BAR_MS} ms, ×${BAR_RATIO}.`
    : `\nOurs misses the bar on: ${misses.join("; ")}`,
);
process.exitCode = misses.length === 0 ? 0 : 1;
