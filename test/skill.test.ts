import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readProperties, validate } from "skills-ref";
import { expect, it } from "vitest";
import { ROOT } from "./support/hosts.ts";

const FOLDER = join(ROOT, "skills/web-search");
const text = readFileSync(join(FOLDER, "SKILL.md"), "utf8");
const body = text.split("---\n").slice(2).join("---\n");

it("is valid by the Agent Skills standard", async () => {
  expect(await validate(FOLDER)).toEqual([]);
});

it("names itself, its licence and the package's version", async () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { name, license, metadata } = await readProperties(FOLDER);
  expect({ name, license, metadata }).toEqual({
    name: "web-search",
    license: "MIT",
    metadata: { version: manifest.version },
  });
});

it("says in at most 250 characters when to use it, in both languages, without what XML escapes", async () => {
  const { description } = await readProperties(FOLDER);
  expect(description.length).toBeLessThanOrEqual(250);
  for (const trigger of [
    "search for X",
    "what is current about X",
    "поищи X",
    "найди актуальное про X",
    "проверь ссылку",
  ]) {
    expect(description).toContain(trigger);
  }
  expect(description).toMatch(/no search or без поиска/);
  expect(description).not.toMatch(/["'&<>]/);
});

it("keeps its body under 200 words", () => {
  expect(body.trim().split(/\s+/).length).toBeLessThan(200);
});
