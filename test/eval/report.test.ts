import { expect, it } from "vitest";
import type { ArmResult } from "../../eval/evaluate.ts";
import { formatReport } from "../../eval/report.ts";

const facts = {
  date: "2026-01-31",
  pi: "1.6.0",
  node: "v24.0.0",
  version: "0.1.0",
  repetitions: 2,
  dialogues: 26,
  threshold: 0.9,
};

const result = (arm: ArmResult["arm"], right: number): ArmResult => ({
  model: "p/m",
  arm,
  rates: { searched: { right, of: 28, lowest: right / 28, highest: 1 } },
  records: [],
  judgements: [[{ measure: "searched", dialogue: "ru-search-for", turn: 0, right: right === 28 }]],
  failures: right === 28 ? [] : [{ dialogue: "en-todos", repetition: 2, reason: "x".repeat(150) }],
});

it("tells what was run, the rates of each arm, and what went wrong", () => {
  expect(
    formatReport({ ...facts, variant: "a.md (sha256 abc)" }, [result("none", 7), result("skill", 28)]),
  ).toBe(
    `# Evaluation of web-search 0.1.0

- Date: 2026-01-31
- pi 1.6.0, Node v24.0.0
- Dialogues: 26, repetitions: 2
- Threshold for the last arm: 90 %
- Variant: a.md (sha256 abc)

Each rate is a share of turns that did right. In brackets: right of all, and the lowest and highest rate of a repetition.

## p/m

- none: RED: without the extension
- skill: GREEN: tool and skill

| measure | none | skill |
| --- | --- | --- |
| searched when it should | 25 % (7/28, 25 %-100 %) | 100 % (28/28, 100 %-100 %) |
| one call per question | - | - |
| no search for what is at hand | - | - |
| no search after the revocation | - | - |
| nothing sent while revoked | - | - |
| no curl or wget to a search engine | - | - |
| no made-up URL | - | - |
| [n] kept | - | - |
| no sources: said so | - | - |

### Wrong: p/m, none

- searched when it should: ru-search-for, turn 1, repetition 1
- model failed: en-todos, repetition 2: ${"x".repeat(100)}
`,
  );
});
