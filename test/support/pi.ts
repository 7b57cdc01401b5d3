import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "./installed-host.ts";
import { expectNoKey, expectNoKeyBelow, keysOf, withoutSdkLog } from "./key-scan.ts";

/** A record of pi's RPC output: a response, a session event or a request to the user. */
// biome-ignore lint/suspicious/noExplicitAny: tests read pi's JSON freely
export type PiRecord = { type: string } & Record<string, any>;

/** A person's machine in miniature: a home folder, pi's agent folder in it, a working folder and a temp folder. */
export interface Home {
  home: string;
  agent: string;
  cwd: string;
  tmp: string;
  env: Record<string, string>;
  /** Writes a file below the home folder, making its folders. */
  write(path: string, content: string | object): string;
  /** The keys that stand in its models.json and its environment. */
  keys(): string[];
  /** Throws when one of them stands in a file where the test did not write it; removes the folder in any case. */
  remove(): void;
}

export interface Provider {
  api?: string;
  baseUrl: string;
  apiKey?: string;
  models: (string | Record<string, unknown>)[];
  [key: string]: unknown;
}

export function makeHome(providers: Record<string, Provider> = {}): Home {
  const home = mkdtempSync(join(tmpdir(), "search-web-test-"));
  const agent = join(home, ".pi/agent");
  const cwd = join(home, "work");
  const tmp = join(home, "tmp");
  for (const folder of [agent, cwd, tmp]) mkdirSync(folder, { recursive: true });
  const written = new Set<string>();
  const write: Home["write"] = (path, content) => {
    const file = join(home, path);
    written.add(file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  };
  const configured = withDefaults(providers);
  write(".pi/agent/models.json", { providers: configured });
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    TMPDIR: tmp,
    PI_CODING_AGENT_DIR: agent,
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
  };
  const keys = () => keysOf(configured, env);
  const remove = () => {
    try {
      expectNoKeyBelow(home, written, keys());
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
  return { home, agent, cwd, tmp, env, write, keys, remove };
}

function withDefaults(providers: Record<string, Provider>): Record<string, { apiKey: string }> {
  return Object.fromEntries(
    Object.entries(providers).map(([name, { models, ...provider }]) => [
      name,
      {
        api: "openai-completions",
        apiKey: `key-of-${name}`,
        ...provider,
        models: models.map((model) => (typeof model === "string" ? { id: model } : model)),
      },
    ]),
  );
}

/** The extension entries and skills as the package's manifest names them. */
export const PACKAGE_ARGUMENTS = [
  ...["-e", join(ROOT, "extensions/search-web.ts")],
  ...["-e", join(ROOT, "extensions/ollama-web.ts")],
  ...["--skill", join(ROOT, "skills/web-search")],
];

export interface RunOptions {
  /** A pi, or any command line that starts one. */
  host: { command: readonly [string, ...string[]] };
  home: Pick<Home, "cwd" | "env"> & Partial<Pick<Home, "keys">>;
  /** The agent's model in place of the stand-in. */
  model?: string;
  /** Arguments in place of this package's extensions and skill. */
  package?: string[];
  args?: string[];
  env?: Record<string, string>;
}

function spawnPi({ host, home, args = [], env = {}, ...rest }: RunOptions, mode: string[]): ChildProcess {
  const [command, ...cli] = host.command;
  const main = ["--model", rest.model ?? "mock/main", ...(rest.package ?? PACKAGE_ARGUMENTS)];
  return spawn(command, [...cli, ...mode, ...main, ...args], { cwd: home.cwd, env: { ...home.env, ...env } });
}

/** The keys that a run could give away. */
export function keysOfRun({ home, env = {} }: RunOptions): string[] {
  return [...(home.keys?.() ?? []), ...keysOf({}, env)];
}

/** A pi process in RPC mode. */
export class Pi {
  readonly records: PiRecord[] = [];
  stderr = "";
  #child: ChildProcess;
  #waiting = new Set<() => void>();
  #nextId = 0;
  #keys: string[];
  #exit: Promise<number | null>;

  constructor(options: RunOptions) {
    this.#keys = keysOfRun(options);
    this.#child = spawnPi(options, [
      "--mode",
      "rpc",
      ...(options.args?.includes("--session") ? [] : ["--no-session"]),
    ]);
    this.#exit = new Promise((resolve) => this.#child.on("close", (code) => resolve(code)));
    this.#child.stderr?.setEncoding("utf8").on("data", (chunk) => {
      this.stderr += chunk;
    });
    const wakeAll = () => {
      for (const wake of [...this.#waiting]) wake();
    };
    let rest = "";
    this.#child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.records.push(JSON.parse(line));
      wakeAll();
    });
    this.#child.on("exit", wakeAll);
    // What is written to a pi that has ended goes nowhere; `waitFor` says that it has.
    this.#child.stdin?.on("error", wakeAll);
  }

  /** The first record at or after `from` that fits, as soon as there is one. */
  async waitFor(fits: (record: PiRecord) => boolean, from = 0, timeoutMs = 60_000): Promise<PiRecord> {
    const deadline = Date.now() + timeoutMs;
    for (let next = from; ; ) {
      for (; next < this.records.length; next++) {
        const record = this.records[next];
        if (record && fits(record)) return record;
      }
      const gone = this.#child.exitCode !== null || this.#child.signalCode !== null;
      if (gone || Date.now() > deadline) {
        const seen = this.records.slice(-8).map((record) => JSON.stringify(record).slice(0, 300));
        throw new Error(`pi ${gone ? "ended" : "stayed silent"}\n${this.stderr}\n${seen.join("\n")}`);
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(wake, deadline - Date.now() + 1);
        this.#waiting.add(wake);
      });
    }
  }

  /** Sends an RPC command and waits for its response. */
  async send(command: { type: string } & Record<string, unknown>): Promise<PiRecord> {
    const id = `test-${this.#nextId++}`;
    const from = this.records.length;
    this.#child.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    return this.waitFor((record) => record.type === "response" && record.id === id, from);
  }

  /** Sends a prompt and waits until the agent is done with it. Returns the records that it brought. */
  async prompt(message: string, timeoutMs?: number): Promise<PiRecord[]> {
    const from = this.records.length;
    const response = await this.send({ type: "prompt", message });
    if (!response.success) throw new Error(`prompt refused: ${response.error}`);
    await this.waitFor((record) => record.type === "agent_end", from, timeoutMs);
    return this.records.slice(from);
  }

  /** Runs a slash command and returns what it told the user. */
  async command(message: string): Promise<string[]> {
    const from = this.records.length;
    await this.send({ type: "prompt", message });
    return notices(this.records.slice(from));
  }

  /** Ends pi as a client does, by closing its input, and waits for it. */
  async close(): Promise<number | null> {
    this.#child.stdin?.end();
    const killer = setTimeout(() => this.#child.kill("SIGKILL"), 5_000);
    const code = await this.#exit;
    clearTimeout(killer);
    this.#expectNoKey();
    return code;
  }

  async kill(): Promise<number | null> {
    this.#child.kill("SIGKILL");
    const code = await this.#exit;
    this.#expectNoKey();
    return code;
  }

  #expectNoKey(): void {
    expectNoKey("pi's records", JSON.stringify(this.records), this.#keys);
    expectNoKey("pi's standard error", withoutSdkLog(this.stderr), this.#keys);
  }
}

/** What a run showed the user through notify. */
export function notices(records: PiRecord[]): string[] {
  return records
    .filter((record) => record.type === "extension_ui_request" && record.method === "notify")
    .map((record) => record.message);
}

export interface ToolEnd {
  toolName: string;
  isError: boolean;
  /** What the agent's model reads. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read details freely
  details: any;
  // biome-ignore lint/suspicious/noExplicitAny: the whole result
  result: any;
}

/** The finished tool calls in these records, in the order they ended. */
export function toolEnds(records: PiRecord[]): ToolEnd[] {
  return records
    .filter((record) => record.type === "tool_execution_end")
    .map(({ toolName, isError, result }) => ({
      toolName,
      isError,
      text: result.content.map((part: { text?: string }) => part.text ?? "").join(""),
      details: result.details,
      result,
    }));
}

/** Runs pi once, in print or JSON mode, to its end. */
export async function runPi(
  options: RunOptions & { mode: "print" | "json" },
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const mode = options.mode === "json" ? ["--mode", "json", "-p"] : ["-p"];
  const child = spawnPi(options, options.args?.includes("--session") ? mode : [...mode, "--no-session"]);
  child.stdin?.end();
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  expectNoKey("pi's standard output", stdout, keysOfRun(options));
  expectNoKey("pi's standard error", withoutSdkLog(stderr), keysOfRun(options));
  return { stdout, stderr, code };
}
