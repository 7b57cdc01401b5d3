import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type CallOptions,
  fetchPage,
  type OllamaDeps,
  searchWeb,
} from "../../extensions/ollama-web/client.ts";
import { OllamaError } from "../../extensions/ollama-web/errors.ts";
import type { RequestReport } from "../../extensions/ollama-web/http/request.ts";
import cases from "../fixtures/ollama-host-cases.json" with { type: "json" };
import {
  cutOff,
  fetchThrough,
  htmlPage,
  json,
  never,
  type OllamaReply,
  type OllamaStandIn,
  oversized,
  redirect,
  reset,
  results,
  slowDrip,
  startOllamaStandIn,
  text,
} from "../support/ollama-stand-in.ts";

const KEY = "sk-ollama-0123456789";
const HOSTED = "https://ollama.com";

let hosted: OllamaStandIn;
let daemon: OllamaStandIn;
beforeEach(async () => {
  [hosted, daemon] = await Promise.all([startOllamaStandIn("hosted"), startOllamaStandIn("daemon")]);
});
afterEach(() => Promise.all([hosted.close(), daemon.close()]));

/** Real requests; only `https://ollama.com` is brought to the stand-in. */
function depsFor(env: Record<string, string>, mode?: OllamaDeps["mode"]): OllamaDeps {
  const origins = new Map([
    [HOSTED, hosted.url],
    [daemon.url, daemon.url],
  ]);
  return { fetch: fetchThrough(origins), env, mode };
}
const hostedDeps = () => depsFor({ OLLAMA_API_KEY: KEY });
const daemonDeps = () => depsFor({ OLLAMA_HOST: daemon.url });
const bothDeps = () => depsFor({ OLLAMA_HOST: daemon.url, OLLAMA_API_KEY: KEY });

async function failureOf(promise: Promise<unknown>): Promise<OllamaError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof OllamaError)) throw new Error(`not an OllamaError: ${String(error)}`);
  expect(error.message).not.toContain(KEY);
  return error;
}

it("searches the hosted service with the key", async () => {
  hosted.script("web_search", json({ results: results(2) }));
  const found = await searchWeb("  what is new? ", { maxResults: 2 }, hostedDeps());
  expect(found).toMatchObject({ results: results(2), notes: [], route: { kind: "hosted" } });
  expect(hosted.requests).toMatchObject([
    {
      path: "/api/web_search",
      body: { query: "what is new?", max_results: 2 },
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    },
  ]);
});

it("searches a daemon without the key", async () => {
  daemon.script("web_search", json({ results: results(1) }));
  const found = await searchWeb("q", {}, bothDeps());
  expect(found.results).toEqual(results(1));
  expect(daemon.requests[0]?.body).toEqual({ query: "q", max_results: 5 });
  expect(daemon.requests[0]?.headers.authorization).toBeUndefined();
  expect(hosted.requests).toEqual([]);
});

it("sends the key to no host but https://ollama.com, whatever OLLAMA_HOST says", async () => {
  const inputs = [
    ...cases.TestHost.map(({ input }) => input),
    ...cases.TestConnectableHost.map(({ input }) => input),
    ...cases.extras.map(({ input }) => input),
  ];
  const seen = new Map<string, boolean>();
  const recorder: typeof fetch = (input, init) => {
    const { origin } = new URL(String(input));
    const hasKey =
      JSON.stringify([...new Headers(init?.headers)]).includes(KEY) || String(init?.body).includes(KEY);
    seen.set(origin, (seen.get(origin) ?? false) || hasKey);
    return Promise.resolve(new Response("404 page not found", { status: 404 }));
  };
  for (const input of inputs) {
    const deps = { fetch: recorder, env: { OLLAMA_HOST: input, OLLAMA_API_KEY: KEY } };
    await failureOf(searchWeb("q", {}, deps));
    await failureOf(fetchPage("https://page.example", {}, deps));
  }
  expect([...seen].filter(([, hasKey]) => hasKey)).toEqual([[HOSTED, true]]);
  expect(seen.size).toBeGreaterThan(20);
});

const SAID = { error: "Ollama's <b>own</b>\nwords" };

