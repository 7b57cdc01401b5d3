import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Citation } from "../../extensions/search-web/citations/source-book.ts";
import {
  LOST_SOURCES_LINE,
  NOT_SEARCHED_LINE,
  NOTHING_FOUND_LINE,
} from "../../extensions/search-web/format.ts";
import { HOSTS } from "../support/hosts.ts";
import { answer, callTools, type Reply, status } from "../support/model-stand-in.ts";
import {
  chatgptToken,
  googleAnswer,
  messagesAnswer,
  type NativeAnswer,
  responsesAnswer,
} from "../support/native-stand-in.ts";
import { type Provider, toolEnds } from "../support/pi.ts";
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
    const agent = { baseUrl: "http://search/v1", models: ["agent-search"] };
    const thinking = {
      baseUrl: "http://search/v1",
      compat: { thinkingFormat: "openrouter" },
      models: [{ id: "thinking-search", reasoning: true }],
    };
    scenario = await startScenario({ host, providers: { ...providers, agent, thinking } });
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

  const byName = (name: string): VendorCase => {
    const vendor = VENDORS.find((candidate) => candidate.vendor === name);
    if (!vendor) throw new Error(name);
    return vendor;
  };

  it.each([
    [
      "Anthropic",
      "too_many_requests",
      "unavailable",
      "is unavailable (its web search takes no more requests now)",
    ],
    ["Anthropic", "unavailable", "unavailable", "is unavailable (its web search is unavailable)"],
    [
      "DeepSeek",
      "max_uses_exceeded",
      "quota",
      "is out of quota (its web search was used up for this request)",
    ],
    [
      "Anthropic",
      "query_too_long",
      "bad-response",
      "sent no usable answer (the query is too long for its web search)",
    ],
    ["OpenAI", "failed", "unavailable", "is unavailable (its web search is unavailable)"],
  ])(
    "goes on to the next model when %s's search failed inside a good response: %s",
    async (name, error, outcome, says) => {
      const vendor = byName(name);
      const model = `${vendor.provider}/${idOf(vendor)}`;
      use(vendor, { model: [model, `openrouter/${idOf(byName("OpenRouter"))}`] });
      scenario.models.script(
        idOf(byName("OpenRouter")),
        openrouterAnswer({ texts: ["Next."], cited: CITED }),
      );
      const { details } = await ask(vendor, vendor.reply({ texts: ["I could not search."], error }));
      if (!showsEvents) {
        expect(details).toMatchObject({ answer: "I could not search.", sources: [], grounded: false });
        return;
      }
      expect(details).toMatchObject({ answer: "Next.", sources: [A, B], grounded: true });
      const failed = { backend: "subagent", model, outcome, message: `${model} ${says}` };
      const attempts = details.attempts.map(
        ({ durationMs: _durationMs, ...attempt }: { durationMs: number }) => attempt,
      );
      expect(attempts.slice(0, -1)).toEqual(outcome === "unavailable" ? [failed, failed] : [failed]);
    },
  );

  it("tells a refusal from an outage at ChatGPT, whose status pi leaves out of its words", async () => {
    const vendor = byName("ChatGPT");
    use(vendor);
    const refused = await ask(vendor, status(403, { error: { message: "no" } }));
    expect(refused.text).toContain("refused the credentials (403: no); ");
    // pi 0.73 asks four times by itself, which takes 7 s.
    if (!showsEvents) return;
    expect(refused.requests).toHaveLength(1);
    const down = await ask(vendor, status(503, { error: { message: "no" } }));
    expect(down.text).toContain("is unavailable (503: no); ");
    expect(down.requests).toHaveLength(2);
  });

  it("takes an answer with sources although one of several searches failed, and one that paused", async () => {
    const vendor = byName("Anthropic");
    use(vendor);
    const texts = [`Node.js 24 is LTS: ${A}`];
    const failedOnce = await ask(vendor, vendor.reply({ texts, found: CITED, error: "max_uses_exceeded" }));
    expect(failedOnce.details).toMatchObject({ answer: texts[0], sources: [A], grounded: true });
    const paused = await ask(vendor, vendor.reply({ texts, found: CITED, stopReason: "pause_turn" }));
    expect(paused.details).toMatchObject({ answer: texts[0], sources: [A], grounded: true });
    expect(paused.details.cut).toBe(showsEvents ? true : undefined);
  });

  it("says of a search that found no page what it saw, and trusts a source that the answer names", async () => {
    for (const vendor of ["Anthropic", "OpenAI"].map(byName)) {
      use(vendor);
      const { details, text } = await ask(vendor, vendor.reply({ texts: ["Nothing is known."], found: [] }));
      expect(details).toMatchObject({ sources: [], grounded: false });
      expect(text.includes(NOTHING_FOUND_LINE)).toBe(showsEvents);
      const named = await ask(vendor, vendor.reply({ texts: [`It stands in ${A}`], found: [] }));
      expect(named.details).toMatchObject({ sources: [A] });
      expect(named.details.foundNothing).toBeUndefined();
    }
  });

  it("says of a model that searched and wrote nothing that its server is well", async () => {
    for (const vendor of ["Anthropic", "OpenAI", "Google"].map(byName)) {
      use(vendor);
      const { isError, text } = await ask(vendor, vendor.reply({ texts: [], found: CITED, cited: CITED }));
      const says = showsEvents
        ? "(it only searched); try again, or take another search model with /search-model."
        : "; check that its server speaks the API that models.json names.";
      expect({ isError, text }).toMatchObject({
        isError: true,
        text: expect.stringMatching(/finished without an answer ?/),
      });
      expect(text).toContain(says);
    }
  });

  it("keeps apart what a model says before it searches and what it answers", async () => {
    const vendor = byName("Anthropic");
    use(vendor);
    for (const start of ["Node.js", "🎉 Node.js", "«Node.js»", "- Node.js"]) {
      const reply = vendor.reply({ texts: ["Ищу.", start, " 24 is LTS", ", it says."], found: CITED });
      expect((await ask(vendor, reply)).details.answer).toBe(`Ищу.\n\n${start} 24 is LTS, it says.`);
    }
  });

  it.each([
    ["Cyrillic", "Node.js 24 — это LTS.", " Он новый."],
    ["CJK", "Node.js 24 是长期支持版本。", "它很新。"],
    ["emoji", "🎉 Node.js 24 is LTS 👍🏽🇫🇷.", " It is new 🚀."],
  ])("puts Gemini's numbers where its bytes point: %s", async (_script, first, second) => {
    const vendor = byName("Google");
    use(vendor);
    const redirect = "https://vertexaisearch.cloud.google.com/grounding-api-redirect";
    const found = [
      { url: `${redirect}/AUZIYQa`, title: "nodejs.org" },
      { url: `${redirect}/AUZIYQb`, title: "wikipedia.org" },
    ];
    const supports = [
      { text: first, chunks: [0] },
      { text: second.trim(), chunks: [0, 1] },
    ];
    const pieces = [first.slice(0, 9), first.slice(9), second];
    const { details, text } = await ask(vendor, googleAnswer({ texts: pieces, found, supports }));
    if (!showsEvents) {
      expect(details).toMatchObject({ answer: `${first}${second}`, sources: [] });
      return;
    }
    expect(details).toMatchObject({ answer: `${first}[1]${second}[1][2]`, grounded: true });
    expect(details.citations).toEqual([
      { numbers: [1], url: `${redirect}/AUZIYQa`, title: "nodejs.org", origin: "provider" },
      { numbers: [2], url: `${redirect}/AUZIYQb`, title: "wikipedia.org", origin: "provider" },
    ]);
    expect(text.split("\n").slice(-2)).toEqual([
      `[1] ${redirect}/AUZIYQa (nodejs.org)`,
      `[2] ${redirect}/AUZIYQb (wikipedia.org)`,
    ]);
  });

  it("keeps Gemini's numbers apart from those of a list that the model wrote", async () => {
    const vendor = byName("Google");
    use(vendor);
    const found = [
      { url: "https://google.example/a", title: "nodejs.org" },
      { url: "https://google.example/b", title: "wikipedia.org" },
    ];
    const supports = [
      { text: "Node.js 24 is LTS.", chunks: [1] },
      { text: "See https://c.example/?q=1.", chunks: [0] },
    ];
    const said = `Node.js 24 is LTS. See https://c.example/?q=1.`;
    const texts = [`${said}\n\nSources:\n1. ${A}\n2. ${B}`];
    const { details } = await ask(vendor, googleAnswer({ texts, found, supports }));
    const cited = details.citations.map(({ numbers, url }: Citation) => [url, numbers] as const);
    if (!showsEvents) {
      expect(details.answer).toBe(said);
      expect(new Map(cited)).toEqual(
        new Map([
          [A, [1]],
          [B, [2]],
          ["https://c.example/?q=1", []],
        ]),
      );
      return;
    }
    expect(details.answer).toBe("Node.js 24 is LTS.[2] See https://c.example/?q=1. [1]");
    expect(new Map(cited)).toEqual(
      new Map([
        ["https://google.example/a", [1]],
        ["https://google.example/b", [2]],
        ["https://c.example/?q=1", []],
        [A, []],
        [B, []],
      ]),
    );
  });

  it("leaves a model its thinking where pi would turn it off without knowing whether it can do without", async () => {
    scenario.settings({ model: "thinking/thinking-search", ollama: "off" });
    scenario.models.script("thinking-search", answer(`So it is [1].\n\n[1] ${A}`));
    const { details } = await scenario.search();
    expect(details.sources).toEqual([A]);
    const [request] = scenario.models.of("thinking-search");
    expect(request?.body.reasoning).toEqual(showsEvents ? { effort: "none" } : undefined);
  });

  it("asks no model that the user did not name, whatever credentials there are", async () => {
    scenario.settings({ ollama: "off" });
    const before = scenario.models.requests.length;
    const { isError, text } = await scenario.search();
    expect(isError).toBe(true);
    expect(text).toBe(
      "search failed: the default lwp/deepseek-pro-search-web is not in pi's model registry; add it to models.json as search-web's README shows, or type /search-model agent/agent-search to search with a model that you have (price not known).",
    );
    expect(scenario.models.requests.slice(before).map(({ model }) => model)).toEqual(["main", "main"]);
  });

  it("uses the session's own model by the word session, when it can search", async () => {
    scenario.settings({ model: "session", native: true, ollama: "off" });
    const { isError, text } = await scenario.search();
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringMatching(
        /^search failed: the session's model mock\/main is not known to search the web; type \/search-model \S+ to search with a model that you have \(/,
      ),
    });
    await scenario.pi.send({ type: "set_model", provider: "agent", modelId: "agent-search" });
    scenario.models.script(
      "agent-search",
      callTools({ name: "search_web", args: { query: "What is new?" } }),
      answer(`So it is [1].\n\n[1] ${A}`),
      answer("done"),
    );
    const [end] = toolEnds(await scenario.pi.prompt("go"));
    expect(end?.details).toMatchObject({ model: "agent/agent-search", sources: [A] });
    await scenario.pi.send({ type: "set_model", provider: "mock", modelId: "main" });
  });
});
