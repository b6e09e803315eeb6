// Hearing of other processes' commits: the file watch is a doorbell that may ring too early, too often or not at all;
// data_version tells whether anything was written, and a slow poll covers what the doorbell missed.

import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";

const POLL_MS = 80;

export class FileFeed {
  readonly #listeners = new Set<() => void>();
  readonly #file: string;
  readonly #version: () => number;
  #seen = -1;
  #watcher: FSWatcher | null = null;
  #poll: NodeJS.Timeout | null = null;
  #again: NodeJS.Timeout | null = null;
  #queued = false;

  constructor(db: DatabaseSync, file: string) {
    this.#file = file;
    const statement = db.prepare("PRAGMA data_version");
    this.#version = () => Number(statement.get()?.["data_version"]);
  }

  add(onChange: () => void): () => void {
    // Each call is its own listener, even of the same function.
    const listener = () => onChange();
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.stop();
    };
  }

  /** This connection's own commits don't change its data_version. */
  ring(): void {
    if (this.#queued || this.#listeners.size === 0) return;
    this.#queued = true;
    setImmediate(() => {
      this.#queued = false;
      for (const listener of this.#listeners) listener();
    });
  }

  stop(): void {
    this.#listeners.clear();
    this.#watcher?.close();
    this.#watcher = null;
    if (this.#poll) clearInterval(this.#poll);
    if (this.#again) clearTimeout(this.#again);
    this.#poll = null;
    this.#again = null;
  }

  #start(): void {
    this.#seen = this.#look();
    const name = basename(this.#file);
    try {
      this.#watcher = watch(dirname(this.#file), { persistent: false }, (_, changed) => {
        if (changed === null || changed.startsWith(name)) this.#answerBell(1);
      });
      // A folder that can't be watched any more leaves the poll.
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // No watches left on this machine: the poll alone does.
      this.#watcher = null;
    }
    this.#poll = setInterval(() => this.#answer(), POLL_MS).unref();
  }

  /** The bell rings when the commit is written, which is before the disk has it and anybody may see it. */
  #answerBell(wait: number): void {
    if (this.#again) clearTimeout(this.#again);
    this.#again = null;
    if (this.#answer() || wait > POLL_MS || !this.#poll) return;
    this.#again = setTimeout(() => this.#answerBell(wait * 2), wait).unref();
  }

  /** Whether there was something. */
  #answer(): boolean {
    const version = this.#look();
    if (version === this.#seen) return false;
    this.#seen = version;
    this.ring();
    return true;
  }

  #look(): number {
    try {
      return this.#version();
    } catch {
      // Locked for a moment. The next look tells; a reader meets the error, and can answer it.
      return this.#seen;
    }
  }
}