it.each<[string, OllamaReply, string, string]>([
  [
    "400",
    json(SAID, 400),
    "bad-response",
    'ollama.com gave no usable answer (400: "Ollama\'s own words"): change the query or the address.',
  ],
  [
    "401",
    json(SAID, 401),
    "unauthorized",
    'ollama.com rejected the key (401: "Ollama\'s own words"): check OLLAMA_API_KEY, or make a new key at https://ollama.com/settings/keys.',
  ],
  [
    "401 without a body",
    text(401),
    "unauthorized",
    "ollama.com rejected the key (401): check OLLAMA_API_KEY, or make a new key at https://ollama.com/settings/keys.",
  ],
  [
    "402",
    json({ error: "insufficient balance" }, 402),
    "quota",
    'ollama.com refused because of a usage limit or the balance (402: "insufficient balance"): wait until the limit resets, or see https://ollama.com/settings.',
  ],
  [
    "403",
    json({ error: "requires a subscription" }, 403),
    "forbidden",
    'ollama.com refused the request (403: "requires a subscription"): the account or its plan may not include web search, see https://ollama.com/settings.',
  ],
  [
    "403 with cloud disabled",
    json({ error: "ollama cloud is disabled: web search is unavailable" }, 403),
    "cloud-disabled",
    'ollama.com refused the request (403: "ollama cloud is disabled: web search is unavailable"): Ollama\'s cloud was switched off there, so nobody else was asked; switch it on there to search.',
  ],
  [
    "404",
    json({ error: "not found" }, 404),
    "bad-response",
    'ollama.com gave no usable answer (404: "not found"): change the query or the address.',
  ],
  [
    "429",
    json({ error: "rate limit exceeded" }, 429),
    "unavailable",
    'ollama.com is not available right now (429: "rate limit exceeded"): try again later.',
  ],
  [
    "429 of the hour",
    json({ error: "you have reached your hourly usage limit" }, 429, { "retry-after": "1" }),
    "quota",
    'ollama.com refused because of a usage limit or the balance (429: "you have reached your hourly usage limit"): wait until the limit resets, or see https://ollama.com/settings.',
  ],
  [
    "500",
    json({ error: { message: "boom" } }, 500),
    "unavailable",
    'ollama.com is not available right now (500: "boom"): try again later.',
  ],
  [
    "500 with a page",
    htmlPage(500),
    "unavailable",
    "ollama.com is not available right now (500): try again later.",
  ],
  [
    "500 with an empty body",
    text(500),
    "unavailable",
    "ollama.com is not available right now (500): try again later.",
  ],
  [
    "500 cut off",
    cutOff(500, '{"error": "bo'),
    "unavailable",
    "ollama.com is not available right now (500): try again later.",
  ],
  [
    "500 larger than the limit",
    oversized(500),
    "unavailable",
    "ollama.com is not available right now (500): try again later.",
  ],
  [
    "500 that drips",
    slowDrip(500),
    "unavailable",
    "ollama.com is not available right now (500): try again later.",
  ],
  [
    "504",
    text(504, "gateway timeout"),
    "unavailable",
    "ollama.com is not available right now (504): try again later.",
  ],
  ["529", text(529), "unavailable", "ollama.com is not available right now (529): try again later."],
  [
    "200 with an error",
    json({ error: "something broke" }),
    "bad-response",
    'ollama.com gave no usable answer ("something broke"): change the query or the address.',
  ],
  [
    "200 with an error and no results",
    json({ error: "weekly usage limit reached", results: [] }),
    "quota",
    'ollama.com refused because of a usage limit or the balance ("weekly usage limit reached"): wait until the limit resets, or see https://ollama.com/settings.',
  ],
  [
    "200 with a page",
    htmlPage(200),
    "bad-response",
    "ollama.com gave no usable answer: the answer was a web page, not JSON; try again later.",
  ],
  [
    "200 with an empty body",
    text(200),
    "bad-response",
    "ollama.com gave no usable answer: the answer was empty; try again later.",
  ],
  [
    "204",
    (response) => void response.writeHead(204).end(),
    "bad-response",
    "ollama.com gave no usable answer: the answer was empty; try again later.",
  ],
  [
    "200 that ends early",
    text(200, '{"results": [{"url": "https://a'),
    "bad-response",
    "ollama.com gave no usable answer: the answer was no complete JSON; try again later.",
  ],
  [
    "200 of another shape",
    json({ models: [] }),
    "bad-response",
    "ollama.com gave no usable answer: the answer was JSON of another shape; try again later.",
  ],
  [
    "200 with null",
    json(null),
    "bad-response",
    "ollama.com gave no usable answer: the answer was JSON of another shape; try again later.",
  ],
  [
    "200 larger than the limit",
    oversized(),
    "too-large",
    "ollama.com sent more than 2 MiB, so its answer was not read: try another query or page.",
  ],
  [
    "302",
    redirect(302, "https://elsewhere.example/login"),
    "redirect",
    "ollama.com redirects to elsewhere.example (302), and redirects are not followed: try again later.",
  ],
  [
    "307 to itself",
    redirect(307, "/other"),
    "redirect",
    "ollama.com redirects to ollama.com (307), and redirects are not followed: try again later.",
  ],
  [
    "308 without an address",
    text(308),
    "redirect",
    "ollama.com redirects to ollama.com (308), and redirects are not followed: try again later.",
  ],
])("says in one sentence what a hosted %s means, and asks once", async (_case, reply, code, message) => {
  hosted.script("web_search", reply);
  const error = await failureOf(searchWeb("q", {}, hostedDeps()));
  expect([error.code, error.message]).toEqual([code, message]);
  expect(hosted.requests).toHaveLength(1);
});

