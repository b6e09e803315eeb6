// What the HTTP API answers: the one thing that the server and the dashboard share. Types alone, so that no code of the
// server gets into a browser.

import type {
  BrowserView,
  Card,
  EventView,
  MirrorView,
  MoveView,
  NeedView,
  PastView,
  Role,
  SignedIn,
  Stats,
  TicketPage,
  WorkflowPage,
} from "../app/pages/views.ts";
import type { AgentsPage } from "../app/pages/agent-views.ts";
import type { SessionLane, SessionPage } from "../app/pages/session-views.ts";
import type { KeyView, NewToken, PeoplePage } from "../app/pages/people-views.ts";
import type { RunPage, RunSummary } from "../app/pages/run-views.ts";
import type { FactView } from "../app/pages/evidence-views.ts";
import type { Trial } from "../app/replay/trial.ts";
import type { Adoption } from "../app/workflows/adoption.ts";
import type { Workflow } from "../engine/workflow/format.ts";

export type * from "../app/pages/agent-views.ts";
export type * from "../app/pages/evidence-views.ts";
export type * from "../app/pages/ledger-views.ts";
export type * from "../app/pages/pull-views.ts";
export type * from "../app/pages/run-views.ts";
export type * from "../app/pages/session-views.ts";
export type * from "../app/pages/views.ts";
export type { Workflow } from "../engine/workflow/format.ts";
export type * from "./ledger-contract.ts";

export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly recovery: string };
}

/** GET /api/board?at=: everything that the board page draws, as of `seq`; events after it bring it up to date. */
export interface BoardAnswer {
  readonly seq: number;
  /** The server's clock, by which leases and ages are counted. */
  readonly now: string;
  readonly name: string;
  readonly tracker: string;
  /** Where tickets live elsewhere: as of when this is. The same field stands in the other answers that show tickets. */
  readonly mirror?: MirrorView;
  readonly you: { readonly role: Role; readonly name: string | null };
  /** Why the configuration is not what was asked for. */
  readonly warnings: readonly string[];
  readonly workflow: Workflow;
  /** Open tickets, all of them; of the closed ones the newest. */
  readonly cards: readonly Card[];
  readonly closedCounts: readonly { readonly state: string; readonly count: number }[];
  readonly refusedLastHour: number;
  /** With ?at=: which moment it is. Nothing can be changed there. */
  readonly past?: PastView;
}

/** An event `pulls` of the stream, without an id: how cards look whose pull requests were changed. */
export interface PullsEvent {
  readonly cards: readonly Card[];
}

/** GET /api/mirror: as of when answers are; null on a board of our own. It looks at nothing itself. */
export interface MirrorAnswer {
  readonly now: string;
  readonly mirror: MirrorView | null;
}

/** GET /api/tickets?state=&q=&cursor=&limit= */
export interface TicketsAnswer {
  readonly mirror?: MirrorView;
  readonly tickets: readonly Card[];
  readonly nextCursor: string | null;
}

/** GET /api/tickets/:key?at=; ?before=SEQ: the timeline from there on. */
export interface TicketAnswer extends TicketPage {
  readonly past?: PastView;
  readonly mirror?: MirrorView;
  readonly seq: number;
  readonly now: string;
}

/** GET /api/tickets/:key/moves */
export interface MovesAnswer {
  readonly moves: readonly MoveView[];
}

/** GET /api/needs */
export interface NeedsAnswer {
  readonly mirror?: MirrorView;
  readonly seq: number;
  readonly now: string;
  readonly needs: readonly NeedView[];
}

/** GET /api/sessions?hours=H&until=TIME&limit=N: those that were open at some time in the hours up to then, or up to now. */
export interface SessionsAnswer {
  readonly seq: number;
  readonly now: string;
  readonly workflow: Workflow;
  /** The newest first. */
  readonly sessions: readonly SessionLane[];
  /** There are more than so many. */
  readonly more: boolean;
  /** When the last one before these hours ended; null: there is none. */
  readonly earlier: string | null;
  /** Refusals on the tickets of these sessions, in the same hours. */
  readonly refusals: readonly EventView[];
}

/** GET /api/agents?hours=H: one row for each agent that did anything in the hours up to now. */
export interface AgentsAnswer extends AgentsPage {
  readonly seq: number;
  readonly now: string;
  /** The workflow of sessions. */
  readonly workflow: Workflow;
}

/** GET /api/sessions/:id; ?before=SEQ: its history from there on; ?around=SEQ: what happened around it from there on. */
export interface SessionAnswer extends SessionPage {
  readonly seq: number;
  readonly now: string;
  readonly workflow: Workflow;
}

