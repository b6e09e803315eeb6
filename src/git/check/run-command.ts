// Runs one command of a check in a process group of its own. When it ends, when its time is up, when it says too much,
// when we are stopped, and when we are killed: the whole group ends.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { CheckOutput } from "./output.ts";

export interface CommandRun {
  readonly command: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly output: CheckOutput;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told of what it says, while it runs. */
  readonly onOutput?: (chunk: string) => void;
}

export type CommandEnd =
  | { readonly kind: "ended"; readonly exit: number }
  | { readonly kind: "killed"; readonly by: string }
  | { readonly kind: "timed_out" }
  | { readonly kind: "flooded" }
  | { readonly kind: "stopped" }
  | { readonly kind: "not_started"; readonly why: string };

/** What still holds the output open after its group is dead has left the group on purpose. */
const PATIENCE_MS = 2_000;

const IS_WINDOWS = process.platform === "win32";

export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  const { output, timeoutMs, signal, onOutput } = run;
  if (signal?.aborted) return { kind: "stopped" };
  const child = start(run);
  let cut: CommandEnd | null = null;
  const cutOff = (end: CommandEnd): void => {
    cut ??= end;
    killGroup(child);
  };
  const timer = setTimeout(() => cutOff({ kind: "timed_out" }), timeoutMs);
  const onAbort = (): void => cutOff({ kind: "stopped" });
  signal?.addEventListener("abort", onAbort, { once: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      if (cut !== null) return;
      if (output.add(chunk)) onOutput?.(chunk.toString("utf8"));
      else cutOff({ kind: "flooded" });
    });
  }
  try {
    const [exit, by] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    // What it has left running in the background goes with it.
    killGroup(child);
    await closed(child);
    if (cut !== null) return cut;
    return exit === null ? { kind: "killed", by: String(by) } : { kind: "ended", exit };
  } catch (error) {
    return { kind: "not_started", why: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/**
 * In the group a second process waits at a pipe whose other end is ours: if we are killed, the pipe closes, and it ends
 * the group. Nothing else would.
 */
const WATCHED = '{ cat <&3 >/dev/null 2>&1; kill -KILL 0; } & exec 3<&-; eval "$1"';

function start({ command, folder, env }: CommandRun): ChildProcess {
  if (IS_WINDOWS)
    return spawn(command, { cwd: folder, env, shell: true, windowsHide: true, stdio: ["ignore", "pipe", "pipe"] });
  return spawn("/bin/sh", ["-c", WATCHED, "sh", command], {
    cwd: folder,
    env,
    // Its own session: no terminal to ask a person at, and Ctrl-C comes to us first.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(IS_WINDOWS ? pid : -pid, "SIGKILL");
  } catch (error) {
    // It has ended already.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function closed(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].flatMap((stream) => (stream === null || stream.closed ? [] : [stream]));
  const waited = AbortSignal.timeout(PATIENCE_MS);
  try {
    await Promise.all(streams.map((stream) => once(stream, "close", { signal: waited })));
  } catch (error) {
    if (!waited.aborted) throw error;
    for (const stream of streams) stream.destroy();
  }
}
