import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A real pi that the tests run: which package, which version, and how to start it. */
export interface Host {
  name: string;
  version: string;
  /** The command line that starts pi, without arguments of its own. */
  command: [node: string, cli: string];
}

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Both pi lines. The newer one needs a newer Node than this machine may have, so it brings its own. */
export const HOSTS: Host[] = [
  installedHost("@mariozechner/pi-coding-agent", join(ROOT, "node_modules"), "dist/cli.js", process.execPath),
  installedHost(
    "@earendil-works/pi-coding-agent",
    join(ROOT, "test/hosts/node_modules"),
    "dist/bundle/cli.js",
    join(ROOT, "test/hosts/node_modules/node/bin/node"),
  ),
];

export function installedHost(name: string, modules: string, cli: string, node: string): Host {
  const folder = join(modules, name);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const version = (manifest as { version: string }).version;
  return { name, version, command: [node, join(folder, cli)] };
}
