import { resetCapabilitiesCache, setCapabilities } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { renderCall, renderResult } from "../../extensions/search-web/render.ts";
import type { SearchAnswer } from "../../extensions/search-web/search-answer.ts";
import type { SearchWebDetails } from "../../extensions/search-web/tool-run.ts";
import { loadTheme, readLines, widthsOverrun, withoutEscapes } from "../support/drawing.ts";
import { makeHostileText, randomOf } from "../support/hostile-answers.ts";

const MODEL = "llm-web/lwp/deepseek-pro-search-web";
const QUERY = "What is new in Node.js 24, and until when is it supported?";
const ANSWER = `**Node.js 24** is the Active LTS line [1]. What changed:

- V8 13.6, with \`RegExp.escape\` [2]
- npm 11 [2][1]
- the permission model is stable`;

const USAGE = {
  input: 1234,
  output: 56,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 1290,
  cost: { input: 0.001, output: 0.0002, cacheRead: 0, cacheWrite: 0, total: 0.0012 },
};

const DETAILS: SearchWebDetails = {
  query: QUERY,
  answer: ANSWER,
  sources: ["https://github.com/nodejs/release", "https://nodejs.org/en/blog/release/v24.0.0"],
  grounded: true,
  citations: [
    { numbers: [1], url: "https://github.com/nodejs/release", title: "Release Schedule", origin: "text" },
    { numbers: [2, 3], url: "https://nodejs.org/en/blog/release/v24.0.0", origin: "text" },
  ],
  backend: "subagent",
  model: MODEL,
  attempts: [{ backend: "subagent", model: MODEL, outcome: "ok", durationMs: 8_400 }],
  durationMs: 8_400,
  usage: USAGE,
};

const theme = loadTheme("dark");
afterEach(() => resetCapabilitiesCache());

interface Shown {
  details?: unknown;
  text?: string;
  expanded?: boolean;
  isPartial?: boolean;
  isError?: boolean;
}

function show({ details, text = "", expanded = false, isPartial = false, isError = false }: Shown) {
  const content = [{ type: "text", text }];
  return renderResult({ content, details }, { expanded, isPartial }, theme, { isError });
}

const linesOf = (shown: Shown, width = 80) => readLines(show(shown), width);
const answerOf = (changes: Partial<SearchAnswer> | Record<string, unknown>) => ({ ...DETAILS, ...changes });

