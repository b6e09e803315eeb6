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
export type * from "./requests-contract.ts";

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

export type NewKeyAnswer = NewToken;

/** GET /api/me */
export interface MeAnswer {
  readonly role: Role;
  readonly name: string | null;
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
