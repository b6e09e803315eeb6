// A process of our own that is talked to in messages. None is left behind: whatever still runs is killed at the latest
// when this process ends, and a child whose parent is gone ends itself. Its script calls the verbs of src/ itself, and not
// the built program, because it stops where the program never does: between a decision and its write, or in a migration.

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than anything here takes on a busy machine: a test that hangs should say where. */
const SILENCE_MS = 120_000;

const running = new Set<ChildProcess>();

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Makes sure that it ends with this process. */
export function track<T extends ChildProcess>(child: T): T {
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

export class Child {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #heard: unknown[] = [];
  readonly #waiting: ((message: unknown) => void)[] = [];
  readonly #over: Promise<void>;
  #ended = false;

  /** `script`: a path, or the name of one that lies beside this file. It finds the setup in its first argument. */
  constructor(name: string, script: string, setup: unknown) {
    this.name = name;
    const path = resolve(import.meta.dirname, script);
    const stdio = ["ignore", 2, 2, "ipc"] as const;
    this.#process = track(fork(path, [JSON.stringify(setup)], { execArgv: [], stdio: [...stdio] }));
    this.#process.on("message", (message) => {
      const waiting = this.#waiting.shift();
      if (waiting) waiting(message);
      else this.#heard.push(message);
    });
    this.#over = this.#untilOver();
  }

  /** What it said, in order; an error where it has ended instead, or says nothing for too long. */
  async hear<T>(): Promise<T> {
    const silence = new AbortController();
    const tooLong = sleep(SILENCE_MS, undefined, { signal: silence.signal, ref: false });
    const message = await Promise.race([this.#next(), tooLong.then(() => undefined)]);
    silence.abort();
    tooLong.catch(() => {});
    if (message === undefined) throw new Error(`${this.name} ${this.#ended ? "has ended" : "says nothing"}`);
    return message as T;
  }

  tell(message: unknown): void {
    // A child that was just killed is found out by what it does not say.
    if (this.#process.connected) this.#process.send(message as object, () => {});
  }

  async ask<T>(message: unknown): Promise<T> {
    this.tell(message);
    return this.hear<T>();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.#process.kill(signal);
    await this.#over;
  }

  ended(): Promise<void> {
    return this.#over;
  }

  /** Its last words may arrive after its end: it is over when nothing can come any more. */
  async #untilOver(): Promise<void> {
    await Promise.all([once(this.#process, "exit"), once(this.#process, "disconnect")]);
    this.#ended = true;
    for (const waiting of this.#waiting.splice(0)) waiting(undefined);
  }

  /** undefined: it has ended. */
  #next(): Promise<unknown> {
    if (this.#heard.length > 0) return Promise.resolve(this.#heard.shift());
    if (this.#ended) return Promise.resolve(undefined);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** In a child: the setup that it was started with. */
export function setupOf(): unknown {
  process.on("disconnect", () => process.exit());
  return JSON.parse(process.argv[2] ?? "null");
}

/** In a child: settled when the message is on its way. */
export function say(message: unknown): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

/** In a child: everything that it is told, in order, from this call on. */
export function told<T>(): () => Promise<T> {
  const queue: T[] = [];
  const waiting: ((message: T) => void)[] = [];
  process.on("message", (message) => {
    const first = waiting.shift();
    if (first) first(message as T);
    else queue.push(message as T);
  });
  return () => {
    const message = queue.shift();
    return message === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(message);
  };
}
