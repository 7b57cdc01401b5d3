import type { Stats } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { PrivateFiles } from "../shared-web/private-files.ts";
import { oneLine } from "../shared-web/text/untrusted.ts";
import { OllamaError } from "./errors.ts";

/** Where a text goes: `path` as the model gave it, or none for a file that goes with the session. */
export interface ExportTarget {
  path: string | undefined;
  overwrite: boolean;
  cwd: string;
  home: string;
}

export interface ExportDeps {
  files: PrivateFiles;
  /** pi's queue, in which its own file tools wait too. */
  queue: <T>(path: string, write: () => Promise<T>) => Promise<T>;
}

export interface ExportedFile {
  outputPath: string;
  temporary: boolean;
  overwritten: boolean;
}

/**
 * Finds out where the file goes, and refuses a folder and an existing file, before anything is sent or written.
 * `undefined` is a temporary file. Throws `OllamaError`.
 */
export async function resolveTarget(target: ExportTarget): Promise<string | undefined> {
  const given = target.path?.trim();
  if (!given) return undefined;
  const path = resolvePath(given, target);
  const found = await find(path);
  if (found?.isDirectory()) throw new OllamaError("file-failed", { reason: `${path} is a folder` });
  if (found && !target.overwrite) throw new OllamaError("file-exists", { reason: path });
  return path;
}

/** As pi's file tools read a path: from the working directory, `~` for home, a leading `@` taken off. */
function resolvePath(path: string, { cwd, home }: ExportTarget): string {
  const plain = path.replace(/^@/, "").replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ");
  return resolve(
    cwd,
    plain.replace(/^~(?=\/|$)/, () => home),
  );
}

/** What stands there, if anything does. */
async function find(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

/** Writes the whole text, making the folders on the way. Throws `OllamaError`. */
export async function exportText(
  text: string,
  path: string | undefined,
  { name, overwrite }: { name: string; overwrite: boolean },
  { files, queue }: ExportDeps,
): Promise<ExportedFile> {
  try {
    if (path === undefined) {
      const outputPath = files.reserve(name);
      await queue(outputPath, () => writeFile(outputPath, text, { mode: 0o600, flag: "wx" }));
      return { outputPath, temporary: true, overwritten: false };
    }
    return await queue(path, async () => {
      const overwritten = overwrite && (await find(path)) !== undefined;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { flag: overwrite ? "w" : "wx" });
      return { outputPath: path, temporary: false, overwritten };
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" && path !== undefined && (await find(path)))
      throw new OllamaError("file-exists", { reason: path }, { cause: error });
    const reason = oneLine(error instanceof Error ? error.message : String(error), 300);
    throw new OllamaError("file-failed", { reason }, { cause: error });
  }
}
