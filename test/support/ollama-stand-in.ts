import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { clientLeft, serveLoopback, takeReply } from "./loopback.ts";

/** One request that reached the stand-in. */
export interface OllamaRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** Resolves to true when the client left before the response was whole. */
  closed: Promise<boolean>;
}

/** Answers one request, however badly. */
export type OllamaReply = (response: ServerResponse, request: OllamaRequest) => void | Promise<void>;

export interface OllamaStandIn {
  url: string;
  port: number;
  requests: OllamaRequest[];
  /** Replies for requests whose path ends in `web_search` or `web_fetch`, used up in order; the last one stays. */
  script(call: "web_search" | "web_fetch", ...replies: OllamaReply[]): void;
  /** A `fetch` that brings requests for an origin such as `https://ollama.com` here, as a proxy would. */
  fetchFor(...origins: string[]): typeof fetch;
  close(): Promise<void>;
}

/**
 * A loopback Ollama, hosted (`/api/…`) or daemon (`/api/experimental/…`). Other paths answer as an old daemon does:
 * `404 page not found`.
 */
export async function startOllamaStandIn(
  kind: "hosted" | "daemon",
  tls?: { key: string; cert: string },
): Promise<OllamaStandIn> {
  const requests: OllamaRequest[] = [];
  const scripts = new Map<string, OllamaReply[]>();
  const prefix = kind === "hosted" ? "/api/" : "/api/experimental/";
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming, response);
    requests.push(request);
    const call = request.path.startsWith(prefix) ? request.path.slice(prefix.length) : "";
    const reply = takeReply(scripts.get(call)) ?? text(404, "404 page not found");
    await reply(response, request);
  };
  const { url, port, close } = await serveLoopback(serve, tls);
  return {
    url,
    port,
    requests,
    script: (call, ...replies) => void scripts.set(call, replies),
    fetchFor: (...origins) => fetchThrough(new Map(origins.map((origin) => [origin, url]))),
    close,
  };
}

/** Real requests to loopback servers in the place of public origins; every other address is refused. */
export function fetchThrough(origins: Map<string, string>): typeof fetch {
  return (input, init) => {
    const url = new URL(String(input));
    const target = origins.get(url.origin);
    if (!target) return Promise.reject(new Error(`no stand-in for ${url.origin}`));
    return fetch(target + url.pathname + url.search, init);
  };
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<OllamaRequest> {
  const closed = clientLeft(response);
  let raw = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) raw += chunk;
  return { path: incoming.url ?? "", headers: incoming.headers, body: JSON.parse(raw || "{}"), closed };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): OllamaReply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  };
}

export function text(status: number, body = "", headers: Record<string, string> = {}): OllamaReply {
  return (response) => {
    response.writeHead(status, { "content-type": "text/plain", ...headers }).end(body);
  };
}

/** An error page as a cloud edge sends it, 12 kB. */
export function htmlPage(status: number): OllamaReply {
  const body = `<!DOCTYPE html><html><body>${"<p>Something went wrong.</p>".repeat(430)}</body></html>`;
  return (response) => {
    response.writeHead(status, { "content-type": "text/html" }).end(body);
  };
}

/** Promises more than it sends, then drops the connection. */
export function cutOff(status: number, body: string): OllamaReply {
  return async (response) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": body.length + 1_000 });
    response.write(body);
    await sleep(20);
    response.destroy();
  };
}

/** Sends blanks until the client leaves. */
export function oversized(status = 200): OllamaReply {
  return async (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    const chunk = " ".repeat(256 * 1024);
    while (!response.destroyed) if (!response.write(chunk)) await sleep(1);
  };
}

/** Takes the request and says nothing. */
export const never: OllamaReply = () => {};

/** Sends the headers, then a blank now and then, without an end. */
export function slowDrip(status = 200): OllamaReply {
  return async (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    while (!response.destroyed) {
      response.write(" ");
      await sleep(20);
    }
  };
}

export function redirect(status: number, location: string): OllamaReply {
  return (response) => {
    response.writeHead(status, { location }).end();
  };
}

/** Drops the connection before any answer. */
export const reset: OllamaReply = (response) => {
  response.socket?.resetAndDestroy();
};

/** `count` results with contents of `chars` characters that differ from one another. */
export function results(count: number, chars = 40): { title: string; url: string; content: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Result ${index + 1}`,
    url: `https://site${index + 1}.example/page`,
    content: `Text of result ${index + 1}. `.repeat(Math.ceil(chars / 18)).slice(0, chars),
  }));
}
