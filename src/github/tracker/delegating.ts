// Everything that a board on GitHub answers from its store alone: what happened, who is at work, and how much of it.

import type {
  Board,
  CardFacts,
  CardSelection,
  Deed,
  Head,
  KeptText,
  RecordedAnswer,
  RowTexts,
  Tally,
  Way,
  WorkflowInForce,
} from "../../app/ports/board.ts";
import type { Keyring } from "../../app/ports/keys.ts";
import type { Check, LedgerRow, Outcome, Plan, Subject } from "../../app/commit/plan.ts";
import type { ListedRun, Run } from "../../app/runs/run.ts";
import type { Session, SessionFilter, SessionsOn } from "../../app/sessions/session.ts";
import type { Ticket } from "../../app/ports/ticket.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Identity, Key, Time } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";

type Answered = Omit<
  Board,
  | "ticket"
  | "handoffFacts"
  | "group"
  | "guardedGroup"
  | "childrenOf"
  | "page"
  | "links"
  | "blockersOf"
  | "comments"
  | "list"
  | "pickable"
  | "commit"
  | "redact"
  | "watch"
  | "close"
>;

export abstract class Delegating implements Answered {
  protected readonly store: TrackerStore;
  readonly keys: Keyring;

  constructor(store: TrackerStore) {
    this.store = store;
    this.keys = store.keys;
  }

  now(): Promise<Time> {
    return this.store.now();
  }

  secret(): Promise<string> {
    return this.store.secret();
  }

  blockingWay(from: Key, to: Key): Promise<Way> {
    return this.store.blockingWay(from, to);
  }

  ancestors(key: Key): Promise<readonly Check[]> {
    return this.store.ancestors(key);
  }

  nextNumber(): Promise<number> {
    return this.store.nextNumber();
  }

  claimsOf(holder: { connection: string }): Promise<readonly Ticket[]> {
    return this.store.claimsOf(holder);
  }

  cards(which: CardSelection): Promise<readonly CardFacts[]> {
    return this.store.cards(which);
  }

  blockedBy(keys: readonly Key[]): Promise<readonly Key[]> {
    return this.store.blockedBy(keys);
  }

  arrivals(keys: readonly Key[]): Promise<readonly LedgerRow[]> {
    return this.store.arrivals(keys);
  }

  refusedSince(time: Time): Promise<number> {
    return this.store.refusedSince(time);
  }

  run(key: string): Promise<Run | null> {
    return this.store.run(key);
  }

  runs(limit: number): Promise<readonly ListedRun[]> {
    return this.store.runs(limit);
  }

  session(id: string): Promise<Session | null> {
    return this.store.session(id);
  }

  sessions(filter: SessionFilter, limit: number): Promise<readonly Session[]> {
    return this.store.sessions(filter, limit);
  }

  sessionsOn(ticket: Key, holder: Identity): Promise<SessionsOn> {
    return this.store.sessionsOn(ticket, holder);
  }

  sessionRows(ids: readonly string[], withTexts: number): Promise<readonly LedgerRow[]> {
    return this.store.sessionRows(ids, withTexts);
  }

  noteSeen(who: Identity): Promise<void> {
    return this.store.noteSeen(who);
  }

  stateCounts(): Promise<readonly { state: string | null; count: number }[]> {
    return this.store.stateCounts();
  }

  recorded(tool: string, subject: string, id: string): Promise<RecordedAnswer | null> {
    return this.store.recorded(tool, subject, id);
  }

  workflowInForce(part: string): Promise<WorkflowInForce | null> {
    return this.store.workflowInForce(part);
  }

  workflow(hash: string): Promise<Workflow | null> {
    return this.store.workflow(hash);
  }

  head(): Promise<Head> {
    return this.store.head();
  }

  ledger(after: number, limit: number): Promise<readonly LedgerRow[]> {
    return this.store.ledger(after, limit);
  }

  history(subject: Subject, limit: number, before?: number): Promise<readonly LedgerRow[]> {
    return this.store.history(subject, limit, before);
  }

  rowBefore(time: Time): Promise<number> {
    return this.store.rowBefore(time);
  }

  deeds(after: number, limit: number): Promise<readonly Deed[]> {
    return this.store.deeds(after, limit);
  }

  deedsOn(type: Subject["type"], keys: readonly string[], upTo: number): Promise<readonly Deed[]> {
    return this.store.deedsOn(type, keys, upTo);
  }

  tally(after: number, upTo: number): Promise<readonly Tally[]> {
    return this.store.tally(after, upTo);
  }

  claimCounts(): Promise<{ readonly live: number; readonly expired: number }> {
    return this.store.claimCounts();
  }

  textsOf(seq: number): Promise<RowTexts | null> {
    return this.store.textsOf(seq);
  }

  /** Takes a text out of the store. What stands on GitHub is edited there, by people. */
  redact(plan: Plan, seq: number, texts: readonly KeptText[]): Promise<Outcome> {
    return this.store.redact(plan, seq, texts);
  }
}
