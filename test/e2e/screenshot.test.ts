import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { drawScene } from "../../screenshot/scene.ts";
import { ROOT } from "../support/hosts.ts";

/** The rows of a picture as text, and the colours it uses; seconds differ from run to run. */
function readPicture(svg: string): { rows: string; colours: string[] } {
  const rows = new Map<string, string>();
  for (const [, y = "", text = ""] of svg.matchAll(/<text x="[\d.]+" y="([\d.]+)"[^>]*>([^<]*)</g))
    rows.set(y, (rows.get(y) ?? "") + text);
  const steady = [...rows.values()].join("\n").replace(/\d+\.\d s/g, "N s");
  return { rows: steady, colours: [...new Set(svg.match(/#[0-9a-f]{6}/g))].sort() };
}

it("shows in the README's picture what pi draws now (else run: just screenshot)", async () => {
  const committed = readFileSync(join(ROOT, "docs/screenshot.svg"), "utf8");
  expect(readPicture(await drawScene())).toEqual(readPicture(committed));
});
