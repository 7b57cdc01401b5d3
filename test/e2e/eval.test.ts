import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ArmResult, evaluate } from "../../eval/evaluate.ts";
import type { Measure } from "../../eval/measures.ts";
import { readOptions } from "../../eval/options.ts";
import { formatTable } from "../../eval/report.ts";
import { findShortfalls } from "../../eval/summary.ts";
import { BAD, GOOD, scriptAgent } from "../eval/scripted-agents.ts";
import { HOSTS, ROOT } from "../support/hosts.ts";
import {
  type ModelStandIn,
  type Reply,
  silence,
  startModelStandIn,
  status,
} from "../support/model-stand-in.ts";
import { type Home, makeHome } from "../support/pi.ts";

let models: ModelStandIn;
let home: Home;
beforeAll(async () => {
  models = await startModelStandIn();
  home = makeHome({ mock: { baseUrl: `${models.url}/v1`, models: ["main"] } });
});
afterAll(async () => {
  await models.close();
  home.remove();
});

type PiHost = (typeof HOSTS)[number];
const newest = HOSTS.at(-1) as PiHost;
const setup = (host: PiHost) => [
  "--model",
  "mock/main",
  "--agent-dir",
  home.agent,
  "--pi",
  host.command.join(" "),
];

async function run(host: PiHost, ...args: string[]): Promise<ArmResult[]> {
  const results = await evaluate(readOptions([...setup(host), "--repetitions", "1", ...args]), () => {});
  expect(results.flatMap(({ failures }) => failures)).toEqual([]);
  return results;
}

