import { homedir } from "node:os";
import { type ExtensionAPI, getAgentDir } from "@mariozechner/pi-coding-agent";
import { createPrivateFiles, removeOrphans } from "./ollama-web/private-files.ts";
import { chooseTools, describeTools } from "./ollama-web/tool-choice.ts";
import { readConfig } from "./search-web/config.ts";
import { createModelCommand } from "./search-web/model-command.ts";
import { createSearch } from "./search-web/search.ts";
import { createStatusCommand, SearchLog } from "./search-web/status.ts";
import { readState } from "./search-web/switch/state.ts";
import { describeSwitch } from "./search-web/switch/texts.ts";
import { registerSwitch } from "./search-web/switch.ts";
import { createSearchWebTool } from "./search-web/tool.ts";

export default function searchWeb(pi: ExtensionAPI): void {
  const { env } = process;
  const files = createPrivateFiles();
  const log = new SearchLog();
  const search = createSearch({
    readConfig: () => readConfig(env, homedir()),
    env,
    fetch: () => globalThis.fetch,
    now: () => new Date(),
  });

  pi.registerTool(createSearchWebTool({ search, files, log }));
  pi.registerCommand(
    "search-status",
    createStatusCommand({
      search,
      log,
      env,
      readConfig: () => readConfig(env, homedir()),
      switchLine: (ctx) => describeSwitch(readState(ctx.sessionManager.getBranch())),
      describeTools: (config) =>
        describeTools(
          chooseTools(config, env, getAgentDir()),
          pi.getAllTools().map(({ name }) => name),
        ),
    }),
  );
  pi.registerCommand(
    "search-model",
    createModelCommand({ home: homedir(), readConfig: () => readConfig(env, homedir()) }),
  );
  registerSwitch(pi);
  pi.on("session_start", () => {
    removeOrphans();
    log.reset();
  });
  pi.on("session_shutdown", () => files.removeAll());
}