it.each<[string, OllamaReply, string, string]>([
  [
    "401",
    json({ error: "unauthorized", signin_url: "https://ollama.com/connect" }, 401),
    "not-signed-in",
    'DAEMON is not signed in (401: "unauthorized"): run "ollama signin" there, or set OLLAMA_API_KEY.',
  ],
  [
    "401 without a body",
    text(401),
    "not-signed-in",
    'DAEMON is not signed in (401): run "ollama signin" there, or set OLLAMA_API_KEY.',
  ],
  [
    "402",
    json({ error: "insufficient balance" }, 402),
    "quota",
    'DAEMON refused because of a usage limit or the balance (402: "insufficient balance"): wait until the limit resets, or see https://ollama.com/settings.',
  ],
  [
    "403 with cloud disabled",
    json({ error: "ollama cloud is disabled: web search is unavailable" }, 403),
    "cloud-disabled",
    'DAEMON refused the request (403: "ollama cloud is disabled: web search is unavailable"): Ollama\'s cloud was switched off there, so nobody else was asked; switch it on there to search.',
  ],
  [
    "403 without a body",
    text(403),
    "host-not-allowed",
    "DAEMON refused the request without a reason (403): it may not accept that host name, so give its IP address in OLLAMA_HOST.",
  ],
  [
    "403 for the plan",
    json({ error: "requires a subscription" }, 403),
    "forbidden",
    'DAEMON refused the request (403: "requires a subscription"): the account or its plan may not include web search, see https://ollama.com/settings.',
  ],
  [
    "404 of an old one",
    text(404, "404 page not found"),
    "daemon-too-old",
    "DAEMON has no web search (404): update it to Ollama 0.18.0 or newer, or set OLLAMA_API_KEY.",
  ],
  [
    "429 of the session",
    json({ error: "session usage limit" }, 429),
    "quota",
    'DAEMON refused because of a usage limit or the balance (429: "session usage limit"): wait until the limit resets, or see https://ollama.com/settings.',
  ],
  [
    "500 with a page",
    htmlPage(500),
    "unavailable",
    "DAEMON is not available right now (500): try again later.",
  ],
  [
    "200 with an error",
    json({ error: "unauthorized" }),
    "not-signed-in",
    'DAEMON is not signed in ("unauthorized"): run "ollama signin" there, or set OLLAMA_API_KEY.',
  ],
  [
    "200 with a page",
    htmlPage(200),
    "bad-response",
    "DAEMON gave no usable answer: the answer was a web page, not JSON; check that OLLAMA_HOST leads to an Ollama daemon.",
  ],
  [
    "301",
    redirect(301, "https://elsewhere.example"),
    "redirect",
    "DAEMON redirects to elsewhere.example (301), and redirects are not followed: set OLLAMA_HOST to the final address.",
  ],
])("says in one sentence what a daemon's %s means, and asks once", async (_case, reply, code, message) => {
  daemon.script("web_search", reply);
  const error = await failureOf(searchWeb("q", {}, daemonDeps()));
  expect([error.code, error.message]).toEqual([
    code,
    message.replace("DAEMON", `The Ollama daemon at ${daemon.url}`),
  ]);
  expect(daemon.requests).toHaveLength(1);
});

