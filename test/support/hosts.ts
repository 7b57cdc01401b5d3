import { join } from "node:path";
import { classicHost, type Host, installedHost, NEWER_NODE, ROOT } from "./installed-host.ts";

export { type Host, ROOT } from "./installed-host.ts";

/** Both pi lines. The newer one needs a newer Node than this machine may have, so it brings its own. */
export const HOSTS: Host[] = [
  classicHost(),
  installedHost(
    "@earendil-works/pi-coding-agent",
    join(ROOT, "test/hosts/node_modules"),
    "dist/bundle/cli.js",
    NEWER_NODE,
  ),
];
