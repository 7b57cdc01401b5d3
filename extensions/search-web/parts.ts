import { homedir } from "node:os";
import { join } from "node:path";
import { type ExtensionAPI, type ExtensionContext, getAgentDir } from "@mariozechner/pi-coding-agent";
import { findUnread } from "../ollama-web/settings.ts";
import { chooseTools, describeTools, isFrom } from "../ollama-web/tool-choice.ts";
import { tellNotice } from "../shared-web/notice.ts";
import type { PrivateFiles } from "../shared-web/private-files.ts";
import { SessionCalls } from "../shared-web/session-calls.ts";
import { readConfig } from "./config.ts";
import { chooseModel } from "./model/model-command.ts";
import { createSearch } from "./search.ts";
import { showStatus } from "./status.ts";
import { readState } from "./switch/state.ts";
import { describeSwitch } from "./switch/texts.ts";
import { runSearchWeb, type SearchWebResult, type ToolCall } from "./tool-run.ts";

/** What a session uses once it searches or asks about search. */
export interface Parts {
  runSearchWeb(call: ToolCall): Promise<SearchWebResult>;
  showStatus(args: string, ctx: ExtensionContext): Promise<void>;
  chooseModel(args: string, ctx: ExtensionContext): Promise<void>;
  /** Ends every search and check that still runs: the session is over. */
  end(): void;
}

/** For one session. */
export function createParts(pi: ExtensionAPI, files: PrivateFiles): Parts {
  const { env } = process;
  const readUserConfig = () => readConfig(env, homedir());
  const search = createSearch({
    readConfig: readUserConfig,
    env,
    fetch: () => globalThis.fetch,
    now: () => new Date(),
  });
  const listTools = () => pi.getAllTools().map(({ name, sourceInfo }) => ({ name, path: sourceInfo.path }));
  const statusDeps = {
    search,
    env,
    readConfig: readUserConfig,
    switchLine: (ctx: ExtensionContext) => describeSwitch(readState(ctx.sessionManager.getBranch())),
    describeTools: (config: ReturnType<typeof readConfig>) =>
      describeTools(chooseTools(config, env, getAgentDir()), listTools()),
    findUnread: ({ cwd }: ExtensionContext) => findUnread(homedir(), [getAgentDir(), join(cwd, ".pi")]),
    findStranger: () =>
      listTools().find((tool) => tool.name === "search_web" && !isFrom("search-web.ts", tool))?.path,
  };
  const calls = new SessionCalls();
  const toldWarnings = new Set<string>();
  const tellWarnings = (ctx: ExtensionContext) => {
    for (const warning of readUserConfig().warnings) {
      if (!toldWarnings.has(warning)) tellNotice(ctx, warning);
      toldWarnings.add(warning);
    }
  };
  return {
    runSearchWeb: (call) => {
      tellWarnings(call.ctx);
      return calls.run(call.signal, (signal) => runSearchWeb({ ...call, signal }, { search, files }));
    },
    showStatus: (args, ctx) => calls.run(ctx.signal, (signal) => showStatus(args, ctx, signal, statusDeps)),
    end: () => calls.end(),
    chooseModel: (args, ctx) => {
      const { forgetTimeouts } = search;
      return chooseModel(args, ctx, { home: homedir(), env, readConfig: readUserConfig, forgetTimeouts });
    },
  };
}
