import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** An HTTP server on this machine, at a port that was free; with a certificate it speaks TLS. `close` ends its connections. */
export async function serveLoopback(
  serve: RequestListener,
  tls?: { key: string; cert: string },
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Settles when the connection is done, whoever ended it: true when the client left before the answer was whole. */
export function clientLeft(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => response.on("close", () => resolve(!response.writableFinished)));
}

/** The reply to send now of a script, which is used up in order; the last one stays. */
export function takeReply<Reply>(script: Reply[] = []): Reply | undefined {
  return script.length > 1 ? script.shift() : script[0];
}
