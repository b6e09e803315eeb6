// A ticket as the verbs see it.

import type { ClaimFacts, Estimate, Identity, Key, Priority, Time } from "../../engine/facts.ts";

export interface Ticket extends BareTicket {
  readonly number: number;
  /** Absent in the default repository. */
  readonly repo?: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly priority: Priority | null;
  readonly parentSince: Time | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  /** When it came into its state. */
  readonly enteredAt: Time;
}

/** All that a decision about it asks for, and nothing that may be long. */
export interface BareTicket {
  readonly key: Key;
  readonly state: string | null;
  readonly estimate: Estimate | null;
  readonly parent: Key | null;
  readonly version: number;
  readonly closed: boolean;
  readonly onBoard: boolean;
  readonly claim: ClaimFacts | null;
  readonly fence: number;
  readonly formerHolder: Identity | null;
  readonly reservedUntil: Time | null;
  readonly openBlockers: number;
  readonly childCount: number;
}

/** A ticket that another one points at. */
export interface LinkedTicket {
  readonly key: Key;
  readonly number: number;
  readonly repo?: string;
  readonly title: string;
  readonly state: string | null;
  readonly closed: boolean;
}

export interface TicketLinks {
  readonly parent: LinkedTicket | null;
  readonly children: readonly LinkedTicket[];
  readonly blockedBy: readonly LinkedTicket[];
  readonly blocks: readonly LinkedTicket[];
}

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly createdAt: Time;
}

export interface TicketFilter {
  readonly state?: string;
  readonly parent?: Key;
  readonly priority?: Priority;
  readonly label?: string;
  /** Part of the title. */
  readonly text?: string;
  readonly claimed?: boolean;
  readonly open?: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}
