import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "../test/support/installed-host.ts";
import { type ArmResult, evaluate } from "./evaluate.ts";
import { MEASURES } from "./measures.ts";
import { type EvalOptions, readOptions, USAGE, UsageError } from "./options.ts";
import { formatReport, formatTable, type RunFacts } from "./report.ts";
import { findShortfalls } from "./summary.ts";

/** Runs the evaluation. Returns the exit code: 0 reached, 1 under the threshold, 2 not to be judged. */
async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const options = readOptions(args);
  // Before anything is paid for.
  const facts = readFacts(options);
  usable("--out", () => mkdirSync(options.out, { recursive: true }));
  const results = await evaluate(options, (line) => console.error(line));
  for (const model of options.models) {
    console.log(`${model}\n${formatTable(results.filter((result) => result.model === model))}\n`);
  }
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const name = `${time}-${options.models.join("+").replace(/[^\w.+-]+/g, "-")}`;
  writeFileSync(join(options.out, `${name}.json`), `${JSON.stringify({ facts, results }, null, 2)}\n`);
  writeFileSync(join(options.out, `${name}.md`), formatReport(facts, results));
  console.log(`Report: ${join(options.out, `${name}.md`)}`);
  return conclude(options, results);
}

function conclude({ arms, threshold }: EvalOptions, results: ArmResult[]): number {
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) {
    console.error(`The agent's model failed in ${failures.length} dialogues, first: ${failures[0]?.reason}`);
    return 2;
  }
  const judged = results.filter(({ arm }) => arm === arms.at(-1));
  const short = judged.flatMap(({ model, arm, rates }) =>
    findShortfalls(rates, threshold).map((measure) => `${model}, ${arm}: ${MEASURES[measure]}`),
  );
  for (const line of short) console.error(`Under ${threshold}: ${line}`);
  return short.length === 0 ? 0 : 1;
}

function readFacts({ pi, variant, repetitions, dialogues, threshold }: EvalOptions): RunFacts {
  const [command, ...rest] = pi;
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return {
    date: new Date().toISOString().slice(0, 10),
    pi: usable("--pi", () =>
      execFileSync(command, [...rest, "--version"], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      }),
    ).trim(),
    node: process.version,
    version,
    repetitions,
    dialogues: dialogues.length,
    threshold,
    variant: variant === undefined ? undefined : describeVariant(variant),
  };
}

function describeVariant(file: string): string {
  const text = usable("--variant", () => readFileSync(file));
  const hash = createHash("sha256").update(text).digest("hex");
  return `${basename(file)} (sha256 ${hash.slice(0, 12)})`;
}

/** What an option names, or a `UsageError` that says why it is of no use. */
function usable<T>(option: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
