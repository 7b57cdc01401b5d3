import { randomBytes } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { readJsonObject, SETTINGS_PATH, settingsFile } from "../../ollama-web/settings.ts";

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
    replaceFile(followLinks(file), text, value && statSync(file).mode & 0o777);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return `${SETTINGS_PATH} cannot be written (${code}): change it by hand, or set PI_SEARCH_MODEL.`;
  }
}

/** Where a link leads, also to a file that is not there yet. */
function followLinks(file: string): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? followLinks(resolve(dirname(file), readlinkSync(file))) : file;
}

function replaceFile(file: string, text: string, mode: number | undefined): void {
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
