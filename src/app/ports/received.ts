// What a push brings to the base, as git's own hooks see it where the repository lives.

import type { Key } from "../../engine/facts.ts";
import type { LandingLook } from "./checkout.ts";

export interface Received {
  /** Which of these tickets' work a push brings, and which of its commits belong to none of them. */
  look(push: Push, tickets: readonly TicketHead[]): Promise<PushLook>;
}

export interface Push {
  /** The base's tip before and after; null: it was not there, or will not be. */
  readonly before: string | null;
  readonly after: string | null;
  readonly branch: string;
}

export interface TicketHead {
  readonly key: Key;
  readonly head: string;
  readonly fork: string | null;
}

export interface PushLook {
  /** Tickets whose work is in the base after this push, and was not before. */
  readonly landing: readonly (LandingLook & { readonly key: Key })[];
  /** Commits that bring what no ticket has; the oldest first. */
  readonly strangers: readonly PushedCommit[];
}

export interface PushedCommit {
  readonly commit: string;
  readonly title: string;
}
