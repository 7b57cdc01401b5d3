import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Shorter values are words that stand anywhere. */
const MIN_KEY_CHARS = 8;

/** The keys that a test gave to pi, from its models.json and its environment. */
export function keysOf(
  providers: Record<string, { apiKey?: unknown }>,
  env: Record<string, string>,
): string[] {
  const values = [...Object.values(providers).map(({ apiKey }) => apiKey), env.OLLAMA_API_KEY];
  return values.filter((key) => typeof key === "string" && key.length >= MIN_KEY_CHARS) as string[];
}

/** Throws when one of the keys stands in the text. */
export function expectNoKey(where: string, text: string, keys: readonly string[]): void {
  const found = keys.find((key) => text.includes(key));
  if (found !== undefined) throw new Error(`the key ${found} stands in ${where}`);
}

/** The same for every file below a folder, but for those that hold keys by their nature: the ones the test wrote. */
export function expectNoKeyBelow(
  folder: string,
  written: ReadonlySet<string>,
  keys: readonly string[],
): void {
  if (keys.length === 0 || !existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== "auth.json" && !written.has(path)) {
      expectNoKey(path, readFileSync(path, "utf8"), keys);
    }
  }
}
