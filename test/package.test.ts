import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./support/hosts.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(read("package.json"));

it("asks for no package at run time, and for its peers only optionally", () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(Object.values(manifest.peerDependencies)).toEqual(
    Object.values(manifest.peerDependencies).map(() => "*"),
  );
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(Object.keys(manifest.peerDependencies));
  expect(manifest.keywords).toContain("pi-package");
});

it("names entries that exist, and keeps pi from loading their parts as extensions", () => {
  expect(manifest.pi).toEqual({
    extensions: ["./extensions/search-web.ts", "./extensions/ollama-web.ts"],
    skills: ["./skills"],
  });
  for (const entry of manifest.pi.extensions) expect(existsSync(join(ROOT, entry))).toBe(true);
  for (const folder of ["search-web", "ollama-web", "shared-web"]) {
    for (const file of ["index.ts", "index.js", "package.json"]) {
      expect(existsSync(join(ROOT, "extensions", folder, file))).toBe(false);
    }
  }
});

/** The modules that come with one, by its static imports. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, target = ""] of read(path).matchAll(/^import (?!type )[^;]*?from "(\.[^"]+)";/gm))
    loadedWith(join(dirname(path), target), seen);
  return seen;
}

it("loads little at pi's start: neither what searches nor what reads phrases", () => {
  const atStart = manifest.pi.extensions.map((entry: string) => [...loadedWith(join(entry))].sort());
  expect(atStart).toEqual([
    [
      "extensions/search-web.ts",
      "extensions/search-web/prompt.ts",
      "extensions/search-web/switch.ts",
      "extensions/search-web/tool.ts",
      "extensions/shared-web/json.ts",
      "extensions/shared-web/later.ts",
      "extensions/shared-web/private-files.ts",
    ],
    [
      "extensions/ollama-web.ts",
      "extensions/ollama-web/drawing.ts",
      "extensions/ollama-web/environment.ts",
      "extensions/ollama-web/errors.ts",
      "extensions/ollama-web/settings.ts",
      "extensions/ollama-web/tool-choice.ts",
      "extensions/shared-web/json.ts",
      "extensions/shared-web/later.ts",
      "extensions/shared-web/private-files.ts",
    ],
  ]);
});

it("lets search-web use ollama-web, both use what they share, and nothing the other way", () => {
  const imports = (folder: string) =>
    readdirSync(join(ROOT, "extensions", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => {
        const path = join("extensions", folder, file);
        const targets = [...read(path).matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)];
        return targets.map(([, target = ""]) => join(dirname(path), target).split("/")[1]);
      });
  expect(new Set(imports("shared-web"))).toEqual(new Set(["shared-web"]));
  expect(new Set(imports("ollama-web"))).toEqual(new Set(["ollama-web", "shared-web"]));
  expect(new Set(imports("search-web"))).toEqual(new Set(["search-web", "ollama-web", "shared-web"]));
});

it("has one version in the manifest, the changelog, the skill and the README", () => {
  const { version } = manifest;
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(/^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
  expect(/^\s+version: "?([^"\n]+)"?$/m.exec(read("skills/web-search/SKILL.md"))?.[1]).toBe(version);
  expect(/^\| `web-search` \| (\S+) \|/m.exec(read("README.md"))?.[1]).toBe(version);
});

it("has a README under 150 lines and lockfiles without addresses", () => {
  expect(read("README.md").split("\n").length).toBeLessThan(150);
  for (const lock of ["package-lock.json", "test/hosts/package-lock.json"])
    expect(read(lock)).not.toContain('"resolved"');
});
