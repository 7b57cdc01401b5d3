import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { parseAnswer } from "../extensions/search-web/citations.ts";
import { readConfig } from "../extensions/search-web/config.ts";
import { SearchError } from "../extensions/search-web/errors.ts";
import { findSearchModel, isReady } from "../extensions/search-web/model/search-model.ts";
import { nameOf } from "../extensions/search-web/model.ts";
import { prepareNative } from "../extensions/search-web/native.ts";
import { hideSecrets, listSecrets } from "../extensions/search-web/subagent/secrets.ts";
import { askModel } from "../extensions/search-web/subagent.ts";
import { tellResult } from "../extensions/search-web/tell.ts";
import { isRecord } from "../extensions/shared-web/json.ts";

/** Long values that only the provider can read. */
const OPAQUE_KEY = /^(?:encrypted_\w+|signature|thoughtSignature|obfuscation)$/;

/** An extension for the user's own pi: `/record-answer question` writes down what their search model really sends. */
export default function recordAnswers(pi: ExtensionAPI): void {
  pi.registerCommand("record-answer", {
    description: "Write the raw answer of the search model to a file",
    async handler(question, ctx) {
      try {
        tellResult(ctx, await record(question.trim(), ctx), 0);
      } catch (error) {
        tellResult(ctx, `Nothing recorded: ${describeFailure(error)}.`, 1);
      }
    },
  });
}

function describeFailure(error: unknown): string {
  if (error instanceof SearchError) return error.messageAndAdvice;
  if (error instanceof Error && error.name === "TimeoutError") return "the model gave no answer in time";
  throw error;
}

async function record(question: string, ctx: ExtensionContext): Promise<string> {
  const { modelRegistry: registry, model: sessionModel } = ctx;
  const config = readConfig(process.env, homedir());
  const scope = { catalog: registry, sessionModel, config };
  const reference = config.models.find((candidate) => isReady(candidate, scope)) ?? config.models[0] ?? "";
  const { model, search } = findSearchModel(reference, scope);
  const events: unknown[] = [];
  const { rawText, text, sources } = await askModel(model, question, {
    registry,
    search,
    env: process.env,
    now: new Date(),
    signal: AbortSignal.timeout(config.timeoutMs),
    onEvent: (event) => events.push(event),
  });
  const auth = await registry.getApiKeyAndHeaders(model);
  const { api } = search ? prepareNative(model, search).model : model;
  const parsed = parseAnswer(text, sources);
  const recording = {
    note: "Correct answer and sources by eye, look for what nobody else should read, and move this file to test/fixtures/recorded.",
    question,
    model: nameOf(model),
    api,
    text: rawText,
    ...(events.length > 0 ? { events } : {}),
    answer: parsed.answer,
    sources: parsed.sources,
  };
  return save(clean(recording, listSecrets(model, auth.ok ? auth : {})), join(ctx.cwd, "recordings"));
}

/** The same JSON without secrets and without what only the provider can read. */
function clean(value: unknown, secrets: string[]): unknown {
  if (typeof value === "string") return hideSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => clean(item, secrets));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).map(([key, item]) => [
    key,
    OPAQUE_KEY.test(key) ? "…" : clean(item, secrets),
  ]);
  return Object.fromEntries(kept);
}

function save(recording: unknown, folder: string): string {
  const file = join(folder, `${new Date().toISOString().replace(/[:.]/g, "-")}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`, { mode: 0o600 });
  return `Recorded in ${file}\nIt holds the question, the text and the provider's events, no key and no header. Read it before you pass it on.`;
}
