// What the engine is told: plain facts that somebody else has read. It reads nothing by itself, the time included.

import { showName } from "./words.ts";

export const PRIORITIES = ["P0", "P1", "P2", "P3"] as const;
export const ESTIMATES = ["XS", "S", "M", "L", "XL"] as const;
export type Priority = (typeof PRIORITIES)[number];
export type Estimate = (typeof ESTIMATES)[number];

/** `12` in the default repository, else `owner/repo#12`. */
export type Key = string;

/** Milliseconds since 1970, by the store's clock. */
export type Time = number;

/** Who acts: a connection, and where several agents share one, which of them. */
export interface Identity {
  readonly connection: string;
  readonly agent: string | null;
}

export type Actor =
  | {
      readonly kind: "agent";
      readonly identity: Identity;
      /** The commands that this connection may act as; absent: all. */
      readonly commands?: readonly string[];
    }
  | { readonly kind: "person"; readonly name: string; readonly override?: boolean };

export interface ClaimFacts {
  readonly holder: Identity;
  readonly fence: number;
  readonly since: Time;
  readonly expiresAt: Time;
}

/** A ticket as the group rules see it. */
export interface GroupTicket {
  readonly key: Key;
  readonly number: number;
  /** Absent in the default repository. */
  readonly repo?: string;
  readonly title: string;
  /** null: on the board without a state. */
  readonly state: string | null;
  readonly closed: boolean;
  readonly estimate: Estimate | null;
  readonly parent: Key | null;
  readonly blockedBy: readonly Key[];
  readonly claim: ClaimFacts | null;
  /** A person put it into a lock state by hand: it counts as locked until then. */
  readonly reservedUntil: Time | null;
  /** false: it is linked, but could not be read; it counts as blocking. */
  readonly readable: boolean;
}

export interface GroupMember extends GroupTicket {
  /** Its children have all ended, and not all were given up: it only waits to be closed. */
  readonly finished: boolean;
  readonly openBlockers: readonly Key[];
  /** Those of them that do not wait for it in turn. */
  readonly waitsFor: readonly Key[];
}

/** A group in work order. */
export interface Group {
  readonly members: readonly GroupMember[];
  readonly cycles: readonly (readonly Key[])[];
  readonly truncated: boolean;
}

export function sameIdentity(a: Identity, b: Identity): boolean {
  return a.connection === b.connection && a.agent === b.agent;
}

export function showIdentity(identity: Identity): string {
  return identity.agent === null ? identity.connection : `${identity.connection}/${identity.agent}`;
}

/** `#12`, or `owner/repo#12` outside the default repository; what a caller made up is quoted. */
export function showKey(key: Key): string {
  return showName(key.includes("#") ? key : `#${key}`);
}

export interface TicketRef {
  readonly number: number;
  /** Absent in the default repository. */
  readonly repo?: string;
}

export function refOf(key: Key): TicketRef {
  const hash = key.lastIndexOf("#");
  return hash < 0 ? { number: Number(key) } : { number: Number(key.slice(hash + 1)), repo: key.slice(0, hash) };
}

export function keyOf({ number, repo }: TicketRef): Key {
  return repo === undefined ? String(number) : `${repo}#${number}`;
}

/** As everybody outside sees it: UTC, ISO 8601. */
export function stamp(time: Time): string {
  return new Date(time).toISOString();
}
