import { setTimeout as sleep } from "node:timers/promises";
import { answer, type ModelStandIn, silence, startModelStandIn } from "../../test/support/model-stand-in.ts";
import { json, never, type OllamaStandIn, startOllamaStandIn } from "../../test/support/ollama-stand-in.ts";
import { SEARCH_ID } from "../../test/support/scenario.ts";

/** What each stand-in waits before it answers: a part of every call that is not the package's. */
export const BACKEND_MS = 50;
export const PAGE_CHARS = 6_000;

const SENTENCE = "Node.js 24 became the Active LTS line in October 2025 [1], and it brings npm 11 [2]. ";
const SOURCES = ["https://nodejs.org/en/about/previous-releases", "https://docs.npmjs.com/cli/v11"];
const ANSWER = `${SENTENCE.repeat(12)}\n\nSources:\n${SOURCES.map((url, index) => `[${index + 1}] ${url}`).join("\n")}`;
const RESULTS = Array.from({ length: 5 }, (_, index) => ({
  title: `Node.js releases, page ${index + 1}`,
  url: `https://site${index + 1}.example/releases`,
  content: SENTENCE.repeat(PAGE_CHARS / SENTENCE.length + 1).slice(0, PAGE_CHARS),
}));

/** The services that every package asks: the same pages, the same delay. */
export interface Services {
  models: ModelStandIn;
  hosted: OllamaStandIn;
  daemon: OllamaStandIn;
  answer(): void;
  fallSilent(backend: "model" | "ollama"): void;
  closeOllama(): Promise<void>;
}

export async function startServices(): Promise<Services> {
  const models = await startModelStandIn();
  const hosted = await startOllamaStandIn("hosted");
  const daemon = await startOllamaStandIn("daemon");
  const tell = answer(ANSWER);
  const list = json({ results: RESULTS });
  return {
    models,
    hosted,
    daemon,
    answer() {
      models.script(SEARCH_ID, async (response, request) => {
        await sleep(BACKEND_MS);
        return tell(response, request);
      });
      for (const ollama of [hosted, daemon])
        ollama.script("web_search", async (response, request) => {
          await sleep(BACKEND_MS);
          return list(response, request);
        });
    },
    fallSilent(backend) {
      if (backend === "model") models.script(SEARCH_ID, silence());
      else for (const ollama of [hosted, daemon]) ollama.script("web_search", never);
    },
    closeOllama: async () => void (await Promise.all([hosted.close(), daemon.close()])),
  };
}