describe("the call", () => {
  const call = (args: unknown, width: number, expanded = false) =>
    readLines(renderCall(args, theme, { expanded }), width);

  it("is one line, its query cut by width", () => {
    expect(call({ query: QUERY }, 80)).toEqual([
      "search_web What is new in Node.js 24, and until when is it supported?",
    ]);
    expect(call({ query: QUERY }, 40)).toEqual(["search_web What is new in Node.js 24, a…"]);
    expect(call({ query: "最新の安定版は何ですか？サポート期間はいつまでですか？" }, 40)).toEqual([
      "search_web 最新の安定版は何ですか？サポ…",
    ]);
    expect(call({ query: "Какая версия Node.js сейчас активная LTS?" }, 40)).toEqual([
      "search_web Какая версия Node.js сейчас …",
    ]);
  });

  it("is whole when expanded", () => {
    expect(call({ query: QUERY }, 40, true)).toEqual([
      "search_web What is new in Node.js 24,",
      "           and until when is it",
      "           supported?",
    ]);
  });

  it("stands while its arguments are still coming, and whatever they are", () => {
    for (const args of [undefined, null, {}, { query: 7 }, { query: "" }, [], "x"]) {
      expect(call(args, 80)).toEqual(["search_web"]);
    }
  });

  it("is drawn soon however long it is", () => {
    const startedAt = performance.now();
    const query = "слово ".repeat(20_000);
    expect(call({ query }, 40)[0]).toBe("search_web слово слово слово слово слов…");
    expect(call({ query }, 40, true).length).toBeGreaterThan(3_000);
    expect(linesOf({ details: answerOf({ answer: query }) }, 40).at(-1)).toMatch(/^… 3,\d+ more lines/);
    expect(linesOf({ text: query, isError: true }, 40).at(-1)).toMatch(/^… 3,\d+ more lines/);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("keeps a query of many lines on one, without terminal escapes", () => {
    expect(call({ query: "a\n\n  b\t\x1b[31mc\x1b]0;title\x07\u202e" }, 80)).toEqual(["search_web a b c"]);
  });
});

describe("progress", () => {
  const running = (text: string, width: number) => linesOf({ text, isPartial: true }, width);

  it("is one line that keeps its seconds", () => {
    expect(running(`asking ${MODEL} · 3 s`, 80)).toEqual([`asking ${MODEL} · 3 s`]);
    expect(running(`asking ${MODEL} · 13 s`, 40)).toEqual(["asking llm-web/lwp/deepseek-pro-… · 13 s"]);
  });
});

describe("an answer", () => {
  it("shows its outcome and its first lines", () => {
    expect(linesOf({ details: DETAILS })).toEqual([
      "2 sources · 8.4 s · llm-web/lwp/deepseek-pro-search-web · ↑1.2k ↓56 · $0.001",
      "Node.js 24 is the Active LTS line [1]. What changed:",
      "- V8 13.6, with RegExp.escape [2]",
      "- npm 11 [2][1]",
      "… 1 more line (ctrl+o to expand)",
    ]);
  });

  it("leaves the provider out where the line would be too long", () => {
    expect(linesOf({ details: DETAILS }, 70)[0]).toBe(
      "2 sources · 8.4 s · deepseek-pro-search-web · ↑1.2k ↓56 · $0.001",
    );
    expect(linesOf({ details: DETAILS }, 40)[0]).toBe("2 sources · 8.4 s · deepseek-pro-search…");
  });

  it("shows the whole answer and its sources when expanded", () => {
    expect(linesOf({ details: DETAILS, expanded: true })).toEqual([
      "2 sources · 8.4 s · llm-web/lwp/deepseek-pro-search-web · ↑1.2k ↓56 · $0.001",
      "",
      "Node.js 24 is the Active LTS line [1]. What changed:",
      "",
      "- V8 13.6, with RegExp.escape [2]",
      "- npm 11 [2][1]",
      "- the permission model is stable",
      "",
      "[1] https://github.com/nodejs/release",
      "    Release Schedule",
      "[2][3] https://nodejs.org/en/blog/release/v24.0.0",
    ]);
  });

  it("numbers its sources by order where it marks none, and wraps a long address under itself", () => {
    const url = `https://example.com/${"long-".repeat(12)}end`;
    const details = answerOf({ answer: "No marker.", citations: [{ numbers: [], url, origin: "text" }] });
    expect(linesOf({ details, expanded: true }, 40)).toEqual([
      "1 source · 8.4 s · deepseek-pro-search-…",
      "",
      "No marker.",
      "",
      "[1] https://example.com/long-long-long-l",
      "    ong-long-long-long-long-long-long-lo",
      "    ng-long-end",
    ]);
  });

  it("numbers them as the agent reads them, where only code looks like a marker", () => {
    const citations = [{ numbers: [], url: "https://a.example", origin: "text" }];
    const details = answerOf({ answer: "Take `items[0]`.", citations });
    expect(linesOf({ details, expanded: true }).at(-1)).toBe("[1] https://a.example");
  });

  it("makes addresses clickable where the terminal can, and only then", () => {
    setCapabilities({ images: null, trueColor: true, hyperlinks: true });
    const lines = show({ details: DETAILS, expanded: true }).render(80);
    expect(lines.join("\n")).toContain("\x1b]8;;https://nodejs.org/en/blog/release/v24.0.0\x1b\\");
    setCapabilities({ images: null, trueColor: true, hyperlinks: false });
    expect(show({ details: DETAILS, expanded: true }).render(80).join("\n")).not.toContain("\x1b]8");
  });

  it("makes no link of an address that is not of the web or could leave the link", () => {
    setCapabilities({ images: null, trueColor: true, hyperlinks: true });
    const citations = ["javascript:alert(1)", "file:///etc/passwd", "https://a.example/\x1b\\\x1b[31m x"].map(
      (url) => ({ numbers: [], url, origin: "text" }),
    );
    const lines = show({ details: answerOf({ answer: "A.", citations }), expanded: true }).render(80);
    expect(lines.join("\n")).not.toContain("\x1b]8");
    expect(withoutEscapes(lines.at(-1) ?? "").trimEnd()).toBe("[3] https://a.example/ x");
  });

  it("warns when no source came with it", () => {
    const none = { sources: [], citations: [], grounded: false };
    expect(linesOf({ details: answerOf({ ...none, answer: "From memory." }) })).toEqual([
      "no sources · 8.4 s · llm-web/lwp/deepseek-pro-search-web · ↑1.2k ↓56 · $0.001",
      "Unverified: from the model's memory.",
      "From memory.",
    ]);
    expect(linesOf({ details: answerOf({ ...none, searched: true, answer: "Searched [1]." }) })).toEqual([
      "no sources · 8.4 s · llm-web/lwp/deepseek-pro-search-web · ↑1.2k ↓56 · $0.001",
      "The addresses of its sources did not come through.",
      "Searched [1].",
    ]);
    const vain = answerOf({ ...none, searched: true, foundNothing: true, answer: "From memory." });
    expect(linesOf({ details: vain })[1]).toBe("Unverified: the search found no page.");
    expect(show({ details: answerOf(none) }).render(80)[0]).toContain(theme.fg("warning", "no sources"));
  });

  it("warns when the model did not search, and when its answer ends early", () => {
    expect(
      linesOf({ details: answerOf({ grounded: false, searched: false, cut: true }) }).slice(1, 3),
    ).toEqual([
      "Unverified: the model did not search.",
      "The search model hit its output limit: the answer ends early.",
    ]);
  });

  it("says what the agent did not read, and where it stands", () => {
    const truncated = {
      shownChars: 5_400,
      totalChars: 12_345,
      fullOutputPath: "/tmp/pi-search-web-1/answer.md",
    };
    expect(linesOf({ details: answerOf({ truncated }), expanded: true }, 100).at(-1)).toBe(
      "The agent read 5,400 of 12,345 characters; all of them are in /tmp/pi-search-web-1/answer.md",
    );
  });
});

describe("a fallback", () => {
  const failed = {
    backend: "subagent",
    model: MODEL,
    outcome: "quota",
    message: `${MODEL} is out of quota (402: Insufficient balance)`,
    durationMs: 300,
  };
  const ollama = answerOf({
    backend: "ollama",
    model: undefined,
    usage: undefined,
    answer:
      "[1] Releases\nhttps://nodejs.org/en\nNode 24 is LTS.\n\n[2] リリース\nhttps://nodejs.org/ja\nNode 24.",
    citations: [
      { numbers: [1], url: "https://nodejs.org/en", title: "Releases", origin: "provider" },
      { numbers: [2], url: "https://nodejs.org/ja", title: "リリース", origin: "provider" },
      { numbers: [3], url: "https://nodejs.org/ru", title: "Релизы", origin: "provider" },
    ],
    attempts: [failed, { backend: "ollama", outcome: "ok", durationMs: 500 }],
    durationMs: 800,
  });

  it("to Ollama says who answered and why, and shows the pages", () => {
    expect(linesOf({ details: ollama })).toEqual([
      "3 sources · 0.8 s · Ollama",
      "Ollama answered instead: llm-web/lwp/deepseek-pro-search-web is out of quota",
      "(402: Insufficient balance)",
      "[1] Releases",
      "[2] リリース",
      "… (ctrl+o to expand)",
    ]);
    expect(linesOf({ details: ollama, expanded: true }).slice(3)).toEqual([
      "",
      "[1] Releases",
      "https://nodejs.org/en",
      "Node 24 is LTS.",
      "",
      "[2] リリース",
      "https://nodejs.org/ja",
      "Node 24.",
      "",
      "[3] https://nodejs.org/ru",
      "    Релизы",
    ]);
  });

  it("to another model says so too, but a retry of the same does not", () => {
    const ok = { backend: "subagent", model: "p/two", outcome: "ok", durationMs: 1 };
    const second = answerOf({ model: "p/two", attempts: [failed, failed, ok] });
    expect(linesOf({ details: second }, 120)[1]).toBe(
      "p/two answered instead: llm-web/lwp/deepseek-pro-search-web is out of quota (402: Insufficient balance)",
    );
    const retried = answerOf({ attempts: [failed, DETAILS.attempts[0]] });
    expect(linesOf({ details: retried })).toEqual(linesOf({ details: DETAILS }));
  });

  it("cuts a long reason on a narrow terminal, and tells all of it when expanded", () => {
    const reason = `${MODEL} is unavailable (503: ${"busy ".repeat(40)}end)`;
    const details = answerOf({ model: "p/two", attempts: [{ ...failed, message: reason }] });
    expect(linesOf({ details }, 40).slice(1, 5)).toEqual([
      "p/two answered instead:",
      "llm-web/lwp/deepseek-pro-search-web is",
      "unavailable (503: busy busy busy busy…",
      "Node.js 24 is the Active LTS line [1].",
    ]);
    expect(linesOf({ details, expanded: true }, 40).join(" ")).toContain("busy end)");
    const bare = answerOf({ ...details, answer: "Yes.", sources: [], citations: [] });
    expect(linesOf({ details: bare }, 40).slice(-2)).toEqual(["Yes.", "… (ctrl+o to expand)"]);
  });

  it("warns when Ollama found nothing", () => {
    const nothing = { ...ollama, answer: "", sources: [], citations: [], grounded: false };
    expect(linesOf({ details: nothing })[0]).toBe("no sources · 0.8 s · Ollama");
    expect(linesOf({ details: nothing }).at(-1)).toBe("The search found no page.");
  });
});

describe("a failure", () => {
  const text = `search failed: ${MODEL} refused the credentials (401: Incorrect API key); check its API key, or log in again with /login.`;

  it("shows its sentences", () => {
    expect(linesOf({ text, isError: true })).toEqual([
      "search failed: llm-web/lwp/deepseek-pro-search-web refused the credentials (401:",
      "Incorrect API key); check its API key, or log in again with /login.",
    ]);
    expect(show({ text, isError: true }).render(200)[0]).toContain(theme.fg("error", text));
  });

  it("of many sentences ends with a way to see them all", () => {
    const long = `search failed: ${"one more sentence of a failure. ".repeat(40)}`;
    const lines = linesOf({ text: long, isError: true }, 40);
    expect([lines.length, lines.at(-1)]).toEqual([
      12,
      expect.stringMatching(/^… \d+ more lines \(ctrl\+o to e/),
    ]);
    expect(linesOf({ text: long, isError: true, expanded: true }, 40).length).toBeGreaterThan(30);
  });

  it("that is the user's no search says how to allow it again", () => {
    const reason =
      "Blocked: the user turned web search off for this session (“no search”). Answer without searching. Do not go around this with bash, curl or another tool.";
    expect(linesOf({ text: reason, isError: true })).toEqual([
      "Blocked: the user turned web search off for this session (“no search”).",
      "/search-on turns it on again",
    ]);
    expect(linesOf({ text: reason, isError: true, expanded: true }, 200)).toEqual([reason]);
  });

  it.each(["This operation was aborted", "The operation was aborted."])(
    "that is the user's own stop is no error: %s",
    (text) => {
      expect(show({ text, isError: true }).render(80)).toEqual([theme.fg("muted", "stopped")]);
    },
  );
});

describe("what an older version stored", () => {
  it("shows the text where the details say nothing", () => {
    for (const details of [undefined, null, 7, "x", [], {}, { answer: 7 }, { progress: {} }]) {
      expect(linesOf({ text: "one\ntwo\nthree\nfour\nfive", details })).toEqual([
        "one",
        "two",
        "three",
        "… 2 more lines (ctrl+o to expand)",
      ]);
    }
  });

  it("shows what it can of an answer", () => {
    expect(
      linesOf({ details: { answer: "A [1].", sources: ["https://a.example", 7, null] }, expanded: true }),
    ).toEqual(["1 source · the search model", "", "A [1].", "", "- https://a.example"]);
  });

  it("never throws and never overruns, whatever the details are", () => {
    const keys = fc.constantFrom(...Object.keys(DETAILS), "truncated", "cut");
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant(undefined),
      fc.array(fc.dictionary(keys, fc.jsonValue())),
    );
    fc.assert(
      fc.property(
        fc.dictionary(keys, value),
        fc.boolean(),
        fc.integer({ min: 40, max: 200 }),
        (changes, expanded, width) => {
          const component = show({ details: { ...DETAILS, ...changes }, text: "text", expanded });
          for (const line of readLines(component, width))
            expect(line).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it("draws long hostile texts soon, without escapes of theirs", () => {
  for (const seed of [50, 650, 1_900, 7_000]) {
    const text = makeHostileText(randomOf(seed), 3_000);
    const attempts = [{ backend: "subagent", model: "p/other", outcome: "network", message: text }];
    const citations = [{ numbers: [1], url: text, title: text }];
    const details = answerOf({ answer: text, citations, attempts, model: text });
    const before = process.cpuUsage();
    const lines = [false, true].flatMap((expanded) => readLines(show({ details, expanded }), 80));
    const { user, system } = process.cpuUsage(before);
    expect([seed, (user + system) / 1_000_000 < 3]).toEqual([seed, true]);
    expect(lines.join("\n")).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  }
}, 60_000);

const TEXTS = [
  "最新の安定版は **Node.js 24** です。👩‍💻 サポートは2028年4月まで続きます [1]。全角文字は二つのセルを使います。🚀🚀🚀",
  "Активная LTS-линия сейчас **Node.js 24** [1], поддержка длится до апреля 2028 года.",
  "| 列 | Статус 🚀 | End |\n|---|---|---|\n| 二十四 | `Active LTS 👍🏽` | 2028-04 |\n\n```js\nconst 名前 = '🚀'.repeat(40);\n```\n\n> 1. - 入れ子",
  `한국어 ${"가".repeat(120)} ${"x".repeat(120)} ${"🇩🇪👨‍👩‍👧‍👦".repeat(12)} e\u0301\u0301\u0301 \t\ttabs`,
  "https://example.com/".padEnd(700, "путь-漢字-"),
];

describe("every width from 40 to 200 columns", () => {
  it("holds every line of an answer", () => {
    for (const text of TEXTS) {
      const citations = [{ numbers: [1, 2, 3], url: `https://例え.jp/${"長".repeat(90)}`, title: text }];
      const attempts = [{ backend: "subagent", model: "p/other", outcome: "network", message: text }];
      const model = `プロバイダ/${"モデル".repeat(8)}`;
      const details = answerOf({ answer: text, citations, attempts, model, cut: true });
      expect(widthsOverrun(show({ details, expanded: true }))).toEqual([]);
      expect(widthsOverrun(show({ details: { ...details, backend: "ollama" } }))).toEqual([]);
    }
  }, 60_000);

  it("holds every line of a call, a wait, a failure and a plain text", () => {
    const text = TEXTS.join(" ");
    for (const expanded of [false, true]) {
      expect(widthsOverrun(renderCall({ query: text }, theme, { expanded }))).toEqual([]);
      expect(widthsOverrun(show({ text, isError: true, expanded }))).toEqual([]);
      expect(widthsOverrun(show({ text, expanded }))).toEqual([]);
    }
    expect(widthsOverrun(show({ text: `asking ${text} · 12 s`, isPartial: true }))).toEqual([]);
  }, 60_000);
});
