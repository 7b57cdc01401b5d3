import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createProxyFetch } from "../../mcp/proxy-fetch.ts";
import { makeCertificate } from "../support/certificates.ts";
import {
  cutOff,
  json,
  type OllamaStandIn,
  redirect,
  slowDrip,
  startOllamaStandIn,
  text,
} from "../support/ollama-stand-in.ts";
import { type ProxyStandIn, startProxyStandIn } from "../support/proxy-stand-in.ts";

let target: OllamaStandIn;
let proxy: ProxyStandIn;

beforeEach(async () => {
  target = await startOllamaStandIn("hosted");
  target.script("web_search", json({ results: [] }));
  proxy = await startProxyStandIn(target.port);
});

afterEach(async () => {
  await Promise.all([target.close(), proxy.close()]);
});

function post(env: Record<string, string>, init: RequestInit = {}, origin = target.url): Promise<Response> {
  return createProxyFetch(env)(`${origin}/api/web_search`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key" },
    body: '{"query":"привет"}',
    redirect: "manual",
    ...init,
  });
}

it("forwards a request for http, and answers as fetch does", async () => {
  target.script("web_search", json({ results: [] }, 203, { "x-kind": "first" }));
  const response = await post({ HTTP_PROXY: proxy.url });
  expect(response.status).toBe(203);
  expect(response.headers.get("x-kind")).toBe("first");
  expect(await response.json()).toEqual({ results: [] });
  expect(proxy.requests).toEqual([`POST ${target.url}/api/web_search`]);
  expect(target.requests[0]?.body).toEqual({ query: "привет" });
  expect(target.requests[0]?.headers).toEqual({
    "content-type": "application/json",
    authorization: "Bearer key",
    host: `127.0.0.1:${target.port}`,
    "accept-encoding": "identity",
    "content-length": "24",
    connection: "close",
  });
});

it("gives the proxy, and nobody else, the user and password of its address", async () => {
  await post({ HTTP_PROXY: `http://us%C3%A9r:p%40ss@127.0.0.1:${proxy.port}` });
  expect(proxy.authorizations).toEqual([`Basic ${Buffer.from("usér:p@ss").toString("base64")}`]);
  expect(target.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
  await post({ HTTP_PROXY: `http://user:100%25%zz@127.0.0.1:${proxy.port}` });
  expect(proxy.authorizations.at(-1)).toBe(`Basic ${Buffer.from("user:100%%zz").toString("base64")}`);
});

it("takes a proxy without a scheme for an http one", async () => {
  expect((await post({ http_proxy: `127.0.0.1:${proxy.port}` })).status).toBe(200);
  expect(proxy.requests).toHaveLength(1);
});

it.each<[string, (port: number) => Record<string, string>]>([
  ["no proxy is named", () => ({})],
  ["NO_PROXY names the host", (port) => ({ HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: "127.0.0.1" })],
  ["only https has a proxy", (port) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` })],
])("asks directly when %s", async (_name, env) => {
  expect((await post(env(proxy.port))).status).toBe(200);
  expect(proxy.requests).toEqual([]);
  expect(target.requests).toHaveLength(1);
});

it("opens a tunnel for https, and trusts no certificate that Node would not", async () => {
  const certificate = makeCertificate("ollama.com");
  const secure = await startOllamaStandIn("hosted", certificate);
  const tunnel = await startProxyStandIn(secure.port);
  await expect(post({ HTTPS_PROXY: tunnel.url }, {}, "https://ollama.com")).rejects.toMatchObject({
    code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  });
  expect(tunnel.requests).toEqual(["CONNECT ollama.com:443"]);
  expect(secure.requests).toEqual([]);
  await Promise.all([secure.close(), tunnel.close()]);
  certificate.remove();
});

it.each([
  [403, "https://ollama.com", "refused to connect (403)"],
  [502, "https://ollama.com", "refused to connect (502)"],
  [407, "https://ollama.com", "wants a user and password (407)"],
  [407, "http://daemon.example", "wants a user and password (407)"],
])("says that the proxy answered %i for %s", async (status, origin, what) => {
  proxy.mode = status;
  const env = { HTTP_PROXY: `http://user:secret@127.0.0.1:${proxy.port}` };
  await expect(post(env, {}, origin)).rejects.toThrow(new Error(`the proxy 127.0.0.1:${proxy.port} ${what}`));
  await expect.poll(proxy.openConnections).toBe(0);
});

it("says that it is the proxy that cannot be reached", async () => {
  const port = await freePort();
  for (const origin of ["https://ollama.com", "http://daemon.example"])
    await expect(
      post({ HTTP_PROXY: `http://user:secret@127.0.0.1:${port}` }, {}, origin),
    ).rejects.toMatchObject({
      code: "ECONNREFUSED",
      message: `the proxy 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`,
    });
});

it.each(["socks5://user:secret@127.0.0.1:1080", "http://user:secret@[bad", "::"])(
  "refuses the proxy %s without naming it",
  async (address) => {
    await expect(post({ HTTP_PROXY: address })).rejects.toThrow(
      new Error("the proxy that the environment names is no http or https address"),
    );
  },
);

it("follows no redirect, and reads an answer without a body", async () => {
  target.script("web_search", redirect(307, "https://evil.example/"), text(204));
  const moved = await post({ HTTP_PROXY: proxy.url });
  expect([moved.status, moved.headers.get("location")]).toEqual([307, "https://evil.example/"]);
  expect((await post({ HTTP_PROXY: proxy.url })).status).toBe(204);
  expect(target.requests).toHaveLength(2);
});

it("rejects the body when the connection breaks", async () => {
  target.script("web_search", cutOff(200, '{"results":'));
  const response = await post({ HTTP_PROXY: proxy.url });
  await expect(response.text()).rejects.toMatchObject({ code: "ECONNRESET" });
});

it.each(["http://daemon.example", "https://ollama.com"])(
  "closes the connection to a silent proxy when the caller aborts a request for %s",
  async (origin) => {
    proxy.mode = "silent";
    const caller = new AbortController();
    const request = post({ HTTP_PROXY: proxy.url }, { signal: caller.signal }, origin);
    await expect.poll(() => proxy.requests.length).toBe(1);
    caller.abort("the caller's reason");
    await expect(request).rejects.toBe("the caller's reason");
    await expect.poll(proxy.openConnections, { timeout: 200, interval: 5 }).toBe(0);
  },
);

it("closes the connection when the caller aborts in the middle of the body", async () => {
  target.script("web_search", slowDrip());
  const caller = new AbortController();
  const response = await post({ HTTP_PROXY: proxy.url }, { signal: caller.signal });
  const body = response.text();
  await sleep(50);
  caller.abort();
  await expect(body).rejects.toThrow();
  await expect.poll(proxy.openConnections, { timeout: 200, interval: 5 }).toBe(0);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
