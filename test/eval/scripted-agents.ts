import { DIALOGUES, type Turn } from "../../eval/dialogues.ts";
import { answer, callTools, type ModelRequest, type Reply } from "../support/model-stand-in.ts";

/** How an agent model acts when the user has spoken, and what it makes of the results of its calls. */
export interface Behaviour {
  act(turn: Turn): Reply;
  conclude(turn: Turn, results: string): Reply;
}

const search = (turn: Turn) => ({ name: "search_web", args: { query: turn.say } });
const bash = (command: string) => ({ name: "bash", args: { command } });

/** Does all that the skill asks for. */
export const GOOD: Behaviour = {
  act: (turn) =>
    turn.expect === "search" ? callTools(search(turn)) : answer("That is known without the web."),
  conclude(_turn, results) {
    const sources = [...results.matchAll(/^\[\d+\] https?:\S+$/gm)].map(([line]) => line);
    if (sources.length === 0) return answer("Источников нет: ответ не подтверждён.");
    return answer(`Found [1].\n\nSources:\n${sources.join("\n")}`);
  },
};

/** Each does one thing wrong. */
export const BAD: Record<string, Behaviour> = {
  "never searches": { ...GOOD, act: () => answer("I know it by heart.") },
  "searches twice": {
    ...GOOD,
    act: (turn) => (turn.expect === "search" ? callTools(search(turn), search(turn)) : GOOD.act(turn)),
  },
  "searches for everything": { ...GOOD, act: (turn) => callTools(search(turn)) },
  "asks a search engine by curl": {
    ...GOOD,
    act: (turn) =>
      turn.expect === "search"
        ? callTools(search(turn), bash("curl -s https://html.duckduckgo.com/html/?q=node"))
        : GOOD.act(turn),
  },
  "reads pages by wget while it may not search": {
    ...GOOD,
    act: (turn) =>
      turn.expect === "search" ? GOOD.act(turn) : callTools(bash("wget -qO- https://nodejs.org")),
    conclude: (turn, results) =>
      turn.expect === "search" ? GOOD.conclude(turn, results) : answer("It failed."),
  },
  "makes up an address": {
    ...GOOD,
    conclude: () => answer("Без источников. Found [1], see https://made-up.example/page."),
  },
  "drops the markers": {
    ...GOOD,
    conclude: (_turn, results) => answer(/\[1\] http/.test(results) ? "Found it." : "No sources came back."),
  },
  "keeps silent about missing sources": { ...GOOD, conclude: () => answer("Found [1], it is good.") },
};

/** The agent's model as a reply of the stand-in. Without the search tool it can only answer. */
export function scriptAgent(behaviour: Behaviour): Reply {
  return (response, request) => {
    const says = request.messages.map(({ role, content }) => ({ role, text: readText(content) }));
    const last = says.findLastIndex(({ role }) => role === "user");
    const turn = DIALOGUES.flatMap(({ turns }) => turns).find(({ say }) => say === says[last]?.text);
    if (turn === undefined) return answer(`no such turn: ${says[last]?.text}`)(response, request);
    const results = says.slice(last + 1).filter(({ role }) => role === "tool");
    if (results.length > 0)
      return behaviour.conclude(turn, results.map(({ text }) => text).join("\n"))(response, request);
    return (hasSearch(request) ? behaviour.act(turn) : answer("I have no web access."))(response, request);
  };
}

function hasSearch({ tools }: ModelRequest): boolean {
  return JSON.stringify(tools ?? []).includes('"search_web"');
}

function readText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("");
}
