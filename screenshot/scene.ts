import { HOSTS } from "../test/support/hosts.ts";
import { answer, callTools, drip } from "../test/support/model-stand-in.ts";
import { SEARCH_ID, setStage } from "../test/support/scenario.ts";
import { PiTerminal } from "../test/support/terminal.ts";
import { drawTerminal } from "./svg.ts";

const QUESTION = "Which Node.js line should our new service run on?";
const QUERY = "Which Node.js release line is Active LTS now, and until when is it supported?";
const ANSWER = `**Node.js 24** ("Krypton") is the Active LTS line [1]. It moves to maintenance in October 2026 and is supported until **April 2028** [1].

- npm 11 and V8 13.6 come with it [2]
- \`--permission\` is stable there [2]

[1] [Node.js Release Schedule](https://github.com/nodejs/release)
[2] [Node.js 24 is now available](https://nodejs.org/en/blog/release/v24.0.0)`;
const LAST_WORDS =
  "Run it on Node.js 24: the Active LTS line, supported until April 2028 [1].\n\n[1] https://github.com/nodejs/release";
const CTRL_O = "\x0f";

/** What pi's screen shows of one search: the call, the answer with its sources, the agent's last words, the status. */
export async function drawScene(): Promise<string> {
  const host = HOSTS[1];
  if (!host) throw new Error("pi is not installed");
  const cost = { input: 5, output: 15, cacheRead: 0, cacheWrite: 0 };
  const providers = { "llm-web": { baseUrl: "http://search/v1", models: [{ id: SEARCH_ID, cost }] } };
  const stage = await setStage({ host, providers, env: { OLLAMA_API_KEY: "key-of-nobody" } });
  stage.models.script("main", callTools({ name: "search_web", args: { query: QUERY } }), answer(LAST_WORDS));
  stage.searchModel(drip([ANSWER.slice(0, 60), ANSWER.slice(60)], 1_600));
  const terminal = new PiTerminal({ ...stage.run, home: stage.home, columns: 96, rows: 60, theme: "dark" });
  try {
    await terminal.waitFor("(mock) main");
    await terminal.submit(QUESTION);
    await terminal.waitFor("supported until April 2028 [1].");
    terminal.type(CTRL_O);
    await terminal.waitFor("Release Schedule");
    await terminal.submit("/search-status");
    await terminal.waitFor("This session: 1 answered");
    await terminal.settle();
    const rows = terminal.lines();
    const first = rows.findIndex((row) => row.includes(QUESTION)) - 1;
    const last = rows.findIndex((row) => row.includes("This session: 1 answered"));
    return drawTerminal(
      terminal.screen,
      [first, last],
      "A web search in pi: the call, its answer, its sources, the status",
    );
  } finally {
    await terminal.close();
    await stage.close();
  }
}