it.each(["/api", "/api/", "/v1/api"])("says that the path %s in OLLAMA_HOST may be wrong", async (path) => {
  const error = await failureOf(searchWeb("q", {}, depsFor({ OLLAMA_HOST: daemon.url + path })));
  const shown = path.replace(/\/$/, "");
  expect([error.code, error.message]).toEqual([
    "daemon-too-old",
    `The Ollama daemon at ${daemon.url}${shown} has no web search (404): update it to Ollama 0.18.0 or newer, or set OLLAMA_API_KEY. If it is new enough, take the path ${shown} out of OLLAMA_HOST.`,
  ]);
});

it("says to set a key where none is, though the variable holds quotes", async () => {
  daemon.script("web_search", text(404, "404 page not found"));
  const { env, ...deps } = daemonDeps();
  const error = await failureOf(searchWeb("q", {}, { ...deps, env: { ...env, OLLAMA_API_KEY: '""' } }));
  expect(error.message).toContain("newer, or set OLLAMA_API_KEY.");
});

it("cuts Ollama's own words at 300 characters and hides an echoed key", async () => {
  hosted.script("web_search", json({ error: `bad key ${KEY} ${"🙂 ".repeat(400)}` }, 400));
  const { message } = await failureOf(searchWeb("q", {}, hostedDeps()));
  expect(message).toMatch(
    /^ollama\.com gave no usable answer \(400: "bad key \[key\] (?:🙂 )+🙂…"\): change the query or the address\.$/u,
  );
  expect(message.length).toBeLessThan(400);
});

it.each([
  ["ab12/Cd34+x/yz==", (key: string) => key.replaceAll("/", "\\/")],
  ["ab&cd<ef12", () => "ab\\u0026cd\\u003cef12"],
  ["ab\\cd1234", (key: string) => JSON.stringify(key).slice(1, -1)],
  ["sk-MARKED-123", () => "sk-MAR\u200bKED-123"],
  ["ab12/Cd34+x", encodeURIComponent],
])("hides the key %s, however a server writes it", async (key, write) => {
  const deps = depsFor({ OLLAMA_API_KEY: key });
  const row = `{"title": "T ${write(key)}", "url": "https://a.example/?k=${write(key)}", "content": "C ${write(key)}"}`;
  hosted.script(
    "web_search",
    text(401, `{"error": "bad key ${write(key)}"}`),
    text(200, `{"results": [${row}]}`),
  );
  hosted.script(
    "web_fetch",
    text(200, `{"title": "${write(key)}", "content": "${write(key)}", "links": ["/${write(key)}"]}`),
  );
  expect((await failureOf(searchWeb("q", {}, deps))).message).toContain('"bad key [key]"');
  expect((await searchWeb("q", {}, deps)).results).toEqual([
    {
      title: "T [key]",
      url: expect.not.stringContaining(key),
      content: "C [key]",
    },
  ]);
  expect(await fetchPage("https://a.example/", {}, deps)).toMatchObject({
    title: "[key]",
    content: "[key]",
    links: ["/[key]"],
  });
});

it("takes a dummy key for no secret in an answer", async () => {
  const rows = [{ title: "ollama", url: "https://docs.ollama.com/x", content: "ollama" }];
  hosted.script("web_search", json({ results: rows }));
  expect((await searchWeb("q", {}, depsFor({ OLLAMA_API_KEY: "ollama" }))).results).toEqual(rows);
});

it("names no empty host where a redirect leads nowhere", async () => {
  hosted.script("web_search", redirect(302, "mailto:me@a.example"));
  const { message } = await failureOf(searchWeb("q", {}, hostedDeps()));
  expect(message).toContain("ollama.com redirects to another address (302)");
});

