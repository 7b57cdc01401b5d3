import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A real pi that is installed here: which package, which version, and how to start it. */
export interface Host {
  name: string;
  version: string;
  /** The command line that starts pi, without arguments of its own. */
  command: [node: string, cli: string];
}

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The Node that runs the newer pi line, once `test/hosts` is installed. */
export const NEWER_NODE = join(ROOT, "test/hosts/node_modules/node/bin/node");

export function installedHost(name: string, modules: string, cli: string, node: string): Host {
  const folder = join(modules, name);
  const manifest: { version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version: manifest.version, command: [node, join(folder, cli)] };
}

/** The pi line that the project's own packages bring; it runs on the Node that runs this. */
export function classicHost(): Host {
  return installedHost(
    "@mariozechner/pi-coding-agent",
    join(ROOT, "node_modules"),
    "dist/cli.js",
    process.execPath,
  );
}
