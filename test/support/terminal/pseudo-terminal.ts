// The program on a real pseudo-terminal, and what its screen shows: xterm's own emulator reads what is written.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import xterm from "@xterm/headless";
import { track } from "../processes/child.ts";
import { PROGRAM } from "../program.ts";

export interface TerminalOptions {
  readonly columns: number;
  readonly rows?: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Given to Node before the program. */
  readonly nodeOptions?: readonly string[];
}

export class PseudoTerminal {
  /** All that was written to it. */
  text = "";
  /** The program's exit code. */
  readonly over: Promise<number | null>;
  readonly emulator: xterm.Terminal;
  readonly #child;
  readonly #folder = mkdtempSync(join(tmpdir(), "signalbox-tty-"));
  #drawn: Promise<void> = Promise.resolve();

  constructor(args: readonly string[], { columns, rows = 24, cwd, env, nodeOptions = [] }: TerminalOptions) {
    this.emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    const program = [process.execPath, ...nodeOptions, PROGRAM, ...args].map(quoted).join(" ");
    const [tty, pid, before, after] = ["tty", "pid", "before", "after"].map((name) => quoted(join(this.#folder, name)));
    const run = quoted(`echo $$ >${pid}; exec ${program}`);
    const line = [
      // Ctrl-C is for the program; the shell lives on to look at the terminal afterwards.
      "trap : INT",
      `stty cols ${columns} rows ${rows}; tty >${tty}; stty -a >${before}`,
      `sh -c ${run}; code=$?; stty -a >${after}; exit $code`,
    ].join("; ");
    this.#child = track(
      spawn("script", ["-qefc", line, "/dev/null"], {
        cwd,
        env: { TERM: "xterm-256color", ...env, SHELL: "/bin/sh" },
      }),
    );
    this.#child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      this.text += chunk;
      this.#drawn = new Promise((resolve) => this.emulator.write(chunk, resolve));
    });
    this.over = once(this.#child, "close").then(() => this.#child.exitCode);
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** The screen as lines, once it shows this. */
  async until(shows: RegExp | ((screen: string) => boolean)): Promise<string> {
    const isShown = typeof shows === "function" ? shows : (screen: string) => shows.test(screen);
    for (;;) {
      await this.#drawn;
      const screen = this.screen();
      if (this.#isWhole() && isShown(screen)) return screen;
      if (this.#child.exitCode !== null) throw new Error(`it ended before it showed ${String(shows)}:\n${screen}`);
      await Promise.race([once(this.#child.stdout, "data"), this.over]);
    }
  }

  /** A frame may come in several pieces; the program marks where one begins and ends. */
  #isWhole(): boolean {
    return this.text.lastIndexOf("\u001b[?2026l") >= this.text.lastIndexOf("\u001b[?2026h");
  }

  /** Once all that was written to it is so. */
  async written(seen: (text: string) => boolean): Promise<void> {
    while (!seen(this.text)) await once(this.#child.stdout, "data");
  }

  /** Where a window has become narrower, the emulator still knows what stood beyond its edge. */
  screen(): string {
    const { active } = this.emulator.buffer;
    const { cols } = this.emulator;
    const lines = Array.from({ length: this.emulator.rows }, (_, row) =>
      active.getLine(active.viewportY + row)?.translateToString(true, 0, cols),
    );
    return lines.map((line) => line ?? "").join("\n");
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows);
    spawnSync("stty", ["-F", this.#read("tty"), "cols", String(columns), "rows", String(rows)]);
  }

  signal(name: NodeJS.Signals): void {
    process.kill(Number(this.#read("pid")), name);
  }

  /** How the terminal was set up before the program, and how it was left. */
  settings(): { readonly before: string; readonly after: string } {
    return { before: this.#read("before"), after: this.#read("after") };
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && existsSync(join(this.#folder, "pid"))) this.signal("SIGKILL");
    await this.over;
    rmSync(this.#folder, { recursive: true });
  }

  #read(name: string): string {
    return readFileSync(join(this.#folder, name), "utf8").trim();
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
