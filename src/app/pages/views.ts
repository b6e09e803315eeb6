// What people and programs read: the shapes of answers, and nothing else. Times are UTC, ISO 8601; durations are
// milliseconds. The HTTP contract is made of these, so that nothing here may import code.

import type { TicketRef } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import type { CardRun, TicketRunView } from "./run-views.ts";

// ---- tickets

/** A ticket on the board: what stands on a card, and no more. */
export interface Card extends TicketRef {
  readonly key: string;
  readonly title: string;
  /** null: on the board without a state. */
  readonly state: string | null;
  readonly closed: boolean;
  readonly priority: string | null;
  readonly estimate: string | null;
  readonly labels: readonly string[];
  readonly parent: string | null;
  readonly children: number;
  /** Keys of what still blocks it. */
  readonly openBlockers: readonly string[];
  readonly claim: ClaimView | null;
  /** The open session on it that was heard of last. */
  readonly session: SessionActivity | null;
  /** The runs under way that it is an item of; the one that something was done on last comes first. */
  readonly runs: readonly CardRun[];
  /** When it came into its state. */
  readonly enteredAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

export interface ClaimView {
  readonly holder: string;
  readonly since: string;
  readonly expiresAt: string;
  /** It has run out, and nobody has taken it over. */
  readonly expired: boolean;
  /** What its holder is doing right now, where they have an open session on the ticket. */
  readonly session: SessionActivity | null;
}

/** What an agent is doing right now, as its session says. */
export interface SessionActivity {
  readonly id: string;
  readonly agent: string;
  readonly state: string;
  /** How it is shown, from the workflow: a colour and a shape. */
  readonly indicator: string | null;
  readonly since: string;
  /** No sign of life for longer than the workflow allows. */
  readonly silent: boolean;
}

/** One ticket, with everything around it. */
export interface TicketPage {
  readonly card: Card;
  readonly body: string;
  readonly createdAt: string;
  readonly children: readonly LinkedCard[];
  readonly blockedBy: readonly LinkedCard[];
  readonly blocks: readonly LinkedCard[];
  readonly parent: LinkedCard | null;
  readonly group: {
    readonly members: readonly LinkedCard[];
    readonly cycles: readonly (readonly string[])[];
    readonly converged: { readonly target: string; readonly ready: number; readonly total: number } | null;
  } | null;
  readonly moves: readonly MoveView[];
  readonly visits: readonly VisitView[];
  /** Newest first. */
  readonly timeline: readonly EventView[];
  /** Older rows than the timeline's last: `before` for the next page. */
  readonly olderBefore: number | null;
  readonly comments: readonly { readonly author: string; readonly body: string; readonly createdAt: string }[];
  readonly sessions: readonly SessionLane[];
  /** Every run that it is an item of, those under way first. */
  readonly runs: readonly TicketRunView[];
  /** Whose fence the last claim carried, where nobody holds it now. */
  readonly lastClaim: { readonly holder: string; readonly fence: number } | null;
}

export interface LinkedCard {
  readonly key: string;
  readonly number: number;
  readonly repo?: string;
  readonly title: string;
  readonly state: string | null;
  readonly closed: boolean;
  readonly holder: string | null;
  readonly blockedBy: readonly string[];
}

/** One state that a ticket could go to, as a person would ask for it. */
export interface MoveView {
  readonly to: string;
  /** The verb on the button. */
  readonly label: string;
  readonly legal: boolean;
  /** Not in the graph at all: only an override leads there. */
  readonly override: boolean;
  /** Why not, and the way to go instead. */
  readonly why: string | null;
  readonly recovery: string | null;
  readonly warnings: readonly string[];
}

/** How long a ticket stood in a state, each visit of it; the last may still go on. */
export interface VisitView {
  readonly state: string;
  readonly from: string;
  readonly until: string | null;
  readonly ms: number;
  readonly refusals: number;
}

/** A ledger row as people read it. */
export interface EventView {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly subject: { readonly type: string; readonly key: string };
  /** Who, in words, and through which door. */
  readonly who: string;
  readonly person: boolean;
  readonly via: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly command: string | null;
  readonly intent: string | null;
  /** Of a refusal. */
  readonly code: string | null;
  /** Free text of the row: reason, title …; null where it was redacted. */
  readonly texts: Readonly<Record<string, string | null>>;
  /** What a refused caller was told. */
  readonly refusal: RefusalView | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** null: it was redacted. */
export interface RefusalView {
  readonly what: string | null;
  /** How to go on; null where the row does not hold it. */
  readonly recovery: string | null;
}

/** What waits for a person. */
export interface NeedView {
  readonly kind: "state" | "stale_claim" | "silent_session";
  readonly since: string;
  readonly card: Card;
  /** What the last agent said when handing it over. */
  readonly lastWord: { readonly who: string; readonly at: string; readonly text: string | null } | null;
  readonly session: SessionActivity | null;
}

// ---- sessions

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

// ---- measures

/** Everything here is read from the ledger. */
export interface Stats {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly tickets: {
    readonly open: number;
    readonly closed: number;
    readonly held: number;
    /** Came to an end in the window, and in the one of the same length before. */
    readonly finished: number;
    readonly finishedBefore: number;
    readonly cycle: Spread;
    readonly cycleBefore: Spread;
    /** One a ticket that came to a good end in the window. */
    readonly cycles: readonly { readonly key: string; readonly at: string; readonly ms: number }[];
    readonly throughput: readonly DayCount[];
    readonly states: readonly StateStats[];
    /** Time of the tickets that were finished: held by an agent, waiting for a person, waiting in a queue. */
    readonly share: { readonly workMs: number; readonly humanMs: number; readonly queueMs: number };
    readonly traffic: readonly { readonly from: string | null; readonly to: string; readonly count: number }[];
    /** Moves against the order of the workflow, of those that arrived. */
    readonly turnedBack: readonly {
      readonly from: string;
      readonly to: string;
      readonly count: number;
      readonly of: number;
    }[];
    readonly claimsEnding: readonly { readonly key: string; readonly holder: string; readonly expiresAt: string }[];
    readonly oldestWaiting: readonly {
      readonly key: string;
      readonly title: string;
      readonly state: string | null;
      readonly since: string;
      readonly ms: number;
    }[];
    readonly aging: number;
  };
  readonly refusals: {
    readonly total: number;
    /** Accepted and refused together. */
    readonly attempts: number;
    readonly lastHour: number;
    readonly byCode: readonly { readonly code: string; readonly count: number }[];
    readonly byDay: readonly DayCount[];
    readonly byState: readonly { readonly state: string | null; readonly code: string; readonly count: number }[];
  };
  readonly sessions: {
    readonly open: number;
    readonly silent: number;
    readonly outcomes: readonly { readonly outcome: string; readonly count: number }[];
    readonly states: readonly (Spread & { readonly state: string })[];
    /** Steps against the order of the workflow: testing that went back to implementing. */
    readonly turnedBack: readonly {
      readonly from: string;
      readonly to: string;
      readonly count: number;
      readonly of: number;
    }[];
    readonly traffic: readonly { readonly from: string | null; readonly to: string; readonly count: number }[];
    readonly outOfOrder: number;
  };
  readonly runs: {
    readonly open: number;
    readonly finished: number;
    readonly states: readonly (Spread & { readonly state: string })[];
    readonly traffic: readonly { readonly from: string | null; readonly to: string; readonly count: number }[];
  };
}

export interface Spread {
  readonly count: number;
  readonly medianMs: number | null;
  readonly p85Ms: number | null;
  readonly p90Ms: number | null;
}

export interface StateStats extends Spread {
  readonly state: string;
  readonly now: number;
  /** Open tickets in it, the oldest first; at most 50. */
  readonly standing: readonly { readonly key: string; readonly since: string }[];
}

export interface DayCount {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly count: number;
}

/** A workflow, and what moved through it in so many days. */
export interface WorkflowPage {
  readonly workflow: Workflow;
  readonly hash: string;
  readonly findings: readonly {
    readonly severity: "error" | "warning" | "note";
    readonly code: string;
    readonly message: string;
  }[];
  readonly days: number;
  readonly counts: readonly { readonly state: string; readonly count: number; readonly oldest: string | null }[];
  readonly traffic: readonly { readonly from: string | null; readonly to: string; readonly count: number }[];
  readonly refused: readonly { readonly code: string; readonly count: number }[];
  readonly turnedBack: readonly {
    readonly from: string;
    readonly to: string;
    readonly count: number;
    readonly of: number;
  }[];
}

// ---- who reads

export type Role = "viewer" | "agent" | "operator";

/** A browser that somebody is signed in with. */
export interface BrowserView {
  readonly id: string;
  /** Who acts with it. */
  readonly name: string;
  readonly role: Role;
  /** The token that it came from. */
  readonly token: string;
  readonly startedAt: string;
  readonly seenAt: string;
  /** The address that it was last used from. */
  readonly seenFrom: string;
  /** What it says that it is. */
  readonly program: string;
  /** When it ends at the latest. */
  readonly expiresAt: string;
}

export interface SignedIn {
  /** Shown this once. */
  readonly session: string;
  readonly browser: BrowserView;
}
