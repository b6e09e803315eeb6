// The processes that serve agents over stdio. Outside the ledger: that a process runs is no event.

import type { Time } from "../../engine/facts.ts";

export interface Processes {
  /** It runs now. */
  note(process: ServingProcess): Promise<void>;
  forget(id: string): Promise<void>;
  /** Those that were noted as this connection's and not forgotten: they may have been killed since. */
  of(connection: string): Promise<readonly NotedProcess[]>;
}

export interface ServingProcess {
  readonly id: string;
  readonly connection: string;
  /** The machine, and what on it gives out process ids. */
  readonly host: string;
  readonly pid: number;
}

export interface NotedProcess extends ServingProcess {
  readonly seenAt: Time;
}
