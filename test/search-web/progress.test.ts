import { expect, it } from "vitest";
import { describePhase } from "../../extensions/search-web/progress.ts";

const MODEL = "llm-web/lwp/deepseek-pro-search-web";

it("says each phase in one line", () => {
  const reason = `${MODEL} is unavailable (503)`;
  expect([
    describePhase({ phase: "asking", backend: MODEL }),
    describePhase({ phase: "answering", backend: MODEL }),
    describePhase({ phase: "retrying", backend: MODEL, reason, waitMs: 1_000 }),
    describePhase({ phase: "retrying", backend: MODEL, reason }),
    describePhase({ phase: "falling-back", backend: "Ollama", reason }),
  ]).toEqual([
    "asking llm-web/lwp/deepseek-pro-search-web",
    "answering: llm-web/lwp/deepseek-pro-search-web",
    "retrying in 1 s: llm-web/lwp/deepseek-pro-search-web is unavailable (503)",
    "retrying: llm-web/lwp/deepseek-pro-search-web is unavailable (503)",
    "falling back to Ollama: llm-web/lwp/deepseek-pro-search-web is unavailable (503)",
  ]);
});
