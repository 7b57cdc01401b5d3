import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { LOST_SOURCES_LINE, NOT_SEARCHED_LINE } from "../../extensions/search-web/format.ts";
import { HOSTS } from "../support/hosts.ts";
import { answer, type Reply } from "../support/model-stand-in.ts";
import {
  chatgptToken,
  googleAnswer,
  messagesAnswer,
  type NativeAnswer,
  responsesAnswer,
} from "../support/native-stand-in.ts";
import type { Provider } from "../support/pi.ts";
import { type Scenario, type ScenarioOptions, startScenario } from "../support/scenario.ts";

const A = "https://a.example.org/node-24";
const B = "https://b.example.org/npm-11";

describe.each(HOSTS)("sources out of raw events on $name $version", (host) => {
  const showsEvents = host.name.startsWith("@earendil-works/");
  let scenario: Scenario;
  const start = async (options: Omit<ScenarioOptions, "host"> = {}) => {
    scenario = await startScenario({ host, ...options });
    return scenario;
  };
  afterEach(() => scenario?.close());

  it.each([
    ["citations", { extra: { citations: [A, B] } }],
    [
      "annotations",
      {
        delta: {
          annotations: [A, B].map((url) => ({
            type: "url_citation",
            url_citation: { url, title: "A page" },
          })),
        },
      },
    ],
    [
      "citations with cite_index",
      { delta: { citations: [A, B].map((url, i) => ({ cite_index: i + 1, url })) } },
    ],
  ])("finds the sources that a plain proxy sends only as %s", async (form, options) => {
    const { search, searchModel } = await start();
    searchModel(answer("Node.js 24 is LTS [1]. Its npm is version 11 [2].", options));

    const { details, text, isError } = await search();

    expect(isError).toBe(false);
    expect(details.answer).toBe("Node.js 24 is LTS [1]. Its npm is version 11 [2].");
    if (!showsEvents) {
      expect(details).toMatchObject({ sources: [], citations: [], grounded: false });
      expect(text.split("\n").at(-1)).toBe(LOST_SOURCES_LINE);
      return;
    }
    const title = form === "annotations" ? { title: "A page" } : {};
    expect(details).toMatchObject({ sources: [A, B], grounded: true });
    expect(details.citations).toEqual([
      { numbers: [1], url: A, origin: "provider", ...title },
      { numbers: [2], url: B, origin: "provider", ...title },
    ]);
    expect(text.split("\n").slice(-2)).toEqual([`[1] ${A}`, `[2] ${B}`]);
  });

  it("lists a source once that stands in the text and in the events", async () => {
    const { search, searchModel } = await start();
    searchModel(answer(`Node.js 24 is LTS [1].\n\n[1] ${A}`, { extra: { citations: [A] } }));
    const { details } = await search();
    expect(details.citations).toEqual([{ numbers: [1], url: A, origin: showsEvents ? "provider" : "text" }]);
  });
});

interface VendorCase {
  vendor: string;
  provider: string;
  config: Provider;
  path: string;
  reply: (answer: NativeAnswer) => Reply;
  /** What the vendor's documentation asks for, out of the request. */
  asked: (body: Record<string, unknown>) => unknown;
  expected: unknown;
}

function openrouterAnswer({ texts, cited = [], toolCall }: NativeAnswer): Reply {
  const annotations = cited.map((page) => ({
    type: "url_citation",
    url_citation: { ...page, start_index: 0, end_index: 0 },
  }));
  const call = { index: 0, id: "call_1", type: "function", function: { name: "bash", arguments: "{}" } };
  return answer(texts.join(""), {
    delta: { ...(cited.length > 0 ? { annotations } : {}), ...(toolCall ? { tool_calls: [call] } : {}) },
    finish: toolCall ? "tool_calls" : "stop",
  });
}

const tools = ({ tools }: Record<string, unknown>) => tools;
const VENDORS: VendorCase[] = [
  {
    vendor: "Anthropic",
    provider: "anthropic",
    config: { api: "anthropic-messages", baseUrl: "http://search", models: [] },
    path: "/v1/messages",
    reply: messagesAnswer,
    asked: tools,
    expected: [{ type: "web_search_20250305", name: "web_search", max_uses: 5 }],
  },
  {
    vendor: "DeepSeek",
    provider: "deepseek",
    config: { api: "openai-completions", baseUrl: "http://search", models: [] },
    path: "/anthropic/v1/messages",
    reply: messagesAnswer,
    asked: tools,
    expected: [{ type: "web_search_20250305", name: "web_search" }],
  },
  {
    vendor: "OpenAI",
    provider: "openai",
    config: { api: "openai-responses", baseUrl: "http://search/v1", models: [] },
    path: "/v1/responses",
    reply: responsesAnswer,
    asked: ({ tools, include, tool_choice }) => ({ tools, include, tool_choice }),
    expected: {
      tools: [{ type: "web_search" }],
      include: ["web_search_call.action.sources"],
      tool_choice: "required",
    },
  },
  {
    vendor: "ChatGPT",
    provider: "openai-codex",
    config: {
      api: "openai-codex-responses",
      baseUrl: "http://search/backend-api",
      apiKey: chatgptToken(),
      models: [],
    },
    path: "/backend-api/codex/responses",
    reply: responsesAnswer,
    asked: ({ tools, include, tool_choice }) => ({ tools, include, tool_choice }),
    expected: {
      tools: [{ type: "web_search" }],
      include: ["reasoning.encrypted_content", "web_search_call.action.sources"],
      tool_choice: "auto",
    },
  },
  {
    vendor: "Google",
    provider: "google",
    config: { api: "google-generative-ai", baseUrl: "http://search/v1beta", models: [] },
    path: "/v1beta/models/model-of-google:streamGenerateContent?alt=sse",
    reply: ({ cited, ...answer }) => googleAnswer({ ...answer, ...(cited ? { found: cited } : {}) }),
    asked: tools,
    expected: [{ googleSearch: {} }],
  },
  {
    vendor: "OpenRouter",
    provider: "openrouter",
    config: { api: "openai-completions", baseUrl: "http://search/api/v1", models: [] },
    path: "/api/v1/chat/completions",
    reply: openrouterAnswer,
    asked: tools,
    expected: [{ type: "openrouter:web_search", parameters: { max_results: 5 } }],
  },
];

