import type { ArmResult } from "./evaluate.ts";
import { MEASURES, type Measure } from "./measures.ts";
import { ARMS, type Arm } from "./options.ts";
import { type Rate, rateOf } from "./summary.ts";

/** What was run, for whoever reads the report later. */
export interface RunFacts {
  date: string;
  pi: string;
  node: string;
  version: string;
  repetitions: number;
  dialogues: number;
  threshold: number;
  /** The name of the file whose text was tried, and the start of its SHA-256. */
  variant?: string;
}

const ROLES: Record<Arm, string> = {
  none: "RED: without the extension",
  tool: "control: tool, without the skill",
  skill: "GREEN: tool and skill",
};

/** The table of one model, by columns of equal width for a terminal. */
export function formatTable(results: ArmResult[]): string {
  const rows = tableRows(results);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A report that stands by itself. */
export function formatReport(facts: RunFacts, results: ArmResult[]): string {
  const models = [...new Set(results.map(({ model }) => model))];
  return [
    `# Evaluation of web-search ${facts.version}`,
    `- Date: ${facts.date}\n- pi ${facts.pi}, Node ${facts.node}\n- Dialogues: ${facts.dialogues}, repetitions: ${facts.repetitions}\n- Threshold for the last arm: ${percent(facts.threshold)}${facts.variant === undefined ? "" : `\n- Variant: ${facts.variant}`}`,
    "Each rate is a share of turns that did right. In brackets: right of all, and the lowest and highest rate of a repetition.",
    ...models.map((model) =>
      formatModel(
        model,
        results.filter((result) => result.model === model),
      ),
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

function formatModel(model: string, results: ArmResult[]): string {
  const [head = [], ...rows] = tableRows(results);
  const table = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
  const roles = results.map(({ arm }) => `- ${arm}: ${ROLES[arm]}`).join("\n");
  const wrong = results.map(formatWrong).filter((text) => text !== "");
  return [`## ${model}`, roles, table, ...wrong].join("\n\n");
}

/** Where an arm went wrong, and where its model failed. */
function formatWrong({ model, arm, judgements, failures }: ArmResult): string {
  const wrong = judgements.flatMap((repetition, index) =>
    repetition
      .filter(({ right }) => !right)
      .map(
        ({ measure, dialogue, turn }) =>
          `- ${MEASURES[measure]}: ${dialogue}, turn ${turn + 1}, repetition ${index + 1}`,
      ),
  );
  const failed = failures.map(
    ({ dialogue, repetition, reason }) =>
      `- model failed: ${dialogue}, repetition ${repetition}: ${reason.slice(0, 100)}`,
  );
  const lines = [...wrong, ...failed];
  return lines.length === 0 ? "" : `### Wrong: ${model}, ${arm}\n\n${lines.join("\n")}`;
}

function tableRows(results: ArmResult[]): string[][] {
  const arms = ARMS.filter((arm) => results.some((result) => result.arm === arm));
  const measures = Object.keys(MEASURES) as Measure[];
  return [
    ["measure", ...arms],
    ...measures.map((measure) => [
      MEASURES[measure],
      ...arms.map((arm) => formatRate(results.find((result) => result.arm === arm)?.rates[measure])),
    ]),
  ];
}

function formatRate(rate: Rate | undefined): string {
  if (rate === undefined) return "-";
  return `${percent(rateOf(rate))} (${rate.right}/${rate.of}, ${percent(rate.lowest)}-${percent(rate.highest)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
