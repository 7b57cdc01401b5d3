// Compares this package with those that people use for the same, in one run on pi 1.6.0 and the same stand-ins. The others
// come from the npm registry into a temp folder. Prints a table, writes bench/beside-others.json, and ends with 1 when ours
// does not keep what it promises.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOSTS, ROOT } from "../test/support/hosts.ts";
import { type Bench, measureCalls, measureRefused, measureRequest, measureStarts } from "./beside/measure.ts";
import { PAGE_CHARS, startServices } from "./beside/stand-ins.ts";
import { installOthers, listOurs, OTHERS, REGISTRY_ALONE, type Subject } from "./beside/subjects.ts";

const MAX_SHARE = 0.4;
const HEADINGS = {
  alwaysChars: "added to each request, chars",
  resultChars: "one result, chars",
  questionChars: "question to cited answer, chars",
  overheadMs: "time beside the backend, ms",
  startMs: "added to a start, ms",
  firstStartMs: "to the first start, ms",
  refused: "backend refuses",
  silent: "backend is silent",
};

type Figures = Record<Exclude<keyof typeof HEADINGS, "refused" | "silent">, number> & {
  refused: string;
  silent: string;
};

async function measureAll(
  bench: Bench,
  subjects: Subject[],
): Promise<{ table: Map<string, Figures>; bareMs: number; registryMs: number }> {
  const { services } = bench;
  services.answer();
  const table = new Map<string, Figures>();
  const bareChars = await measureRequest(bench, { package: [] });
  const [bare = { first: 0, later: 0 }, ...starts] = await measureStarts(bench, [
    { package: [] },
    ...subjects,
  ]);
  for (const [index, subject] of subjects.entries()) {
    const { first = 0, later = 0 } = starts[index] ?? {};
    services.answer();
    table.set(subject.name, {
      alwaysChars: (await measureRequest(bench, subject)) - bareChars,
      ...(await measureCalls(bench, subject, bareChars)),
      startMs: later - bare.later,
      firstStartMs: first - bare.first,
      refused: "",
    });
  }
  const { overheadMs: registryMs } = await measureCalls(bench, REGISTRY_ALONE, bareChars);
  services.answer();
  for (const asks of ["model", "ollama"] as const) {
    if (asks === "ollama") await services.closeOllama();
    for (const subject of subjects.filter((one) => one.asks === asks)) {
      const figures = table.get(subject.name);
      if (figures) figures.refused = await measureRefused(bench, subject);
    }
  }
  return { table, bareMs: bare.later, registryMs };
}

function toRow(cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) =>
    typeof cell === "number" ? Math.round(cell).toLocaleString("en") : cell,
  );
  return `| ${texts.join(" | ")} |`;
}

/** A sentence for each promise of ours that the figures break. */
function findBroken(subjects: Subject[], table: Map<string, Figures>): string[] {
  const over = subjects.flatMap(({ name, resultCap = Infinity, alwaysCap = Infinity }) => {
    const { resultChars = 0, alwaysChars = 0 } = table.get(name) ?? {};
    return resultChars > resultCap || alwaysChars > alwaysCap ? [`${name} takes more than it says.`] : [];
  });
  const question = table.get("search_web")?.questionChars ?? Infinity;
  const leanest = Math.min(...OTHERS.map(({ spec }) => table.get(spec)?.questionChars ?? Infinity));
  console.log(
    `A question to a cited answer: ${Math.round((100 * question) / leanest)} % of the leanest other's characters.`,
  );
  return question > MAX_SHARE * leanest ? [...over, "A question brings too much."] : over;
}

const host = HOSTS.find(({ version }) => version === "1.6.0");
if (!host) throw new Error("pi 1.6.0 is not there: run `just test` once");
const folder = mkdtempSync(join(tmpdir(), "bench-others-"));
const services = await startServices();
try {
  const subjects = [...listOurs(services), ...(await installOthers(folder, services))];
  const { table, bareMs, registryMs } = await measureAll({ services, host, folder }, subjects);
  const date = new Date().toISOString().slice(0, 10);
  console.log(
    `pi ${host.version}, ${date}; a bare start takes ${bareMs.toFixed(0)} ms; pages of ${PAGE_CHARS} characters.\n`,
  );
  console.log(
    `${toRow(["", ...Object.values(HEADINGS)])}\n|${"---|".repeat(Object.keys(HEADINGS).length + 1)}`,
  );
  const keys = Object.keys(HEADINGS) as (keyof Figures)[];
  for (const [name, figures] of table) console.log(toRow([name, ...keys.map((key) => figures[key])]));
  console.log(`\n${REGISTRY_ALONE.name}: ${registryMs.toFixed(1)} ms beside the backend.`);
  const all = {
    date,
    pi: host.version,
    bareMs,
    registryMs,
    pageChars: PAGE_CHARS,
    figures: Object.fromEntries(table),
  };
  writeFileSync(join(ROOT, "bench/beside-others.json"), `${JSON.stringify(all, null, 2)}\n`);
  const broken = findBroken(subjects, table);
  for (const sentence of broken) console.error(sentence);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  await Promise.all([services.models.close(), services.closeOllama()]);
  rmSync(folder, { recursive: true, force: true });
}
