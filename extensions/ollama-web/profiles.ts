import { join } from "node:path";
import { isRecord, textOf } from "../shared-web/json.ts";
import { oneLine } from "../shared-web/text/untrusted.ts";
import { PROFILES_FILE, readJsonObject } from "./settings.ts";

/** How much a tool may bring: results of a search, characters that the model reads. */
export interface Profile {
  maxResults: number;
  maxOutputChars: number;
}

/** A profile and the selector that chose it. */
export interface AppliedProfile extends Profile {
  origin: { kind: "default" } | { kind: "exact" | "pattern"; selector: string };
}

const DEFAULT_PROFILE: Profile = { maxResults: 3, maxOutputChars: 12_000 };
/** No file may flood the context: a project's comes with the project. */
const MAX_OUTPUT_CHARS = 200_000;
const FORMAT_MAJOR = 1;

interface ProfilesFile {
  default: Partial<Profile>;
  models: Map<string, Partial<Profile>>;
}

/**
 * The profile for the agent's current model (`provider/id`) from pi's agent folder and the project's `.pi` folder, the
 * project over the user. The project's file holds budgets and nothing else. Never throws: what cannot be used is a
 * warning and the next best.
 */
export function readProfile(options: { agentDir: string; cwd: string; model: string | undefined }): {
  profile: AppliedProfile;
  warnings: string[];
} {
  const warnings: string[] = [];
  const global = readProfiles(
    join(options.agentDir, PROFILES_FILE),
    "the default budgets are used",
    warnings,
  );
  const project = readProfiles(
    join(options.cwd, ".pi", PROFILES_FILE),
    "your own budgets are used instead",
    warnings,
  );
  const models = new Map([...(project?.models ?? []), ...withoutKeys(global?.models, project?.models)]);
  const fallback = { ...DEFAULT_PROFILE, ...global?.default, ...project?.default };
  if (options.model === undefined) {
    warnings.push("The current model is not known, so the default budget for web results is used.");
    return { profile: { ...fallback, origin: { kind: "default" } }, warnings };
  }
  return { profile: chooseProfile(models, options.model, fallback, warnings), warnings };
}

function withoutKeys<T>(
  entries: Map<string, T> | undefined,
  taken: Map<string, T> | undefined,
): [string, T][] {
  return [...(entries ?? [])].filter(([key]) => !taken?.has(key));
}

/** Exact before pattern, and among patterns the one that says more. An incomplete profile is passed over. */
function chooseProfile(
  models: Map<string, Partial<Profile>>,
  model: string,
  fallback: Profile,
  warnings: string[],
): AppliedProfile {
  const patterns = [...models.keys()].filter((key) => key.includes("*") && matchesPattern(key, model));
  patterns.sort((a, b) => literalLength(b) - literalLength(a));
  for (const selector of [...(models.has(model) ? [model] : []), ...patterns]) {
    const { maxResults, maxOutputChars } = models.get(selector) ?? {};
    if (maxResults !== undefined && maxOutputChars !== undefined) {
      const kind = selector === model ? ("exact" as const) : ("pattern" as const);
      return { maxResults, maxOutputChars, origin: { kind, selector } };
    }
    warnings.push(
      `${PROFILES_FILE}: the profile for ${oneLine(selector, 100)} needs both maxResults and maxOutputChars, so it is passed over.`,
    );
  }
  return { ...fallback, origin: { kind: "default" } };
}

function literalLength(pattern: string): number {
  return pattern.replaceAll("*", "").length;
}

/** `*` stands for any characters. Linear, unlike a pattern turned into a regular expression. */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  const end = text.length - last.length;
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

/** `undefined` for a file that is missing or, with a warning, invalid. */
function readProfiles(path: string, instead: string, warnings: string[]): ProfilesFile | undefined {
  const { value, problem } = readJsonObject(path);
  const file = value && parseProfiles(value);
  if (problem || (value && !file)) {
    warnings.push(`${path} ${problem ?? "is not valid: budgets are whole numbers above 0"}, so ${instead}.`);
    return undefined;
  }
  if (value?.version !== undefined && majorOf(value.version) !== FORMAT_MAJOR)
    warnings.push(
      `${path} names another version than ${FORMAT_MAJOR}; it is read as version ${FORMAT_MAJOR}.`,
    );
  return file;
}

function majorOf(version: unknown): number | undefined {
  // Deep lists and odd objects cannot be made text of.
  const text = typeof version === "number" ? String(version) : textOf(version);
  const major = /^\s*(\d{1,9})(?:\.|\s*$)/.exec(text)?.[1];
  return major === undefined ? undefined : Number(major);
}

function parseProfiles(value: Record<string, unknown>): ProfilesFile | undefined {
  const fallback = value.default === undefined ? {} : parseProfile(value.default);
  const models = new Map<string, Partial<Profile>>();
  if (!fallback || (value.models !== undefined && !isRecord(value.models))) return undefined;
  for (const [selector, entry] of Object.entries(value.models ?? {})) {
    const profile = parseProfile(entry);
    if (!profile) return undefined;
    models.set(selector, profile);
  }
  return { default: fallback, models };
}

function parseProfile(value: unknown): Partial<Profile> | undefined {
  if (!isRecord(value)) return undefined;
  const { maxResults, maxOutputChars } = value;
  if (!isBudget(maxResults) || !isBudget(maxOutputChars)) return undefined;
  return {
    ...(maxResults === undefined ? {} : { maxResults }),
    ...(maxOutputChars === undefined ? {} : { maxOutputChars: Math.min(maxOutputChars, MAX_OUTPUT_CHARS) }),
  };
}

function isBudget(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === "number" && Number.isInteger(value) && value > 0);
}