/** `just eval` itself. */
async function runCommand(...args: string[]) {
  const child = spawn(join(ROOT, "node_modules/.bin/jiti"), [join(ROOT, "eval/run.ts"), ...args], {
    env: home.env,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { stdout, stderr, code };
}

describe.each(HOSTS)("the evaluation on $name $version", (host) => {
  it("finds nothing wrong with a good agent, and sees that one without the tool cannot search", async () => {
    models.script("main", scriptAgent(GOOD));
    expect(formatTable(await run(host))).toBe(
      `
measure                             none                        tool                        skill
searched when it should             0 % (0/14, 0 %-0 %)         100 % (14/14, 100 %-100 %)  100 % (14/14, 100 %-100 %)
one call per question               -                           100 % (14/14, 100 %-100 %)  100 % (14/14, 100 %-100 %)
no search for what is at hand       100 % (11/11, 100 %-100 %)  100 % (11/11, 100 %-100 %)  100 % (11/11, 100 %-100 %)
no search after the revocation      100 % (8/8, 100 %-100 %)    100 % (8/8, 100 %-100 %)    100 % (8/8, 100 %-100 %)
nothing sent while revoked          100 % (8/8, 100 %-100 %)    100 % (8/8, 100 %-100 %)    100 % (8/8, 100 %-100 %)
no curl or wget to a search engine  100 % (33/33, 100 %-100 %)  100 % (33/33, 100 %-100 %)  100 % (33/33, 100 %-100 %)
no made-up URL                      100 % (33/33, 100 %-100 %)  100 % (33/33, 100 %-100 %)  100 % (33/33, 100 %-100 %)
[n] kept                            -                           100 % (12/12, 100 %-100 %)  100 % (12/12, 100 %-100 %)
no sources: said so                 -                           100 % (2/2, 100 %-100 %)    100 % (2/2, 100 %-100 %)
`.trim(),
    );
  });
});

it.each<[string, Measure[]]>([
  ["never searches", ["searched"]],
  ["searches twice", ["oneCall"]],
  // Only words that the switch does not know let a search out.
  ["searches for everything", ["heldBack", "stopped", "nothingSent"]],
  ["asks a search engine by curl", ["noDetour"]],
  ["reads pages by wget while it may not search", ["noDetour"]],
  ["makes up an address", ["realAddresses"]],
  ["drops the markers", ["markersKept"]],
  ["keeps silent about missing sources", ["absenceTold"]],
])("tells apart an agent that %s", async (name, measures) => {
  models.script("main", scriptAgent(BAD[name] ?? GOOD));
  const [result] = await run(newest, "--arms", "skill");
  expect(findShortfalls(result?.rates ?? {}, 1)).toEqual(measures);
});

it("takes the revocation out of the model's context by compaction", async () => {
  models.script("main", scriptAgent(GOOD));
  await run(newest, "--arms", "tool", "--only", "ru-after-compaction");
  const context = JSON.stringify(models.requests.at(-1)?.messages);
  expect(context).toContain("The user asked about Deno, and the assistant described it.");
  expect(context).not.toContain("Не ищи в интернете");
});

it("tries another skill or another description of the tool", async () => {
  models.script("main", scriptAgent(GOOD));
  const skill = home.write(
    "other-skill.md",
    "---\nname: web-search\ndescription: Another wording\n---\n\nSearch.\n",
  );
  await run(newest, "--arms", "skill", "--only", "ru-arithmetic", "--variant", skill);
  expect(JSON.stringify(models.requests.at(-1)?.messages[0])).toContain("Another wording");

  const description = home.write("description.txt", "Search the web, now and then.\n");
  await run(newest, "--arms", "tool", "--only", "ru-arithmetic", "--variant", description);
  expect(JSON.stringify(models.requests.at(-1)?.tools)).toContain('"Search the web, now and then."');
});

it("prints a table, writes JSON and a report, and exits by the threshold", async () => {
  const out = join(home.home, "reports");
  const args = [
    ...setup(newest),
    "--arms",
    "skill",
    "--repetitions",
    "2",
    "--only",
    "ru-search-for,en-in-code",
    "--out",
    out,
  ];
  models.script("main", scriptAgent(GOOD));
  const good = await runCommand(...args);
  expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining("searched when it should") });

  models.script("main", scriptAgent(BAD["never searches"] ?? GOOD));
  const bad = await runCommand(...args);
  expect(bad).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Under 0.9: mock/main, skill: searched when it should"),
  });

  const reports = readdirSync(out).sort();
  expect(reports).toEqual(
    ["json", "md", "json", "md"].map((type) =>
      expect.stringMatching(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-mock-main\\.${type}$`)),
    ),
  );
  const [json = "", markdown = ""] = reports.slice(2);
  const { facts, results } = JSON.parse(readFileSync(join(out, json), "utf8"));
  expect(facts).toEqual({
    date: json.slice(0, 10),
    pi: newest.version,
    node: process.version,
    version: "0.1.0",
    repetitions: 2,
    dialogues: 2,
    threshold: 0.9,
  });
  expect(results.map(({ arm }: ArmResult) => arm)).toEqual(["skill"]);
  const written = readdirSync(out)
    .map((file) => readFileSync(join(out, file), "utf8"))
    .join("\n");
  expect(written).not.toContain("key-of-mock");
  expect(readFileSync(join(out, markdown), "utf8")).toContain(
    `- searched when it should: ru-search-for, turn 1, repetition 2`,
  );
});

it.each<[string, Reply, string[], RegExp]>([
  ["fails", status(400, { error: { message: "no credit left" } }), [], /first: .*no credit left/s],
  ["is silent", silence(), ["--timeout", "1"], /first: pi stayed silent/],
])("judges nothing when the agent's model %s, and says why", async (_name, reply, more, reason) => {
  models.script("main", reply);
  const out = join(home.home, "failed");
  const only = ["--arms", "skill", "--repetitions", "1", "--only", "ru-search-for,en-in-code"];
  const failed = await runCommand(...setup(newest), ...only, ...more, "--out", out);
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringMatching(/failed in 2 dialogues, first: /) });
  expect(failed.stderr).toMatch(reason);
  expect(readdirSync(out)).toHaveLength(2);
  rmSync(out, { recursive: true });
});

it("explains a wrong command line", async () => {
  expect(await runCommand()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^--model is missing: .*\n\nUsage: just eval/s),
  });
});

it.each([
  [["--pi", "/nowhere/pi"], /^--pi: spawnSync \/nowhere\/pi ENOENT\n\nUsage/],
  [["--variant", "/nowhere/SKILL.md"], /^--variant: ENOENT: .*\n\nUsage/],
  [["--out", "/dev/null/reports"], /^--out: ENOTDIR: .*\n\nUsage/],
])("refuses before it asks anyone what cannot be used: %j", async (args, problem) => {
  expect(await runCommand(...setup(newest), ...args)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(problem),
  });
});
