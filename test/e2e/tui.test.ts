import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTS, type Host } from "../support/hosts.ts";
import { answer, callTools, drip, type Reply, silence, status } from "../support/model-stand-in.ts";
import { json } from "../support/ollama-stand-in.ts";
import { Pi } from "../support/pi.ts";
import { SEARCH_ID, type Stage, setStage } from "../support/scenario.ts";
import { PiTerminal } from "../support/terminal.ts";

const MODEL = `llm-web/${SEARCH_ID}`;
const CTRL_O = "\x0f";
const ESCAPE = "\x1b";
const QUERY =
  "Какая версия Node.js сейчас активная LTS и до какого года её будут поддерживать? 最新の安定版は？";
const ANSWER = `**Node.js 24** — активная LTS-линия [1]. サポートは2028年4月まで続きます 🚀 [2].

- npm 11
- V8 13.6
- the permission model is stable

[1] [Расписание выпусков](https://nodejs.org/ru/about/previous-releases)
[2] https://nodejs.org/ja/about/releases`;
const RESULTS = {
  results: [
    { title: "Node.js — Релизы 🚀", url: "https://nodejs.org/ru", content: "Node 24 — LTS." },
    { title: "最新版のリリース情報", url: "https://nodejs.org/ja", content: "Node 24." },
  ],
};

const SCREENS = [
  { columns: 40, themes: ["dark", "light"] },
  { columns: 80, themes: ["light", "dark"] },
  { columns: 120, themes: ["dark", "light"] },
] as const;

const sessions = SCREENS.flatMap(({ columns, themes }) =>
  HOSTS.map((host, index) => ({ name: host.name, columns, theme: themes[index % 2] ?? "dark", host })),
);

