// Keys to a board, as it keeps them: digests, and who their bearer is. They stand outside the ledger, as what opens a door
// is no part of what happened behind it; that one was made or revoked does stand there, without its digest.

import type { Time } from "../../engine/facts.ts";
import type { Role } from "../pages/views.ts";

export const ROLES: readonly Role[] = ["viewer", "agent", "operator"];

export interface KeptToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The commands that an agent may act as; null: all. */
  readonly commands: readonly string[] | null;
  /** SHA-256 of its secret, hexadecimal. */
  readonly hash: string;
  readonly createdAt: Time;
  readonly expiresAt: Time | null;
  readonly revokedAt: Time | null;
}

export interface Invitation {
  readonly hash: string;
  /** The operator's token on whose behalf it was made: where that is revoked, what came of it ends too. */
  readonly token: string;
  readonly name: string;
  readonly expiresAt: Time;
}

export interface Keys {
  token(id: string): Promise<KeptToken | null>;
  /** Where it is neither revoked nor expired, by the store's own time. */
  liveToken(id: string): Promise<KeptToken | null>;
  tokens(): Promise<readonly KeptToken[]>;
  addToken(token: KeptToken): Promise<void>;
  /** Whether it was there and not revoked. */
  revokeToken(id: string): Promise<boolean>;
  invite(invitation: Invitation): Promise<void>;
  /** Takes it away, so that nobody else can: null where it is gone, or has run out. */
  admit(hash: string): Promise<Invitation | null>;
  /** Signs browsers' cookies, and nothing else. */
  cookieSecret(): Promise<string>;
}