it.each<[string, OllamaReply]>([
  ["502", json({ error: "out of reach" }, 502)],
  ["503", json({ error: "overloaded, retry shortly (ref: 1)" }, 503)],
  ["429 with a short Retry-After", json({ error: "slow down" }, 429, { "retry-after": "0" })],
  [
    "429 with a date that has passed",
    json({ error: "slow down" }, 429, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }),
  ],
  ["reset", reset],
  ["body cut off", cutOff(200, '{"results": [')],
])("asks once more after a %s", async (_case, reply) => {
  hosted.script("web_search", reply, json({ results: results(1) }));
  const reports: (string | undefined)[] = [];
  const onRequest = ({ error }: RequestReport) => void reports.push(error?.code);
  expect((await searchWeb("q", { onRequest }, hostedDeps())).results).toEqual(results(1));
  expect(hosted.requests).toHaveLength(2);
  expect(reports).toEqual([expect.stringMatching(/^(?:unavailable|network)$/), undefined]);
});

it("asks once more and no third time", async () => {
  hosted.script("web_search", json({ error: "overloaded" }, 503));
  const error = await failureOf(searchWeb("q", {}, hostedDeps()));
  expect(error.message).toBe('ollama.com is not available right now (503: "overloaded"): try again later.');
  expect(hosted.requests).toHaveLength(2);
});

it.each<[string, OllamaReply]>([
  ["429 without Retry-After", json({ error: "slow down" }, 429)],
  ["429 with a long Retry-After", json({ error: "slow down" }, 429, { "retry-after": "11" })],
  ["429 with nonsense in Retry-After", json({ error: "slow down" }, 429, { "retry-after": "soon" })],
  ["429 with Retry-After twice", json({ error: "slow down" }, 429, { "retry-after": "12, 12" })],
  ["429 with a fraction in Retry-After", json({ error: "slow down" }, 429, { "retry-after": "12.5" })],
  ["429 with a number and more", json({ error: "slow down" }, 429, { "retry-after": "11;" })],
  ["429 with a negative Retry-After", json({ error: "slow down" }, 429, { "retry-after": "-1" })],
  ["503 with Retry-After twice", json({ error: "down" }, 503, { "retry-after": "1, 12" })],
  ["503 that speaks of a quota", json({ error: "quota exceeded" }, 503)],
  ["503 with a long Retry-After", json({ error: "down" }, 503, { "retry-after": "3600" })],
])("does not ask again after a %s", async (_case, reply) => {
  hosted.script("web_search", reply);
  await failureOf(searchWeb("q", {}, hostedDeps()));
  expect(hosted.requests).toHaveLength(1);
});