describe.each(sessions)("the TUI of $name at $columns columns, $theme", ({ host, columns, theme }) => {
  let stage: Stage;
  let terminal: PiTerminal;
  let prompts = 0;
  /** Whether it is a terminal for which pi makes links. */
  const hasLinks = columns === 120;
  beforeAll(async () => {
    stage = await setStage({ host: host as Host, ollama: true, settings: { ollamaTools: "all" } });
    const env = { ...stage.run.env, ...(hasLinks ? { TERM_PROGRAM: "vscode" } : {}) };
    terminal = new PiTerminal({ ...stage.run, env, home: stage.home, columns, rows: 60, theme });
    await terminal.waitFor("(mock) main", 60_000);
  });
  afterAll(async () => {
    await terminal.close();
    await stage.close();
  });

  /** Lets the agent call a tool. `during` runs while it does. Returns the rows of its box. */
  async function use(
    name: string,
    args: Record<string, unknown>,
    during?: () => Promise<void>,
  ): Promise<string[]> {
    const lastWords = `That was call ${++prompts}.`;
    stage.models.script("main", callTools({ name, args }), answer(lastWords));
    await terminal.submit("go");
    await during?.();
    await terminal.waitFor(lastWords);
    await terminal.settle();
    return boxOf(name);
  }

  const search = (reply: Reply, during?: () => Promise<void>) => {
    stage.searchModel(reply);
    return use("search_web", { query: QUERY }, during);
  };

  /** The rows of the last call of a tool, from its name to the end of its box, blanks trimmed. */
  function boxOf(name: string): string[] {
    const rows = terminal.lines().map((row) => row.trim());
    const start = rows.findLastIndex((row) => row === name || row.startsWith(`${name} `));
    const end = rows.findIndex(
      (row, index) => index > start && /^(That was call|Operation aborted)/.test(row),
    );
    return rows.slice(start, end).slice(0, rows.slice(start, end).findLastIndex((row) => row !== "") + 1);
  }

  const flow = (rows: string[]) => rows.join(" ").replace(/\s+/g, " ");
  const read = () => JSON.stringify(stage.models.of("main").at(-1)?.messages.at(-1));

  it("shows what a running search does, then the answer in a few lines, and all of it expanded", async () => {
    const rows = await search(drip([ANSWER.slice(0, 40), ANSWER.slice(40)], 1_200), async () => {
      const name = columns === 40 ? "llm-web/lwp/deepseek…" : MODEL;
      await terminal.waitFor(`answering: ${name} · 1 s`);
    });
    expect(rows[0]).toBe(
      {
        40: "search_web Какая версия Node.js сейча…",
        80: "search_web Какая версия Node.js сейчас активная LTS и до какого года её будут…",
        120: "search_web Какая версия Node.js сейчас активная LTS и до какого года её будут поддерживать? 最新の安定版は？",
      }[columns],
    );
    const by = columns === 40 ? "deepseek-pro-sear…" : `${MODEL} · ↑120 ↓30`;
    expect(rows[1]?.replace(/\d+\.\d s/, "2.4 s")).toBe(`2 sources · 2.4 s · ${by}`);
    expect(flow(rows.slice(2))).toMatch(/^Node\.js 24 — активная LTS-линия \[1\]\. サポートは2028年/);
    expect(rows.at(-1)).toMatch(/^… \d more lines? \(ctrl\+o to expand\)$/);
    expect(rows.length).toBe(6);
    expect(read()).toContain(
      "[1] https://nodejs.org/ru/about/previous-releases\\n[2] https://nodejs.org/ja/about/releases",
    );

    terminal.type(CTRL_O);
    await terminal.waitFor("[2] https://nodejs.org/ja");
    await terminal.settle();
    const whole = flow(boxOf("search_web"));
    expect(whole).toMatch(/будут поддерживать\? 最新の安定版は？ 2 sources/);
    expect(whole).toContain("- npm 11 - V8 13.6 - the permission model is stable");
    expect(whole).toContain("[1] https://nodejs.org/ru/about/previo");
    expect(whole).toContain("Расписание выпусков");
    const link = "\x1b]8;;https://nodejs.org/ru/about/previous-releases\x1b\\";
    expect(terminal.output.includes(link)).toBe(hasLinks);
    terminal.type(CTRL_O);
    await terminal.waitFor(/more lines? \(ctrl\+o/);
    await terminal.settle();
    expect(boxOf("search_web")).toEqual(rows);
  });

  it("warns of an answer without sources", async () => {
    const rows = await search(answer("Node 24, as far as I know."));
    expect(rows[1]).toMatch(/^no sources · \d+\.\d s · /);
    expect(rows.slice(2)).toEqual(["Unverified: from the model's memory.", "Node 24, as far as I know."]);
  });

  it("says who answered in a fallback, and why", async () => {
    stage.ollama.script("web_search", json(RESULTS));
    const rows = await search(status(402, { error: { message: "Insufficient balance" } }));
    expect(rows[1]).toMatch(/^2 sources · \d+\.\d s · Ollama$/);
    expect(flow(rows.slice(2))).toBe(
      `Ollama answered instead: ${MODEL} is out of quota (402: Insufficient${columns === 40 ? "…" : " balance)"} [1] Node.js — Релизы 🚀 [2] 最新版のリリース情報 … (ctrl+o to expand)`,
    );
  });

  it("shows a failure's sentences", async () => {
    stage.ollama.script("web_search", json({ error: "unauthorized" }, 401));
    const rows = await search(status(401, { error: { message: "Incorrect API key" } }));
    expect(flow(rows.slice(1))).toContain(
      `search failed: ${MODEL} refused the credentials (401: Incorrect API key); check its API key, or log in again with /login.`,
    );
    expect(flow(rows)).toContain('run "ollama signin" there');
  });

  it("ends the wait at the user's abort", async () => {
    stage.searchModel(silence());
    stage.models.script("main", callTools({ name: "search_web", args: { query: "Node" } }), answer("never"));
    await terminal.submit("go");
    await terminal.waitFor(/asking .* · 1 s/);
    terminal.type(ESCAPE);
    await terminal.waitFor("Operation aborted");
    await terminal.settle();
    expect(boxOf("search_web").length).toBe(2);
    expect(terminal.lines().join("\n")).not.toMatch(/asking .* · \d s/);
  });

  it("shows the Ollama tools alike", async () => {
    stage.ollama.script("web_search", json(RESULTS));
    expect((await use("ollama_web_search", { query: "Node" })).slice(0, 4)).toEqual([
      "ollama_web_search Node",
      "2 results",
      "[1] Node.js — Релизы 🚀",
      "[2] 最新版のリリース情報",
    ]);
    stage.ollama.script(
      "web_fetch",
      json({ title: "Релизы", content: "Первая строка.\nВторая.", links: [] }),
    );
    expect(await use("ollama_web_fetch", { url: "https://nodejs.org/ru" })).toEqual([
      columns === 40 ? "ollama_web_fetch https://nodejs.org/ru" : "ollama_web_fetch https://nodejs.org/ru",
      "22 characters · Релизы",
      "Первая строка.",
      "Вторая.",
      "… (ctrl+o to expand)",
    ]);
  });

  it("shows the status, and that search is off: in the footer and in a blocked call", async () => {
    await terminal.submit("/search-status");
    await terminal.waitFor("Search is on");
    await terminal.settle();
    const rows = terminal.lines().map((row) => row.trim());
    expect(flow(rows.slice(rows.lastIndexOf("Search is on")))).toContain(
      `Search model: ${SEARCH_ID} (the default), found as ${MODEL}, ready`,
    );
    expect(rows.at(-1)).not.toBe("search off");

    stage.searchModel(drip(["Node 25 [1].\n\n", "[1] https://nodejs.org/en"], 1_200));
    stage.ollama.script("web_search", json(RESULTS));
    await terminal.submit("/search-status check");
    await terminal.waitFor(/answering: llm-web/);
    await terminal.waitFor(`${SEARCH_ID}: answered`);
    await terminal.settle();
    expect(terminal.lines().at(-1)).not.toContain("answering");

    stage.searchModel(silence());
    await terminal.submit("/search-status check");
    await terminal.waitFor(/asking llm-web/);
    terminal.type(ESCAPE);
    await terminal.settle();
    expect(terminal.lines().at(-1)).not.toContain("asking");
    expect(await stage.models.of(SEARCH_ID).at(-1)?.closed).toBe(true);

    await terminal.submit("/search-off");
    await terminal.waitFor(/search off\s*$/);
    const blocked = await use("search_web", { query: "Node" });
    expect(flow(blocked.slice(1))).toMatch(
      /^Blocked: the user turned web search off for this session \(.+\)\. \/search-on turns it on again$/,
    );
    expect(read()).toContain("Answer without searching.");
  });
});

describe.each(HOSTS)("the TUI of $name $version", (host: Host) => {
  it("draws the tools of a session that it is started with, and of one that /resume brings", async () => {
    const stage = await setStage({ host, ollama: true, settings: { ollamaTools: "all" } });
    const show = async (session: string, then: (terminal: PiTerminal) => Promise<void>) => {
      const args = ["--session", join(stage.home.cwd, session)];
      const terminal = new PiTerminal({
        ...{ ...stage.run, args, home: stage.home },
        ...{ columns: 100, rows: 50, theme: "dark" },
      });
      await terminal.waitFor("(mock) main", 60_000);
      await then(terminal);
      await terminal.waitFor("The last words.");
      await terminal.settle();
      await terminal.close();
      const rows = terminal.lines().map((row) => row.trim());
      return rows.slice(rows.indexOf("search_web Q?"), rows.indexOf("The last words."));
    };
    try {
      stage.searchModel(answer("Node 24 is LTS [1].\n\n[1] https://nodejs.org/en"));
      stage.ollama.script("web_search", json(RESULTS));
      stage.models.script(
        "main",
        callTools(
          { name: "search_web", args: { query: "Q?" } },
          { name: "ollama_web_search", args: { query: "K" } },
        ),
        answer("The last words."),
      );
      const pi = new Pi({ ...stage.run, args: ["--session", join(stage.home.cwd, "kept.jsonl")] });
      await pi.prompt("go");
      await pi.close();

      const started = await show("kept.jsonl", async () => {});
      expect(started).toContainEqual(expect.stringMatching(/^1 source · [\d.]+ s · llm-web/));
      expect(started).toContain("ollama_web_search K");
      expect(started).toContain("2 results");
      const resumed = await show("new.jsonl", async (terminal) => {
        await terminal.submit("/resume");
        await terminal.waitFor("› go");
        terminal.type("\r");
      });
      expect(resumed).toEqual(started);
    } finally {
      await stage.close();
    }
  });
});
