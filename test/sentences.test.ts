import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { type ErrorFacts, OllamaError, type OllamaErrorCode } from "../extensions/ollama-web/errors.ts";
import { parseOllamaHost } from "../extensions/ollama-web/host.ts";
import { parsePageAddress } from "../extensions/ollama-web/page-address.ts";
import { readArguments } from "../extensions/ollama-web/tools/read-full-arguments.ts";
import { readConfig } from "../extensions/search-web/config.ts";
import { type ModelFailure, modelError, type SearchErrorCode } from "../extensions/search-web/errors.ts";
import { describeWayOut } from "../extensions/search-web/model/candidates.ts";
import { describeChoices, listChoices, takeModels } from "../extensions/search-web/model/model-choice.ts";
import { describeReference } from "../extensions/search-web/model/search-model.ts";
import { SearchRun } from "../extensions/search-web/search-run.ts";
import {
  blockFetch,
  blockSearch,
  describeChange,
  describeNoChange,
  describeSwitch,
} from "../extensions/search-web/switch/texts.ts";
import { makeRegistry } from "./support/registry.ts";

/** Every sentence that a person can meet, each with what happened and what to do now. */

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/(?:_API_KEY|_TOKEN)$/.test(name)) vi.stubEnv(name, "");
});

it("says why a search failed, and what to do", async () => {
  const wayOut = "type /search-model deepseek/deepseek-v4-flash to search with a model that you have";
  const failures: [SearchErrorCode, Partial<ModelFailure>][] = [
    ["model-not-found", { wayOut }],
    ["model-not-found", { problem: "cannot be the search model: xAI's web search is not built in", wayOut }],
    ["no-credentials", { wayOut }],
    ["unauthorized", { status: 401, detail: "Incorrect API key" }],
    ["quota", { status: 402, detail: "Insufficient balance" }],
    ["unavailable", { status: 503 }],
    ["network", { server: "127.0.0.1:5000", detail: "connect ECONNREFUSED 127.0.0.1:5000" }],
    ["network", { server: "api.openai.com", detail: "getaddrinfo ENOTFOUND api.openai.com" }],
    ["network", { partial: true, detail: "terminated" }],
    ["timeout", { seconds: 120 }],
    ["bad-response", { status: 400, detail: "unknown parameter" }],
    ["empty-answer", {}],
    ["empty-answer", { detail: "it only thought" }],
  ];
  const told = failures.map(([code, facts]) => failWith((run) => run.recover(fail(code, facts))));
  expect(await Promise.all(told)).toEqual([
    `search failed: p/m is not in pi's model registry; add it to models.json as search-web's README shows, or ${wayOut}.`,
    `search failed: p/m cannot be the search model: xAI's web search is not built in; ${wayOut}.`,
    `search failed: p/m has no credentials; add its API key to models.json, or log in with /login; or ${wayOut}.`,
    "search failed: p/m refused the credentials (401: Incorrect API key); check its API key, or log in again with /login.",
    "search failed: p/m is out of quota (402: Insufficient balance); wait, add credit, or take another search model with /search-model.",
    "search failed: p/m is unavailable (503); try again in a minute.",
    "search failed: p/m could not be reached (connect ECONNREFUSED 127.0.0.1:5000); check that its server runs at 127.0.0.1:5000.",
    "search failed: p/m could not be reached (getaddrinfo ENOTFOUND api.openai.com); check your connection to api.openai.com.",
    "search failed: the connection to p/m broke in the middle of the answer (terminated); try again.",
    "search failed: p/m gave no answer within 120 s; try again, or raise timeoutSeconds in ~/.pi/search-model.json.",
    "search failed: p/m sent no usable answer (400: unknown parameter); look at its server's log if it is yours, or take another search model with /search-model.",
    "search failed: p/m finished without an answer; check that its server speaks the API that models.json names.",
    "search failed: p/m finished without an answer (it only thought); try again, or take another search model with /search-model.",
  ]);
  expect(await failWith(async (run) => run.skip("p/m", "timed-out"))).toBe(
    "search failed: p/m timed out less than 5 minutes ago and was not asked again; /search-status check asks it now.",
  );
  expect(await failWith(async (run) => run.skip("p/m", "no-time"))).toBe(
    "search failed: p/m was not asked, the time was used up; raise timeoutSeconds in ~/.pi/search-model.json.",
  );
  const two = async (run: SearchRun) => {
    await run.recover(fail("unavailable", { status: 503 }));
    await run.recover(fail("unavailable", { model: "q/n", status: 500 }));
    run.skip("p/o", "no-time");
  };
  expect(await failWith(two)).toBe(
    "search failed: p/m is unavailable (503); try again in a minute. q/n is unavailable (500). p/o was not asked, the time was used up; raise timeoutSeconds in ~/.pi/search-model.json.",
  );
  const broken = "~/.pi/search-model.json is not valid JSON, so the defaults are used.";
  expect(await failWith(async (run) => run.skip("p/m", "timed-out"), [broken])).toBe(
    `search failed: ${broken} p/m timed out less than 5 minutes ago and was not asked again; /search-status check asks it now.`,
  );
});

