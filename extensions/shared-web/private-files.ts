import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "pi-search-web-";
const FOLDER = new RegExp(`^${PREFIX}(\\d+)-\\w{6}$`);

/** Texts too long for the context, in a folder that only the user can read and that goes with the session. */
export interface PrivateFiles {
  /** Writes a file (mode 0600) and returns its absolute path. Throws the file system's error. */
  write(name: string, text: string): string;
  /** The absolute path of a file to write later: new, and in the same folder. Throws the file system's error. */
  reserve(name: string): string;
  /** Removes everything written so far. */
  removeAll(): void;
}

/** Nothing is made before the first `write` or `reserve`. */
export function createPrivateFiles(parent: () => string = tmpdir): PrivateFiles {
  let folder: string | undefined;
  const reserve = (name: string) => {
    // The system may clean its temp folder while a long session goes on.
    if (folder === undefined || !existsSync(folder))
      folder = mkdtempSync(join(parent(), `${PREFIX}${process.pid}-`)); // mkdtemp makes it 0700
    return join(folder, `${name}-${randomBytes(4).toString("hex")}.md`);
  };
  return {
    reserve,
    write(name, text) {
      const file = reserve(name);
      writeFileSync(file, text, { mode: 0o600, flag: "wx" });
      return file;
    },
    removeAll() {
      if (folder) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

/**
 * Removes a session's files when it ends. After /reload it goes on, in a fork its beginning does, and the texts name the
 * files: they stay until this process exits, whatever other agents' sessions end in it.
 */
export function removeAtEnd(files: PrivateFiles, reason: string): void {
  if (reason !== "reload" && reason !== "fork") files.removeAll();
  // A reload loads this module anew.
  else if (!process.listeners("exit").some(({ name }) => name === removeOwnFolders.name))
    process.once("exit", removeOwnFolders);
}

function removeOwnFolders(): void {
  removeFolders(tmpdir(), (pid) => pid === process.pid);
}

/** Removes what a killed process of the same user left behind. Never throws. */
export function removeOrphans(parent: string = tmpdir()): void {
  removeFolders(parent, (pid) => !isRunning(pid));
}

function removeFolders(parent: string, isLeft: (pid: number) => boolean): void {
  try {
    for (const name of readdirSync(parent)) {
      const pid = Number(FOLDER.exec(name)?.[1]);
      if (pid > 0 && isLeft(pid) && isOwnFolder(join(parent, name))) {
        rmSync(join(parent, name), { recursive: true, force: true });
      }
    }
  } catch {
    // A temp folder that cannot be listed or cleaned is no reason to disturb the session.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isOwnFolder(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid());
}
