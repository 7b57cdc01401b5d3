import {
  checkErrorText,
  checkModelText,
  checkOllamaText,
  makeHostileText,
  randomOf,
} from "../test/support/hostile-answers.ts";

/** Feeds generated hostile texts to all that reads and shows them: `just fuzz [inputs] [first seed]`. */
const INPUTS = Number(process.argv[2] ?? 1_000_000);
const FIRST_SEED = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
const GOAL_MS = 50;
const REPORT_EVERY = 100_000;

/** One input in a thousand is long. */
function maxPieces(index: number): number {
  return index % 1_000 === 0 ? 4_000 : 40;
}

function check(seed: number, text: string): string | undefined {
  const random = randomOf(seed ^ 0x5bd1e995);
  const sources = Array.from({ length: Math.floor(random() * 4) }, () => ({
    url: random() < 0.5 ? `https://a.example/${makeHostileText(random, 4)}` : makeHostileText(random, 6),
    title: makeHostileText(random, 6),
  }));
  return (
    checkModelText(text, sources) ??
    checkErrorText(text) ??
    (seed % 4 === 0 ? checkOllamaText(text) : undefined)
  );
}

let slowest = { ms: 0, seed: 0, chars: 0, start: "" };
let characters = 0;
let failures = 0;
const startedAt = performance.now();
console.log(`${INPUTS} inputs from seed ${FIRST_SEED}`);
for (let index = 0; index < INPUTS && failures < 20; index++) {
  const seed = FIRST_SEED + index;
  const text = makeHostileText(randomOf(seed), maxPieces(index));
  characters += text.length;
  const { ms, problem } = time(seed, text);
  if (problem) {
    failures++;
    console.log(`seed ${seed}: ${problem}\n  input ${JSON.stringify(text.slice(0, 500))}`);
  }
  if (ms > slowest.ms) {
    // Once more, by processor time: a pause of the machine is no fault of the input.
    const least = Math.min(...[1, 2, 3].map(() => time(seed, text).ms));
    if (least > slowest.ms) slowest = { ms: least, seed, chars: text.length, start: text.slice(0, 60) };
  }
  if ((index + 1) % REPORT_EVERY === 0)
    console.log(`${index + 1} inputs, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}
console.log(`${failures} failures in ${(characters / 1_000_000).toFixed(0)} million characters`);
console.log(
  `slowest: ${slowest.ms.toFixed(1)} ms (goal ${GOAL_MS}) for ${slowest.chars} characters, seed ${slowest.seed}: ${JSON.stringify(slowest.start)}`,
);
process.exitCode = failures > 0 ? 1 : 0;

/** What is wrong with an input, and the milliseconds of processor time that it took. */
function time(seed: number, text: string): { ms: number; problem: string | undefined } {
  const before = process.cpuUsage();
  const ms = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  try {
    const problem = check(seed, text);
    return { ms: ms(), problem };
  } catch (error) {
    return { ms: ms(), problem: String(error instanceof Error ? error.stack : error) };
  }
}
