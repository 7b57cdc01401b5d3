import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import type { Certificate } from "./certificates.ts";

/** How the proxy treats who asks it: `pass` on, answer with a status, or take the request and say nothing. */
export type ProxyMode = "pass" | "silent" | number;

export interface ProxyStandIn {
  url: string;
  port: number;
  /** `CONNECT ollama.com:443`, `POST http://127.0.0.1:11434/api/…`. */
  requests: string[];
  /** The `proxy-authorization` of each request, or an empty string. */
  authorizations: string[];
  mode: ProxyMode;
  /** How many connections of clients are open. */
  openConnections(): number;
  close(): Promise<void>;
}

/** A loopback HTTP proxy. Tunnels all end at `tunnelPort` on this machine, whatever was asked for. */
export async function startProxyStandIn(tunnelPort: number, tls?: Certificate): Promise<ProxyStandIn> {
  const open = new Set<Socket>();
  const server = tls ? createTlsServer(tls) : createServer();
  const proxy: ProxyStandIn = {
    url: "",
    port: 0,
    requests: [],
    authorizations: [],
    mode: "pass",
    openConnections: () => open.size,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const note = ({ method, url, headers }: IncomingMessage) => {
    proxy.requests.push(`${method} ${url}`);
    proxy.authorizations.push(headers["proxy-authorization"] ?? "");
  };
  server.on("connection", (socket: Socket) => {
    open.add(socket.on("close", () => open.delete(socket)));
  });
  server.on("connect", (incoming: IncomingMessage, client: Socket) => {
    note(incoming);
    client.on("error", () => {}).on("end", () => client.destroy());
    if (typeof proxy.mode === "number") client.end(`HTTP/1.1 ${proxy.mode} Refused\r\n\r\n`);
    if (proxy.mode === "pass") joinSockets(client, tunnelPort);
    else client.resume();
  });
  server.on("request", (incoming: IncomingMessage, response: ServerResponse) => {
    note(incoming);
    if (typeof proxy.mode === "number") response.writeHead(proxy.mode).end();
    if (proxy.mode === "pass") forward(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.port = (server.address() as AddressInfo).port;
  proxy.url = `${tls ? "https" : "http"}://127.0.0.1:${proxy.port}`;
  return proxy;
}

function joinSockets(client: Socket, port: number): void {
  const target = connect(port, "127.0.0.1", () =>
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n"),
  );
  client.pipe(target).on("error", () => client.destroy());
  target.pipe(client);
  client.on("close", () => target.destroy());
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { "proxy-authorization": _credentials, ...headers } = incoming.headers;
  const onward = request(incoming.url ?? "", { method: incoming.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => {});
  });
  onward.on("error", () => response.headersSent || response.writeHead(502).end());
  response.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
