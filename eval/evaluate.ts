import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../test/support/installed-host.ts";
import { Pi } from "../test/support/pi.ts";
import type { AgentSetup } from "./agent-extension.ts";
import { CannedSearch, PROVIDER, SEARCH_MODEL } from "./canned-search.ts";
import { PROJECT } from "./dialogues.ts";
import { type DialogueRecord, drive } from "./drive.ts";
import { type Judgement, judge } from "./measures.ts";
import type { Arm, EvalOptions } from "./options.ts";
import { type Rates, summarize } from "./summary.ts";

export interface ArmResult {
  model: string;
  arm: Arm;
  rates: Rates;
  /** Per repetition, what happened. */
  records: DialogueRecord[][];
  judgements: Judgement[][];
  /** The dialogues that the agent's model failed, which count in no rate. */
  failures: { dialogue: string; repetition: number; reason: string }[];
}

/** Runs every arm with every model. `onProgress` hears of each repetition. */
export async function evaluate(
  options: EvalOptions,
  onProgress: (line: string) => void,
): Promise<ArmResult[]> {
  const results: ArmResult[] = [];
  for (const model of options.models) {
    for (const arm of options.arms) {
      const records: DialogueRecord[][] = [];
      for (let repetition = 1; repetition <= options.repetitions; repetition++) {
        onProgress(`${model}, ${arm}, repetition ${repetition} of ${options.repetitions}`);
        records.push(await runArm(options, model, arm));
      }
      results.push(toResult(options, model, arm, records));
    }
  }
  return results;
}

function toResult(
  { dialogues }: EvalOptions,
  model: string,
  arm: Arm,
  records: DialogueRecord[][],
): ArmResult {
  const judgements = records.map((repetition) =>
    dialogues.flatMap((dialogue, index) => {
      const record = repetition[index];
      return record ? judge(dialogue, record) : [];
    }),
  );
  const failures = records.flatMap((repetition, index) =>
    repetition.flatMap(({ id, failed }) =>
      failed === undefined ? [] : [{ dialogue: id, repetition: index + 1, reason: failed }],
    ),
  );
  return { model, arm, rates: summarize(judgements), records, judgements, failures };
}

/** One pi process leads all dialogues, each in a new session. */
async function runArm(options: EvalOptions, model: string, arm: Arm): Promise<DialogueRecord[]> {
  const search = await CannedSearch.start();
  const folder = mkdtempSync(join(tmpdir(), "search-web-eval-"));
  const pi = startAgent(options, { model, arm, folder, searchUrl: search.url });
  try {
    await pi.send({ type: "set_auto_retry", enabled: false });
    const records: DialogueRecord[] = [];
    for (const dialogue of options.dialogues) {
      records.push(await drive(pi, search, dialogue, options.timeoutMs));
    }
    return records;
  } finally {
    await pi.close();
    await search.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Agent {
  model: string;
  arm: Arm;
  folder: string;
  searchUrl: string;
}

/** The user's pi with their models and logins, and of their extensions, skills and context files none. */
function startAgent({ agentDir, pi, variant }: EvalOptions, { model, arm, folder, searchUrl }: Agent): Pi {
  const cwd = join(folder, "shop");
  for (const [path, text] of Object.entries(PROJECT)) write(join(cwd, path), text);
  // The summary of a compaction shall leave nothing of what was said before it.
  write(join(cwd, ".pi/settings.json"), JSON.stringify({ compaction: { keepRecentTokens: 1 } }));
  const text = variant === undefined ? undefined : readFileSync(variant, "utf8");
  const isSkill = text?.startsWith("---\n") ?? false;
  const skill =
    isSkill && text !== undefined
      ? write(join(folder, "web-search/SKILL.md"), text)
      : join(ROOT, "skills/web-search/SKILL.md");
  const setup: AgentSetup = {
    searchUrl,
    provider: PROVIDER,
    model: SEARCH_MODEL,
    tool: arm !== "none",
    ...(text === undefined || isSkill ? {} : { description: text.trim() }),
  };
  return new Pi({
    host: { command: pi },
    home: {
      cwd,
      env: {
        ...definedOnly(process.env),
        PI_CODING_AGENT_DIR: agentDir,
        PI_SEARCH_MODEL: `${PROVIDER}/${SEARCH_MODEL}`,
        SEARCH_WEB_EVAL: JSON.stringify(setup),
      },
    },
    model,
    package: [
      ...["--no-extensions", "--no-skills", "--no-prompt-templates", "--no-context-files", "--approve"],
      ...["-e", join(ROOT, "eval/agent-extension.ts")],
      ...(arm === "skill" ? ["--skill", skill] : []),
    ],
  });
}

/** Without what would let a search go to Ollama. */
function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || /^OLLAMA_/.test(name) ? [] : [[name, value] as const],
    ),
  );
}

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
