import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { isRecord, parseJson, recordOf } from "../extensions/shared-web/json.ts";

const MAX_LINE_BYTES = 10 * 1024 * 1024;

/**
 * MCP's stdio transport: one JSON message a line, or a batch of them
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio). Unlike the SDK's own it answers a
 * line that is no message with a JSON-RPC error, outlives lines of any length, and closes when its input ends.
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#onData);
    this.#input.on("end", this.#onEnd);
    this.#input.on("error", this.#onEnd);
    this.#output.on("error", this.#onEnd);
  }

  /** Resolves when the output has taken the message. */
  send(message: object): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off("data", this.#onData).off("end", this.#onEnd).pause();
    this.#pieces = [];
    this.onclose?.();
  }

  #onEnd = (): void => void this.close();

  #onData = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      this.#collect(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#collect(chunk.subarray(start));
  };

  /** Of a line that is too long nothing is kept but its length. */
  #collect(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes <= MAX_LINE_BYTES) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #endLine(): void {
    const isTooLong = this.#bytes > MAX_LINE_BYTES;
    const line = Buffer.concat(this.#pieces).toString("utf8").trim();
    this.#pieces = [];
    this.#bytes = 0;
    if (isTooLong) this.#refuse(ErrorCode.ParseError, "Parse error: the message is longer than 10 MiB");
    else if (line) this.#readLine(line);
  }

  #readLine(line: string): void {
    const json = parseJson(line);
    // MCP 2025-03-26 has batches; each message of one is answered by itself.
    const messages = Array.isArray(json) && json.length > 0 ? json : [json];
    if (json === undefined) this.#refuse(ErrorCode.ParseError, "Parse error: the line is not JSON");
    else for (const one of messages) this.#readMessage(one);
  }

  #readMessage(json: unknown): void {
    const message = JSONRPCMessageSchema.safeParse(json);
    if (message.success) this.onmessage?.(message.data);
    // Nobody answers an answer: two peers would go on for ever.
    else if (!isResponse(json))
      this.#refuse(ErrorCode.InvalidRequest, "Invalid Request: the line is no JSON-RPC 2.0 message", json);
  }

  #refuse(code: ErrorCode, message: string, request?: unknown): void {
    this.send({ jsonrpc: "2.0", id: readId(request), error: { code, message } }).catch(this.#onEnd);
  }
}

function isResponse(json: unknown): boolean {
  return isRecord(json) && !("method" in json) && ("result" in json || "error" in json);
}

/** `null` when the request does not name one (JSON-RPC 2.0, section 5). */
function readId(request: unknown): string | number | null {
  const { id } = recordOf(request);
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null;
}
