import { parseArgs } from "node:util";

const NAME = "search-web-mcp";

export const USAGE = `${NAME} lets an MCP client search the web with Ollama, over stdio.

Usage: ${NAME} [--help] [--version]

An MCP client starts it and talks to it on stdin and stdout.

Tools:
  web_search  Search the web
  web_fetch   Open one web page

Environment:
  OLLAMA_API_KEY     Key for https://ollama.com, from https://ollama.com/settings/keys
  OLLAMA_HOST        A signed-in Ollama daemon to ask instead, for example 127.0.0.1:11434
  OLLAMA_KEY_ORIGIN  https origin of a gateway that takes the key in the place of https://ollama.com
  HTTP_PROXY, HTTPS_PROXY, NO_PROXY
`;

/** For the person who starts the server in a terminal, where no client speaks to it. */
export const WAITING = `${NAME} waits for an MCP client on standard input. Ctrl+C ends it; --help says more.\n`;

/** What the process does: serve, or print and end. */
export type Command =
  | { action: "serve" }
  | { action: "print"; stream: "stdout" | "stderr"; text: string; exitCode: number };

/** Reads the arguments after the program's name. What is no option of ours gets the usage and exit code 2. */
export function parseCommand(args: string[], version: string): Command {
  try {
    const { values } = parseArgs({
      args,
      options: { help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "v" } },
    });
    if (values.help) return { action: "print", stream: "stdout", text: USAGE, exitCode: 0 };
    if (values.version) return { action: "print", stream: "stdout", text: `${version}\n`, exitCode: 0 };
    return { action: "serve" };
  } catch (error) {
    const problem = error instanceof Error ? error.message.split(". ")[0] : String(error);
    return { action: "print", stream: "stderr", text: `${NAME}: ${problem}\n\n${USAGE}`, exitCode: 2 };
  }
}
