// Keys to a board, as it keeps them: digests, and who their bearer is. They stand outside the ledger, as what opens a door
// is no part of what happened behind it; that one was made or revoked does stand there, without its digest.

import type { Time } from "../../engine/facts.ts";
import type { Role } from "../pages/views.ts";

export const ROLES: readonly Role[] = ["viewer", "agent", "witness", "member", "operator"];

export interface KeptToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The commands that an agent may act as; null: all. */
  readonly commands: readonly string[] | null;
  /** The facts that a witness may give; null: it is no witness. */
  readonly facts: readonly string[] | null;
  /** SHA-256 of its secret, hexadecimal. */
  readonly hash: string;
  readonly createdAt: Time;
  readonly expiresAt: Time | null;
  readonly revokedAt: Time | null;
}

/** A token as it is read. */
export interface FoundToken extends KeptToken {
  /** When it was last used, and from where; null: never. */
  readonly seenAt: Time | null;
  readonly seenFrom: string | null;
  /** The store's time of this read. */
  readonly now: Time;
}

/** A browser that somebody signed in with, by a link. */
export interface KeptBrowser {
  readonly id: string;
  /** SHA-256 of its secret, hexadecimal. */
  readonly hash: string;
  /** The token that it came from: where that is revoked, it is worth nothing either. */
  readonly token: string;
  /** Who acts with it. */
  readonly name: string;
  readonly createdAt: Time;
  readonly seenAt: Time;
  readonly seenFrom: string;
  /** What it says that it is. */
  readonly program: string;
}

export interface FoundBrowser extends KeptBrowser {
  readonly now: Time;
}

/** CI jobs that a person trusts: no secret is given out, each job shows who it is by its issuer's signature. */
export interface KeptWitness {
  readonly id: string;
  /** Whose signature counts, exactly as it stands in the tokens. */
  readonly issuer: string;
  /** A number that GitHub never gives out again, whatever the repository is called. */
  readonly repositoryId: string;
  /** `owner/repo/.github/workflows/file.yml@refs/heads/main`: the file that runs, where no branch can change it. */
  readonly workflow: string;
  /** The facts that its jobs may give. */
  readonly facts: readonly string[];
  readonly createdAt: Time;
  readonly revokedAt: Time | null;
}

export interface FoundWitness extends KeptWitness {
  /** When one of its jobs was last here, and from where; null: never. */
  readonly seenAt: Time | null;
  readonly seenFrom: string | null;
  readonly now: Time;
}

export interface Invitation {
  readonly hash: string;
  /** The operator's token on whose behalf it was made: where that is revoked, what came of it ends too. */
  readonly token: string;
  readonly name: string;
  readonly expiresAt: Time;
}

export interface Keys {
  /** Random, made with the board; a copy of the board has the same. */
  boardId(): Promise<string>;
  token(id: string): Promise<FoundToken | null>;
  /** Where it is neither revoked nor expired, by the store's own time. */
  liveToken(id: string): Promise<FoundToken | null>;
  tokens(): Promise<readonly FoundToken[]>;
  /** Whether an agent's token is limited to commands. One that has expired counts; one that was revoked does not. */
  limitsAgents(): Promise<boolean>;
  addToken(token: KeptToken): Promise<void>;
  /** Whether it was there and not revoked. */
  limitToken(id: string, limits: Pick<KeptToken, "commands" | "facts">): Promise<boolean>;
  /** Whether it was there and not revoked. */
  revokeToken(id: string): Promise<boolean>;
  invite(invitation: Invitation): Promise<void>;
  /** Takes it away, so that nobody else can: null where it is gone, or has run out. */
  admit(hash: string): Promise<Invitation | null>;
  /** It was used now. */
  noteToken(id: string, from: string): Promise<void>;
  /** Browsers that began or were used before these times are forgotten. */
  addBrowser(browser: KeptBrowser, forget: { readonly begun: Time; readonly used: Time }): Promise<void>;
  browser(id: string): Promise<FoundBrowser | null>;
  browsers(): Promise<readonly FoundBrowser[]>;
  noteBrowser(id: string, from: string): Promise<void>;
  /** Whether it was there. */
  endBrowser(id: string): Promise<boolean>;
  /** All, also those that were revoked. */
  witnesses(): Promise<readonly FoundWitness[]>;
  addWitness(witness: KeptWitness): Promise<void>;
  /** Whether it was there and not revoked. */
  revokeWitness(id: string): Promise<boolean>;
  noteWitness(id: string, from: string): Promise<void>;
}
