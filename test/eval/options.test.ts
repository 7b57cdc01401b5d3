import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DIALOGUES } from "../../eval/dialogues.ts";
import { readOptions } from "../../eval/options.ts";

const read = (...args: string[]) => readOptions(["--model", "p/m", ...args], {});

it("has defaults for all but the model", () => {
  expect(read()).toEqual({
    models: ["p/m"],
    agentDir: join(homedir(), ".pi/agent"),
    pi: ["pi"],
    arms: ["none", "tool", "skill"],
    repetitions: 3,
    dialogues: DIALOGUES,
    threshold: 0.9,
    timeoutMs: 300_000,
    out: "eval/reports",
  });
});

it("reads every option", () => {
  const options = readOptions(
    "--model a/b --model c/d --agent-dir /agent --arms skill,none --repetitions 5 --only revocation --variant v.md --threshold 0.5 --timeout 60 --out /out".split(
      " ",
    ),
    { PI_CODING_AGENT_DIR: "/other" },
  );
  expect(options).toMatchObject({
    models: ["a/b", "c/d"],
    agentDir: "/agent",
    arms: ["none", "skill"],
    repetitions: 5,
    variant: "v.md",
    threshold: 0.5,
    timeoutMs: 60_000,
    out: "/out",
  });
  expect(options.dialogues.map(({ kind }) => kind)).toEqual(Array(6).fill("revocation"));
  expect(
    readOptions(["--model", "p/m", "--pi", "node cli.js"], { PI_CODING_AGENT_DIR: "/other" }),
  ).toMatchObject({
    agentDir: "/other",
    pi: ["node", "cli.js"],
  });
});

it.each([
  [["--arms", "tool,some"], '--arms: "some" is none of none, tool, skill.'],
  [["--only", "nothing"], '--only: there is no dialogue or kind "nothing".'],
  [["--repetitions", "1.5"], '--repetitions: "1.5" is no whole number from 1 to 100.'],
  [["--threshold", "90"], '--threshold: "90" is no number from 0 to 1.'],
  [["--timeout", ""], '--timeout: "" is no number from 1 to 3600.'],
  [["--pi", " "], "--pi is empty."],
])("refuses %j", (args, message) => {
  expect(() => read(...args)).toThrow(message);
});

it("refuses what it does not know, and no model", () => {
  expect(() => read("--models", "x")).toThrow(/Unknown option '--models'/);
  expect(() => readOptions([], {})).toThrow("--model is missing");
});
