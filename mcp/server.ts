import { newFenceId } from "../extensions/shared-web/text/untrusted.ts";
import manifest from "../package.json" with { type: "json" };
import { parseCommand, WAITING } from "./command-line.ts";
import { LineTransport } from "./line-transport.ts";
import { createProxyFetch } from "./proxy-fetch.ts";
import { createToolServer } from "./tool-server.ts";

const TOOL_TIMEOUT_MS = 30_000;
/** A connection in the making can keep the process alive; the client has gone. */
const EXIT_DELAY_MS = 300;

const command = parseCommand(process.argv.slice(2), manifest.version);
if (command.action === "serve") {
  const { env } = process;
  const server = createToolServer(manifest.version, {
    fetch: createProxyFetch(env),
    env,
    newFenceId,
    timeoutMs: TOOL_TIMEOUT_MS,
  });
  server.onclose = () => setTimeout(() => process.exit(), EXIT_DELAY_MS).unref();
  if (process.stdin.isTTY) process.stderr.write(WAITING);
  void server.connect(new LineTransport(process.stdin, process.stdout));
} else {
  process[command.stream].write(command.text);
  process.exitCode = command.exitCode;
}
