import { join } from "node:path";
import { expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer, startModelStandIn } from "../support/model-stand-in.ts";
import { makeHome, Pi } from "../support/pi.ts";

/** Characters of system prompt and tools that one request of pi 1.6.0 carries. */
async function requestChars(
  args: string[],
  env: Record<string, string> = {},
  settings: object = {},
): Promise<number> {
  const host = HOSTS.find(({ version }) => version === "1.6.0");
  if (!host) throw new Error("pi 1.6.0 is not there");
  const models = await startModelStandIn();
  const home = makeHome({ mock: { baseUrl: `${models.url}/v1`, models: ["main"] } });
  home.write(
    "skill/other/SKILL.md",
    "---\nname: other\ndescription: Another skill that the user has\n---\n\nText.\n",
  );
  home.write(".pi/search-model.json", settings);
  const pi = new Pi({ host, home, package: [...args, "--skill", join(home.home, "skill/other")], env });
  models.script("main", answer("hello"));
  await pi.prompt("hi");
  await pi.close();
  const [request] = models.of("main");
  const system = request?.messages.filter(({ role }) => role === "system" || role === "developer") ?? [];
  const prompt = system.map(({ content }) =>
    typeof content === "string" ? content : JSON.stringify(content),
  );
  await models.close();
  home.remove();
  // The folder names are this machine's, not ours.
  const text = prompt.join("").replaceAll(ROOT, "").replaceAll(home.home, "");
  return text.length + JSON.stringify(request?.tools ?? []).length;
}

const SEARCH = ["-e", join(ROOT, "extensions/search-web.ts")];
const SKILL = ["--skill", join(ROOT, "skills/web-search")];
const SKILL_PATH = "/skills/web-search/SKILL.md";
const OLLAMA = ["-e", join(ROOT, "extensions/ollama-web.ts")];

it("keeps what every request carries within the budgets, on the wire of pi 1.6.0", async () => {
  const bare = await requestChars([]);
  const tool = (await requestChars(SEARCH)) - bare;
  const withSkill = (await requestChars([...SEARCH, ...SKILL])) - bare - SKILL_PATH.length;
  const silent = (await requestChars(OLLAMA)) - bare;
  const two = (await requestChars(OLLAMA, { OLLAMA_API_KEY: "key" })) - bare;
  const three = (await requestChars(OLLAMA, { OLLAMA_API_KEY: "key" }, { ollamaTools: "all" })) - bare;
  console.log(
    `always on: search_web ${tool}, with the skill ${withSkill}, two Ollama tools ${two}, three ${three} characters`,
  );
  expect(tool).toBeGreaterThan(200);
  expect(tool).toBeLessThanOrEqual(620);
  expect(withSkill).toBeLessThanOrEqual(960);
  expect(silent).toBe(0);
  expect(two).toBeLessThanOrEqual(1_300);
  expect(three).toBeLessThanOrEqual(1_700);
});
