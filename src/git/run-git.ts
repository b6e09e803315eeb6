// The one way in which git is run here: no shell, no hooks, no prompts, none of the configuration that could make it lie,
// a limit of time and of output. git answers yes (0) or no (1); everything else is unknown, and unknown is never a yes.

import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { devNull } from "node:os";
import type { Readable } from "node:stream";
import { gitEnvironment } from "./environment.ts";

export interface GitCall {
  /** The folder that git runs in. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Variables of git's own that this call needs: those of `env` are taken away. */
  readonly gitEnv?: Readonly<Record<`GIT_${string}`, string>>;
  /** Lets it read the user's own configuration: only to see what that says. */
  readonly withUserConfig?: boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

export type GitAnswer = GitYesOrNo | GitUnknown;

export interface GitYesOrNo {
  readonly kind: "answer";
  /** Exit 0; otherwise it was 1. */
  readonly yes: boolean;
  readonly out: string;
}

export interface GitUnknown {
  readonly kind: "unknown";
  /** In git's words, on one line. */
  readonly why: string;
  /** The program itself is not there. */
  readonly missing?: true;
}

const IS_WINDOWS = process.platform === "win32";
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_COMPLAINT = 400;

/** Before every command. Hooks, fsmonitor and attributes are programs, or lead to some; another user's folder is fine to read. */
const ALWAYS = [
  ["core.hooksPath", devNull],
  ["core.fsmonitor", "false"],
  ["core.attributesFile", devNull],
  // Files beside the objects that say who a commit's parents are, without a hash over it.
  ["core.commitGraph", "false"],
  ["core.quotePath", "false"],
  ["protocol.ext.allow", "never"],
  ["safe.directory", "*"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

export async function runGit(call: GitCall): Promise<GitAnswer> {
  return answerOf([start(call, ["pipe", "pipe", "pipe"])], call);
}

/** Two git processes, the output of the first going into the second: it may be too long to keep. */
export async function pipeGit(from: GitCall, into: GitCall): Promise<GitAnswer> {
  const first = start(from, ["pipe", "pipe", "pipe"]);
  const second = start(into, [first.stdout ?? "ignore", "pipe", "pipe"]);
  // The second has its own end of the pipe: ours would keep the first from noticing that its reader is gone.
  first.stdout?.destroy();
  return answerOf([first, second], into);
}

function start(call: GitCall, stdio: StdioOptions): ChildProcess {
  const { folder, args, input, env = process.env, gitEnv, withUserConfig = false } = call;
  const child = spawn("git", [...ALWAYS, ...args], {
    cwd: folder,
    env: { ...gitEnvironment(env, withUserConfig), ...gitEnv },
    stdio,
    // A group of its own, because git starts others (ssh, upload-pack); and no terminal to ask a person at.
    detached: !IS_WINDOWS,
    windowsHide: true,
  });
  // git may end before it has read all; its exit says how it fared.
  child.stdin?.on("error", () => child.stdin?.destroy());
  child.stdin?.end(input ?? "");
  return child;
}

interface Limits extends Pick<GitCall, "timeoutMs" | "maxBytes"> {
  /** Whose processes they are; absent: git's. */
  readonly program?: string;
}

/** What processes say that were just started, the last one's output being the answer. */
export async function answerOf(children: readonly ChildProcess[], limits: Limits): Promise<GitAnswer> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, program = "git" } = limits;
  let stopped: string | null = null;
  const stop = (why: string): void => {
    stopped ??= why;
    for (const child of children) killGroup(child);
  };
  const timer = setTimeout(() => stop(`it took longer than ${Math.round(timeoutMs / 1_000)} s`), timeoutMs);
  try {
    const [ends, complaints, out] = await Promise.all([
      Promise.all(children.map(ending)),
      Promise.all(children.map((child) => firstBytes(child.stderr, MAX_COMPLAINT))),
      firstBytes(children.at(-1)?.stdout, maxBytes, () => stop(`it said more than ${maxBytes} bytes`)),
    ]);
    if (stopped !== null) return unknown(`${program} was stopped: ${stopped as string}.`);
    const bad = ends.findIndex((end, index) => !(end === 0 || (end === 1 && index === children.length - 1)));
    const end = ends[bad];
    if (end instanceof Error) {
      return { ...unknown(`${end.message}. Is ${program} installed?`), missing: true };
    }
    if (bad !== -1) return unknown(inOneLine(complaints[bad] ?? "") || `${program} ended with ${String(end)}.`);
    return { kind: "answer", yes: ends.at(-1) === 0, out };
  } finally {
    clearTimeout(timer);
  }
}

/** With all that it has started: they would hold its output open. */
function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (IS_WINDOWS) child.kill("SIGKILL");
    else process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has ended already, or has no group of its own.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    child.kill("SIGKILL");
  }
}

/** Its exit code, its signal, or why it could not be started. */
function ending(child: ChildProcess): Promise<number | string | Error> {
  return new Promise((resolve) => {
    child.once("error", resolve);
    child.once("close", (code, signal) => resolve(code ?? String(signal)));
  });
}

/** All of a stream is read, so that nobody waits for us; so much of it is kept. */
async function firstBytes(stream: Readable | null | undefined, most: number, tooMuch?: () => void): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    const bytes = Buffer.from(chunk as Buffer);
    if (size < most) chunks.push(bytes.subarray(0, most - size));
    size += bytes.length;
    if (size > most) tooMuch?.();
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function unknown(why: string): GitUnknown {
  return { kind: "unknown", why };
}

function inOneLine(complaint: string): string {
  return complaint.replaceAll(/\s+/g, " ").trim();
}
