import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { fetchPage, type OllamaDeps, searchWeb } from "../../extensions/ollama-web/client.ts";
import { OllamaError, type OllamaErrorCode } from "../../extensions/ollama-web/errors.ts";
import {
  cutOff,
  fetchThrough,
  htmlPage,
  json,
  type OllamaReply,
  oversized,
  slowDrip,
  startOllamaStandIn,
  text,
} from "../support/ollama-stand-in.ts";

const KEY = "sk-ollama-0123456789";

/** The headers come, and then nothing. */
const stuck =
  (status: number): OllamaReply =>
  async (response) => {
    response.writeHead(status, { "content-type": "application/json" }).flushHeaders();
    await sleep(10);
  };

const BODIES: Record<string, (status: number) => OllamaReply> = {
  "Ollama's words": (status) => json({ error: `reason <b>${KEY}</b>` }, status),
  "other JSON": (status) => json({ detail: [1, 2, 3] }, status),
  "a web page": htmlPage,
  "an empty body": (status) => text(status),
  "plain text": (status) => text(status, "plain words of a proxy"),
  "a body cut off": (status) => cutOff(status, '{"error": "rea'),
  "too large a body": oversized,
  "a body that never comes": stuck,
  "a body that drips": slowDrip,
};

const STATUSES: [status: number, hosted: OllamaErrorCode, daemon: OllamaErrorCode][] = [
  [400, "bad-response", "bad-response"],
  [401, "unauthorized", "not-signed-in"],
  [402, "quota", "quota"],
  [403, "forbidden", "host-not-allowed"],
  [404, "bad-response", "daemon-too-old"],
  [405, "bad-response", "bad-response"],
  [429, "unavailable", "unavailable"],
  [500, "unavailable", "unavailable"],
  [502, "unavailable", "unavailable"],
  [503, "unavailable", "unavailable"],
  [504, "unavailable", "unavailable"],
];

/** The only case where Ollama's words change the kind of a status: a 403 with a reason is no refused host name. */
function expectedCode(status: number, code: OllamaErrorCode, body: string): OllamaErrorCode {
  return status === 403 && code === "host-not-allowed" && body === "Ollama's words" ? "forbidden" : code;
}

async function failureOf(promise: Promise<unknown>): Promise<OllamaError> {
  const error = await promise.catch((cause: unknown) => cause);
  if (!(error instanceof OllamaError)) throw new Error(`not an OllamaError: ${String(error)}`);
  return error;
}

// Side by side: a body that never comes is waited for.
it.concurrent.for(Object.keys(BODIES))(
  "tells the kind of every status with %s, by both routes and calls, on one line",
  async (body, { onTestFinished }) => {
    const hosted = await startOllamaStandIn("hosted");
    const daemon = await startOllamaStandIn("daemon");
    onTestFinished(async () => void (await Promise.all([hosted.close(), daemon.close()])));
    const reply: OllamaReply = (response, request) => {
      const status = Number(/\d{3}/.exec(JSON.stringify(request.body))?.[0]);
      return BODIES[body]?.(status)(response, request);
    };
    for (const server of [hosted, daemon])
      for (const call of ["web_search", "web_fetch"] as const) server.script(call, reply);
    const fetch = fetchThrough(
      new Map([
        ["https://ollama.com", hosted.url],
        [daemon.url, daemon.url],
      ]),
    );
    const routes: [number, OllamaDeps, string][] = [
      [1, { fetch, env: { OLLAMA_API_KEY: KEY } }, "ollama.com "],
      [2, { fetch, env: { OLLAMA_HOST: daemon.url } }, `The Ollama daemon at ${daemon.url} `],
    ];
    const checks = STATUSES.flatMap((row) =>
      routes.flatMap(([column, deps, server]) =>
        [searchWeb(`${row[0]}`, {}, deps), fetchPage(`https://a.example/${row[0]}`, {}, deps)].map(
          async (call, index) => {
            const { code, message } = await failureOf(call);
            const isMissingPage = row[0] === 404 && index === 1 && body === "Ollama's words";
            const expected = isMissingPage
              ? "bad-response"
              : expectedCode(row[0], row[column as 1 | 2], body);
            expect([row[0], server, code]).toEqual([row[0], server, expected]);
            expect(message.startsWith(server)).toBe(true);
            expect(message).toContain(body === "Ollama's words" ? `(${row[0]}: "reason` : `(${row[0]})`);
            expect(message).not.toMatch(/[\n<]|plain words/);
            expect(message.length).toBeLessThan(300);
            if (server === "ollama.com ") expect(message).not.toContain(KEY);
          },
        ),
      ),
    );
    await Promise.all(checks);
  },
);
