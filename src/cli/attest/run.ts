// Runs a command for a CI job: its output goes where it would have gone, and the end of it is kept.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";

export interface Ran {
  /** As a shell would say it: 128 and more for a signal, 127 where there is no such program. */
  readonly exit: number;
  readonly ms: number;
  /** The end of all that it printed. */
  readonly output: string;
  /** It never began. */
  readonly why: string | null;
}

/** Enough for the summary of any runner of tests; the rest has been printed already. */
const MOST_KEPT = 1024 * 1024;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function runCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const [program = "", ...args] = words;
  const began = performance.now();
  const child = spawn(program, args, { env, stdio: ["inherit", "pipe", "pipe"] });
  const kept: Buffer[] = [];
  let bytes = 0;
  const keep = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
    to.write(chunk);
    kept.push(chunk);
    bytes += chunk.length;
    for (let [first] = kept; first && bytes - first.length >= MOST_KEPT; [first] = kept) {
      bytes -= first.length;
      kept.shift();
    }
  };
  child.stdout.on("data", keep(process.stdout));
  child.stderr.on("data", keep(process.stderr));
  // A job that is cancelled takes its command along.
  const pass = SIGNALS.map((signal) => {
    const listener = (): void => void child.kill(signal);
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    const exit = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    return { exit, ms: since(began), output: Buffer.concat(kept).toString("utf8"), why: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { exit: 127, ms: since(began), output: why, why };
  } finally {
    for (const stop of pass) stop();
  }
}

function since(began: number): number {
  return Math.round(performance.now() - began);
}
