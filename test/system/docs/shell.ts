// A place in which a page's commands are typed: an empty folder, `signalbox` on the PATH as it is published, and nothing
// of the surroundings that could help or hinder.

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CommandLine } from "./pages.ts";
import { atTerminalSync, PROGRAM } from "../../support/program.ts";

export interface Shell {
  readonly folder: string;
  /** Where a board is that was not named otherwise. */
  readonly database: string;
  readonly env: NodeJS.ProcessEnv;
  /** What a page leaves to its reader, and what stands for it here. */
  readonly values: Map<string, string>;
}

export interface Typed {
  readonly status: number | null;
  readonly output: string;
}

/** Commands that go on until somebody ends them. */
const GOES_ON = /^(?:[A-Z_]+=\S+ )?signalbox (?:serve|mcp)\b|--(?:watch|follow)\b/;

export function openShell(): Shell {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [bin, project] = [join(folder, "bin"), join(folder, "project")];
  for (const path of [bin, project]) mkdirSync(path);
  const programs = {
    signalbox: `exec "${process.execPath}" "${PROGRAM}" "$@"`,
    // `npx -y signalbox …`, as clients are set up: the same program, and not what is published by now.
    npx: `shift; exec "$@"`,
  };
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: `${bin}:${process.env["PATH"]}`, HOME: folder, GIT_AUTHOR_NAME: "Maria", NO_COLOR: "1" };
  return { folder: project, database: join(project, ".signalbox", "board.db"), env, values: new Map() };
}

/** Types a line, and notes what a later one may need: a head, a token. */
export async function type(shell: Shell, line: CommandLine): Promise<Typed> {
  let text = line.text;
  for (const [name, value] of shell.values) text = text.replaceAll(name, value);
  const [, name, value = ""] = /^export (\w+)=(.*)$/.exec(text) ?? [];
  if (name !== undefined) {
    shell.env[name] = value;
    return { status: 0, output: "" };
  }
  const typed = GOES_ON.test(text) ? await begin(shell, text) : run(shell, text);
  const [, head] = /^head (\d+:[0-9a-f]{64})$/m.exec(typed.output) ?? [];
  if (head !== undefined) shell.values.set("SEQ:HASH", head);
  const [token] = /sbx_[\w-]+/.exec(typed.output) ?? [];
  if (token !== undefined && !shell.values.has("SIGNALBOX_TOKEN=…")) {
    shell.values.set("SIGNALBOX_TOKEN=…", `SIGNALBOX_TOKEN=${token}`);
  }
  return typed;
}

function run({ folder, env }: Shell, text: string): Typed {
  const { status, stdout, stderr } = atTerminalSync(text, { cwd: folder, env });
  return { status, output: stdout + stderr };
}

/** Ended as by Ctrl-C, once it has said something. */
async function begin({ folder, env }: Shell, text: string): Promise<Typed> {
  // A port that is free: what stands on the page may be taken on this machine.
  const child = spawn("sh", ["-c", `exec env ${text.replace(/--port \d+/, "--port 0")}`], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdout.once("data", () => child.kill("SIGINT"));
  const status = await new Promise<number | null>((resolve) => {
    child.once("close", (code, signal) => resolve(signal === "SIGINT" || code === 130 ? 0 : code));
  });
  return { status, output };
}
