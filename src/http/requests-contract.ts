// What callers send to the HTTP API. Types alone, as in contract.ts, which has the answers.

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

/** POST /api/tokens/:id/limit: what it may still do. */
export interface NewLimit {
  readonly to: readonly string[];
}

/** POST /api/tokens/:id/revoke */
export interface NewRevocation {
  readonly reason: string;
}