function fail(code: SearchErrorCode, facts: Partial<ModelFailure>) {
  return () => Promise.reject(modelError(code, { model: "p/m", ...facts }));
}

async function failWith(
  what: (run: SearchRun) => Promise<unknown>,
  warnings: string[] = [],
): Promise<string> {
  const run = new SearchRun("q", { registry: makeRegistry([]), sessionModel: undefined }, () => 0);
  await what(run);
  return run.failed(warnings).message;
}

it("says why Ollama gave nothing, and what to do", () => {
  const daemon = { server: "The Ollama daemon at http://127.0.0.1:11434", daemon: true, hasKey: false };
  const hosted = { server: "ollama.com", daemon: false, hasKey: true };
  const sentences: Record<OllamaErrorCode, [ErrorFacts, string]> = {
    "not-configured": [
      {},
      `Ollama's web search is not set up: set OLLAMA_API_KEY (a free key from https://ollama.com/settings/keys), or OLLAMA_HOST to a signed-in Ollama daemon, or "ollama": "on" in ~/.pi/search-model.json for the daemon on this machine.`,
    ],
    "switched-off": [
      {},
      `Ollama's web search is switched off: "ollama" is "off" in ~/.pi/search-model.json; take that out to search.`,
    ],
    "bad-host": [{ reason: "it has a path" }, "OLLAMA_HOST cannot be used: it has a path."],
    "bad-key": [
      {},
      "OLLAMA_API_KEY holds a control or non-ASCII character: copy the key again from https://ollama.com/settings/keys.",
    ],
    "bad-key-origin": [
      {},
      "OLLAMA_KEY_ORIGIN must be an https origin like https://gateway.example, without a path, user or password.",
    ],
    "no-key": [
      {},
      "OLLAMA_HOST names ollama.com, which needs a key: set OLLAMA_API_KEY (from https://ollama.com/settings/keys).",
    ],
    "blank-query": [{}, "The search query is empty: say what to search for."],
    "bad-address": [{ reason: "it is no web address" }, "The address was not opened: it is no web address."],
    unauthorized: [
      { ...hosted, status: 401, said: "unauthorized" },
      'ollama.com rejected the key (401: "unauthorized"): check OLLAMA_API_KEY, or make a new key at https://ollama.com/settings/keys.',
    ],
    forbidden: [
      { ...hosted, status: 403 },
      "ollama.com refused the request (403): the account or its plan may not include web search, see https://ollama.com/settings.",
    ],
    "not-signed-in": [
      { ...daemon, status: 401 },
      'The Ollama daemon at http://127.0.0.1:11434 is not signed in (401): run "ollama signin" there, or set OLLAMA_API_KEY.',
    ],
    "cloud-disabled": [
      { ...daemon, status: 403 },
      "The Ollama daemon at http://127.0.0.1:11434 refused the request (403): Ollama's cloud was switched off there, so nobody else was asked; switch it on there to search.",
    ],
    "host-not-allowed": [
      { ...daemon, status: 403 },
      "The Ollama daemon at http://127.0.0.1:11434 refused the request without a reason (403): it may not accept that host name, so give its IP address in OLLAMA_HOST.",
    ],
    "daemon-too-old": [
      { ...daemon, status: 404 },
      "The Ollama daemon at http://127.0.0.1:11434 has no web search (404): update it to Ollama 0.18.0 or newer, or set OLLAMA_API_KEY.",
    ],
    "daemon-unreachable": [
      { ...daemon, reason: "ECONNREFUSED" },
      "The Ollama daemon at http://127.0.0.1:11434 could not be reached (ECONNREFUSED): start it, or correct OLLAMA_HOST, or set OLLAMA_API_KEY.",
    ],
    quota: [
      { ...hosted, status: 429, said: "weekly usage limit" },
      'ollama.com refused because of a usage limit or the balance (429: "weekly usage limit"): wait until the limit resets, or see https://ollama.com/settings.',
    ],
    unavailable: [
      { ...hosted, status: 503 },
      "ollama.com is not available right now (503): try again later.",
    ],
    network: [
      { ...hosted, reason: "ENOTFOUND" },
      "ollama.com could not be reached, or broke off (ENOTFOUND): check the network connection.",
    ],
    timeout: [{ ...hosted, reason: "15 s" }, "ollama.com did not answer within 15 s: try again later."],
    redirect: [
      { ...daemon, reason: "elsewhere.example", status: 301 },
      "The Ollama daemon at http://127.0.0.1:11434 redirects to elsewhere.example (301), and redirects are not followed: set OLLAMA_HOST to the final address.",
    ],
    "too-large": [
      { ...hosted, reason: "2 MiB" },
      "ollama.com sent more than 2 MiB, so its answer was not read: try another query or page.",
    ],
    "bad-response": [
      { ...daemon, reason: "it is no JSON" },
      "The Ollama daemon at http://127.0.0.1:11434 gave no usable answer: it is no JSON; check that OLLAMA_HOST leads to an Ollama daemon.",
    ],
    "bad-argument": [
      { reason: "ref is missing; it stands at the end of an earlier result" },
      "ollama_web_read_full: ref is missing; it stands at the end of an earlier result.",
    ],
    "unknown-ref": [
      { reason: "x" },
      "No earlier result has the ref x: refs start with ws_s_ or fetch: and stand at the end of what ollama_web_search and ollama_web_fetch return.",
    ],
    "no-such-result": [{ reason: "3 results" }, "The search brought 3 results: give resultIndex from 1 on."],
    "result-gone": [
      { reason: "https://a.example" },
      "The search was sent again, but https://a.example is not among its results any more: run ollama_web_search anew, or ollama_web_fetch for that address.",
    ],
    "replay-failed": [
      { reason: "ollama.com did not answer within 15 s: try again later." },
      "The earlier text is no longer in memory, and asking for it again failed: ollama.com did not answer within 15 s: try again later.",
    ],
    "replay-blocked": [
      { reason: "the user turned web search off." },
      "The earlier text is no longer in memory, and may not be asked for again: the user turned web search off.",
    ],
    "file-exists": [
      { reason: "/tmp/a.md" },
      "/tmp/a.md exists: pass overwrite true to replace it, or another path.",
    ],
    "file-failed": [
      { reason: "/tmp/a.md (EACCES)" },
      "The file could not be written: /tmp/a.md (EACCES). Give another path.",
    ],
  };
  for (const [code, [facts, sentence]] of Object.entries(sentences)) {
    const error = new OllamaError(code as OllamaErrorCode, facts);
    expect([code, error.message]).toEqual([code, sentence]);
  }
});

