import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { OllamaMode } from "./host.ts";

/** The user's own file. It stays in ~/.pi wherever pi's agent folder is. */
export const SETTINGS_PATH = "~/.pi/search-model.json";
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

/** Reads the settings file. Never throws: a missing file is no settings, a bad one is a warning and no settings. */
export function readSettings(home: string): Settings {
  const file = settingsFile(home);
  const refuse = (problem: string): Settings => ({
    value: {},
    warnings: [`${SETTINGS_PATH} ${problem}, so the defaults are used.`],
  });
  try {
    if (statSync(file).size > MAX_SETTINGS_BYTES) return refuse("is larger than 64 kB");
    const value: unknown = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
    if (!isRecord(value)) return refuse("is not a JSON object");
    return { value: { ...value }, warnings: [] };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return { value: {}, warnings: [] };
    return refuse(error instanceof SyntaxError ? "is not valid JSON" : `cannot be read (${String(code)})`);
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
  const chosen = Object.hasOwn(value, key) ? value[key] : undefined;
  const known = [fallback, ...others].find((choice) => choice === chosen);
  if (chosen !== undefined && known === undefined) {
    const list = [fallback, ...others].map((choice) => `"${choice}"`).join(", ");
    warnings.push(`${SETTINGS_PATH}: ${key} must be one of ${list}; "${fallback}" is used.`);
  }
  return known ?? fallback;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
