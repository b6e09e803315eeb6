// The ledger's text: what a row says, word for word, and the chain over it. Both engines write exactly this text, so that
// a ledger can move between them and still verify.

import { hash, randomBytes } from "node:crypto";
import { canonicalJson } from "../../app/commit/json.ts";
import type { Change } from "../../app/commit/changes.ts";
import type { NewNumbers } from "../../app/commit/new-numbers.ts";
import type { Entry, Plan, RequestKey, RequestRecord } from "../../app/commit/plan.ts";
import { TABLES, withValues, type AnyChange } from "../tables.ts";
import { misfitIn } from "./check-changes.ts";

/** A plan as the engines take it: all text is made, nothing is left to decide but whether it still fits. */
export interface PreparedPlan {
  readonly id: string;
  readonly checks: Plan["checks"];
  readonly room: NonNullable<Plan["room"]>;
  readonly rows: readonly PreparedRow[];
  readonly request: RequestRecord | null;
  /** What it calls its new tickets, until the commit numbers them; see number-plan.ts. */
  readonly newNumbers: NewNumbers | null;
  readonly pending: PendingStep | null;
}

/** What the plan has to do with writes to a tracker elsewhere that are under way. */
export interface PendingStep {
  /** begin: they are under way from now on. finish: they no longer are. beside: none of them may be. */
  readonly step: "begin" | "finish" | "beside";
  /** Nothing of anybody else may be under way on these. */
  readonly tickets: readonly string[];
  readonly marker: string;
  readonly body: string;
  readonly leaseMs: number;
  /** What begins must not have an answer already. */
  readonly request: RequestKey | null;
}

export interface PreparedRow {
  readonly kind: string;
  readonly subject_type: string;
  readonly subject_key: string;
  readonly payload: string;
  readonly texts: readonly LedgerText[];
  readonly changes: readonly Change[];
}

export interface LedgerText {
  readonly name: string;
  /** Without a salt, short text could be guessed from its digest after it was blanked. */
  readonly salt: string | null;
  /** null: redacted. */
  readonly content: string | null;
}

/** What the payload of a row says, once parsed. */
export interface Payload {
  readonly plan: string;
  readonly kind: Entry["kind"];
  readonly subject: Entry["subject"];
  readonly by: Entry["by"];
  readonly data: Entry["data"];
  readonly facts?: Entry["facts"];
  /** Digests by name. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Free text in a change is the name of one of the texts. */
  readonly changes?: readonly Change[];
}

/** What the chain begins with. */
export const GENESIS = "0".repeat(64);

export function preparePlan(plan: Plan, pending: PendingStep | null = null): PreparedPlan {
  checkPlan(plan);
  return {
    id: plan.id,
    checks: plan.checks,
    room: plan.room ?? [],
    rows: plan.entries.map((entry) => prepareRow(plan.id, entry)),
    request: plan.request ?? null,
    newNumbers: plan.newNumbers ?? null,
    pending,
  };
}

/** Throws where a change does not fit the tables. */
export function checkPlan({ entries }: Plan): void {
  for (const { kind, subject, changes } of entries) {
    const misfit = changes ? misfitIn(changes) : null;
    if (misfit === null) continue;
    throw new TypeError(
      `The plan can't be written. What the row "${kind}" on ${subject.type} ${subject.key} changes does not fit the tables: ${misfit}.`,
    );
  }
}

function prepareRow(plan: string, entry: Entry): PreparedRow {
  const texts: LedgerText[] = Object.entries(entry.texts ?? {}).map(([name, content]) => salted(name, content));
  const changes = (entry.changes ?? []).map((change, index) => withoutFreeText(change, index, texts));
  const digests: [string, string][] = texts.map((item) => [item.name, digestText(item) ?? ""]);
  const payload: Payload = {
    plan,
    kind: entry.kind,
    subject: entry.subject,
    by: entry.by,
    data: entry.data,
    ...(entry.facts ? { facts: entry.facts } : {}),
    ...(digests.length > 0 ? { texts: Object.fromEntries(digests) } : {}),
    ...(changes.length > 0 ? { changes } : {}),
  };
  return {
    kind: entry.kind,
    subject_type: entry.subject.type,
    subject_key: entry.subject.key,
    payload: canonicalJson(payload),
    texts,
    changes: entry.changes ?? [],
  };
}

/** Moves the free text of a change aside, and leaves the text's name in its place. */
function withoutFreeText(change: Change, index: number, texts: LedgerText[]): Change {
  const { table, set }: AnyChange = change;
  if (set === null) return change;
  const names: Record<string, string> = {};
  for (const column of TABLES[table].columns) {
    const value = set[column.name];
    if (!column.free || typeof value !== "string") continue;
    const name = `${index}.${column.name}`;
    texts.push(salted(name, value));
    names[column.name] = name;
  }
  return withValues(change, names);
}

function salted(name: string, content: string): LedgerText {
  return { name, salt: newSalt(), content };
}

const SALT_BYTES = 12;
const salts = { bytes: Buffer.alloc(0), used: 0 };

/** Drawn in one go for some hundred rows: asking for twelve bytes costs as much as asking for thousands. */
function newSalt(): string {
  if (salts.used === salts.bytes.length) {
    salts.bytes = randomBytes(SALT_BYTES * 256);
    salts.used = 0;
  }
  salts.used += SALT_BYTES;
  return salts.bytes.toString("base64url", salts.used - SALT_BYTES, salts.used);
}

export function digestText(item: LedgerText): string | null {
  if (item.salt === null || item.content === null) return null;
  return hash("sha256", `${item.salt}\n${item.content}`);
}

/** The chain: each row's hash covers the one before it, its number, its time and its payload. */
export function chainHash(previous: string, seq: number, at: number, payload: string): string {
  return hash("sha256", `${previous}\n${seq}\n${at}\n${payload}`);
}
