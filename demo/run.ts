import { join } from "node:path";
import { classicHost, ROOT } from "../test/support/installed-host.ts";
import { answer, reset } from "../test/support/model-stand-in.ts";
import { json } from "../test/support/ollama-stand-in.ts";
import { type Scenario, startScenario } from "../test/support/scenario.ts";
import { openLibrary, type Passage } from "./library.ts";

/** The main job without accounts or network: real pi, this package, stand-ins for the models and for Ollama. */
const question = process.argv.slice(2).join(" ").trim() || "How do I add a custom model provider to pi?";
const host = classicHost();
const library = openLibrary(join(ROOT, "node_modules", host.name));

say(`pi ${host.version} runs for real, with this package. The models and Ollama are stand-ins on this machine:
the agent's model does nothing but call search_web; the search model really searches, but only
the ${library.size} sections of documentation that ship with pi. No account, no network.`);

const scenario = await startScenario({ host, ollama: true });
try {
  scenario.searchModel((response, request) =>
    answer(answerFrom(library.find(String(request.messages.at(-1)?.content), 3)))(response, request),
  );
  title("1. The search model answers");
  await ask(scenario);

  title("2. The search model is down, Ollama's web search answers");
  scenario.searchModel(reset());
  scenario.ollama.script("web_search", (response, request) => {
    const passages = library.find(String(request.body.query), 5);
    return json({ results: passages.map(({ title, url, text }) => ({ title, url, content: text })) })(
      response,
      request,
    );
  });
  await ask(scenario);

  title("3. /search-status");
  say((await scenario.pi.command("/search-status")).join("\n"));
} finally {
  await scenario.close();
}

async function ask({ search }: Scenario): Promise<void> {
  say(`The agent calls search_web(${JSON.stringify({ query: question })}) and reads:\n`);
  const { text, isError, details } = await search(question);
  say(text);
  if (isError) throw new Error("the search failed");
  say(
    `\nAnswered by ${details.model ?? "Ollama"} with ${details.sources.length} sources, ${text.length} characters in all.`,
  );
  if (details.sources.length === 0) {
    say(
      "Nothing in pi's documentation has these words. It is in English: put a question about pi in English.",
    );
  }
}

/** What a search model's text looks like: passages with markers, then a numbered list of addresses. */
function answerFrom(passages: Passage[]): string {
  if (passages.length === 0) return "The search found nothing about this in pi's documentation.";
  const claims = passages.map(({ text }, index) => `${text} [${index + 1}]`);
  const list = passages.map(({ title, url }, index) => `[${index + 1}] ${title}: ${url}`);
  return `${claims.join("\n\n")}\n\nSources:\n${list.join("\n")}`;
}

function title(text: string): void {
  say(`\n\x1b[1m${text}\x1b[0m\n`);
}

function say(text: string): void {
  console.log(text);
}
