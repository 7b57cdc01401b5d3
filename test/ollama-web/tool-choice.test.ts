import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { chooseTools, describeTools } from "../../extensions/ollama-web/tool-choice.ts";

let agentDir: string;
beforeEach(() => {
  agentDir = mkdtempSync(join(tmpdir(), "agent-"));
});
afterEach(() => rmSync(agentDir, { recursive: true }));

const READING = ["ollama_web_fetch", "ollama_web_read_full"];
const ALL = ["ollama_web_search", ...READING];
const AUTO = { ollama: "auto", ollamaTools: "auto" } as const;
const KEY = { OLLAMA_API_KEY: "sk-1" };

it("gives no tool without a key and a host", () => {
  writeFileSync(join(agentDir, "pi-ollama-web-search.json"), "{}");
  for (const env of [{}, { OLLAMA_API_KEY: " ", OLLAMA_HOST: "''" }])
    expect(chooseTools(AUTO, env, agentDir)).toEqual({
      names: [],
      why: "neither OLLAMA_API_KEY nor OLLAMA_HOST is set",
    });
});

it.each([KEY, { OLLAMA_HOST: "127.0.0.1" }, { OLLAMA_HOST: "ollama.com" }, { OLLAMA_API_KEY: "a\nb" }])(
  "gives fetch and read_full with %j",
  (env) => {
    expect(chooseTools(AUTO, env, agentDir)).toEqual({
      names: READING,
      why: "OLLAMA_API_KEY or OLLAMA_HOST is set",
    });
  },
);

it("gives the search too where its file stands in the agent folder", () => {
  writeFileSync(join(agentDir, "pi-ollama-web-search.json"), "broken");
  expect(chooseTools(AUTO, KEY, agentDir)).toEqual({
    names: ALL,
    why: "pi-ollama-web-search.json is in pi's agent folder",
  });
});

it("does as the settings say", () => {
  expect(chooseTools({ ...AUTO, ollamaTools: "all" }, {}, agentDir)).toEqual({
    names: ALL,
    why: '"ollamaTools" is "all"',
  });
  expect(chooseTools({ ...AUTO, ollamaTools: "off" }, KEY, agentDir)).toEqual({
    names: [],
    why: '"ollamaTools" is "off"',
  });
  expect(chooseTools({ ollama: "off", ollamaTools: "all" }, KEY, agentDir)).toEqual({
    names: [],
    why: '"ollama" is "off"',
  });
});

it("describes what is there, what a reload would change, and what another extension has", () => {
  const choice = chooseTools(AUTO, KEY, agentDir);
  const bash = { name: "bash", path: "<builtin:bash>" };
  const ours = READING.map((name) => ({ name, path: "/p/extensions/ollama-web.ts" }));
  const theirs = { name: "ollama_web_fetch", path: "/their/index.ts" };
  expect(describeTools(choice, [bash, ...ours])).toBe(
    "ollama_web_fetch, ollama_web_read_full (OLLAMA_API_KEY or OLLAMA_HOST is set)",
  );
  expect(describeTools(choice, [bash])).toBe(
    "none; after /reload ollama_web_fetch, ollama_web_read_full (OLLAMA_API_KEY or OLLAMA_HOST is set)",
  );
  expect(describeTools({ names: [], why: "w" }, [bash])).toBe("none (w)");
  expect(describeTools(choice, [theirs, ...ours.slice(1)])).toBe(
    "ollama_web_read_full (OLLAMA_API_KEY or OLLAMA_HOST is set); ollama_web_fetch is another extension's (/their/index.ts)",
  );
  expect(describeTools({ names: [], why: "w" }, [theirs])).toBe(
    "none (w); ollama_web_fetch is another extension's (/their/index.ts)",
  );
});
