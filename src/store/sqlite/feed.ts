// Hearing of other processes' commits: the file watch is a doorbell that may ring too often or not at all, data_version
// tells whether anything was written, and a slow poll covers what the doorbell missed.

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
  #timer: NodeJS.Timeout | null = null;
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
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #start(): void {
    this.#seen = this.#look();
    const name = basename(this.#file);
    try {
      this.#watcher = watch(dirname(this.#file), { persistent: false }, (_, changed) => {
        if (changed === null || changed.startsWith(name)) this.#answer();
      });
      // A folder that can't be watched any more leaves the poll.
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // No watches left on this machine: the poll alone does.
      this.#watcher = null;
    }
    this.#timer = setInterval(() => this.#answer(), POLL_MS);
    this.#timer.unref();
  }

  #answer(): void {
    const version = this.#look();
    if (version === this.#seen) return;
    this.#seen = version;
    this.ring();
  }

  #look(): number {
    try {
      return this.#version();
    } catch {
      // Locked or out of reach for a moment. The next look tells; whoever reads meets the error, and can answer it.
      return this.#seen;
    }
  }
}