it("says what is wrong with a host, an address or an argument", () => {
  const messageOf = (run: () => unknown) => {
    try {
      return String(run());
    } catch (error) {
      return error instanceof OllamaError ? error.message : String(error);
    }
  };
  const hosts = ["ftp://a.example", "http://me:pw@a.example", "a b"];
  expect(hosts.map((host) => messageOf(() => parseOllamaHost(host)))).toEqual([
    "OLLAMA_HOST cannot be used: only http and https addresses work.",
    "OLLAMA_HOST cannot be used: it holds a user name or password, which Ollama would not read and this program will not send.",
    "OLLAMA_HOST cannot be used: it is no host, host:port or http(s) address.",
  ]);
  const addresses = [
    ...["", "https://a.example https://b.example", "a b", "file:///etc/passwd"],
    ...["https://me:pw@a.example", "http://127.0.0.1/"],
  ];
  expect(addresses.map((address) => messageOf(() => parsePageAddress(address)))).toEqual([
    "The address was not opened: it is empty.",
    "The address was not opened: it is more than one address; open them one by one.",
    "The address was not opened: it is no web address.",
    "The address was not opened: only http and https pages can be opened.",
    "The address was not opened: it holds a user name or password.",
    "The address was not opened: it names this machine or a private network, and only public pages can be opened.",
  ]);
  const ref = "ws_s_1";
  const read = [
    { section: "content" },
    { ref, path: "a", outputPath: "b" },
    { ref, mode: "both" },
    { ref, mode: "inline", path: "a" },
    { ref, section: "links" },
    { ref: "fetch:1", section: "url" },
    { ref, path: 1 },
    { ref, resultIndex: 0 },
  ];
  expect(read.map((values) => messageOf(() => readArguments(values)))).toEqual([
    "ollama_web_read_full: ref is missing; it stands at the end of an earlier result.",
    "ollama_web_read_full: path and outputPath name different files; give one of them.",
    'ollama_web_read_full: mode must be "inline" or "file".',
    "ollama_web_read_full: in mode inline no file is written; leave out mode, or path.",
    "ollama_web_read_full: section must be one of title, url, content for the ref of a search.",
    "ollama_web_read_full: section must be one of title, content, links for the ref of a fetch.",
    "ollama_web_read_full: path must be text.",
    "ollama_web_read_full: resultIndex must be a whole number from 1 on.",
  ]);
});

