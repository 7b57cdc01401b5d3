import { execFile } from "node:child_process";
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer, type ModelStandIn, startModelStandIn, status } from "../support/model-stand-in.ts";
import { type Home, makeHome } from "../support/pi.ts";
import { replayRecording } from "../support/recording.ts";
import { SEARCH_ID } from "../support/scenario.ts";

const KEY = "sk-secret-0123456789abcdef";
const HEADER = "header-secret-0123456789";
const A = "https://a.example.org/node-24";

describe.each(HOSTS)("just record with $name $version", (host) => {
  const showsEvents = host.name.startsWith("@earendil-works/");
  let home: Home;
  let models: ModelStandIn;
  beforeEach(async () => {
    models = await startModelStandIn();
    home = makeHome({
      mock: { baseUrl: `${models.url}/v1`, models: ["main"] },
      "llm-web": {
        baseUrl: `${models.url}/v1`,
        apiKey: KEY,
        headers: { "x-account": HEADER },
        models: [SEARCH_ID],
      },
    });
    home.write("bin/pi", `#!/bin/sh\nexec '${host.command.join("' '")}' "$@"\n`);
    chmodSync(join(home.home, "bin/pi"), 0o755);
    home.write(".pi/agent/settings.json", { defaultProvider: "mock", defaultModel: "main" });
  });
  afterEach(async () => {
    await models.close();
    home.remove();
  });

  function record(question: string) {
    const env = { ...home.env, PATH: `${join(home.home, "bin")}:/usr/bin:/bin` };
    const script = join(ROOT, "tools/record.sh");
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile("bash", [script, question], { env, cwd: home.cwd }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
      );
    });
  }

  it("writes what the search model sent, without key and headers, ready to be a test case", async () => {
    const echo = `<think>The key is ${KEY}</think>Node.js 24 is LTS [1]; ${HEADER}.`;
    const opaque = { encrypted_content: "x".repeat(5_000) };
    models.script(SEARCH_ID, answer(echo, { extra: { citations: [A], ...opaque } }));

    const { code, stdout, stderr } = await record('What\'s "new" in Node?');

    expect({ code, stderr }).toMatchObject({ code: 0 });
    const [name = "", ...others] = readdirSync(join(home.cwd, "recordings"));
    expect(others).toEqual([]);
    const file = join(home.cwd, "recordings", name);
    expect(stdout).toBe(
      `Recorded in ${file}\nIt holds the question, the text and the provider's events, no key and no header. Read it before you pass it on.\n`,
    );
    const written = readFileSync(file, "utf8");
    expect(written).not.toMatch(/sk-secret|header-secret|authorization|xxxxx/i);
    expect(JSON.parse(written)).toMatchObject({
      question: 'What\'s "new" in Node?',
      model: `llm-web/${SEARCH_ID}`,
      api: "openai-completions",
      text: "<think>The key is …</think>Node.js 24 is LTS [1]; ….",
      answer: expect.stringMatching(/^Node\.js 24 is LTS (?:\[1\])?/),
      sources: showsEvents ? [A] : [],
    });
    expect("events" in JSON.parse(written)).toBe(showsEvents);
    expect(models.of(SEARCH_ID)).toHaveLength(1);
    expect(models.of(SEARCH_ID)[0]?.body.stream).toBe(true);

    const { read, expected } = replayRecording(file);
    expect(read).toEqual(expected);
  });

  it("says why nothing was recorded", async () => {
    models.script(SEARCH_ID, status(401, { error: { message: `bad key ${KEY}` } }));
    const { code, stdout } = await record("What is new?");
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `Nothing recorded: llm-web/${SEARCH_ID} refused the credentials (401: bad key …); check its API key, or log in again with /login.\n`,
    });
  });
});
