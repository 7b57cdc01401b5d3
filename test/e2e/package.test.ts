import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer, callTools, startModelStandIn } from "../support/model-stand-in.ts";
import { makeHome, Pi, toolEnds } from "../support/pi.ts";
import { SEARCH_ID } from "../support/scenario.ts";

let folder: string;
let tarball: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "search-web-pack-"));
  const [name] = execFileSync("npm", ["pack", ROOT, "--silent"], { cwd: folder, encoding: "utf8" })
    .trim()
    .split("\n")
    .slice(-1);
  tarball = join(folder, name ?? "");
  execFileSync("tar", ["xzf", tarball], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(HOSTS)("the package on $name $version", (host) => {
  it.each([
    ["the checkout", () => ({ args: ["-e", ROOT] })],
    ["an unpacked npm package", () => ({ args: ["-e", join(folder, "package")] })],
    ["a copy in the agent folder", () => ({ args: [], copyFrom: join(folder, "package") })],
  ])("loads without a warning from %s, and works", async (_name, place) => {
    const models = await startModelStandIn();
    const home = makeHome({
      mock: { baseUrl: `${models.url}/v1`, models: ["main"] },
      "llm-web": { baseUrl: `${models.url}/v1`, models: [SEARCH_ID] },
    });
    const { args, copyFrom } = { copyFrom: undefined, ...place() };
    if (copyFrom) {
      for (const part of ["extensions", "skills"])
        cpSync(join(copyFrom, part), join(home.agent, part), { recursive: true });
    }
    const pi = new Pi({ host, home, package: args });
    models.script(SEARCH_ID, answer("Node 25 [1].\n\n[1] https://nodejs.org/"));
    models.script("main", callTools({ name: "search_web", args: { query: "What is new?" } }), answer("done"));

    const [end] = toolEnds(await pi.prompt("go"));

    expect(end).toMatchObject({
      toolName: "search_web",
      isError: false,
      details: { sources: ["https://nodejs.org/"] },
    });
    const { data } = await pi.send({ type: "get_commands" });
    const names = data.commands.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["search-status", "search-off", "search-on", "skill:web-search"]),
    );
    expect(pi.records.filter(({ type }) => type === "extension_error")).toEqual([]);
    expect(await pi.close()).toBe(0);
    expect(pi.stderr).toBe("");
    await models.close();
    home.remove();
  });
});

it("is exactly one package to npm", () => {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}");
  const said = execFileSync("npm", ["install", tarball, "--no-audit", "--no-fund"], {
    cwd: project,
    encoding: "utf8",
  });
  expect(said).toContain("added 1 package");
  expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "pi-search-web",
  ]);
});

it("holds what pi and MCP clients load, what people read, and nothing else", () => {
  expect(readdirSync(join(folder, "package")).sort()).toEqual([
    ...["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md"],
    ...["dist", "docs", "extensions", "package.json", "skills"],
  ]);
});
