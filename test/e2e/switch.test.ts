import { afterEach, describe, expect, it } from "vitest";
import { HOSTS } from "../support/hosts.ts";
import { answer, callTools } from "../support/model-stand-in.ts";
import { json, results } from "../support/ollama-stand-in.ts";
import { notices, type Pi, type PiRecord, toolEnds } from "../support/pi.ts";
import { type Scenario, type ScenarioOptions, SEARCH_ID, startScenario } from "../support/scenario.ts";

const QUERY = { name: "search_web", args: { query: "What is new in Node 24?" } };
const BLOCKED = (cause: string) =>
  `Blocked: the user turned web search off for this session (${cause}). Answer without searching. Do not go around this with bash, curl or another tool. If the user's last message asks for a search, tell the user to say «поищи …» or “search for …”, or to type /search-on.`;
const OFF_RU = (cause: string) =>
  `Веб-поиск выключен до конца сессии: ${cause}. Включить снова: «поищи …» или /search-on.`;
const OFF_EN = (cause: string) =>
  `Web search is off until the session ends: ${cause}. To turn it on again, say “search for …” or type /search-on.`;
const ON_RU = (cause: string) =>
  `Веб-поиск снова включён: ${cause}. Выключить: «без поиска» или /search-off.`;
const ON_EN = (cause: string) =>
  `Web search is on again: ${cause}. To turn it off, say “no search” or type /search-off.`;

describe.each(HOSTS)("no search on $name $version", (host) => {
  let scenario: Scenario;
  const others: Pi[] = [];
  const start = async (options: Partial<ScenarioOptions> = {}) => {
    scenario = await startScenario({ host, ollama: true, ...options });
    scenario.searchModel(answer("Node 24 is here [1].\n\n[1]: https://nodejs.org/"));
    scenario.ollama.script("web_search", json({ results: results(1) }));
    return scenario;
  };
  afterEach(async () => {
    await Promise.all(others.splice(0).map((pi) => pi.close()));
    await scenario?.close();
  });

  /** Sends a message to an agent whose model searches whatever it is told. */
  const insist = async (message: string, pi = scenario.pi) => {
    scenario.models.script("main", callTools(QUERY), answer("done"));
    return outcome(await pi.prompt(message));
  };
  const outcome = (records: PiRecord[]) => ({
    read: toolEnds(records).map(({ text, isError }) => (isError ? text : "searched")),
    told: notices(records),
  });
  const sent = () => scenario.models.of(SEARCH_ID).length + scenario.ollama.requests.length;

  it("blocks every search after «без поиска» until «поищи …»", async () => {
    await start();
    expect(await insist("Что такое CRDT? Без поиска.")).toEqual({
      read: [BLOCKED("«Без поиска»")],
      told: [OFF_RU("«Без поиска»")],
    });
    expect(await insist("А что нового в Node 24?")).toEqual({ read: [BLOCKED("«Без поиска»")], told: [] });
    expect(sent()).toBe(0);
    expect(await insist("поищи свежие новости про Node")).toEqual({
      read: ["searched"],
      told: [ON_RU("«поищи свежие новости про Node»")],
    });
    expect(sent()).toBe(1);
  });

  it("speaks English after an English phrase, and lets the last clause decide", async () => {
    await start();
    expect(await insist("Search the web for Bun. Actually no, don't search.")).toEqual({
      read: [BLOCKED("“don't search”")],
      told: [OFF_EN("“don't search”")],
    });
    expect(await insist("no search… wait, search the web for it")).toEqual({
      read: ["searched"],
      told: [ON_EN("“search the web for it”")],
    });
  });
});