const CITED = [
  { url: A, title: "Node 24" },
  { url: B, title: "npm 11" },
];

const idOf = ({ provider }: VendorCase) => `model-of-${provider}`;

describe.each(HOSTS)("native search on $name $version", (host) => {
  const showsEvents = host.name.startsWith("@earendil-works/");
  let scenario: Scenario;
  const use = (vendor: VendorCase, settings: object = {}) =>
    scenario.settings({
      model: `${vendor.provider}/${idOf(vendor)}`,
      native: true,
      ollama: "off",
      ...settings,
    });
  /** One search with these replies; the requests that it sent. */
  const ask = async (vendor: VendorCase, ...replies: Reply[]) => {
    scenario.models.script(idOf(vendor), ...replies);
    const before = scenario.models.requests.length;
    const end = await scenario.search();
    const requests = scenario.models.requests.slice(before).filter(({ model }) => model === idOf(vendor));
    return { ...end, requests };
  };

  beforeAll(async () => {
    const providers = Object.fromEntries(
      VENDORS.map((vendor) => [vendor.provider, { ...vendor.config, models: [idOf(vendor)] }]),
    );
    scenario = await startScenario({ host, providers });
  });
  afterAll(() => scenario.close());

  describe.each(VENDORS)("$vendor", (vendor) => {
    it("asks with the vendor's tool and takes the sources from its events, else from the text", async () => {
      use(vendor);
      const list = showsEvents ? "" : `\n\n[1] ${A}\n[2] ${B}`;
      const { details, isError, requests } = await ask(
        vendor,
        vendor.reply({ texts: [`Node.js 24 is LTS.${list}`], found: CITED, cited: CITED }),
      );

      expect(isError).toBe(false);
      expect(details).toMatchObject({
        answer: "Node.js 24 is LTS.",
        sources: [A, B],
        grounded: true,
        backend: "subagent",
        model: `${vendor.provider}/${idOf(vendor)}`,
        usage: { input: 120, output: 30 },
      });
      expect(details.searched).toBeUndefined();
      expect(details.citations.map(({ origin }: { origin: string }) => origin)).toEqual(
        showsEvents ? ["provider", "provider"] : ["text", "text"],
      );
      expect(requests.map(({ path }) => path.replace("?beta=true", ""))).toEqual([vendor.path]);
      expect(vendor.asked(requests[0]?.body ?? {})).toEqual(vendor.expected);
    });

    it("says so when the model did not search", async () => {
      use(vendor);
      const { details, text } = await ask(
        vendor,
        vendor.reply({ texts: [`Node.js 24 is LTS [1].\n\n[1] ${A}`] }),
      );
      expect(details).toMatchObject({
        answer: "Node.js 24 is LTS [1].",
        sources: [A],
        grounded: !showsEvents,
      });
      expect(text.includes(NOT_SEARCHED_LINE)).toBe(showsEvents);
    });

    it("takes text beside a tool call, and text blocks without a separator, as an answer", async () => {
      use(vendor);
      const texts = ["Node.js 24", ` is LTS: ${A}`];
      const { details } = await ask(
        vendor,
        vendor.reply({ texts, cited: CITED.slice(0, 1), toolCall: true }),
      );
      expect(details).toMatchObject({ answer: `Node.js 24 is LTS: ${A}`, sources: [A] });
    });

    it("adds nothing where the base URL is not the vendor's own, or the user says no", async () => {
      const plain = vendor.vendor === "DeepSeek" ? openrouterAnswer : vendor.reply;
      for (const native of [undefined, false]) {
        use(vendor, { native });
        const { details, text, requests } = await ask(vendor, plain({ texts: [`So it is: ${A}`] }));
        expect(details).toMatchObject({ sources: [A], grounded: true });
        expect(text).not.toContain(NOT_SEARCHED_LINE);
        expect(requests[0]?.body.tools).toBeUndefined();
      }
    });
  });
});
