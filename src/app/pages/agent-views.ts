// What people read of agents: shapes alone, as in views.ts.

import type { SessionLane } from "./session-views.ts";
import type { RefusalView } from "./views.ts";

/** live: at work on a ticket. silent: on one, and nothing is heard of it. idle: heard of, on none. ended: none of these. */
export type AgentStanding = "live" | "silent" | "idle" | "ended";

/** One agent, whatever it had to do with. */
export interface AgentView {
  /** As the ledger names it. */
  readonly name: string;
  /** A token showed who it is; otherwise it is an agent by its own word. */
  readonly proven: boolean;
  readonly standing: AgentStanding;
  /** The one that it holds, or has a session on; null: none. */
  readonly ticket: AgentTicket | null;
  /** What it reports that it does; null: it reports nothing. */
  readonly doing: {
    readonly session: string;
    readonly state: string;
    readonly indicator: string | null;
    readonly since: string;
  } | null;
  readonly claim: { readonly expiresAt: string; readonly expired: boolean } | null;
  /** The last sign of life; null: none is known. */
  readonly lastCall: string | null;
  readonly refusal: LastRefusal | null;
  /** Those in the hours that were asked for, the newest first. */
  readonly sessions: readonly SessionLane[];
}

export interface AgentTicket {
  readonly key: string;
  readonly title: string | null;
  readonly state: string | null;
  /** When it came into its state; null: nobody knows. */
  readonly since: string | null;
}

export interface LastRefusal extends RefusalView {
  readonly seq: number;
  readonly at: string;
  readonly code: string;
  /** The ticket that it was about; null: it was about something else. */
  readonly ticket: string | null;
}

export interface AgentsPage {
  readonly agents: readonly AgentView[];
  /** There were more sessions than are shown. */
  readonly more: boolean;
}