/** GET /api/runs */
export interface RunsAnswer {
  readonly seq: number;
  readonly now: string;
  readonly runs: readonly RunSummary[];
}

/** GET /api/runs/:project/:session */
export interface RunAnswer {
  readonly seq: number;
  readonly now: string;
  readonly run: RunPage;
  readonly workflow: Workflow;
}

/** GET /api/workflows/:name?days=D; `name` is the part that it plays: ticket, session, skill. */
export interface WorkflowAnswer extends WorkflowPage {
  readonly seq: number;
  readonly now: string;
  readonly shipped: boolean;
}

/** GET /api/stats?days=D */
export interface StatsAnswer {
  readonly seq: number;
  readonly now: string;
  readonly stats: Stats;
}

/**
 * GET /api/events: one server-sent event a ledger row. `id` is its number, `event` its kind, and this is its data: the
 * row, and how what it touched looks now.
 */
export interface LiveEvent {
  readonly row: EventView;
  readonly cards: readonly Card[];
  readonly session: SessionLane | null;
  readonly run: RunSummary | null;
}

/** POST /api/workflows/adopt */
export type AdoptionAnswer = Adoption;

/** POST /api/workflow/try */
export type TrialAnswer = Trial;

/** POST /open */
export interface NewSignIn {
  readonly code: string;
}

/** `session` is sent as the header Signalbox-Session. */
export type SignInAnswer = SignedIn;

/** GET /api/browsers */
export interface BrowsersAnswer {
  /** `current`: the one that asks. */
  readonly browsers: readonly (BrowserView & { readonly current: boolean })[];
}

/** DELETE /api/browsers/:id */
export interface EndedBrowser {
  readonly ended: string;
}

/** GET /api/tokens, for operators */
export interface PeopleAnswer extends PeoplePage {
  /** `current`: the one that they came with. */
  readonly tokens: readonly (KeyView & { readonly current: boolean })[];
}

/** POST /api/tokens: its text is in the answer, this once. */
export interface NewKey {
  readonly role: string;
  readonly name?: string;
  /** An agent may act as these only. */
  readonly commands?: readonly string[];
  /** The facts that a witness may give. */
  readonly facts?: readonly string[];
  /** Without it, until it is revoked. */
  readonly days?: number;
}

export type NewKeyAnswer = NewToken;

/** POST /api/tokens/:id/limit: what it may still do. */
export interface NewLimit {
  readonly to: readonly string[];
}

/** POST /api/tokens/:id/revoke */
export interface NewRevocation {
  readonly reason: string;
}

/** GET /api/me */
export interface MeAnswer {
  readonly role: Role;
  readonly name: string | null;
}

// ---- what a person sends

/** POST /api/tickets */
export interface NewTicket {
  readonly title: string;
  readonly body?: string;
  readonly priority?: string;
  readonly estimate?: string;
  readonly labels?: readonly string[];
  readonly parent?: TicketName;
  readonly blockedBy?: readonly TicketName[];
  readonly requestId?: string;
}

/** A ticket's number, or its key where it is in another repository. */
export type TicketName = number | string;

/** What stands in a ticket. null: nothing. */
export interface TicketFields {
  readonly title?: string;
  readonly body?: string;
  readonly priority?: string | null;
  readonly estimate?: string | null;
  /** All of them: they are replaced. */
  readonly labels?: readonly string[];
  readonly parent?: TicketName | null;
}

/** PATCH /api/tickets/:key: only what is given changes. */
export interface NewEdit extends TicketFields, NewLink {
  readonly addBlockedBy?: readonly TicketName[];
  readonly removeBlockedBy?: readonly TicketName[];
  /** What was shown: refused with `field_changed` where any of it is another by now. */
  readonly seen?: TicketFields;
}

/** PUT /api/tickets/:key/blockers/:blocker; DELETE takes it away. */
export interface NewLink {
  /** Of agents: the claim on the ticket or its parent, and the command as which they relink. */
  readonly claim?: string;
  readonly command?: string;
  readonly requestId?: string;
}

/** POST /api/tickets/:key/undo: a person takes back their own last move. */
export interface NewUndo {
  /** The row of the ledger that is meant; without it the last one. */
  readonly event?: number;
  readonly reason?: string;
  readonly requestId?: string;
}

export interface UndoAnswer {
  readonly number: number;
  readonly previousState: string;
  readonly newState: string;
  readonly undone: number;
  readonly event: number | null;
}

