import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../support/hosts.ts";

it("is built into the published package, with the licences of what is in it", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "published-"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: ROOT, stdio: "pipe" });
  execFileSync("tar", ["xzf", readdirSync(folder)[0] ?? ""], { cwd: folder });
  const server = join(folder, "package", manifest.bin["search-web-mcp"]);
  const version = execFileSync(server, ["--version"], { encoding: "utf8" });
  const licences = readFileSync(join(folder, "package/dist/search-web-mcp.licenses.txt"), "utf8");
  rmSync(folder, { recursive: true });
  expect(version).toBe(`${manifest.version}\n`);
  expect(licences.match(/^\S+ [\d.]+ \(.+\)$/gm)).toEqual([
    expect.stringMatching(/^@modelcontextprotocol\/sdk [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^zod [\d.]+ \(MIT\)$/),
    expect.stringMatching(/^zod-to-json-schema [\d.]+ \(ISC\)$/),
  ]);
});
