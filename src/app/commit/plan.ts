// A plan is a decision made ready to be carried out: what must still be true, and the ledger rows to write, each with the
// changes that it stands for. A board carries it out whole or not at all. Current state is what the rows add up to.

import type { Change, Check } from "./changes.ts";
import type { DecisionFacts } from "./decision-facts.ts";
import type { Json } from "./json.ts";
import type { NewNumbers } from "./new-numbers.ts";
import type { Time } from "../../engine/facts.ts";

export interface Plan {
  /** Random; looked up where nobody knows whether it was carried out. */
  readonly id: string;
  /** The decision stands only while these hold. */
  readonly checks: readonly Check[];
  /** And only while there is room in these states; counted at the commit itself, so that no two take the last place. */
  readonly room?: readonly Room[];
  readonly entries: readonly Entry[];
  readonly request?: RequestRecord;
  /** Of the tickets that it makes; absent: it makes none, or says their real numbers. */
  readonly newNumbers?: NewNumbers;
}

export interface Room {
  readonly state: string;
  /** How many tickets of the plan come to stand there. */
  readonly entering: number;
  /** How many open ones may stand there then. */
  readonly max: number;
}

export type EntryKind =
  | "move"
  | "stay"
  | "refuse"
  | "claim"
  | "release"
  | "create"
  | "edit"
  | "link"
  | "comment"
  | "propagate"
  | "override"
  /** A person took their own last move back. */
  | "undo"
  | "adopt"
  /** A ticket's state has another name by the workflow that a person adopted. */
  | "map"
  | "void"
  | "redact"
  /** A ticket elsewhere has another name now. */
  | "rename"
  /** A key to this board was made, and taken back. */
  | "issue"
  | "revoke"
  /** Somebody said what is true of a commit, and took it back. */
  | "fact"
  | "retract";

export interface Entry {
  readonly kind: EntryKind;
  readonly subject: Subject;
  readonly by: Author;
  /** The facts of what happened, without free text. */
  readonly data: Readonly<Record<string, Json>>;
  /** Free text: the chain covers its digest, so that a leaked secret can be blanked later. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly changes?: readonly Change[];
  /** Of a verdict: what it rested on, as far as the rows before do not say it. */
  readonly facts?: DecisionFacts;
  /** For a tracker that people read elsewhere. A board of our own renders it from the row. */
  readonly comment?: string;
}

export interface Subject {
  readonly type: "ticket" | "session" | "run" | "board" | "commit";
  readonly key: string;
}

/** Who did it, through which door, and what proved it. */
export interface Author {
  readonly connection?: string;
  readonly agent?: string;
  readonly person?: string;
  readonly via: string;
  readonly proof?: string;
}

/** What tells requests apart. */
export interface RequestKey {
  readonly sender: string;
  readonly tool: string;
  readonly subject: string;
  readonly id: string;
}

/** An accepted answer, kept so that the same request gets it again. Never holds a token. */
export interface RequestRecord extends RequestKey {
  /** Digest of the arguments. */
  readonly arguments: string;
  readonly answer: string;
}

export type Outcome =
  | {
      readonly kind: "done";
      readonly seq: number;
      readonly at: Time;
      /** The key that the tracker gave to the ticket that was created, or to the first of several. */
      readonly created?: string;
      /** Where one of several tickets can fail and the others go on: these were not written. */
      readonly failed?: readonly { readonly key: string; readonly error: string }[];
    }
  /** Somebody was faster: read and decide again. */
  | { readonly kind: "stale" }
  /** An outside system did not answer: look the plan up, never send it again. */
  | { readonly kind: "unclear" };

export interface LedgerRow {
  readonly seq: number;
  readonly at: Time;
  readonly kind: EntryKind;
  readonly subject: Subject;
  readonly by: Author;
  readonly data: Readonly<Record<string, Json>>;
  readonly texts: Readonly<Record<string, string | null>>;
  readonly hash: string;
}
