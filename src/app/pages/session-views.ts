// What people and programs read of sessions: shapes alone, as in views.ts.

import type { ClaimView, EventView, VisitView } from "./views.ts";

export interface SessionView {
  readonly id: string;
  /** The ticket's key. */
  readonly ticket: string;
  readonly title: string | null;
  readonly agent: string;
  /** false: a person opened it, and no agent has taken it up yet. `agent` is whom it is meant for. */
  readonly owned: boolean;
  readonly state: string;
  readonly indicator: string | null;
  readonly outcome: string | null;
  readonly startedAt: string;
  readonly completedAt: string | null;
  /** When it came into its state. */
  readonly since: string;
  /** Age of the current state; how long the whole took where it has ended. */
  readonly ageMs: number;
  readonly seenAt: string;
  readonly silent: boolean;
  readonly disconnected: boolean;
  /** Reports that did not follow the graph. */
  readonly outOfOrder: number;
  readonly timeInState: readonly { readonly state: string; readonly ms: number }[];
  /** The newest entries of it. */
  readonly history: readonly SessionEntryView[];
  /** How many there are in all. */
  readonly entries: number;
  /** Lease of its agent's claim on the ticket. */
  readonly claim: { readonly expiresAt: string; readonly expired: boolean } | null;
  /** The newest report's. */
  readonly files: readonly string[];
  readonly testResults: { readonly passed: number; readonly failed: number; readonly skipped: number } | null;
  readonly error: string | null;
  /** It ended by itself, with its ticket; null: it did not. Its agent may have said later how the work went. */
  readonly ended: SessionEndView | null;
}

export interface SessionEndView {
  readonly at: string;
  /** The ticket was closed, or another agent claimed it. */
  readonly why: "closed" | "claimed";
  readonly ticketState: string | null;
  readonly claimedBy: string | null;
}

export interface SessionEntryView {
  readonly state: string;
  readonly timestamp: string;
  /** null: it was redacted. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly action?: string;
  readonly outOfOrder?: true;
}

/** A session as it is drawn: without what was said in its reports, which may be long. */
export interface SessionLane extends Omit<SessionView, "history"> {
  /** Where it went; a state that was reported again stands once. */
  readonly history: readonly LaneEntry[];
}

export type LaneEntry = Pick<SessionEntryView, "state" | "timestamp" | "outOfOrder">;

/** One session with what is needed to understand it. */
export interface SessionPage {
  readonly session: SessionDetail;
  /** Where older entries of its history begin; null: there are none. */
  readonly olderBefore: number | null;
  /** Where it went from its beginning on, without what was said. */
  readonly lane: readonly LaneEntry[];
  /** null: the ticket is gone. */
  readonly ticket: {
    readonly key: string;
    readonly title: string;
    readonly state: string | null;
    readonly closed: boolean;
  } | null;
  /** On the ticket, whoever holds it. */
  readonly claim: ClaimView | null;
  /** When its client went away; null: it did not, or it is back. */
  readonly disconnectedAt: string | null;
  /** When it ends as timeout if nothing is heard of its agent; null: only a person ends it. */
  readonly endsAt: string | null;
  /** Where the ticket stood while it was open. */
  readonly visits: readonly VisitView[];
  /** What was done on its ticket and on it from a little before to a little after, the newest first. */
  readonly around: readonly EventView[];
  /** Where older rows of it begin; null: there are none. */
  readonly aroundBefore: number | null;
  /** The other sessions on the ticket, the newest first. */
  readonly others: readonly OtherSession[];
}

/** The newest entries of the history, each with its row. */
export interface SessionDetail extends SessionView {
  readonly history: readonly SessionStepView[];
}

export interface SessionStepView extends SessionEntryView {
  /** Its row in the ledger. */
  readonly seq: number;
  readonly who: string;
  readonly person: boolean;
  /** How long it lasted until the next report; null: it is the end. */
  readonly ms: number | null;
  /** What an ended session ended as. */
  readonly outcome: string | null;
  /** Why a person ended it, in their words; null where they gave none, or it was redacted. */
  readonly reason: string | null;
}

export interface OtherSession {
  readonly id: string;
  readonly agent: string;
  readonly state: string;
  readonly indicator: string | null;
  readonly outcome: string | null;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly silent: boolean;
}
