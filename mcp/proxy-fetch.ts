import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type Socket } from "node:net";
import { unescape as decodePercent } from "node:querystring";
import { connect as connectTls } from "node:tls";
import type { Env } from "../extensions/ollama-web/environment.ts";
import { findProxy } from "../extensions/ollama-web/http/proxy.ts";

interface SentRequest {
  method: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/**
 * A `fetch` that goes through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY, which Node's own does not on Node 20:
 * a tunnel for https, a forwarded request for http (RFC 9110, 9.3.6 and 7.1), and never a redirect. It ends with the
 * caller's signal and keeps no connection. Where no proxy is named it is Node's own.
 */
export function createProxyFetch(env: Env): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const named = findProxy(url, env);
    if (named === undefined) return fetch(input, init);
    const proxy = parseProxy(named);
    const request = new Request(input, init);
    const sent = {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), host: url.host, "accept-encoding": "identity" },
      signal: request.signal,
    };
    const body = Buffer.from(await request.arrayBuffer());
    const send = url.protocol === "https:" ? tunnel : forward;
    try {
      return toResponse(await send(proxy, url, sent, body));
    } catch (error) {
      request.signal.throwIfAborted();
      throw error;
    }
  };
}

async function tunnel(proxy: URL, url: URL, sent: SentRequest, body: Buffer): Promise<IncomingMessage> {
  const socket = await openTunnel(proxy, url, sent.signal);
  const createConnection = () => connectTls({ socket, ...tlsName(url) });
  return receive(
    requestHttps({ ...address(url), path: url.pathname + url.search, createConnection, ...sent }),
    body,
  );
}

async function forward(proxy: URL, url: URL, sent: SentRequest, body: Buffer): Promise<IncomingMessage> {
  const headers = { ...sent.headers, ...credentials(proxy) };
  const request = requestProxy(proxy, { ...sent, path: url.href, headers });
  const response = await receive(request, body).catch(nameProxy(proxy));
  if (response.statusCode !== 407) return response;
  response.destroy();
  throw refusal(proxy, 407);
}

/** `proxy.example:3128` means http. The error names no user or password. */
function parseProxy(text: string): URL {
  const address = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new Error("the proxy that the environment names is no http or https address");
}

/** A connection to the target, made by the proxy. */
async function openTunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.hostname}:${target.port || 443}`;
  const headers = { host: authority, ...credentials(proxy) };
  const request = requestProxy(proxy, { method: "CONNECT", path: authority, headers, signal });
  const connected = new Promise<Socket>((resolve, reject) => {
    request.on("error", reject);
    request.on("connect", ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(refusal(proxy, statusCode));
    });
  });
  request.end();
  return connected.catch(nameProxy(proxy));
}

function requestProxy(proxy: URL, options: RequestOptions): ClientRequest {
  const where = { ...address(proxy), ...tlsName(proxy), agent: false, ...options };
  return proxy.protocol === "https:" ? requestHttps(where) : requestHttp(where);
}

function receive(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("response", resolve).on("error", reject).end(body);
  });
}

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const status = message.statusCode ?? 0;
  const hasBody = ![204, 205, 304].includes(status);
  if (!hasBody) message.resume();
  return new Response(hasBody ? ReadableStream.from(message) : null, { status, headers });
}

function address({ hostname, port, protocol }: URL): { hostname: string; port: number } {
  return {
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (protocol === "https:" ? 443 : 80),
  };
}

/** Whose certificate is wanted; TLS has no server name for an IP address (RFC 6066, 3). */
function tlsName(url: URL): { host: string; servername: string } {
  const host = address(url).hostname;
  return { host, servername: isIP(host) ? "" : host };
}

function credentials({ username, password }: URL): { "proxy-authorization"?: string } {
  if (!username && !password) return {};
  const pair = `${decodePercent(username)}:${decodePercent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function refusal(proxy: URL, status: number): Error {
  const wanted = status === 407 ? "wants a user and password" : "refused to connect";
  return new Error(`the proxy ${proxy.host} ${wanted} (${status})`);
}

/** Says that it was the proxy that could not be reached. */
function nameProxy(proxy: URL): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw Object.assign(new Error(`the proxy ${proxy.host}: ${error.message}`), { code: error.code });
  };
}
