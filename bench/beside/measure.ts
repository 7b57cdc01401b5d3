import { type HOSTS, ROOT } from "../../test/support/hosts.ts";
import { answer, callTools } from "../../test/support/model-stand-in.ts";
import { type Home, makeHome, Pi, type ToolEnd, toolEnds } from "../../test/support/pi.ts";
import { SEARCH_ID } from "../../test/support/scenario.ts";
import { BACKEND_MS, type Services } from "./stand-ins.ts";
import { QUERY, type Subject } from "./subjects.ts";

const CALLS = 30;
const STARTS = 15;
const SILENT_LIMIT_MS = 20_000;
const SKILL_PATH = "/skills/web-search/SKILL.md";
const OTHER_SKILL = "---\nname: other\ndescription: Another skill that the user has\n---\n\nText.\n";

type Setup = Pick<Subject, "package" | "settings" | "env">;

export interface Bench {
  services: Services;
  host: (typeof HOSTS)[number];
  /** Where the other packages are, and what pi compiled of all of them. */
  folder: string;
}

/** pi with the subject in it, beside another skill. */
function start({ services, host, folder }: Bench, subject: Setup): { pi: Pi; home: Home } {
  const baseUrl = `${services.models.url}/v1`;
  const home = makeHome({
    mock: { baseUrl, models: ["main"] },
    "llm-web": { baseUrl, models: [SEARCH_ID] },
    refused: { baseUrl: "http://127.0.0.1:9/v1", models: ["m"] },
  });
  home.write("skill/other/SKILL.md", OTHER_SKILL);
  home.write(".pi/search-model.json", subject.settings ?? {});
  // pi keeps what it compiled in the temp folder: with one of its own, every start would be the first.
  const env = { OLLAMA_API_KEY: "bench-key", TMPDIR: folder, ...subject.env };
  const skill = ["--skill", `${home.home}/skill/other`];
  return { pi: new Pi({ host, home, package: [...subject.package, ...skill], env }), home };
}

/** What the last request to the agent's model carried, without the names of this machine's folders. */
function requestChars({ services, folder }: Bench, home: Home): number {
  const { messages = [], tools = [] } = services.models.of("main").at(-1) ?? {};
  const texts = messages.map(({ content, ...rest }) => {
    const calls = "tool_calls" in rest ? JSON.stringify(rest.tool_calls) : "";
    return (typeof content === "string" ? content : JSON.stringify(content ?? "")) + calls;
  });
  const text = [...texts, JSON.stringify(tools)].join("");
  const names = [ROOT, SKILL_PATH, folder, home.home];
  return names.reduce((left, name) => left.replaceAll(name, ""), text).length;
}

/** Characters of a request of pi with the subject, before any search. */
export async function measureRequest(bench: Bench, subject: Setup): Promise<number> {
  const { pi, home } = start(bench, subject);
  bench.services.models.script("main", answer("hello"));
  await pi.prompt(QUERY);
  await pi.close();
  const chars = requestChars(bench, home);
  home.remove();
  return chars;
}

interface Call {
  /** Missing when the call was still waiting at the limit. */
  end: ToolEnd | undefined;
  ms: number;
}

async function call({ services }: Bench, pi: Pi, { tool }: Subject, limitMs = 60_000): Promise<Call> {
  services.models.script("main", callTools(tool), answer("Node.js 24 [1]."));
  const from = pi.records.length;
  await pi.send({ type: "prompt", message: QUERY });
  await pi.waitFor(({ type }) => type === "tool_execution_start", from);
  const startedAt = performance.now();
  const isEnd = ({ type }: { type: string }) => type === "tool_execution_end";
  const ended = await pi.waitFor(isEnd, from, limitMs).catch(() => undefined);
  const ms = performance.now() - startedAt;
  if (!ended) await pi.send({ type: "abort" });
  await pi.waitFor(({ type }) => type === "agent_end", from);
  return { end: ended && toolEnds(pi.records.slice(from))[0], ms };
}

function describe({ end, ms }: Call): string {
  const outcome = !end ? "nothing" : end.isError || /^Error|failed/.test(end.text) ? "error" : "answer";
  return `${outcome} ${end ? "after" : "in"} ${(ms / 1_000).toFixed(1)} s`;
}

/** One search and its question, then many, then one that nobody answers. */
export async function measureCalls(bench: Bench, subject: Subject, bareChars: number) {
  const { services } = bench;
  services.answer();
  const { pi, home } = start(bench, subject);
  const { end } = await call(bench, pi, subject);
  if (!end || end.isError) throw new Error(`${subject.name}: ${end?.text ?? "no end"}`);
  const questionChars = requestChars(bench, home) - bareChars;
  const times: number[] = [];
  for (let index = 0; index < CALLS; index++) times.push((await call(bench, pi, subject)).ms - BACKEND_MS);
  home.write(".pi/search-model.json", { ...subject.settings, timeoutSeconds: 5 });
  services.fallSilent(subject.asks);
  const silent = describe(await call(bench, pi, subject, SILENT_LIMIT_MS));
  await pi.close();
  home.remove();
  return { resultChars: end.text.length, questionChars, overheadMs: median(times), silent };
}

/** One search whose backend is not there: the search model by its settings, Ollama because it was closed. */
export async function measureRefused(bench: Bench, subject: Subject): Promise<string> {
  const model = subject.asks === "model" ? { model: "refused/m" } : {};
  const { pi, home } = start(bench, { ...subject, settings: { ...subject.settings, ...model } });
  const refused = describe(await call(bench, pi, subject, SILENT_LIMIT_MS));
  await pi.close();
  home.remove();
  return refused;
}

/** Spawn to the first response, in turns: milliseconds of the first start, and the median of the later ones. */
export async function measureStarts(
  bench: Bench,
  subjects: Setup[],
): Promise<{ first: number; later: number }[]> {
  const times = subjects.map((): number[] => []);
  for (let round = 0; round <= STARTS; round++)
    for (const [index, subject] of subjects.entries()) {
      const startedAt = performance.now();
      const { pi, home } = start(bench, subject);
      await pi.send({ type: "get_commands" });
      times[index]?.push(performance.now() - startedAt);
      await pi.close();
      home.remove();
    }
  return times.map(([first = 0, ...later]) => ({ first, later: median(later) }));
}

function median(list: number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
}
