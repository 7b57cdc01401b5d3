import { execFileSync } from "node:child_process";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { NEWER_NODE } from "./installed-host.ts";
import { clientLeft, serveLoopback, takeReply } from "./loopback.ts";

/** One request that reached the stand-in. `closed` settles when its connection is done, whoever ended it. */
export interface ModelRequest {
  path: string;
  model: string;
  messages: { role: string; content: unknown }[];
  tools: unknown[] | undefined;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** Resolves to true when the client left before the answer was whole. */
  closed: Promise<boolean>;
}

/** Answers one request, however badly. */
export type Reply = (response: ServerResponse, request: ModelRequest) => void | Promise<void>;

export interface ModelStandIn {
  url: string;
  /** Every request, in the order of arrival. */
  requests: ModelRequest[];
  /** The requests that asked for this model id. */
  of(model: string): ModelRequest[];
  /** Replies per model id, used up in order; the last one stays. */
  script(model: string, ...replies: Reply[]): void;
  close(): Promise<void>;
}

/**
 * A loopback server that speaks OpenAI Chat Completions and plays both the agent's model and any search
 * model, each by a script. It can misbehave on demand.
 */
export async function startModelStandIn(tls?: { key: string; cert: string }): Promise<ModelStandIn> {
  const requests: ModelRequest[] = [];
  const scripts = new Map<string, Reply[]>();
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming, response);
    requests.push(request);
    const reply = takeReply(scripts.get(request.model)) ?? status(404, `no script for ${request.model}`);
    await reply(response, request);
  };
  const { url, close } = await serveLoopback(serve, tls);
  return {
    url,
    requests,
    of: (model) => requests.filter((request) => request.model === model),
    script: (model, ...replies) => void scripts.set(model, replies),
    close,
  };
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const text = incoming.headers["content-encoding"] === "zstd" ? unpackZstd(bytes) : bytes.toString("utf8");
  const body = JSON.parse(text || "{}");
  const closed = clientLeft(response);
  return {
    path: incoming.url ?? "",
    // Google's API names the model in the path.
    model: body.model ?? /\/models\/([^:]+):/.exec(incoming.url ?? "")?.[1],
    messages: body.messages,
    tools: body.tools,
    headers: incoming.headers,
    body,
    closed,
  };
}

/** The Codex adapter of pi 1.x packs its requests so; only the Node that runs pi 1.x can unpack them. */
function unpackZstd(bytes: Buffer): string {
  const script = "process.stdout.write(require('zlib').zstdDecompressSync(require('fs').readFileSync(0)))";
  return execFileSync(NEWER_NODE, ["-e", script], { input: bytes, encoding: "utf8" });
}

export const USAGE = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 };

/** A whole streamed answer. `extra` is merged into the first chunk, `delta` into its delta. */
export function answer(
  text: string,
  options: { finish?: string; extra?: Record<string, unknown>; delta?: Record<string, unknown> } = {},
): Reply {
  return (response) => {
    openStream(response);
    const delta = { role: "assistant", content: text, ...options.delta };
    writeChunk(response, { choices: [{ index: 0, delta }], ...options.extra });
    finish(response, options.finish ?? "stop");
  };
}

/** The agent's model calls tools, all in one message. */
export function callTools(...calls: { name: string; args: Record<string, unknown> }[]): Reply {
  return (response) => {
    openStream(response);
    const tool_calls = calls.map(({ name, args }, index) => ({
      index,
      id: `call_${index}_${Math.random().toString(36).slice(2)}`,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }));
    writeChunk(response, { choices: [{ index: 0, delta: { role: "assistant", tool_calls } }] });
    finish(response, "tool_calls");
  };
}

/** Any status with any body. */
export function status(
  code: number,
  body: string | object = "",
  headers: Record<string, string> = {},
): Reply {
  return (response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = typeof body === "string" ? "text/plain" : "application/json";
    response.writeHead(code, { "content-type": type, ...headers }).end(text);
  };
}

/** Takes the request and never says a word. */
export function silence(): Reply {
  return () => {};
}

/** Streams this much of an answer, then never says another word. */
export function stall(text: string): Reply {
  return (response) => {
    openStream(response);
    writeChunk(response, { choices: [{ index: 0, delta: { role: "assistant", content: text } }] });
  };
}

/** Breaks the connection, after streaming `text` when there is one. */
export function reset(text?: string): Reply {
  return async (response) => {
    if (text !== undefined) {
      openStream(response);
      writeChunk(response, { choices: [{ index: 0, delta: { role: "assistant", content: text } }] });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    response.socket?.resetAndDestroy();
  };
}

/** Streams one piece after the other, `everyMs` apart. */
export function drip(pieces: string[], everyMs: number): Reply {
  return async (response) => {
    openStream(response);
    for (const piece of pieces) {
      if (response.destroyed) return;
      writeChunk(response, { choices: [{ index: 0, delta: { content: piece } }] });
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    finish(response, "stop");
  };
}

/** Opens a stream, then sends this text byte by byte, `everyMs` apart. */
export function dripBytes(text: string, everyMs: number): Reply {
  return async (response) => {
    openStream(response);
    for (const byte of Buffer.from(text)) {
      if (response.destroyed) return;
      response.write(Buffer.of(byte));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    response.end();
  };
}

/** A stream of exactly these bytes. */
export function rawStream(body: string | Uint8Array): Reply {
  return (response) => {
    openStream(response);
    response.end(body);
  };
}

export function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

function writeChunk(response: ServerResponse, chunk: Record<string, unknown>): void {
  const envelope = {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "stand-in",
    ...chunk,
  };
  response.write(`data: ${JSON.stringify(envelope)}\n\n`);
}

function finish(response: ServerResponse, reason: string): void {
  writeChunk(response, { choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  writeChunk(response, { choices: [], usage: USAGE });
  response.end("data: [DONE]\n\n");
}
