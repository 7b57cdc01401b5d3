import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Certificate, makeCertificate } from "../support/certificates.ts";
import { HOSTS } from "../support/hosts.ts";
import { type Bundle, buildBundle, callTool, type McpSession, startMcp } from "../support/mcp.ts";
import { json, never, type OllamaStandIn, results, startOllamaStandIn } from "../support/ollama-stand-in.ts";
import { type ProxyStandIn, startProxyStandIn } from "../support/proxy-stand-in.ts";

vi.setConfig({ testTimeout: 30_000 });

const KEY = "0123456789abcdef.secret-key";

let bundle: Bundle;
let certificate: Certificate;
let hosted: OllamaStandIn;
let proxy: ProxyStandIn;
let sessions: McpSession[];

beforeAll(() => {
  bundle = buildBundle();
  certificate = makeCertificate("ollama.com", "localhost", "127.0.0.1");
});
afterAll(() => {
  bundle.remove();
  certificate.remove();
});

/** A loopback server with a certificate for ollama.com, and a proxy that leads there. */
beforeEach(async () => {
  hosted = await startOllamaStandIn("hosted", certificate);
  hosted.script("web_search", json({ results: results(2) }));
  proxy = await startProxyStandIn(hosted.port);
  sessions = [];
});
afterEach(async () => {
  await Promise.all(sessions.map((session) => session.close()));
  await Promise.all([hosted.close(), proxy.close()]);
});

async function search(
  env: Record<string, string>,
  options: Parameters<typeof callTool>[3] = {},
  node = process.execPath,
) {
  const session = await startMcp(bundle, { NODE_EXTRA_CA_CERTS: certificate.caFile, ...env }, node);
  sessions.push(session);
  return callTool(session, "web_search", { query: "x" }, options);
}

it.each(HOSTS.map(({ command }) => command[0]))(
  "reaches https://ollama.com through a proxy, with the key inside the tunnel only (%s)",
  async (node) => {
    const answer = await search({ OLLAMA_API_KEY: KEY, HTTPS_PROXY: proxy.url }, {}, node);
    expect(answer.structured).toEqual({ results: results(2) });
    expect(proxy.requests).toEqual(["CONNECT ollama.com:443"]);
    expect(
      hosted.requests.map(({ path, body, headers }) => [path, body, headers.authorization, headers.host]),
    ).toEqual([["/api/web_search", { query: "x", max_results: 5 }, `Bearer ${KEY}`, "ollama.com"]]);
  },
);

it("reaches it through a proxy that is spoken to by TLS and wants a password", async () => {
  const secure = await startProxyStandIn(hosted.port, certificate);
  const answer = await search({
    OLLAMA_API_KEY: KEY,
    https_proxy: `https://user:pass@localhost:${secure.port}`,
  });
  expect(answer.structured).toEqual({ results: results(2) });
  expect(secure.requests).toEqual(["CONNECT ollama.com:443"]);
  expect(secure.authorizations).toEqual([`Basic ${Buffer.from("user:pass").toString("base64")}`]);
  await secure.close();
});

it("sends nothing to a server with another's certificate", async () => {
  const other = makeCertificate("other.example");
  const impostor = await startOllamaStandIn("hosted", other);
  const way = await startProxyStandIn(impostor.port);
  const { text } = await search({
    OLLAMA_API_KEY: KEY,
    HTTPS_PROXY: way.url,
    NODE_EXTRA_CA_CERTS: other.caFile,
  });
  expect(text).toBe(
    "ollama.com could not be reached, or broke off (ERR_TLS_CERT_ALTNAME_INVALID: Hostname/IP does not match certificate's altnames: Host: ollama.com. is not in the cert's altnames: DNS:other.example): check the network connection. The way leads through the proxy that the environment sets: check that too.",
  );
  expect(impostor.requests).toEqual([]);
  await Promise.all([impostor.close(), way.close()]);
  other.remove();
});

it("reaches a daemon on another machine through the proxy for http, without a key", async () => {
  const daemon = await startOllamaStandIn("daemon");
  daemon.script("web_search", json({ results: results(1) }));
  const answer = await search({
    OLLAMA_HOST: `127.0.0.1:${daemon.port}`,
    OLLAMA_API_KEY: KEY,
    HTTP_PROXY: proxy.url,
  });
  expect(answer.structured).toEqual({ results: results(1) });
  expect(proxy.requests).toEqual([`POST ${daemon.url}/api/experimental/web_search`]);
  expect(daemon.requests[0]?.headers.authorization).toBeUndefined();
  await daemon.close();
});

it("asks what NO_PROXY names directly", async () => {
  const daemon = await startOllamaStandIn("daemon");
  daemon.script("web_search", json({ results: results(1) }));
  const answer = await search({ OLLAMA_HOST: daemon.url, HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" });
  expect(answer.structured).toEqual({ results: results(1) });
  expect(proxy.requests).toEqual([]);
  await daemon.close();
});

it("says to add a loopback daemon to NO_PROXY when the proxy does not let it through", async () => {
  proxy.mode = 403;
  const { text } = await search({ OLLAMA_HOST: "127.0.0.1:11434", HTTP_PROXY: proxy.url });
  expect(text).toBe(
    "The Ollama daemon at http://127.0.0.1:11434 refused the request without a reason (403): it may not accept that host name, so give its IP address in OLLAMA_HOST. The environment sets a proxy, which may have taken the request: add 127.0.0.1 to NO_PROXY.",
  );
});

it("names the proxy that refuses", async () => {
  proxy.mode = 407;
  const { text } = await search({ OLLAMA_API_KEY: KEY, HTTPS_PROXY: proxy.url });
  expect(text).toBe(
    `ollama.com could not be reached, or broke off (the proxy 127.0.0.1:${proxy.port} wants a user and password (407)): check the network connection.`,
  );
});

it("sends the key to the gateway of OLLAMA_KEY_ORIGIN", async () => {
  const answer = await search({ OLLAMA_API_KEY: KEY, OLLAMA_KEY_ORIGIN: `https://localhost:${hosted.port}` });
  expect(answer.structured).toEqual({ results: results(2) });
  expect(hosted.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

it.each(["pass", "silent"] as const)(
  "leaves no connection to a proxy (%s) within 200 ms of a cancellation",
  async (mode) => {
    proxy.mode = mode;
    hosted.script("web_search", never);
    const caller = new AbortController();
    const call = search({ OLLAMA_API_KEY: KEY, HTTPS_PROXY: proxy.url }, { signal: caller.signal });
    await expect
      .poll(() => (mode === "pass" ? hosted.requests : proxy.requests).length, { timeout: 10_000 })
      .toBe(1);
    caller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(proxy.openConnections, { timeout: 200, interval: 5 }).toBe(0);
  },
);
