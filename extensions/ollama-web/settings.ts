import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isRecord } from "../shared-web/json.ts";
import type { Env, OllamaMode } from "./environment.ts";

/** The user's own file. It stays in ~/.pi wherever pi's agent folder is. */
export const SETTINGS_PATH = "~/.pi/search-model.json";
/** Budgets by model, in pi's agent folder and in a project's `.pi` folder. */
export const PROFILES_FILE = "pi-ollama-web-search.json";
const MAX_SETTINGS_BYTES = 64 * 1024;

/** The file's keys as they stand, or none, and a sentence for everything that was wrong with it. */
export interface Settings {
  value: Record<string, unknown>;
  warnings: string[];
}

export interface OllamaSettings {
  ollama: OllamaMode;
  ollamaTools: "auto" | "all" | "off";
  warnings: string[];
}

export function settingsFile(home: string): string {
  return join(home, ".pi", "search-model.json");
}

/** The files of its name in other folders, where none is read. */
export function findUnread(home: string, folders: readonly string[]): string[] {
  const read = settingsFile(home);
  return folders
    .map((folder) => join(folder, basename(read)))
    .filter((file) => file !== read && existsSync(file));
}

/** Reads the settings file. Never throws: a missing file is no settings, a bad one is a warning and no settings. */
export function readSettings(home: string): Settings {
  const { value, problem } = readJsonObject(settingsFile(home));
  const warnings = problem ? [`${SETTINGS_PATH} ${problem}, so the defaults are used.`] : [];
  return { value: value ?? {}, warnings };
}

/**
 * A small file that holds one JSON object. Never throws: neither field for a missing file; for a bad one `problem`, which
 * goes on from the file's name.
 */
export function readJsonObject(file: string): { value?: Record<string, unknown>; problem?: string } {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return { problem: "is not a file" };
    if (stats.size > MAX_SETTINGS_BYTES) return { problem: "is larger than 64 kB" };
    const value: unknown = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
    return isRecord(value) ? { value } : { problem: "is not a JSON object" };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    return {
      problem: error instanceof SyntaxError ? "is not valid JSON" : `cannot be read (${String(code)})`,
    };
  }
}

/** The two keys of the settings file that concern Ollama; a wrong value is a warning and the default. */
export function readOllamaSettings({ value }: Settings): OllamaSettings {
  const warnings: string[] = [];
  return {
    ollama: readChoice(value, "ollama", ["auto", "on", "off"], warnings),
    ollamaTools: readChoice(value, "ollamaTools", ["auto", "all", "off"], warnings),
    warnings,
  };
}

function readChoice<T extends string>(
  value: Record<string, unknown>,
  key: string,
  [fallback, ...others]: readonly [T, ...T[]],
  warnings: string[],
): T {
  const chosen = value[key];
  const known = [fallback, ...others].find((choice) => choice === chosen);
  if (chosen !== undefined && known === undefined) {
    const list = [fallback, ...others].map((choice) => `"${choice}"`).join(", ");
    warnings.push(`${SETTINGS_PATH}: ${key} must be one of ${list}; "${fallback}" is used.`);
  }
  return known ?? fallback;
}

/** PI_OLLAMA_SEARCH_DEV is `1` or `true`: the debug commands are there. */
export function isDebugging(env: Env): boolean {
  return ["1", "true"].includes(env.PI_OLLAMA_SEARCH_DEV?.trim().toLowerCase() ?? "");
}
