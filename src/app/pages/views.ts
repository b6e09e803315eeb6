// What people and programs read: the shapes of answers, and nothing else. Times are UTC, ISO 8601; durations are
// milliseconds. The HTTP contract is made of these, so that nothing here may import code.

import type { TicketRef } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import type { ChipView, TicketEvidence } from "./evidence-views.ts";
import type { CardPull, PullsView } from "./pull-views.ts";
import type { CardRun, TicketRunView } from "./run-views.ts";
import type { SessionLane } from "./session-views.ts";

/** Where tickets live elsewhere: how old what is shown is. */
export interface MirrorView {
  /** Where they live, as people call it. */
  readonly of: string;
  /** When the last look there began; null: there was none yet. */
  readonly asOf: string | null;
  /** Why there was no look since, and what to do; null: it is as new as it should be. */
  readonly behind: string | null;
}

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
  /** What a team plans by where the ticket lives; absent: it has none. */
  readonly type?: string;
  readonly milestone?: string;
  readonly iteration?: string;
  readonly parent: string | null;
  readonly children: number;
  /** Keys of what still blocks it. */
  readonly openBlockers: readonly string[];
  readonly claim: ClaimView | null;
  /** The open session on it that was heard of last. */
  readonly session: SessionActivity | null;
  /** The runs under way that it is an item of; the one that something was done on last comes first. */
  readonly runs: readonly CardRun[];
  /** Its facts, the worst first; empty where the workflow asks for none. */
  readonly chips: readonly ChipView[];
  /** Its pull request elsewhere; absent: it has none. */
  readonly pull?: CardPull;
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
  /** Who brought it where it is, and what they said; null: nobody has moved it yet. */
  readonly lastWord: LastWord | null;
  readonly visits: readonly VisitView[];
  /** Newest first. */
  readonly timeline: readonly EventView[];
  /** Older rows than the timeline's last: `before` for the next page. */
  readonly olderBefore: number | null;
  readonly comments: readonly { readonly author: string; readonly body: string; readonly createdAt: string }[];
  readonly sessions: readonly SessionLane[];
  /** Every run that it is an item of, those under way first. */
  readonly runs: readonly TicketRunView[];
  /** null: neither the workflow nor the ticket has anything to do with evidence. */
  readonly evidence: TicketEvidence | null;
  /** Absent: it has none. */
  readonly pullRequests?: PullsView;
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
  /** What the move has to name. */
  readonly takes: "commit" | null;
  /** An operator may go there all the same: past the graph, or past a guard. */
  readonly override: boolean;
  /** Why not, and the way to go instead. */
  readonly why: string | null;
  readonly recovery: string | null;
  /** What the guards on the way lack, in a word or two each: "tests". */
  readonly lacks: readonly string[];
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

/** Which moment a page of the past shows. */
export interface PastView {
  /** The last row that had been written then. */
  readonly seq: number;
  readonly at: string;
  readonly rowAt: string;
  /** The last row of all, and when the first was written. */
  readonly head: number;
  readonly began: string;
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

/**
 * contradicted: its agent reported a pass, and somebody stronger saw it fail. merged_ungated: its work has landed, and a
 * guard keeps the ticket from following. dragged_ungated: somebody has dragged it past a guard elsewhere.
 */
export type NeedKind =
  | "state"
  | "stale_claim"
  | "silent_session"
  | "contradicted"
  | "merged_ungated"
  | "dragged_ungated";

/** The reason that was given for a move; null where it was redacted. */
export interface LastWord {
  readonly who: string;
  readonly at: string;
  readonly text: string | null;
}

/** What waits for a person. */
export interface NeedView {
  readonly kind: NeedKind;
  readonly since: string;
  /** What happened, where its kind does not say it all. */
  readonly what?: string;
  /** Where it was dragged from. */
  readonly from?: string | null;
  readonly card: Card;
  /** What the last agent said when handing it over. */
  readonly lastWord: LastWord | null;
  readonly session: SessionActivity | null;
}

// ---- measures

/** Everything here is read from the ledger. */
export interface Stats {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** A p85 and a p90 are said of so many durations at least; of fewer they are null. */
  readonly leastSamples: number;
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
  /** Absent where no edge of the workflow asks for facts. */
  readonly evidence?: {
    /** Tickets that came past a guard for facts in the window, and those of them that were not sent back from there so far. */
    readonly firstTimeRight: { readonly count: number; readonly of: number };
    /** Moves back out of states for people. */
    readonly sentBack: readonly { readonly from: string; readonly to: string; readonly count: number }[];
    /** From the first refusal for want of facts, or else from the entry into the state, until the fact passed. */
    readonly timeToEvidence: readonly (Spread & { readonly fact: string })[];
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
  /** null: there are too few to say. */
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
    /** What to do about it; null: it is only good to know. */
    readonly next: string | null;
    /** Where in the file: a JSON pointer. */
    readonly pointer: string;
  }[];
  /** Every one that was in force for this part, the newest first. */
  readonly history: readonly WorkflowVersion[];
  readonly days: number;
  /** What it is the workflow of, as rows of the ledger name it. */
  readonly about: "ticket" | "session" | "run";
  /** From when on moves are counted. */
  readonly from: string;
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

/** A workflow that took force, as the ledger tells it. */
export interface WorkflowVersion {
  readonly seq: number;
  readonly at: string;
  readonly who: string;
  readonly name: string;
  readonly version: number | null;
  readonly hash: string;
  /** How it differs from the one before, line by line; empty: it was the first. */
  readonly changes: readonly string[];
  readonly loosens: readonly string[];
}

// ---- who reads

export type Role = "viewer" | "agent" | "witness" | "member" | "operator";

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