it("says that a search or a page is blocked, to the agent and to who reads along", () => {
  const state = { on: false, cause: "“no search”", language: "en" } as const;
  const rest =
    "Do not go around this with bash, curl or another tool. If the user's last message asks for a search, tell the user to say «поищи в интернете …» or “search the web for …”, or to type /search-on.";
  expect([blockSearch(state), blockFetch(state)]).toEqual([
    `Blocked: the user turned web search off for this session (“no search”). Answer without searching. ${rest}`,
    `Blocked: the user turned web search off for this session (“no search”), so only addresses that the user wrote can be opened. Answer without this page. ${rest}`,
  ]);
});

it("says what /search-model did, or why it did not", () => {
  const catalog = makeRegistry([], { proxy: { baseUrl: "http://127.0.0.1:5000/v1", models: ["x-search"] } });
  const config = { models: ["no/such"], native: undefined, modelsFrom: "PI_SEARCH_MODEL" } as const;
  const scope = {
    ...{ catalog, sessionModel: undefined, hasOllama: false },
    config: { ...readConfig({}, "/nowhere"), ...config, models: ["no/such"] },
  };
  expect([
    takeModels("no/such", scope, () => undefined).text,
    takeModels("proxy/x-search", scope, () => "~/.pi/search-model.json cannot be written (EACCES)").text,
    takeModels("proxy/x-search", scope, () => undefined).text,
    describeChoices(listChoices(scope), scope).text,
    describeChoices([], { ...scope, catalog: makeRegistry([]) }).text,
  ]).toEqual([
    "Search model not changed: no/such, NOT in pi's model registry: add it to models.json\n/search-model lists what can search.",
    "Search model not changed: ~/.pi/search-model.json cannot be written (EACCES)",
    "Search model: proxy/x-search, ready\nWritten to ~/.pi/search-model.json; the next search uses it.\nPI_SEARCH_MODEL is set and counts first: unset it.",
    "Search model: no/such (from PI_SEARCH_MODEL), NOT in pi's model registry: add it to models.json\nModels with credentials that can search, cheapest first:\n  proxy/x-search: price not known\n/search-model provider/id takes one; /search-model session takes the session's own model.",
    "No model with credentials is known to search: log in with /login where models search (Anthropic, DeepSeek, OpenAI, ChatGPT, Google, OpenRouter), then type /search-model.\nOllama's web search needs no model: make a free key at https://ollama.com/settings/keys and set OLLAMA_API_KEY.\nSearch model: no/such (from PI_SEARCH_MODEL), NOT in pi's model registry: add it to models.json",
  ]);
});

