import type { Env, OllamaMode } from "../ollama-web/environment.ts";
import {
  type OllamaSettings,
  readOllamaSettings,
  readSettings,
  SETTINGS_PATH,
} from "../ollama-web/settings.ts";
import { oneLine } from "../shared-web/text/untrusted.ts";

export const DEFAULT_MODEL = "lwp/deepseek-pro-search-web";
const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_REFERENCES = 10;
const MAX_REFERENCE_CHARS = 300;

/** What the user set, read anew for every call. */
export interface SearchConfig {
  /** Model references in the order to try. */
  models: string[];
  modelsFrom: "PI_SEARCH_MODEL" | typeof SETTINGS_PATH | "default";
  /** Whether the provider's own search tool is added; undefined: where the base URL is the provider's own. */
  native: boolean | undefined;
  /** For all models together. */
  timeoutMs: number;
  ollama: OllamaMode;
  ollamaTools: OllamaSettings["ollamaTools"];
  /** One sentence for each thing that could not be used. */
  warnings: string[];
}

/** Environment and ~/.pi/search-model.json to config. Never throws; what cannot be used is a warning and the default. */
export function readConfig(env: Env, home: string): SearchConfig {
  const settings = readSettings(home);
  const { value } = settings;
  const { ollama, ollamaTools, warnings: ollamaWarnings } = readOllamaSettings(settings);
  const warnings = [...settings.warnings, ...ollamaWarnings, ...unknownKeys(value)];
  const fromFile = readModels(value, warnings);
  const fromEnv = keepReferences(splitReferences(env.PI_SEARCH_MODEL ?? ""), "PI_SEARCH_MODEL", warnings);
  const timeoutMs = readTimeout(value, warnings);
  const native = readNative(value, warnings);
  const rest = { native, timeoutMs, ollama, ollamaTools, warnings };
  if (fromEnv.length > 0) return { models: fromEnv, modelsFrom: "PI_SEARCH_MODEL", ...rest };
  if (fromFile.length > 0) return { models: fromFile, modelsFrom: SETTINGS_PATH, ...rest };
  return { models: [DEFAULT_MODEL], modelsFrom: "default", ...rest };
}

const KNOWN_KEYS = ["model", "native", "timeoutSeconds", "ollama", "ollamaTools"];

function unknownKeys(value: Record<string, unknown>): string[] {
  const unknown = Object.keys(value).filter((key) => !KNOWN_KEYS.includes(key));
  const named = unknown.slice(0, 5).map((key) => oneLine(key, 40));
  if (unknown.length === 0) return [];
  const more = unknown.length > named.length ? ` and ${unknown.length - named.length} more` : "";
  return [`${SETTINGS_PATH}: unknown key ${named.join(", ")}${more}; known are ${KNOWN_KEYS.join(", ")}.`];
}

function readModels(value: Record<string, unknown>, warnings: string[]): string[] {
  const { model } = value;
  if (model === undefined) return [];
  const listed: unknown[] = Array.isArray(model) ? model : [model];
  const references = listed.every((item) => typeof item === "string") ? splitReferences(listed.join()) : [];
  if (references.length > 0) return keepReferences(references, `${SETTINGS_PATH}: model`, warnings);
  warnings.push(`${SETTINGS_PATH}: model must be a model reference or a list of them; the default is used.`);
  return [];
}

/** References between commas, each once. */
export function splitReferences(value: string): string[] {
  const references = value.split(",").map((reference) => reference.trim());
  return [...new Set(references.filter((reference) => reference !== ""))];
}

/** References stand in errors and in the status, so there are few, and each is short and visible. */
function keepReferences(references: string[], from: string, warnings: string[]): string[] {
  const usable = references.filter((reference) => oneLine(reference, MAX_REFERENCE_CHARS) === reference);
  if (usable.length < references.length) {
    warnings.push(
      `${from} holds a reference over ${MAX_REFERENCE_CHARS} characters or with unprintable ones; it is passed over.`,
    );
  }
  if (usable.length > MAX_REFERENCES)
    warnings.push(`${from} names ${usable.length} models; the first ${MAX_REFERENCES} are used.`);
  return usable.slice(0, MAX_REFERENCES);
}

function readTimeout(value: Record<string, unknown>, warnings: string[]): number {
  const seconds = value.timeoutSeconds;
  if (seconds === undefined) return DEFAULT_TIMEOUT_MS;
  if (typeof seconds === "number" && seconds >= 0.1 && seconds <= 600) return Math.round(seconds * 1_000);
  warnings.push(`${SETTINGS_PATH}: timeoutSeconds must be a number from 0.1 to 600; 120 is used.`);
  return DEFAULT_TIMEOUT_MS;
}

function readNative(value: Record<string, unknown>, warnings: string[]): boolean | undefined {
  const { native } = value;
  if (native === undefined || typeof native === "boolean") return native;
  warnings.push(`${SETTINGS_PATH}: native must be true or false; it is decided by the model's address.`);
  return undefined;
}

/** Where the search models were named, for the brackets after one. */
export function describeOrigin({ modelsFrom }: Pick<SearchConfig, "modelsFrom">): string {
  return modelsFrom === "default" ? "the default" : `from ${modelsFrom}`;
}
