import { homedir } from "node:os";
import {
  type ExtensionAPI,
  type ExtensionContext,
  getAgentDir,
  withFileMutationQueue,
} from "@mariozechner/pi-coding-agent";
import { tellNotice } from "../../shared-web/notice.ts";
import type { PrivateFiles } from "../../shared-web/private-files.ts";
import { SessionCalls } from "../../shared-web/session-calls.ts";
import type { OllamaDeps } from "../client.ts";
import type { ExportDeps } from "../export.ts";
import { type AppliedProfile, readProfile } from "../profiles.ts";
import { REPLAY_EVENT, RefStore, type ReplayRequest } from "../refs.ts";
import { readOllamaSettings, readSettings } from "../settings.ts";

/** What the three tools share and take from outside. */
export interface ToolDeps extends ExportDeps {
  /** Read for every call, so that an edited setting counts at once. */
  ollama: () => OllamaDeps;
  refs: RefStore;
  agentDir: () => string;
  home: () => string;
  /** Emits `REPLAY_EVENT`. */
  announce: (request: ReplayRequest) => void;
  /** What runs in this session. */
  calls: SessionCalls;
  /** The warnings that the user has seen. */
  shownWarnings: Set<string>;
}

/** For one session. */
export function createDeps(pi: ExtensionAPI, files: PrivateFiles): ToolDeps {
  return {
    ollama: () => ({
      fetch: globalThis.fetch,
      env: process.env,
      mode: readOllamaSettings(readSettings(homedir())).ollama,
    }),
    refs: new RefStore(),
    files,
    queue: withFileMutationQueue,
    agentDir: getAgentDir,
    home: homedir,
    announce: (request) => pi.events.emit(REPLAY_EVENT, request),
    calls: new SessionCalls(),
    shownWarnings: new Set(),
  };
}

/** The budget for the current model; what is wrong with its files is told to the user, once each. */
export function profileFor(ctx: ExtensionContext, deps: ToolDeps): AppliedProfile {
  const model = ctx.model ? `${ctx.model.provider}/${ctx.model.id}` : undefined;
  const { profile, warnings } = readProfile({ agentDir: deps.agentDir(), cwd: ctx.cwd, model });
  for (const warning of warnings) {
    if (deps.shownWarnings.has(warning)) continue;
    deps.shownWarnings.add(warning);
    tellNotice(ctx, warning, "warning");
  }
  return profile;
}

/** What a tool brings: what the model reads, and `details` for programs and for the session. */
export interface ToolOutput<Details> {
  text: string;
  details: Details;
}
