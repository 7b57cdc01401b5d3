import pty, { type IPty } from "@lydell/node-pty";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import xterm from "@xterm/headless";
import { expectNoKey } from "./key-scan.ts";
import { type Home, keysOfRun, PACKAGE_ARGUMENTS, type RunOptions } from "./pi.ts";

export interface TerminalOptions extends RunOptions {
  home: Home;
  columns: number;
  rows: number;
  /** pi's theme. */
  theme: "dark" | "light";
}

/** A real pi on a pseudo terminal, and the screen that a terminal emulator makes of what pi writes. */
export class PiTerminal {
  readonly screen: xterm.Terminal;
  readonly #pi: IPty;
  readonly #exit: Promise<void>;
  readonly #keys: string[];
  /** Everything that pi wrote, escapes and all. */
  output = "";

  constructor({ host, home, args = [], env = {}, columns, rows, theme, ...rest }: TerminalOptions) {
    const [command, ...cli] = host.command;
    this.#keys = keysOfRun({ host, home, env });
    home.write(".pi/agent/settings.json", { theme, quietStartup: true });
    this.screen = new xterm.Terminal({ cols: columns, rows, scrollback: 2_000, allowProposedApi: true });
    this.screen.loadAddon(new Unicode11Addon());
    this.screen.unicode.activeVersion = "11";
    const session = args.includes("--session") ? [] : ["--no-session"];
    this.#pi = pty.spawn(
      command,
      [...cli, "--model", "mock/main", ...session, ...(rest.package ?? PACKAGE_ARGUMENTS), ...args],
      {
        cols: columns,
        rows,
        cwd: home.cwd,
        name: "xterm-256color",
        env: { ...home.env, COLORTERM: "truecolor", LANG: "C.UTF-8", ...env },
      },
    );
    this.#pi.onData((data) => {
      this.output += data;
      this.screen.write(data);
    });
    this.screen.onData((reply) => this.#pi.write(reply));
    this.#exit = new Promise((resolve) => this.#pi.onExit(() => resolve()));
  }

  /** The rows of the whole buffer, from the first to the last that is not blank, without trailing blanks. */
  lines(): string[] {
    const { active } = this.screen.buffer;
    const rows = Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? "",
    );
    return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  }

  /** Waits until the rows, joined by line feeds, fit. */
  async waitFor(pattern: RegExp | string, timeoutMs = 20_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    const fits = (text: string) =>
      typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
    while (!fits(this.lines().join("\n"))) {
      if (Date.now() > deadline) throw new Error(`not shown: ${pattern}\n${this.lines().join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Waits until nothing was written for a moment. */
  async settle(quietMs = 250): Promise<void> {
    for (let length = -1; length !== this.output.length; ) {
      length = this.output.length;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
  }

  type(keys: string): void {
    this.#pi.write(keys);
  }

  /** Types a prompt or a command and sends it. */
  async submit(text: string): Promise<void> {
    this.type(text);
    await this.settle(100);
    this.type("\r");
  }

  async close(): Promise<void> {
    this.#pi.kill("SIGKILL");
    await this.#exit;
    expectNoKey("what pi wrote to the terminal", this.output, this.#keys);
    expectNoKey("pi's screen", this.lines().join("\n"), this.#keys);
    this.screen.dispose();
  }
}
