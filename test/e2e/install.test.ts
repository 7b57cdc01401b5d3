import { execFile, execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer, callTools, type ModelStandIn, startModelStandIn } from "../support/model-stand-in.ts";
import { type Home, makeHome } from "../support/pi.ts";
import { SEARCH_ID } from "../support/scenario.ts";

describe.each(HOSTS)("install, ask, uninstall with $name $version", (host) => {
  let home: Home;
  let models: ModelStandIn;
  beforeEach(async () => {
    models = await startModelStandIn();
    home = makeHome({
      mock: { baseUrl: `${models.url}/v1`, models: ["main"] },
      "llm-web": { baseUrl: `${models.url}/v1`, models: [SEARCH_ID] },
    });
    home.write("bin/pi", `#!/bin/sh\nexec '${host.command.join("' '")}' "$@"\n`);
  });
  afterEach(async () => {
    await models.close();
    home.remove();
  });

  /** Runs one of our scripts with that pi on the PATH, or with none. */
  function run(script: string, args: string[] = [], more: Record<string, string> = {}) {
    // Colours, as on many CI servers, stand in what `pi list` prints.
    const PATH = `${join(home.home, "bin")}:/usr/bin:/bin`;
    const env = { ...home.env, PATH, FORCE_COLOR: "1", ...more };
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(
        "bash",
        [join(ROOT, "tools", script), ...args],
        { env, cwd: home.cwd },
        (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
      );
    });
  }
  const packages = () => JSON.parse(readFileSync(join(home.agent, "settings.json"), "utf8")).packages;

  it("registers the checkout once, shows the status, and takes it out again", async () => {
    execFileMode(home);
    const first = await run("install.sh");
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(
      `Search model: ${SEARCH_ID} (the default), found as llm-web/${SEARCH_ID}, ready`,
    );
    expect((await run("install.sh")).code).toBe(0);
    expect(packages()).toHaveLength(1);

    models.script(
      "main",
      callTools({ name: "search_web", args: { query: "What is new?" } }),
      answer("Node 25, see [1]."),
    );
    models.script(SEARCH_ID, answer("Node 25 [1].\n\n[1] https://nodejs.org/"));
    writeFileSync(
      join(home.agent, "settings.json"),
      JSON.stringify({ packages: packages(), defaultProvider: "mock", defaultModel: "main" }),
    );
    expect(await run("ask.sh", ["What's new in Node?"])).toMatchObject({
      code: 0,
      stdout: "Node 25, see [1].\n",
    });
    expect(models.of("main")[0]?.messages.at(-1)?.content).toContainEqual(
      expect.objectContaining({
        text: expect.stringContaining("search_web, and list the sources that you used: What's new in Node?"),
      }),
    );

    expect((await run("uninstall.sh")).code).toBe(0);
    expect(packages()).toHaveLength(0);
    expect(await run("uninstall.sh")).toMatchObject({ code: 0, stdout: `${ROOT} is not installed in pi.\n` });
  });

  it("refuses beside a copy or another package with our names, and says how to remove them", async () => {
    execFileMode(home);
    cpSync(join(ROOT, "extensions"), join(home.agent, "extensions"), { recursive: true });
    cpSync(join(ROOT, "skills"), join(home.agent, "skills"), { recursive: true });
    const copy = await run("install.sh");
    expect(copy.code).toBe(1);
    expect(copy.stderr).toContain(`remove it with: rm -r '${home.agent}/skills/web-search'\n`);
    expect(copy.stderr).toContain(
      `remove it with: rm -r '${home.agent}/extensions/search-web.ts' '${home.agent}/extensions/search-web'`,
    );

    const other = makePackage(home, "other");
    home.write(".pi/agent/settings.json", { packages: [other] });
    expect((await run("install.sh")).stderr).toContain(
      `The package ${other} registers tools by the same names.\n  remove it with: pi remove '${other}'\n`,
    );
  });

  it("names what both extensions share among what to remove, and quotes any path", async () => {
    execFileMode(home);
    const agent = join(home.home, "O'Brien's pi");
    cpSync(join(ROOT, "extensions"), join(agent, "extensions"), { recursive: true });
    const { code, stderr } = await run("install.sh", [], { PI_CODING_AGENT_DIR: "~/O'Brien's pi" });
    expect(code).toBe(1);
    const commands = [...stderr.matchAll(/remove it with: (.*)/g)].map(([, command]) => command);
    execFileSync("bash", ["-ec", commands.join("\n")]);
    expect(readdirSync(join(agent, "extensions"))).toEqual([]);
  });

  it("never says to remove what is the checkout's own", async () => {
    execFileMode(home);
    symlinkSync(join(ROOT, "extensions"), join(home.agent, "extensions"));
    cpSync(join(ROOT, "skills"), join(home.agent, "skills"), { recursive: true });
    const { code, stderr } = await run("install.sh");
    expect(code).toBe(1);
    expect([...stderr.matchAll(/remove it with: (.*)/g)].map(([, command]) => command)).toEqual([
      `rm -r '${home.agent}/skills/web-search'`,
    ]);
  });

  it("finds another package with our names behind one whose folder is gone", async () => {
    execFileMode(home);
    const other = makePackage(home, "other");
    home.write(".pi/agent/settings.json", {
      packages: [join(home.home, "gone"), { source: other, skills: [] }],
    });
    const { code, stderr } = await run("install.sh");
    expect(code).toBe(1);
    expect(stderr).toContain(`remove it with: pi remove '${other}'\n`);
    expect(packages()).toHaveLength(2);
  });

  it("knows the checkout by another path, and takes it out by that", async () => {
    execFileMode(home);
    const link = join(home.home, "a link");
    symlinkSync(ROOT, link);
    home.write(".pi/agent/settings.json", { packages: [link] });
    const first = await run("install.sh");
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("is installed in pi already.\n");
    expect(packages()).toEqual([link]);
    expect((await run("uninstall.sh")).code).toBe(0);
    expect(packages()).toEqual([]);
  });

  it("asks with the copy that pi has", async () => {
    execFileMode(home);
    cpSync(join(ROOT, "extensions"), join(home.agent, "extensions"), { recursive: true });
    home.write(".pi/agent/settings.json", { defaultProvider: "mock", defaultModel: "main" });
    models.script("main", answer("Node 25."));
    expect(await run("ask.sh", ["Which?"])).toMatchObject({ code: 0, stdout: "Node 25.\n" });
  });

  it.each(["install.sh", "uninstall.sh", "ask.sh", "record.sh"])(
    "says in %s how to get pi where there is none",
    async (script) => {
      const { code, stderr } = await run(script, ["Which?"], { PATH: "/usr/bin:/bin" });
      expect(code).toBe(1);
      expect(stderr).toContain(
        "pi is not on the PATH. Get it, then run this again:\n  npm install -g @earendil-works/pi-coding-agent",
      );
    },
  );
});

/** A package that registers a tool by our name. */
function makePackage(home: Home, name: string): string {
  home.write(`${name}/package.json`, { name, pi: { extensions: ["./extensions/x.ts"] } });
  home.write(`${name}/extensions/x.ts`, 'export default () => ({ name: "search_web" });\n');
  return join(home.home, name);
}

function execFileMode(home: Home): void {
  // makeHome writes plain files; the stand-in for the user's `pi` must be executable.
  const file = join(home.home, "bin/pi");
  chmodSync(file, 0o755);
}
