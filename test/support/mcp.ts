import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ROOT } from "./hosts.ts";
import { expectNoKey, keysOf } from "./key-scan.ts";

/** The MCP server as it is published: one file, alone in a folder. */
export interface Bundle {
  file: string;
  folder: string;
  remove(): void;
}

export function buildBundle(): Bundle {
  const folder = mkdtempSync(join(tmpdir(), "search-web-mcp-"));
  const file = join(folder, "search-web-mcp.cjs");
  const jiti = join(ROOT, "node_modules/jiti/lib/jiti-cli.mjs");
  execFileSync(process.execPath, [jiti, join(ROOT, "mcp/build.ts"), file], { stdio: "pipe" });
  rmSync(join(folder, "search-web-mcp.licenses.txt"));
  return { file, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface McpSession {
  client: Client;
  pid: number;
  /** What the process wrote to stderr so far. */
  stderr(): string;
  /** Resolves when the connection has ended. */
  closed: Promise<void>;
  close(): Promise<void>;
}

/** The official client, connected to the built server. The environment holds nothing of this process's but PATH and HOME. */
export async function startMcp(
  { file, folder }: Pick<Bundle, "file" | "folder">,
  env: Record<string, string>,
  node = process.execPath,
): Promise<McpSession> {
  const transport = new StdioClientTransport({
    command: node,
    args: [file],
    cwd: folder,
    env,
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(transport);
  const close = async () => {
    await client.close();
    expectNoKey("the server's standard error", stderr, keysOf({}, env));
  };
  return { client, pid: transport.pid ?? 0, stderr: () => stderr, closed, close };
}

/** What a tool answered: the text, what programs get, and whether it is an error. */
export interface ToolAnswer {
  text: string;
  structured: unknown;
  isError: boolean;
}

/** The id of a fence, new with every call, is written as `ID`. */
export async function callTool(
  { client }: Pick<McpSession, "client">,
  name: string,
  args: Record<string, unknown>,
  options: Parameters<Client["callTool"]>[2] = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  const [content] = Array.isArray(result.content) ? result.content : [];
  return {
    text: String(content?.text).replace(/ id="[0-9a-f]{8}"/g, ' id="ID"'),
    structured: result.structuredContent,
    isError: result.isError === true,
  };
}
