import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Shorter values are words that stand anywhere. */
const MIN_KEY_CHARS = 8;

interface Keyed {
  apiKey?: unknown;
  baseUrl?: unknown;
  headers?: unknown;
  models?: unknown;
}

/** The keys that a test gave to pi: in its models.json as keys, headers and parts of addresses, and in its environment. */
export function keysOf(providers: Record<string, Keyed>, env: Record<string, string>): string[] {
  const inProviders = Object.values(providers).flatMap(({ models, ...provider }) =>
    [provider, ...(Array.isArray(models) ? models : [])].flatMap(({ apiKey, baseUrl, headers }: Keyed) => [
      apiKey,
      ...addressKeys(baseUrl),
      ...Object.values(headers ?? {}),
    ]),
  );
  // There a key may stand in quotes, behind `Bearer` or over two lines.
  const inEnvironment = Object.entries(env).flatMap(([name, value]) =>
    /_KEY$/.test(name) ? [value, ...value.split(/[\s"']+/)] : [],
  );
  return [...new Set([...inProviders, ...inEnvironment])].filter(
    (key): key is string => typeof key === "string" && key.length >= MIN_KEY_CHARS,
  );
}

function addressKeys(address: unknown): string[] {
  if (typeof address !== "string" || !URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  return [password, ...searchParams.values()];
}

/** Throws when one of the keys stands in the text. */
export function expectNoKey(where: string, text: string, keys: readonly string[]): void {
  const found = keys.find((key) => text.includes(key));
  if (found !== undefined) throw new Error(`the key ${found} stands in ${where}`);
}

/** Under pi 0.73 the OpenAI SDK itself prints a chunk that it cannot parse, for the agent's model as for any other. */
export function withoutSdkLog(stderr: string): string {
  return stderr.replace(/^Could not parse message into JSON:[\s\S]*?^\]$/gm, "");
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
