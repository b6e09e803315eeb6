// What people read of keys to the board: shapes alone, as in views.ts.

import type { Role } from "./views.ts";

export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly commands: readonly string[] | null;
  readonly facts: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly state: "live" | "expired" | "revoked";
  /** When it was last used, and from where; null: never. */
  readonly seenAt: string | null;
  readonly seenFrom: string | null;
}

export interface NewToken extends TokenView {
  /** Shown this once. */
  readonly token: string;
}

export interface WitnessView {
  readonly id: string;
  readonly issuer: string;
  readonly repositoryId: string;
  readonly workflow: string;
  readonly facts: readonly string[];
  /** What its jobs have to ask their token for: the board's own id. */
  readonly audience: string;
  readonly createdAt: string;
  readonly state: "live" | "revoked";
  readonly seenAt: string | null;
  readonly seenFrom: string | null;
}

export interface KeyView extends TokenView {
  /** Browsers that are signed in by it. */
  readonly browsers: number;
  /** Tickets that its agents hold: claims run out by their leases, also where it is revoked. */
  readonly holds: readonly { readonly key: string; readonly holder: string; readonly expiresAt: string }[];
}

export interface PeoplePage {
  readonly tokens: readonly KeyView[];
  /** CI jobs that are trusted by their issuer's signature. */
  readonly witnesses: readonly WitnessView[];
  /** What an agent's token may be limited to. */
  readonly commands: readonly string[];
}
