import { answer, callTools, type ModelStandIn, type Reply, startModelStandIn } from "./model-stand-in.ts";
import { type OllamaStandIn, startOllamaStandIn } from "./ollama-stand-in.ts";
import {
  type Home,
  makeHome,
  Pi,
  type PiRecord,
  type Provider,
  type RunOptions,
  type ToolEnd,
  toolEnds,
} from "./pi.ts";

export const SEARCH_ID = "lwp/deepseek-pro-search-web";

/** What a person's pi needs: a home folder, an agent model that does as told, and both backends as stand-ins. */
export interface Stage {
  home: Home;
  models: ModelStandIn;
  ollama: OllamaStandIn;
  /** How to start pi on it, in any mode. */
  run: RunOptions;
  /** Writes ~/.pi/search-model.json, which counts from the next call on. */
  settings(value: object | string): void;
  /** The search model's replies, in order; the last one stays. */
  searchModel(...replies: Reply[]): void;
  close(): Promise<void>;
}

/** A stage with this package's pi on it, in RPC mode. */
export interface Scenario extends Stage {
  pi: Pi;
  /** Lets the agent's model call `search_web` once and returns what came of it. */
  search(query?: string): Promise<ToolEnd>;
  /** Lets the agent's model make these calls in one message, then end. Returns the records of the run. */
  callTools(...calls: { name: string; args: Record<string, unknown> }[]): Promise<PiRecord[]>;
}

export interface ScenarioOptions {
  host: RunOptions["host"];
  /** Beside the agent's model; `http://search` in a base URL becomes the stand-in's address. */
  providers?: Record<string, Provider>;
  settings?: object | string;
  /** Written below the home folder before pi starts. */
  files?: Record<string, object | string>;
  /** Sets OLLAMA_HOST to the Ollama stand-in. */
  ollama?: boolean;
  env?: Record<string, string>;
  args?: string[];
  package?: string[];
}

export async function setStage(options: ScenarioOptions): Promise<Stage> {
  const models = await startModelStandIn();
  const ollama = await startOllamaStandIn("daemon");
  const home = makeHome(withUrl(options.providers ?? defaultProviders(), models.url));
  const settings: Scenario["settings"] = (value) => void home.write(".pi/search-model.json", value);
  if (options.settings !== undefined) settings(options.settings);
  for (const [path, content] of Object.entries(options.files ?? {})) home.write(path, content);
  const env = { ...(options.ollama ? { OLLAMA_HOST: ollama.url } : {}), ...options.env };
  const run: RunOptions = { host: options.host, home, env, args: options.args, package: options.package };
  return {
    home,
    models,
    ollama,
    run,
    settings,
    searchModel: (...replies) => models.script(SEARCH_ID, ...replies),
    close: async () => {
      await Promise.all([models.close(), ollama.close()]);
      home.remove();
    },
  };
}

export async function startScenario(options: ScenarioOptions): Promise<Scenario> {
  const stage = await setStage(options);
  const pi = new Pi(stage.run);
  const call: Scenario["callTools"] = (...calls) => {
    stage.models.script("main", callTools(...calls), answer("done"));
    return pi.prompt("go");
  };
  return {
    ...stage,
    pi,
    search: async (query = "What is new in Node 24?") => {
      const [end] = toolEnds(await call({ name: "search_web", args: { query } }));
      if (!end) throw new Error("the tool did not end");
      return end;
    },
    callTools: call,
    close: async () => {
      await pi.close();
      await stage.close();
    },
  };
}

export function defaultProviders(): Record<string, Provider> {
  return { "llm-web": { baseUrl: "http://search/v1", models: [SEARCH_ID] } };
}

function withUrl(providers: Record<string, Provider>, url: string): Record<string, Provider> {
  const placed = Object.entries(providers).map(([name, provider]): [string, Provider] => [
    name,
    { ...provider, baseUrl: provider.baseUrl.replace("http://search", url) },
  ]);
  return Object.fromEntries([...placed, ["mock", { baseUrl: `${url}/v1`, models: ["main"] }]]);
}
