import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer } from "../support/model-stand-in.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

const SKILL = join(ROOT, "skills/web-search/SKILL.md");
/** What stays of the always-on budget of tool and skill, 960 characters, when the tool takes its whole 620. */
const ENTRY_CHARS = 340;

describe.each(HOSTS)("the skill on $name $version", (host) => {
  let scenario: Scenario;
  afterEach(() => scenario?.close());

  /** The system prompt that a pi with another skill, and these arguments, sends. */
  const systemPrompt = async (args: string[]) => {
    scenario = await startScenario({ host, args, package: [] });
    const other = "---\nname: other\ndescription: Another skill\n---\n\nNothing.\n";
    scenario.home.write(".pi/agent/skills/other/SKILL.md", other);
    scenario.models.script("main", answer("hello"));
    await scenario.pi.prompt("hi");
    expect(scenario.pi.stderr).toBe("");
    const system = String(scenario.models.of("main")[0]?.messages[0]?.content);
    const home = scenario.home.home;
    await scenario.close();
    return system.replaceAll(home, "~");
  };

  it("costs each request its own entry and no more", async () => {
    const bare = await systemPrompt([]);
    const withSkill = await systemPrompt(["--skill", join(ROOT, "skills")]);
    expect(bare).toContain("<name>other</name>");
    expect(withSkill).toContain(`    <location>${SKILL}</location>\n`);
    const entry = withSkill.length - bare.length - SKILL.length;
    expect(entry).toBeGreaterThan(200);
    expect(entry).toBeLessThanOrEqual(ENTRY_CHARS);
  });

  it("is a command of its own, and its text does not turn search off", async () => {
    scenario = await startScenario({ host, args: ["--skill", join(ROOT, "skills")] });
    scenario.models.script("main", answer("hello"));
    const records = await scenario.pi.prompt("/skill:web-search");
    expect(String(JSON.stringify(scenario.models.of("main")[0]?.messages.at(-1)))).toContain("без поиска");
    expect(records.filter((record) => record.type === "extension_ui_request")).toEqual([]);
    expect(await scenario.pi.command("/search-status")).toEqual([expect.stringMatching(/^Search is on\n/)]);
  });
});
