import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { withProgress } from "./progress.ts";
import { TOOLS } from "./tool-definitions.ts";
import { callFetch, callSearch, describeFailure, type ToolDeps } from "./tools.ts";

/**
 * An MCP server with the two tools. The SDK's low-level class: the high-level one answers wrong arguments with a page
 * of JSON about them, and takes longer to start.
 */
export function createToolServer(version: string, deps: ToolDeps): Server {
  const server = new Server(
    { name: "search-web", title: "Search Web", version },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    // The SDK's own McpError would put its code into the message as well.
    if (!tool)
      throw Object.assign(new Error(`Unknown tool: ${params.name}`), { code: ErrorCode.InvalidParams });
    const progress = {
      token: _meta?.progressToken,
      send: sendNotification,
      limitSeconds: deps.timeoutMs / 1_000,
    };
    const [call, activity] =
      tool === TOOLS[0]
        ? ([callSearch, "Searching the web"] as const)
        : ([callFetch, "Opening the page"] as const);
    try {
      return await withProgress({ ...progress, activity }, (say) =>
        call(params.arguments ?? {}, { signal, onRequest: ({ error }) => error && say(error.message) }, deps),
      );
    } catch (error) {
      // The SDK answers nothing to a request that the client has cancelled.
      signal.throwIfAborted();
      return describeFailure(error);
    }
  });
  return server;
}
