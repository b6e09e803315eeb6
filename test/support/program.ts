// How tests start the program: as it is built and shipped, through its launcher. vitest.config.ts sees to it that the build
// is of today's sources.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export const ROOT = join(import.meta.dirname, "../..");

export const PROGRAM = join(ROOT, "bin", "signalbox.js");

/**
 * The sources in place of the build, for the few servers that a test breaks from within: it patches one of their modules,
 * and in a bundle there is none left to patch.
 */
export const SOURCES = join(ROOT, "src", "cli", "start.ts");

export interface RunOptions {
  readonly cwd?: string;
  /** All that the program knows of its surroundings; absent: what this process knows. */
  readonly env?: NodeJS.ProcessEnv;
  /** What comes through a pipe; absent: the command is typed at a terminal, as people do, and its output is read elsewhere. */
  readonly input?: string;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The user's own configuration, where the operator's keys are, and the user's cache: the tests' own. */
const CONFIG = mkdtempSync(join(tmpdir(), "signalbox-config-"));
process.once("exit", () => rmSync(CONFIG, { recursive: true, force: true }));

/** No settings: one of the person's own would lead a process to another board. */
export function bareEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  // Whoever names another home means the configuration there.
  const own = more["HOME"] === undefined ? { XDG_CONFIG_HOME: CONFIG, XDG_CACHE_HOME: CONFIG } : {};
  return { PATH, HOME, ...own, ...more };
}

/** Found once: the surroundings of a command may have no PATH. "" where there is none that takes arguments as this one. */
const SCRIPT = findScript();

export const HAS_TERMINALS = SCRIPT !== "";

function findScript(): string {
  const path = spawnSync("sh", ["-c", "command -v script"], { encoding: "utf8" }).stdout?.trim() ?? "";
  if (path === "") return "";
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return stdout?.includes("util-linux") ? path : "";
}

/** A line of shell with a pseudo-terminal as its standard input, and with its output in files, so that it stays as it is. */
async function atTerminal(line: string, place: Omit<RunOptions, "input"> = {}): Promise<Ended> {
  const { args, options, read } = typed(line, place);
  const [status] = (await once(spawn(SCRIPT, args, options), "close")) as [number | null];
  return { status, ...read() };
}

function typed(line: string, place: Omit<RunOptions, "input">) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-typed-"));
  const [out, err] = [join(folder, "out"), join(folder, "err")];
  return {
    args: ["-qec", `{ ${line}\n} >${quoted(out)} 2>${quoted(err)}`, "/dev/null"],
    options: { ...place, env: { ...surroundings(place.env), SHELL: "/bin/sh" }, stdio: "ignore" as const },
    read: () => {
      const [stdout, stderr] = [readFileSync(out, "utf8"), readFileSync(err, "utf8")];
      rmSync(folder, { recursive: true });
      return { stdout, stderr };
    },
  };
}

function surroundings(env: NodeJS.ProcessEnv | undefined): NodeJS.ProcessEnv {
  return env ?? { ...process.env, XDG_CONFIG_HOME: CONFIG, XDG_CACHE_HOME: CONFIG };
}

/** A command whose output goes to a terminal too, as what is for a person's eyes alone does; what stands on the screen. */
export async function onScreen(args: readonly string[], { cwd, env }: Omit<RunOptions, "input"> = {}): Promise<string> {
  const child = spawn(SCRIPT, ["-qec", commandLine(args), "/dev/null"], {
    cwd,
    env: { ...surroundings(env), SHELL: "/bin/sh" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return (await text(child.stdout)).replaceAll("\r", "");
}

export interface Screen {
  /** What is shown, once it has this. */
  until(pattern: RegExp): Promise<string>;
  /** Ctrl-C; settled when the program is gone. */
  end(): Promise<void>;
}

/** A program that goes on, at a terminal. */
export function watchScreen(args: readonly string[], { cwd, env }: Omit<RunOptions, "input"> = {}): Screen {
  const child = spawn(SCRIPT, ["-qefc", `exec ${commandLine(args)}`, "/dev/null"], {
    cwd,
    env: { ...surroundings(env), SHELL: "/bin/sh" },
  });
  const closed = once(child, "close");
  let shown = "";
  let look = (): void => {};
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    shown += chunk.replaceAll("\r", "");
    look();
  });
  return {
    until: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => pattern.test(shown) && resolve(shown);
        void closed.then(() => reject(new Error(`it ended: ${shown}`)));
        look();
      }),
    end: async () => {
      child.stdin.write("\u0003");
      await closed;
    },
  };
}

export function atTerminalSync(line: string, place: Omit<RunOptions, "input"> = {}): Ended {
  const { args, options, read } = typed(line, place);
  const { status } = spawnSync(SCRIPT, args, options);
  return { status, ...read() };
}

function commandLine(args: readonly string[]): string {
  return [process.execPath, PROGRAM, ...args].map(quoted).join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command from its start to its end. */
export async function runProgram(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { input, ...place } = options;
  if (input === undefined && HAS_TERMINALS) {
    return atTerminal(commandLine(args), place);
  }
  const child = spawn(process.execPath, [PROGRAM, ...args], place);
  // Not every command reads to the end of its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

export function runProgramSync(args: readonly string[], options: RunOptions = {}): Ended {
  if (options.input === undefined && HAS_TERMINALS) return atTerminalSync(commandLine(args), options);
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { ...options, encoding: "utf8" });
  return { status, stdout, stderr };
}
