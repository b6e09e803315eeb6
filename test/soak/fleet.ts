// How an agent reaches a server, whichever way: what it gets is an answer, or the news that none will come.

import type { ToolAnswer } from "../support/clients/stdio-client.ts";

export interface Line {
  /** Rejects with ConnectionLost where no answer will come; whether it was done, nobody knows. */
  call(tool: string, args: object): Promise<ToolAnswer>;
  /** After a loss. */
  reconnect(): Promise<void>;
  /** At once, with whatever is under way. */
  cut(): Promise<void>;
  /** As somebody who is done. */
  leave(): Promise<void>;
}

export class ConnectionLost extends Error {
  /** Somebody did it on purpose. */
  readonly meant: boolean;

  constructor(meant: boolean, what: string) {
    super(what);
    this.meant = meant;
  }
}

/** A server that can be stopped, and whose clock can be set. */
export interface Frail {
  readonly name: string;
  /** Whether something is lost when it stands still now. */
  readonly busy: () => boolean;
  readonly kill: () => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly shiftClock: (ms: number) => void;
}
