import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DIALOGUES, type Dialogue } from "./dialogues.ts";

/** What the agent has: nothing of this package, the tool alone, or the tool and the skill. */
export const ARMS = ["none", "tool", "skill"] as const;
export type Arm = (typeof ARMS)[number];

export interface EvalOptions {
  models: string[];
  agentDir: string;
  /** The command line that starts pi. */
  pi: [string, ...string[]];
  arms: Arm[];
  repetitions: number;
  dialogues: Dialogue[];
  /** A SKILL.md, or any other text file with a tool description, to try in the place of the package's own. */
  variant?: string;
  /** The least rate, 0 to 1, that each measure of the last arm has to reach. */
  threshold: number;
  timeoutMs: number;
  out: string;
}

/** A wrong command line; the message says what is wrong. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const USAGE = `Usage: just eval --model PROVIDER/ID [options]

Asks your own model, at your own cost, through your own pi; what it searches for is answered on this machine.

  --model PROVIDER/ID   the agent's model; may be given several times
  --agent-dir DIR       pi's agent folder with your models and logins (default: PI_CODING_AGENT_DIR or ~/.pi/agent)
  --pi COMMAND          how to start pi (default: pi)
  --arms LIST           of none, tool, skill, in this order (default: all)
  --repetitions N       1 to 100 (default: 3)
  --only LIST           kinds (should-search, near-miss, revocation) or ids of dialogues (default: all)
  --variant FILE        try this SKILL.md, or this text file as the tool's description
  --threshold RATE      0 to 1, to be reached by each measure of the last arm (default: 0.9)
  --timeout SECONDS     for one turn (default: 300)
  --out DIR             for the JSON and the Markdown report (default: eval/reports)`;

/** Reads the command line. Throws `UsageError`. */
export function readOptions(
  args: string[],
  env: Record<string, string | undefined> = process.env,
): EvalOptions {
  const values = parse(args);
  if (!values.model?.length)
    throw new UsageError("--model is missing: the evaluation asks a model of yours.");
  return {
    models: values.model,
    agentDir: values["agent-dir"] ?? env.PI_CODING_AGENT_DIR ?? join(homedir(), ".pi/agent"),
    pi: readCommand(values.pi ?? "pi"),
    arms: readArms(values.arms),
    repetitions: readNumber("repetitions", values.repetitions ?? "3", 1, 100, true),
    dialogues: readDialogues(values.only),
    variant: values.variant,
    threshold: readNumber("threshold", values.threshold ?? "0.9", 0, 1),
    timeoutMs: readNumber("timeout", values.timeout ?? "300", 1, 3_600) * 1_000,
    out: values.out ?? "eval/reports",
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      options: {
        model: { type: "string", multiple: true },
        "agent-dir": text,
        pi: text,
        arms: text,
        repetitions: text,
        only: text,
        variant: text,
        threshold: text,
        timeout: text,
        out: text,
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readCommand(text: string): [string, ...string[]] {
  const [command, ...rest] = text.split(" ").filter((part) => part !== "");
  if (command === undefined) throw new UsageError("--pi is empty.");
  return [command, ...rest];
}

function readArms(list: string | undefined): Arm[] {
  if (list === undefined) return [...ARMS];
  const wanted = list.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !ARMS.some((arm) => arm === name));
  if (unknown !== undefined) throw new UsageError(`--arms: "${unknown}" is none of ${ARMS.join(", ")}.`);
  return ARMS.filter((arm) => wanted.includes(arm));
}

function readDialogues(list: string | undefined): Dialogue[] {
  if (list === undefined) return DIALOGUES;
  return list.split(",").flatMap((name) => {
    const chosen = DIALOGUES.filter(({ id, kind }) => id === name.trim() || kind === name.trim());
    if (chosen.length === 0) throw new UsageError(`--only: there is no dialogue or kind "${name.trim()}".`);
    return chosen;
  });
}

function readNumber(name: string, text: string, least: number, most: number, whole = false): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= least && value <= most && (!whole || Number.isInteger(value)))
    return value;
  throw new UsageError(`--${name}: "${text}" is no ${whole ? "whole " : ""}number from ${least} to ${most}.`);
}
