import { PassThrough } from "node:stream";
import { setImmediate as tick } from "node:timers/promises";
import { expect, it } from "vitest";
import { LineTransport } from "../../mcp/line-transport.ts";

async function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new LineTransport(input, output);
  const received: unknown[] = [];
  let closings = 0;
  transport.onmessage = (message) => received.push(message);
  transport.onclose = () => closings++;
  await transport.start();
  return {
    transport,
    input,
    output,
    received,
    closings: () => closings,
    /** What was written to the output since the last call, a line each. */
    async answers() {
      await tick();
      const text: string = output.read()?.toString() ?? "";
      return text.split("\n").filter(Boolean);
    },
  };
}

const ping = (id: number | string) => ({ jsonrpc: "2.0", id, method: "ping" });
const NOT_JSON = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: the line is not JSON"}}`;
const invalid = (id: number | string | null) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: { code: -32600, message: "Invalid Request: the line is no JSON-RPC 2.0 message" },
  });

it("reads a message a line, however the bytes come", async () => {
  const { input, received } = await open();
  const text = `${JSON.stringify(ping("привет 👍"))}\n\r\n  \n${JSON.stringify(ping(2))}\r\n`;
  for (const byte of Buffer.from(text)) input.write(Buffer.of(byte));
  input.write(`${JSON.stringify(ping(3))}\n${JSON.stringify(ping(4))}\n{"jsonrpc"`);
  await tick();
  expect(received).toEqual([ping("привет 👍"), ping(2), ping(3), ping(4)]);
});

it("reads each message of a batch", async () => {
  const { input, received, answers } = await open();
  input.write(`${JSON.stringify([ping(1), { jsonrpc: "1.0", id: 2, method: "ping" }, ping(3)])}\n`);
  expect(await answers()).toEqual([invalid(2)]);
  expect(received).toEqual([ping(1), ping(3)]);
});

it.each([
  ["garbage", NOT_JSON],
  ['{"jsonrpc":"2.0"', NOT_JSON],
  ["\u0000\u0001\ufffd", NOT_JSON],
  ["undefined", NOT_JSON],
  ["null", invalid(null)],
  ["42", invalid(null)],
  ["[]", invalid(null)],
  ["[1]", invalid(null)],
  ["{}", invalid(null)],
  ['{"jsonrpc":"1.0","id":7,"method":"ping"}', invalid(7)],
  ['{"jsonrpc":"2.0","id":"a","method":5}', invalid("a")],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', invalid(null)],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', invalid(null)],
  ["[".repeat(100_000), NOT_JSON],
  [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, invalid(null)],
])("answers %.60s with the protocol's error, and reads on", async (line, answer) => {
  const { input, received, answers } = await open();
  input.write(`${line}\n${JSON.stringify(ping(1))}\n`);
  expect(await answers()).toEqual([answer]);
  expect(received).toEqual([ping(1)]);
});

it.each([
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
  '{"jsonrpc":"2.0","result":5}',
])("answers no answer: %s", async (line) => {
  const { input, received, answers } = await open();
  input.write(`${line}\n`);
  expect(await answers()).toEqual([]);
  expect(received).toEqual([]);
});

it("outlives a line of any length and keeps none of it", async () => {
  const { input, received, answers } = await open();
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 200; count++) if (!input.write(megabyte)) await tick();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
  input.write(`\n${JSON.stringify(ping(1))}\n`);
  expect(await answers()).toEqual([
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: the message is longer than 10 MiB"}}',
  ]);
  expect(received).toEqual([ping(1)]);
});

it("writes a message a line", async () => {
  const { transport, answers } = await open();
  await transport.send({ jsonrpc: "2.0", id: 1, result: { text: "two\nlines" } });
  expect(await answers()).toEqual(['{"jsonrpc":"2.0","id":1,"result":{"text":"two\\nlines"}}']);
});

it("closes once when its input ends, and reads no more", async () => {
  const { transport, input, closings } = await open();
  input.end();
  input.resume();
  await tick();
  expect(closings()).toBe(1);
  await transport.close();
  expect(closings()).toBe(1);
  expect(input.listenerCount("data")).toBe(0);
});

it("closes when nobody reads its output any more", async () => {
  const { output, closings } = await open();
  output.destroy(new Error("EPIPE"));
  await tick();
  expect(closings()).toBe(1);
});
