import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Certificate, makeCertificate } from "../support/certificates.ts";
import { HOSTS } from "../support/hosts.ts";
import { answer, type ModelStandIn, type Reply, startModelStandIn } from "../support/model-stand-in.ts";
import { chatgptToken, googleAnswer, messagesAnswer, responsesAnswer } from "../support/native-stand-in.ts";
import { type ProxyStandIn, startProxyStandIn } from "../support/proxy-stand-in.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

const SOURCE = { url: "https://a.example.org/node-24", title: "Node 24" };
const TEXT = `Node.js 24 is LTS [1].\n\n[1] ${SOURCE.url}`;
const found = { texts: [TEXT], found: [SOURCE], cited: [SOURCE] };

/** Where a vendor's own models are asked once the user is logged in, and nothing else is set. */
const OWN: { model: string; host: string; path: string; tools: unknown[]; reply: Reply }[] = [
  {
    model: "anthropic/claude-haiku-4-5",
    host: "api.anthropic.com",
    path: "/v1/messages",
    tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 5 }],
    reply: messagesAnswer(found),
  },
  {
    model: "deepseek/deepseek-v4-pro",
    host: "api.deepseek.com",
    path: "/anthropic/v1/messages",
    tools: [{ type: "web_search_20250305", name: "web_search" }],
    reply: messagesAnswer(found),
  },
  {
    model: "openai/gpt-5-mini",
    host: "api.openai.com",
    path: "/v1/responses",
    tools: [{ type: "web_search" }],
    reply: responsesAnswer(found),
  },
  {
    model: "openai-codex/CODEX",
    host: "chatgpt.com",
    path: "/backend-api/codex/responses",
    tools: [{ type: "web_search" }],
    reply: responsesAnswer(found),
  },
  {
    model: "google/gemini-2.5-flash",
    host: "generativelanguage.googleapis.com",
    path: "/v1beta/models/gemini-2.5-flash:streamGenerateContent",
    tools: [{ googleSearch: {} }],
    reply: googleAnswer(found),
  },
  {
    model: "openrouter/anthropic/claude-haiku-4.5",
    host: "openrouter.ai",
    path: "/api/v1/chat/completions",
    tools: [{ type: "openrouter:web_search", parameters: { max_results: 5 } }],
    reply: answer(TEXT, { extra: { citations: [SOURCE.url] } }),
  },
];

describe.each(HOSTS)("a login at a vendor and one line of config, on $name $version", (host) => {
  const isNew = host.name.startsWith("@earendil-works/");
  let certificate: Certificate;
  let vendors: ModelStandIn;
  let proxy: ProxyStandIn;
  let scenario: Scenario;

  beforeAll(async () => {
    certificate = makeCertificate(...OWN.map((vendor) => vendor.host));
    vendors = await startModelStandIn(certificate);
    proxy = await startProxyStandIn(Number(new URL(vendors.url).port));
    const login = { type: "oauth", access: chatgptToken(), refresh: "r", expires: Date.now() + 3_600_000 };
    scenario = await startScenario({
      host,
      providers: {},
      files: { ".pi/agent/auth.json": { "openai-codex": { ...login, accountId: "account-1" } } },
      env: {
        HTTPS_PROXY: proxy.url,
        NODE_EXTRA_CA_CERTS: certificate.caFile,
        ANTHROPIC_API_KEY: "sk-ant-test",
        DEEPSEEK_API_KEY: "sk-test",
        OPENAI_API_KEY: "sk-test",
        GEMINI_API_KEY: "test",
        OPENROUTER_API_KEY: "sk-or-test",
      },
    });
  });
  afterAll(async () => {
    await scenario.close();
    await Promise.all([proxy.close(), vendors.close()]);
    certificate.remove();
  });

  it.each(OWN)("$model searches at $host", async ({ model: reference, host: own, path, tools, reply }) => {
    const model = reference.replace("CODEX", isNew ? "gpt-5.6-luna" : "gpt-5.4-mini");
    scenario.settings({ model, ollama: "off" });
    vendors.script(model.slice(model.indexOf("/") + 1), reply);
    proxy.requests.length = 0;
    vendors.requests.length = 0;

    const { isError, text, details } = await scenario.search();

    expect({ isError, text }).toMatchObject({ isError: false });
    expect(details).toMatchObject({ sources: [SOURCE.url], grounded: true, model });
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${own}:443`]));
    expect(vendors.requests.map((request) => request.path.split("?")[0])).toEqual([path]);
    expect(vendors.requests[0]?.body.tools).toEqual(tools);
  });
});
