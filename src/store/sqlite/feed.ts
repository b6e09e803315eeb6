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

  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.stop();
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
    this.#watcher?.close();
    this.#watcher = null;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #start(): void {
    this.#seen = this.#version();
    const name = basename(this.#file);
    try {
      this.#watcher = watch(dirname(this.#file), { persistent: false }, (_, changed) => {
        if (changed === null || changed.startsWith(name)) this.#look();
      });
      // A folder that can't be watched any more leaves the poll.
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // No watches left on this machine: the poll alone does.
      this.#watcher = null;
    }
    this.#timer = setInterval(() => this.#look(), POLL_MS);
    this.#timer.unref();
  }

  #look(): void {
    const version = this.#version();
    if (version === this.#seen) return;
    this.#seen = version;
    this.ring();
  }
}
