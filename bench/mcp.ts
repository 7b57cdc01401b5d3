// Compares the MCP server with the package that its users come from, in one run on this machine, and lets the official
// inspector look at it. Both packages for that come from the npm registry into a temp folder. Ends with exit code 1 when
// ours does not do what it promises; what the other does is printed, and breaks nothing.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildBundle, callTool, startMcp } from "../test/support/mcp.ts";
import { json, type OllamaStandIn, results, startOllamaStandIn } from "../test/support/ollama-stand-in.ts";

const OTHER = "@bouroo/ollama-cloud-mcp@0.1.1";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const STARTS = 21;
const PAGE_CHARS = 5_000_000;

const run = promisify(execFile);

interface Server {
  name: string;
  file: string;
  folder: string;
}

interface DaemonFigures {
  search: string;
  fetch: string;
  "key sent to the daemon": boolean;
  "characters of a 5,000,000 page": number | string;
}

interface Figures extends DaemonFigures {
  "bundle, bytes": number;
  "start, ms": number;
}

/** A daemon as Ollama 0.18 has it: only the experimental paths. */
async function startDaemon(): Promise<OllamaStandIn> {
  const daemon = await startOllamaStandIn("daemon");
  daemon.script("web_search", json({ results: results(3) }));
  daemon.script("web_fetch", json({ title: "A page", content: "word ".repeat(PAGE_CHARS / 5), links: [] }));
  return daemon;
}

async function measureStarts(servers: Server[]): Promise<number[]> {
  const times = servers.map((): number[] => []);
  for (let round = 0; round < STARTS; round++)
    for (const [index, server] of servers.entries()) {
      const startedAt = performance.now();
      const session = await startMcp(server, {});
      times[index]?.push(performance.now() - startedAt);
      await session.close();
    }
  return times.map((list) => list.sort((a, b) => a - b)[STARTS >> 1] ?? 0);
}

async function useDaemon(server: Server, daemon: OllamaStandIn): Promise<DaemonFigures> {
  const session = await startMcp(server, { OLLAMA_HOST: daemon.url, OLLAMA_API_KEY: "bench-key" });
  const before = daemon.requests.length;
  const ask = (name: string, args: Record<string, unknown>) =>
    callTool(session, name, args).catch((error: unknown) => ({ text: String(error), isError: true }));
  const found = await ask("web_search", { query: "x", max_results: 3 });
  const page = await ask("web_fetch", { url: "https://site.example/" });
  await session.close();
  const describe = ({ text, isError }: { text: string; isError: boolean }) =>
    isError ? `error: ${text.slice(0, 60)}` : "works";
  return {
    search: describe(found),
    fetch: describe(page),
    "key sent to the daemon": daemon.requests
      .slice(before)
      .some(({ headers }) => headers.authorization !== undefined),
    "characters of a 5,000,000 page": page.isError ? "-" : page.text.length,
  };
}

/** What the inspector ended with for each call, 0 when it was content. */
async function inspect({ file }: Server, daemon: OllamaStandIn): Promise<[string, number][]> {
  const calls = {
    "tools/list, strict": ["--method", "tools/list", "--strict"],
    "tools/call web_search":
      "--method tools/call --tool-name web_search --tool-arg query=x max_results=2".split(" "),
    "tools/call web_fetch": "--method tools/call --tool-name web_fetch --tool-arg url=a.example".split(" "),
  };
  const ended: [string, number][] = [];
  for (const [name, args] of Object.entries(calls)) {
    const command = [
      "-y",
      INSPECTOR,
      "--cli",
      process.execPath,
      file,
      ...args,
      "-e",
      `OLLAMA_HOST=${daemon.url}`,
    ];
    const code = await run("npx", command).then(
      () => 0,
      (error: { code?: number; stderr?: string }) => {
        console.error(error.stderr);
        return error.code ?? 1;
      },
    );
    ended.push([name, code]);
  }
  return ended;
}

const folder = mkdtempSync(join(tmpdir(), "bench-mcp-"));
const bundle = buildBundle();
const daemon = await startDaemon();
await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, OTHER]);
const servers: Server[] = [
  { name: "search-web-mcp", ...bundle },
  {
    name: OTHER,
    file: join(folder, "node_modules/@bouroo/ollama-cloud-mcp/dist/index.js"),
    folder,
  },
];
const starts = await measureStarts(servers);
const table: Record<string, Figures> = {};
for (const [index, server] of servers.entries())
  table[server.name] = {
    "bundle, bytes": statSync(server.file).size,
    "start, ms": Math.round(starts[index] ?? 0),
    ...(await useDaemon(server, daemon)),
  };
console.log(
  `Start: spawn to initialized, median of ${STARTS} in turns. The daemon has the experimental paths only.`,
);
for (const [name, figures] of Object.entries(table)) {
  console.log(`\n${name}`);
  for (const [figure, value] of Object.entries(figures)) console.log(`  ${figure}: ${value}`);
}
const inspected = await inspect(servers[0] ?? { name: "", ...bundle }, daemon);
console.log(`\n${INSPECTOR} --cli against search-web-mcp, exit codes`);
for (const [call, code] of inspected) console.log(`  ${call}: ${code}`);

await daemon.close();
bundle.remove();
rmSync(folder, { recursive: true, force: true });
const ours = table["search-web-mcp"];
const isGood = ours?.search === "works" && ours.fetch === "works" && !ours["key sent to the daemon"];
process.exitCode = isGood && inspected.every(([, code]) => code === 0) ? 0 : 1;
