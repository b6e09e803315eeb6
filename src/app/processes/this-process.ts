// What a process that serves one agent leaves behind for others of the same name: that it runs, and what it works on.

import { randomUUID } from "node:crypto";
import type { Board } from "../ports/board.ts";
import { BEAT_MS, HOST } from "./is-live.ts";

type Noting = Pick<Board, "processes">;

export class ThisProcess {
  readonly #id = randomUUID();
  readonly #log: (line: Record<string, unknown>) => void;
  /** The version that this process wrote last, by the session's id. */
  readonly #sessions = new Map<string, number>();
  #entered: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(log: (line: Record<string, unknown>) => void) {
    this.#log = log;
  }

  /** Before its first call is carried out. One write, and one now and then: never one for each call. */
  enter(board: Noting, connection: string): Promise<void> {
    this.#entered ??= this.#note(board, connection);
    return this.#entered;
  }

  reported = (session: string, version: number): void => {
    this.#sessions.set(session, version);
  };

  /** Whether nobody else has written to the session since this process did. */
  wroteLast({ id, version }: { readonly id: string; readonly version: number }): boolean {
    return this.#sessions.get(id) === version;
  }

  async leave(board: Noting): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#entered;
    await board.processes.forget(this.#id);
  }

  async #note(board: Noting, connection: string): Promise<void> {
    this.#timer ??= setInterval(() => void this.#note(board, connection), BEAT_MS).unref();
    try {
      await board.processes.note({ id: this.#id, connection, host: HOST, pid: process.pid });
    } catch (error) {
      // Never a reason for a call to fail: the next beat says it again.
      this.#log({ level: "debug", message: "it could not be noted that this process runs", error: String(error) });
    }
  }
}
