import { execFile } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Certificate, makeCertificate } from "../support/certificates.ts";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { answer, callTools, type ModelStandIn, startModelStandIn } from "../support/model-stand-in.ts";
import { messagesAnswer } from "../support/native-stand-in.ts";
import { json, type OllamaStandIn, startOllamaStandIn } from "../support/ollama-stand-in.ts";
import { type Home, makeHome, type Provider } from "../support/pi.ts";
import { type ProxyStandIn, startProxyStandIn } from "../support/proxy-stand-in.ts";
import { SEARCH_ID } from "../support/scenario.ts";

const SOURCE = "https://nodejs.org/en/blog/release/v24.0.0";

/** From a clone to the first real answer, by the commands that the README gives, for four kinds of users. */
describe.each(HOSTS)("the first answer with $name $version", (host) => {
  let certificate: Certificate;
  let models: ModelStandIn;
  let vendors: ModelStandIn;
  let ollama: OllamaStandIn;
  let home: Home;
  const proxies: ProxyStandIn[] = [];

  beforeAll(() => {
    certificate = makeCertificate("api.anthropic.com", "ollama.com");
  });
  afterAll(() => certificate.remove());
  beforeEach(async () => {
    models = await startModelStandIn();
    vendors = await startModelStandIn(certificate);
    ollama = await startOllamaStandIn("hosted", certificate);
  });
  afterEach(async () => {
    const proxied = proxies.splice(0).map((proxy) => proxy.close());
    await Promise.all([models.close(), vendors.close(), ollama.close(), ...proxied]);
    home.remove();
  });

  function makeUser(providers: Record<string, Provider> = {}): void {
    home = makeHome({ mock: { baseUrl: `${models.url}/v1`, models: ["main"] }, ...providers });
    chmodSync(home.write("bin/pi", `#!/bin/sh\nexec '${host.command.join("' '")}' "$@"\n`), 0o755);
    home.write(".pi/agent/settings.json", { defaultProvider: "mock", defaultModel: "main" });
  }

  /** `just ask` as the user types it; everything that leaves the machine ends at `port`. */
  async function runAsk(question: string, env: Record<string, string>, port: number): Promise<string> {
    const proxy = await startProxyStandIn(port);
    proxies.push(proxy);
    const outside = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate.caFile };
    const path = `${join(home.home, "bin")}:/usr/bin:/bin`;
    return new Promise((resolve) => {
      execFile(
        "bash",
        [join(ROOT, "tools/ask.sh"), question],
        { env: { ...home.env, ...outside, PATH: path, ...env }, cwd: home.cwd },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      );
    });
  }

  /** Lets the agent's model call search_web once and say what it read. */
  async function ask(env: Record<string, string> = {}, port = 9): Promise<string> {
    models.script(
      "main",
      callTools({ name: "search_web", args: { query: "Which npm?" } }),
      (response, request) =>
        answer(`I read: ${JSON.stringify(request.messages.at(-1)?.content)}`)(response, request),
    );
    return runAsk("Which npm comes with Node.js 24?", env, port);
  }

  it("comes with one command where the proxy is in models.json", async () => {
    makeUser({ "llm-web": { baseUrl: `${models.url}/v1`, models: [SEARCH_ID] } });
    models.script(SEARCH_ID, answer(`npm 11 [1].\n\n[1] ${SOURCE}`));
    expect(await ask()).toMatch(new RegExp(`npm 11 \\[1\\].*\\[1\\] ${SOURCE}`));
  });

  it("comes with one command where there is an Ollama key", async () => {
    makeUser();
    ollama.script("web_search", json({ results: [{ title: "Notes", url: SOURCE, content: "npm 11" }] }));
    expect(await ask({ OLLAMA_API_KEY: "key" }, ollama.port)).toMatch(
      new RegExp(`Results of Ollama's web search instead: .*\\[1\\] Notes.*${SOURCE}`),
    );
    expect(ollama.requests).toHaveLength(1);
  });

  it("comes with one command where there is a login at a vendor whose models search", async () => {
    makeUser();
    const cited = [{ url: SOURCE, title: "Notes" }];
    const texts = [`npm 11 [1].\n\n[1] ${SOURCE}`];
    vendors.script("claude-haiku-4-5", messagesAnswer({ texts, found: cited, cited }));
    const login = { ANTHROPIC_API_KEY: "sk-ant-test" };
    const port = Number(new URL(vendors.url).port);
    expect(await ask({ ...login, PI_SEARCH_MODEL: "anthropic/claude-haiku-4-5" }, port)).toMatch(
      new RegExp(`npm 11 \\[1\\].*\\[1\\] ${SOURCE}`),
    );
    expect(vendors.requests).toHaveLength(1);
  });

  it("tells the one who has nothing what to get", async () => {
    makeUser();
    const said = await ask();
    expect(said).toContain(
      "add it to models.json as search-web's README shows, or log in with /login where models search (Anthropic, DeepSeek, OpenAI, ChatGPT, Google, OpenRouter), then type /search-model.",
    );
    expect(said).toContain("a free key from https://ollama.com/settings/keys");
    expect(vendors.requests).toEqual([]);
    expect(ollama.requests).toEqual([]);
  });
});
