// How tests start the program: as it is built and shipped, through its launcher. vitest.config.ts sees to it that the build
// is of today's sources.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
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
  readonly input?: string;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** No settings: one of the person's own would lead a process to another board. */
export function bareEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: process.env["HOME"], ...more };
}

/** A command from its start to its end. */
export async function runProgram(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { input = "", ...place } = options;
  const child = spawn(process.execPath, [PROGRAM, ...args], place);
  // Not every command reads to the end of its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

export function runProgramSync(args: readonly string[], options: RunOptions = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { ...options, encoding: "utf8" });
  return { status, stdout, stderr };
}
