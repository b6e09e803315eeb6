// Rows as the database gives them, into what the application speaks of.

import { ESTIMATES, PRIORITIES, type GroupTicket, type Identity } from "../engine/facts.ts";
import type { BareTicket, LinkedTicket, Ticket } from "../app/ports/tickets.ts";
import type { Check } from "../app/commit/changes.ts";
import type { LedgerRow } from "../app/commit/plan.ts";
import type { Row } from "./driver.ts";
import type { Payload } from "./ledger/prepare.ts";

export function toTicket(row: Row): Ticket {
  return {
    ...toBareTicket(row),
    ...name(row),
    title: text(row["title"]),
    body: text(row["body"]),
    labels: JSON.parse(text(row["labels"])) as string[],
    priority: oneOf(PRIORITIES, row["priority"]),
    parentSince: maybeNumber(row["parent_since"]),
    createdAt: number(row["created_at"]),
    updatedAt: number(row["updated_at"]),
    enteredAt: number(row["entered_at"]),
  };
}

export function toBareTicket(row: Row): BareTicket {
  const holder = identity(row["claim_connection"], row["claim_agent"]);
  return {
    key: text(row["key"]),
    state: maybeText(row["state"]),
    estimate: oneOf(ESTIMATES, row["estimate"]),
    parent: maybeText(row["parent"]),
    version: number(row["version"]),
    closed: row["closed"] === 1,
    onBoard: row["off_board"] !== 1,
    claim: holder && {
      holder,
      fence: number(row["fence"]),
      since: number(row["claim_since"]),
      expiresAt: number(row["claim_expires"]),
    },
    fence: number(row["fence"]),
    formerHolder: identity(row["former_connection"], row["former_agent"]),
    reservedUntil: maybeNumber(row["reserved_until"]),
    openBlockers: number(row["open_blockers"]),
    childCount: number(row["children"]),
  };
}

export function toGroupTicket(row: Row, blockedBy: readonly string[]): GroupTicket {
  return {
    ...name(row),
    title: text(row["title"]),
    state: maybeText(row["state"]),
    closed: row["closed"] === 1,
    estimate: oneOf(ESTIMATES, row["estimate"]),
    parent: maybeText(row["parent"]),
    hasChildren: number(row["children"]) > 0,
    blockedBy,
    readable: true,
  };
}

export function toLinked(row: Row): LinkedTicket {
  return {
    ...name(row),
    title: text(row["title"]),
    state: maybeText(row["state"]),
    closed: row["closed"] === 1,
  };
}

export function versionCheck(row: Row): Check {
  return { table: "ticket", key: text(row["key"]), version: number(row["version"]) };
}

export function toLedgerRow(row: Row, texts: ReadonlyMap<string, string | null>): LedgerRow {
  const payload = JSON.parse(text(row["payload"])) as Payload;
  return {
    seq: number(row["seq"]),
    at: number(row["at"]),
    kind: payload.kind,
    subject: payload.subject,
    by: payload.by,
    data: payload.data,
    texts: Object.fromEntries(texts),
    hash: text(row["hash"]),
  };
}

export function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`text expected, found ${typeof value}`);
  return value;
}

export function number(value: unknown): number {
  if (typeof value !== "number") throw new TypeError(`number expected, found ${typeof value}`);
  return value;
}

function name(row: Row): { key: string; number: number; repo?: string } {
  const repo = text(row["repo"]);
  return { key: text(row["key"]), number: number(row["number"]), ...(repo === "" ? {} : { repo }) };
}

function identity(connection: unknown, agent: unknown): Identity | null {
  return typeof connection === "string" ? { connection, agent: maybeText(agent) } : null;
}

export function maybeText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function maybeNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | null {
  return known.find((candidate) => candidate === value) ?? null;
}
