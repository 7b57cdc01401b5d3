import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./support/hosts.ts";

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

it("asks for no package at run time, and for its peers only optionally", () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(Object.values(manifest.peerDependencies)).toEqual(
    Object.values(manifest.peerDependencies).map(() => "*"),
  );
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(Object.keys(manifest.peerDependencies));
});