/** The part of a handoff's answer that the dashboard reads. */
export interface MovedAnswer {
  readonly event: number | null;
  readonly changed: boolean;
}

/** POST /api/tickets/:number/handoff */
export interface NewHandoff {
  readonly toState?: string;
  readonly command?: string;
  readonly intent?: string;
  readonly reason: string;
  /** The state that it was shown in: a move of a card that has moved meanwhile is refused. */
  readonly fromState?: string | null;
  readonly override?: boolean;
  readonly claim?: string;
  readonly requestId?: string;
  /** The commit that the work is in, where the workflow asks for it. */
  readonly commit?: string;
  /** What the caller says of it, fact by fact. */
  readonly evidence?: Readonly<Record<string, string>>;
}

/** POST /api/tickets/:number/comments */
export interface NewComment {
  readonly body: string;
  readonly requestId?: string;
}

/** POST /api/facts: what a CI job, an agent or a person says of a commit. What it is worth follows from their key. */
export interface NewFact {
  /** The whole hash. */
  readonly commit: string;
  readonly name: string;
  readonly verdict: "pass" | "fail" | "empty" | "unknown";
  readonly tests?: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly exit?: number;
  readonly ms?: number;
  /** Where people can read of it. */
  readonly url?: string;
  /** The end of what was printed. */
  readonly tail?: string;
  /** Why a person says so: they have to say it. */
  readonly reason?: string;
  readonly request_id?: string;
}

/** POST /api/tickets/:key/attest: a person says what is true of a ticket's commit, or of the ticket while it has none. */
export interface NewAttest {
  readonly name: string;
  readonly reason: string;
  /** pass without it. */
  readonly verdict?: "pass" | "fail" | "empty" | "unknown";
  /** The commit that was shown: it is refused where the ticket has another by now. null: it had none. */
  readonly commit?: string | null;
  readonly url?: string;
  readonly requestId?: string;
}

export interface AttestedAnswer extends FactAnswer {
  /** What it is about: a commit, or `#7`. */
  readonly subject: string;
}

/** GET /api/facts?commit= */
export interface FactsAnswer {
  readonly commit: string;
  readonly facts: readonly FactView[];
}

export interface FactAnswer {
  /** Its number in the ledger. */
  readonly event: number;
  readonly level: "reported" | "witnessed" | "observed" | "attested";
  /** The tickets whose commit it is. */
  readonly tickets: readonly string[];
}

/** POST /api/claims/:number/release */
export interface NewRelease {
  readonly reason: string;
  /** The state and the holder that were seen: it is refused if either has changed. */
  readonly fromState?: string | null;
  readonly holder?: string;
  readonly requestId?: string;
}

/** POST /api/sessions: a person opens one for an agent; an agent with a token opens its own. */
export interface NewSession {
  /** The ticket's number, or its key. */
  readonly ticket: number | string;
  /** The agent that it is meant for; without it, whoever takes it up. */
  readonly agent?: string;
  readonly requestId?: string;
}

/** POST /api/sessions/:id/end */
export interface NewEnd {
  readonly reason: string;
  /** The state that was seen: it is refused if the session has another one by now. */
  readonly fromState?: string;
  readonly requestId?: string;
  /** One of the workflow's; without it the last that it names. */
  readonly outcome?: string;
}

/** POST /api/runs/:project/:session/tasks/:task */
export interface NewTaskStatus {
  readonly status: string;
  /** The status that was seen: it is refused if the task has another one by now. */
  readonly fromStatus?: string;
  readonly reason?: string;
  readonly requestId?: string;
}

/** POST /api/workflows/adopt: an operator puts a workflow in force. */
export interface NewAdoption {
  /** The workflow, as it stands in a file. */
  readonly workflow: object;
  /** What it is for; without it tickets. */
  readonly part?: "ticket" | "session" | "run";
  /** The hash of the one that was shown as in force: refused where it is another by now. null: there was none. */
  readonly from?: string | null;
  /** Where tickets go that stand in states which the new one has under another name, or not at all: old to new. */
  readonly map?: Readonly<Record<string, string>>;
  /** Takes tickets from their holders where nobody can hold them after the map; else it is refused. */
  readonly releaseClaims?: boolean;
  /** Says how it differs and what it loosens, and changes nothing. */
  readonly dryRun?: boolean;
}

/** POST /api/workflow/try: what a workflow of tickets would have done to the handoffs of the last days. */
export interface NewTrial {
  readonly workflow: object;
  /** Without it 30. */
  readonly days?: number;
}