it("does not wait for a retry that its time does not allow", async () => {
  hosted.script("web_search", json({ error: "slow down" }, 429, { "retry-after": "5" }));
  const startedAt = performance.now();
  const error = await failureOf(searchWeb("q", { timeoutMs: 2_000 }, hostedDeps()));
  expect(error.code).toBe("unavailable");
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

it.each<[string, OllamaReply]>([
  ["never answers", never],
  ["drips", slowDrip()],
])("gives up on a server that %s, and hangs up", async (_case, reply) => {
  hosted.script("web_search", reply);
  const reports: RequestReport[] = [];
  const options: CallOptions = { timeoutMs: 150, onRequest: (report) => void reports.push(report) };
  const error = await failureOf(searchWeb("q", options, hostedDeps()));
  expect([error.code, error.message]).toEqual([
    "timeout",
    "ollama.com did not answer within 0.15 s: try again later.",
  ]);
  expect(reports).toEqual([
    { route: expect.anything(), error: expect.any(OllamaError), durationMs: expect.any(Number) },
  ]);
  expect(reports[0]?.durationMs).toBeGreaterThan(100);
  expect(await hosted.requests[0]?.closed).toBe(true);
});

it("gives up on a fetch that ignores its signal", async () => {
  const deps = { fetch: () => new Promise<Response>(() => {}), env: { OLLAMA_API_KEY: KEY } };
  expect((await failureOf(searchWeb("q", { timeoutMs: 50 }, deps))).code).toBe("timeout");
});

it.each<[string, OllamaReply]>([
  ["before an answer", never],
  ["within an answer", slowDrip()],
  ["within an error", slowDrip(500)],
  ["before a retry", json({ error: "overloaded" }, 503)],
])("passes on the caller's abort %s at once, and leaves nothing behind", async (_case, reply) => {
  hosted.script("web_search", reply);
  const controller = new AbortController();
  const reason = new Error("the user pressed escape");
  const reports: (string | undefined)[] = [];
  const onRequest = ({ error }: RequestReport) => void reports.push(error?.code);
  const call = searchWeb("q", { signal: controller.signal, onRequest }, hostedDeps());
  await expect.poll(() => hosted.requests.length).toBe(1);
  setTimeout(() => controller.abort(reason), 100);
  const startedAt = performance.now();
  await expect(call).rejects.toBe(reason);
  expect(performance.now() - startedAt).toBeLessThan(700);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  expect(reports.filter((code) => code !== "unavailable")).toEqual([]);
  expect(hosted.requests).toHaveLength(1);
  await hosted.requests[0]?.closed;
});

it("sends nothing when the caller has aborted already", async () => {
  const reason = new Error("too late");
  const options = { signal: AbortSignal.abort(reason) };
  await expect(searchWeb("q", options, hostedDeps())).rejects.toBe(reason);
  await expect(fetchPage("https://a.example", options, hostedDeps())).rejects.toBe(reason);
  expect(hosted.requests).toEqual([]);
});

it("leaves no listener on the caller's signal after an answer", async () => {
  hosted.script("web_search", json({ results: [] }));
  const { signal } = new AbortController();
  await searchWeb("q", { signal }, hostedDeps());
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it.each<[string, OllamaReply, string]>([
  [
    "is too old",
    text(404, "404 page not found"),
    "has no web search (404): update it to Ollama 0.18.0 or newer.",
  ],
  [
    "is not signed in",
    json({ error: "unauthorized" }, 401),
    'is not signed in (401: "unauthorized"): run "ollama signin" there.',
  ],
])("asks the hosted service when the daemon %s and a key is set", async (_case, reply, sentence) => {
  daemon.script("web_search", reply);
  hosted.script("web_search", json({ results: results(1) }));
  const reports: RequestReport[] = [];
  const found = await searchWeb("q", { onRequest: (report) => void reports.push(report) }, bothDeps());
  expect(found.notes).toEqual([`The Ollama daemon at ${daemon.url} ${sentence} Asked ollama.com instead.`]);
  expect(found.route.kind).toBe("hosted");
  expect(reports.map(({ route, error }) => [route.kind, error?.code])).toEqual([
    ["daemon", _case === "is too old" ? "daemon-too-old" : "not-signed-in"],
    ["hosted", undefined],
  ]);
});

it("asks the hosted service when the daemon is not running and a key is set", async () => {
  await daemon.close();
  hosted.script("web_search", json({ results: results(1) }));
  const found = await searchWeb("q", {}, bothDeps());
  expect(found.notes).toEqual([
    `The Ollama daemon at ${daemon.url} could not be reached (connect ECONNREFUSED 127.0.0.1:${daemon.port}): start it, or correct OLLAMA_HOST. Asked ollama.com instead.`,
  ]);
});

it("tells of both routes when neither could search", async () => {
  daemon.script("web_search", text(404, "404 page not found"));
  hosted.script("web_search", json({ error: "invalid key" }, 401));
  const error = await failureOf(searchWeb("q", {}, bothDeps()));
  expect([error.code, error.message]).toEqual([
    "unauthorized",
    `The Ollama daemon at ${daemon.url} has no web search (404): update it to Ollama 0.18.0 or newer. ollama.com rejected the key (401: "invalid key"): check OLLAMA_API_KEY, or make a new key at https://ollama.com/settings/keys.`,
  ]);
});

it("tells of the daemon too when the hosted service ran out of time", async () => {
  daemon.script("web_search", text(404, "404 page not found"));
  hosted.script("web_search", never);
  const { message } = await failureOf(searchWeb("q", { timeoutMs: 300 }, bothDeps()));
  expect(message).toBe(
    `The Ollama daemon at ${daemon.url} has no web search (404): update it to Ollama 0.18.0 or newer. ollama.com did not answer within 0.3 s: try again later.`,
  );
});

it.each<[string, OllamaReply]>([
  ...[200, 401, 403, 404].map((status): [string, OllamaReply] => [
    `has its cloud switched off (${status})`,
    json({ error: "ollama cloud is disabled: web search is unavailable" }, status),
  ]),
  ["does not allow the host name", text(403)],
  ["hits a usage limit", json({ error: "hourly usage limit" }, 429)],
  ["breaks", text(500)],
  ["cannot reach ollama.com", json({ error: "bad gateway" }, 502)],
])("asks nobody else when the daemon %s", async (_case, reply) => {
  daemon.script("web_search", reply);
  await failureOf(searchWeb("q", {}, bothDeps()));
  expect(hosted.requests).toEqual([]);
});

it("names the reason that a failed fetch hides, and asks once more", async () => {
  const port = daemon.port;
  await daemon.close();
  const reports: RequestReport[] = [];
  const options: CallOptions = { onRequest: (report) => void reports.push(report) };
  const error = await failureOf(searchWeb("q", options, daemonDeps()));
  expect(error.message).toBe(
    `The Ollama daemon at http://127.0.0.1:${port} could not be reached (connect ECONNREFUSED 127.0.0.1:${port}): start it, or correct OLLAMA_HOST, or set OLLAMA_API_KEY.`,
  );
  expect(error.cause).toBeInstanceOf(TypeError);
  expect(reports).toHaveLength(2);
});

it.each([
  [
    Object.assign(new Error("getaddrinfo ENOTFOUND ollama.com"), { code: "ENOTFOUND" }),
    "getaddrinfo ENOTFOUND ollama.com",
  ],
  [
    Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    "DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate",
  ],
  [
    Object.assign(
      new AggregateError(
        [Object.assign(new Error("connect ETIMEDOUT 1.2.3.4:443"), { code: "ETIMEDOUT" })],
        "",
      ),
      { code: "ETIMEDOUT" },
    ),
    "connect ETIMEDOUT 1.2.3.4:443",
  ],
  [undefined, "fetch failed"],
])("says why the network failed: %s", async (cause, reason) => {
  const failing = () => Promise.reject(new TypeError("fetch failed", { cause }));
  const error = await failureOf(searchWeb("q", {}, { fetch: failing, env: { OLLAMA_API_KEY: KEY } }));
  expect([error.code, error.message]).toEqual([
    "network",
    `ollama.com could not be reached, or broke off (${reason}): check the network connection.`,
  ]);
});

it("points at NO_PROXY when a proxy may have taken a loopback daemon's request", async () => {
  const env = { OLLAMA_HOST: daemon.url, HTTP_PROXY: "http://proxy.example:3128" };
  daemon.script("web_search", htmlPage(503));
  const { message } = await failureOf(searchWeb("q", { timeoutMs: 900 }, depsFor(env)));
  expect(message).toBe(
    `The Ollama daemon at ${daemon.url} is not available right now (503): try again later. The environment sets a proxy, which may have taken the request: add 127.0.0.1 to NO_PROXY.`,
  );
  const without = await failureOf(
    searchWeb("q", { timeoutMs: 900 }, depsFor({ ...env, NO_PROXY: "127.0.0.1" })),
  );
  expect(without.message).toBe(
    `The Ollama daemon at ${daemon.url} is not available right now (503): try again later.`,
  );
});

it("points at the proxy on the way to a server that is not reached", async () => {
  const env = { OLLAMA_API_KEY: KEY, HTTPS_PROXY: "http://127.0.0.1:9" };
  hosted.script("web_search", reset, reset, json({ error: "insufficient balance" }, 402));
  expect((await failureOf(searchWeb("q", {}, depsFor(env)))).message).toMatch(
    /^ollama\.com could not be reached, or broke off \(.+\): check the network connection\. The way leads through the proxy that the environment sets: check that too\.$/,
  );
  expect((await failureOf(searchWeb("q", {}, depsFor(env)))).message).not.toContain("proxy");
});

it("asks nobody when nothing is configured, and says how to set it up", async () => {
  const error = await failureOf(searchWeb("q", {}, depsFor({})));
  expect([error.code, error.message]).toEqual([
    "not-configured",
    'Ollama\'s web search is not set up: set OLLAMA_API_KEY (a free key from https://ollama.com/settings/keys), or OLLAMA_HOST to a signed-in Ollama daemon, or "ollama": "on" in ~/.pi/search-model.json for the daemon on this machine.',
  ]);
  expect((await failureOf(searchWeb("q", {}, depsFor({ OLLAMA_API_KEY: KEY }, "off")))).message).toBe(
    'Ollama\'s web search is switched off: "ollama" is "off" in ~/.pi/search-model.json; take that out to search.',
  );
  expect([...hosted.requests, ...daemon.requests]).toEqual([]);
});

it.each([" \n", "\u200b\u2060"])("refuses the blank query %j before anything is sent", async (query) => {
  expect((await failureOf(searchWeb(query, {}, hostedDeps()))).message).toBe(
    "The search query is empty: say what to search for.",
  );
  expect(hosted.requests).toEqual([]);
});

it.each([
  [-1, 1],
  [3.7, 3],
  [25, 10],
  [Number.NaN, 5],
])("asks for %s results as %s", async (asked, sent) => {
  hosted.script("web_search", json({ results: results(20) }));
  const found = await searchWeb("q", { maxResults: asked }, hostedDeps());
  expect(hosted.requests[0]?.body.max_results).toBe(sent);
  expect(found.results).toHaveLength(sent);
});

it("fetches a page, its scheme filled in", async () => {
  hosted.script("web_fetch", json({ title: "T", content: "C", links: ["a", null, 3, " b "] }));
  const page = await fetchPage("example.com/a b", {}, hostedDeps());
  expect(page).toMatchObject({
    title: "T",
    content: "C",
    links: ["a", "b"],
    url: "https://example.com/a%20b",
    notes: [],
  });
  expect(hosted.requests).toMatchObject([
    { path: "/api/web_fetch", body: { url: "https://example.com/a%20b" } },
  ]);
});

it("takes a daemon's 404 for a page as the page's, not as the daemon's age", async () => {
  daemon.script("web_fetch", json({ error: "page not found" }, 404));
  expect((await failureOf(fetchPage("https://example.com", {}, bothDeps()))).code).toBe("bad-response");
  expect(hosted.requests).toEqual([]);
});

it("reads a page of up to 16 MiB and no more", async () => {
  hosted.script("web_fetch", json({ title: "T", content: "x".repeat(15_000_000), links: [] }));
  expect((await fetchPage("https://example.com", {}, hostedDeps())).content).toHaveLength(15_000_000);
  hosted.script("web_fetch", oversized());
  const error = await failureOf(fetchPage("https://example.com", {}, hostedDeps()));
  expect(error.message).toBe(
    "ollama.com sent more than 16 MiB, so its answer was not read: try another query or page.",
  );
  expect(await hosted.requests[1]?.closed).toBe(true);
});

it("refuses a private address before anything is sent", async () => {
  const error = await failureOf(fetchPage("http://127.0.0.1:11434/api/tags", {}, hostedDeps()));
  expect([error.code, error.message]).toEqual([
    "bad-address",
    "The address was not opened: it names this machine or a private network, and only public pages can be opened.",
  ]);
  expect(hosted.requests).toEqual([]);
});

it("does not wait a second time for a daemon's machine that is off, but asks the hosted service", async () => {
  hosted.script("web_search", json({ results: results(1) }));
  const asked: string[] = [];
  const off: typeof fetch = (input, init) => {
    const { origin } = new URL(String(input));
    asked.push(origin);
    if (origin === HOSTED) return hosted.fetchFor(HOSTED)(input, init);
    const cause = Object.assign(new Error("Connect Timeout Error"), { code: "UND_ERR_CONNECT_TIMEOUT" });
    return Promise.reject(new TypeError("fetch failed", { cause }));
  };
  const env = { OLLAMA_HOST: "http://box.example:11434", OLLAMA_API_KEY: KEY };
  const found = await searchWeb("q", {}, { fetch: off, env });
  expect(asked).toEqual(["http://box.example:11434", HOSTED]);
  expect(found.notes).toEqual([
    "The Ollama daemon at http://box.example:11434 could not be reached (UND_ERR_CONNECT_TIMEOUT: Connect Timeout Error): start it, or correct OLLAMA_HOST. Asked ollama.com instead.",
  ]);
});
