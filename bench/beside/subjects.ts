import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../test/support/hosts.ts";
import type { Services } from "./stand-ins.ts";

export const QUERY = "Which Node.js line is the Active LTS, and which npm comes with it?";

/** A package, or one way of ours, and the call that searches. */
export interface Subject {
  name: string;
  package: string[];
  tool: { name: string; args: Record<string, unknown> };
  settings?: object;
  env?: Record<string, string>;
  /** The most characters that a result may take, and that every request may carry, where we state it. */
  resultCap?: number;
  alwaysCap?: number;
  /** The backend that it asks first. */
  asks: "model" | "ollama";
}

export const OTHERS: { spec: string; entry: string; tool: Subject["tool"] }[] = [
  {
    spec: "@cltec/pi-ollama-web-search@1.0.0",
    entry: "src/index.ts",
    tool: { name: "ollama_web_search", args: { query: QUERY } },
  },
  {
    spec: "pi-web-access@0.28.0",
    entry: "index.ts",
    tool: { name: "web_search", args: { query: QUERY, provider: "ollama", workflow: "none" } },
  },
  {
    spec: "@ollama/pi-web-search@0.0.5",
    entry: "index.ts",
    tool: { name: "web_search", args: { query: QUERY } },
  },
];

/** From the npm registry into `folder`; in these copies Ollama's address is set to the stand-ins. */
export async function installOthers(folder: string, { hosted, daemon }: Services): Promise<Subject[]> {
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", "--prefix", folder];
  await promisify(execFile)("npm", ["install", ...options, ...OTHERS.map(({ spec }) => spec)]);
  return OTHERS.map(({ spec, entry, tool }) => {
    const home = join(folder, "node_modules", spec.slice(0, spec.lastIndexOf("@")));
    for (const file of readdirSync(home, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts") || file.includes("node_modules")) continue;
      const text = readFileSync(join(home, file), "utf8");
      const patched = text
        .replaceAll("https://ollama.com/api/", `${hosted.url}/api/`)
        .replaceAll("http://localhost:11434", daemon.url);
      if (patched !== text) writeFileSync(join(home, file), patched);
    }
    return { name: spec, package: ["-e", join(home, entry)], tool, asks: "ollama" as const };
  });
}

/** Nothing but a completion through pi's registry, for the time that it takes. */
export const REGISTRY_ALONE: Subject = {
  name: "registry.complete() alone",
  package: ["-e", join(ROOT, "bench/beside/registry-alone.ts")],
  tool: { name: "ask", args: { query: QUERY } },
  asks: "model",
};

export function listOurs({ daemon }: Services): Subject[] {
  const search = ["-e", join(ROOT, "extensions/search-web.ts"), "--skill", join(ROOT, "skills/web-search")];
  const all = [...search, "-e", join(ROOT, "extensions/ollama-web.ts")];
  const env = { OLLAMA_HOST: daemon.url, OLLAMA_API_KEY: "" };
  const tool = { name: "search_web", args: { query: QUERY } };
  return [
    { name: "search_web", package: search, tool, env, asks: "model", resultCap: 6_000, alwaysCap: 960 },
    {
      ...{ name: "search_web, Ollama's answer", package: all, tool, env, asks: "ollama" },
      ...{ settings: { model: "nobody/nothing" }, resultCap: 4_000, alwaysCap: 2_260 },
    },
    {
      ...{ name: "ollama_web_search", package: all, env, asks: "ollama", resultCap: 12_000 },
      ...{ tool: { name: "ollama_web_search", args: { query: QUERY } }, settings: { ollamaTools: "all" } },
    },
  ];
}
