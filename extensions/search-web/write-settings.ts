import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readJsonObject, SETTINGS_PATH, settingsFile } from "../ollama-web/settings.ts";

/**
 * Sets one key of ~/.pi/search-model.json; the others, the file's mode and a link that it may be are kept. The file is
 * replaced at once, so that nobody reads half of it. Returns a sentence when that cannot be done; then nothing changed.
 */
export function writeSetting(home: string, key: string, setting: unknown): string | undefined {
  const file = settingsFile(home);
  const { value, problem } = readJsonObject(file);
  if (problem) return `${SETTINGS_PATH} ${problem}: mend it or remove it first.`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const text = `${JSON.stringify({ ...value, [key]: setting }, null, 2)}\n`;
    if (value) replaceFile(realpathSync(file), text, statSync(file).mode & 0o777);
    else replaceFile(file, text);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return `${SETTINGS_PATH} cannot be written (${code}).`;
  }
}

function replaceFile(file: string, text: string, mode?: number): void {
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx" });
    if (mode !== undefined) chmodSync(temporary, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