it("says that search was turned off or on, in the user's language, and how to undo it", () => {
  const cause = "“no search”";
  expect([
    describeChange({ on: false, cause, language: "en" }),
    describeChange({ on: true, cause: "“search for it”", language: "en" }),
    describeChange({ on: false, cause: "«без поиска»", language: "ru" }),
    describeChange({ on: true, cause: "«поищи»", language: "ru" }),
    describeNoChange({ on: true, cause: undefined, language: "en" }),
    describeNoChange({ on: false, cause, language: "ru" }),
    describeSwitch({ on: true, cause: undefined, language: "en" }),
    describeSwitch({ on: false, cause, language: "en" }),
    describeSwitch({ on: false, cause: "«без поиска»", language: "ru" }),
  ]).toEqual([
    "Web search is off until the session ends: “no search”. To turn it on again, say “search the web for …” or type /search-on.",
    "Web search is on again: “search for it”. To turn it off, say “no search” or type /search-off.",
    "Веб-поиск выключен до конца сессии: «без поиска». Включить снова: «поищи в интернете …» или /search-on.",
    "Веб-поиск снова включён: «поищи». Выключить: «без поиска» или /search-off.",
    "Web search is already on.",
    "Веб-поиск и так выключен.",
    "Search is on",
    "Search is OFF until the session ends: “no search”. Turn it on with /search-on or “search the web for …”",
    "Search is OFF until the session ends: «без поиска». Turn it on with /search-on or «поищи в интернете …»",
  ]);
});

it("says in the status what is missing and where to get it", () => {
  const catalog = makeRegistry([], { xai: { baseUrl: "https://api.x.ai/v1", models: ["grok-4"] } });
  const config = { native: undefined, modelsFrom: "default" as const };
  const scope = { catalog, sessionModel: undefined, config };
  expect([
    describeReference("no/such", scope),
    describeReference("anthropic/claude-haiku-4-5", scope),
    describeReference("xai/grok-4", scope),
    describeReference("session", scope),
    describeWayOut(makeRegistry([]), config),
  ]).toEqual([
    "no/such, NOT in pi's model registry: add it to models.json",
    "anthropic/claude-haiku-4-5, NO credentials: add its API key to models.json or log in with /login",
    "xai/grok-4 cannot be the search model: xAI's web search is not built in",
    "the session has no model",
    "log in with /login where models search (Anthropic, DeepSeek, OpenAI, ChatGPT, Google, OpenRouter), then type /search-model",
  ]);
});

it("says what of the settings cannot be used, and what counts instead", () => {
  const home = mkdtempSync(join(tmpdir(), "search-web-sentences-"));
  mkdirSync(join(home, ".pi"));
  const warningsOf = (file: string) => {
    writeFileSync(join(home, ".pi/search-model.json"), file);
    return readConfig({}, home).warnings;
  };
  const warningsOfModel = (model: unknown) => warningsOf(JSON.stringify({ model }));
  const many = Array.from({ length: 11 }, (_, index) => `a/${index}`);
  expect([
    ...warningsOf(`{"model": "${"x".repeat(70_000)}"}`),
    ...warningsOfModel(`a/${"x".repeat(300)}`),
    ...warningsOfModel(many),
    ...readConfig({ PI_SEARCH_MODEL: "a/\u001b" }, "/nowhere").warnings,
  ]).toEqual([
    "~/.pi/search-model.json is larger than 64 kB, so the defaults are used.",
    "~/.pi/search-model.json: model holds a reference over 300 characters or with unprintable ones; it is passed over.",
    "~/.pi/search-model.json: model names 11 models; the first 10 are used.",
    "PI_SEARCH_MODEL holds a reference over 300 characters or with unprintable ones; it is passed over.",
  ]);
  const wrong = { model: 7, native: "x", timeoutSeconds: 0, ollama: "x", ollamaTools: 1, modle: "a/b" };
  expect([...warningsOf("{"), ...warningsOf("[]"), ...warningsOf(JSON.stringify(wrong))]).toEqual([
    "~/.pi/search-model.json is not valid JSON, so the defaults are used.",
    "~/.pi/search-model.json is not a JSON object, so the defaults are used.",
    '~/.pi/search-model.json: ollama must be one of "auto", "on", "off"; "auto" is used.',
    '~/.pi/search-model.json: ollamaTools must be one of "auto", "all", "off"; "auto" is used.',
    "~/.pi/search-model.json: unknown key modle; known are model, native, timeoutSeconds, ollama, ollamaTools.",
    "~/.pi/search-model.json: model must be a model reference or a list of them; the default is used.",
    "~/.pi/search-model.json: timeoutSeconds must be a number from 0.1 to 600; 120 is used.",
    "~/.pi/search-model.json: native must be true or false; it is decided by the model's address.",
  ]);
  rmSync(home, { recursive: true });
});
