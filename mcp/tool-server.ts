import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { recordOf } from "../extensions/shared-web/json.ts";
import { oneLine } from "../extensions/shared-web/text/untrusted.ts";
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
  // Before a handler of a method the SDK itself reads the request, and answers a wrong one with such a page too.
  server.fallbackRequestHandler = async ({ method, params }, { signal, _meta, sendNotification }) => {
    if (method === "tools/list") return { tools: TOOLS };
    if (method !== "tools/call") throw refuse(ErrorCode.MethodNotFound, "Method not found");
    const { name, arguments: values } = recordOf(params);
    const tool = TOOLS.find((known) => known.name === name);
    if (!tool) throw refuse(ErrorCode.InvalidParams, `Unknown tool: ${oneLine(String(name), 100)}`);
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
        call(recordOf(values), { signal, onRequest: ({ error }) => error && say(error.message) }, deps),
      );
    } catch (error) {
      // The SDK answers nothing to a request that the client has cancelled.
      signal.throwIfAborted();
      return describeFailure(error);
    }
  };
  return server;
}

/** The SDK's own McpError would put its code into the message as well. */
function refuse(code: ErrorCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}
