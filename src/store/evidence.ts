// Evidence, in the store.

import type { ClosedTicket, Evidence, HandedIn, KeptFact, Step } from "../app/ports/evidence.ts";
import { addStep, STEP_KINDS } from "../app/evidence/steps.ts";
import { factKey, type Said } from "../engine/evidence/fact.ts";
import { askAll, askOne, byKeys } from "./ask.ts";
import type { Driver } from "./driver.ts";
import type { Payload } from "./ledger/prepare.ts";
import { UP_TO } from "./queries.ts";
import { columns, int, maybeInt, select, shape, text, type RowOf } from "./select.ts";

const FACT = shape(columns("fact", "f", "subject", "name", "said", "version", "updated_at"));
export const factsBy = (marks: string) =>
  select(FACT, (list) => `SELECT ${list} FROM fact f WHERE f.key IN (${marks})`);
export const factsOf = (marks: string) =>
  select(FACT, (list) => `SELECT ${list} FROM fact f WHERE f.subject IN (${marks})`);
const NEWEST = select(FACT, (list) => `SELECT ${list} FROM fact f ORDER BY f.updated_at DESC, f.key ${UP_TO}`);
const NAMED = select(
  FACT,
  (list) => `SELECT ${list} FROM fact f WHERE f.name = ? ORDER BY f.updated_at DESC, f.key ${UP_TO}`,
);
/** LIKE would take no notice of case on one engine, and of wildcards in a name on both. */
const SAID_BY = select(
  FACT,
  (list) => `SELECT ${list} FROM fact f WHERE REPLACE(f.said, ?, '') <> f.said ORDER BY f.key`,
);
export const TICKETS_AT = select(
  shape(columns("ticket", "t", "key", "state", "head")),
  (list) => `SELECT ${list} FROM ticket t WHERE t.head = ? AND t.off_board IS NULL ORDER BY t.number, t.repo`,
);
const OPEN_COMMITS = select(
  shape(columns("ticket", "t", "key", "state", "head")),
  (list) => `SELECT ${list} FROM ticket t WHERE t.head IS NOT NULL AND t.closed = 0 AND t.off_board IS NULL
    ORDER BY t.number, t.repo ${UP_TO}`,
);
const LAST_CLOSED = select(
  shape(columns("ticket", "t", "key", "state", "head")),
  (list) => `SELECT ${list} FROM ticket t WHERE t.closed = 1 AND t.off_board IS NULL
    ORDER BY t.entered_at DESC, t.number DESC, t.repo ${UP_TO}`,
);
export const COMMIT_OF = select(
  shape(columns("ticket", "t", "head", "fork")),
  (list) => `SELECT ${list} FROM ticket t WHERE t.key = ?`,
);
export const OPEN_IN = select(
  shape({ n: int("COUNT(*)") }),
  (list) => `SELECT ${list} FROM ticket t WHERE t.state = ? AND t.closed = 0 AND t.off_board IS NULL`,
);
const LINK = shape({ one: text("a.one"), other: text("a.other"), since: maybeInt("a.since") });
const linksFrom = (table: string) => (marks: string) =>
  select(LINK, (list) => `SELECT ${list} FROM (${table}) a WHERE a.one IN (${marks})`);
const LINKS = [
  linksFrom("SELECT key AS one, parent AS other, parent_since AS since FROM ticket WHERE parent IS NOT NULL"),
  linksFrom("SELECT parent AS one, key AS other, parent_since AS since FROM ticket WHERE parent IS NOT NULL"),
  linksFrom("SELECT ticket AS one, blocked_by AS other, since FROM blocker"),
  linksFrom("SELECT blocked_by AS one, ticket AS other, since FROM blocker"),
];
const STEP = shape(columns("ledger", "l", "kind", "payload", "at"));
export const STEPS = select(
  STEP,
  (list) => `SELECT ${list} FROM ledger l WHERE l.subject_type = 'ticket' AND l.subject_key = ?
    AND l.kind IN (${STEP_KINDS.map((kind) => `'${kind}'`).join(", ")}) ORDER BY l.seq`,
);

/** Most moves name none; a row that only looks like it has no commit in its data. */
const commitsNamed = (marks: string) =>
  select(
    shape(columns("ledger", "l", "seq", "subject_key", "payload")),
    (list) => `SELECT ${list} FROM ledger l WHERE l.subject_type = 'ticket' AND l.subject_key IN (${marks})
      AND l.kind IN ('move', 'stay', 'override') AND REPLACE(l.payload, '"commit":"', '') <> l.payload`,
  );

export function storeEvidence(driver: Driver): Evidence {
  return {
    async facts(subject, names) {
      const keys = names?.map((name) => factKey(subject, name));
      const rows = keys ? await byKeys(driver, keys, factsBy) : await byKeys(driver, [subject], factsOf);
      return rows.map(toFact);
    },
    async factsOf(subjects, name) {
      const keys = name === undefined ? undefined : subjects.map((subject) => factKey(subject, name));
      const rows = keys ? await byKeys(driver, keys, factsBy) : await byKeys(driver, subjects, factsOf);
      return rows.map(toFact);
    },
    named: async (name, limit) => (await askAll(driver, NAMED, name, limit)).map(toFact),
    list: async (limit) => (await askAll(driver, NEWEST, limit)).map(toFact),
    async factsBy(source) {
      const rows = await askAll(driver, SAID_BY, `"source":${JSON.stringify(source)}`);
      return rows.map(toFact).filter(({ said }) => said.some((entry) => entry.source === source));
    },
    ticketsAt: async (commit) => (await askAll(driver, TICKETS_AT, commit)).flatMap(withHead),
    openCommits: async (limit) => (await askAll(driver, OPEN_COMMITS, limit)).flatMap(withHead),
    lastClosed: (limit) => askAll(driver, LAST_CLOSED, limit),
    async commitOf(key) {
      const row = await askOne(driver, COMMIT_OF, key);
      return row ? { head: row.head, fork: row.fork } : null;
    },
    steps: async (key) => stepsOf(await askAll(driver, STEPS, key)),
    async commitsNamed(keys) {
      const rows = await byKeys(driver, keys, commitsNamed);
      return rows
        .toSorted((a, b) => a.seq - b.seq)
        .flatMap(({ subject_key: key, payload }) => {
          const { commit } = (JSON.parse(payload) as Payload).data;
          return typeof commit === "string" ? [{ key, commit }] : [];
        });
    },
    async links(keys) {
      const found = await Promise.all(LINKS.map((read) => byKeys(driver, keys, read)));
      return found.flat().map(({ one, other, since }) => ({ from: one, to: other, since: since ?? 0 }));
    },
    async openIn(states) {
      const counts = new Map<string, number>();
      for (const state of new Set(states)) counts.set(state, (await askOne(driver, OPEN_IN, state))?.n ?? 0);
      return counts;
    },
  };
}

function toFact({ subject, name, said, version, updated_at: updatedAt }: RowOf<typeof FACT>): KeptFact {
  return { subject, name, said: JSON.parse(said) as readonly Said[], version, updatedAt };
}

function stepsOf(rows: readonly RowOf<typeof STEP>[]): readonly Step[] {
  const steps: Step[] = [];
  for (const { kind, payload, at } of rows) {
    const { by, data } = JSON.parse(payload) as Payload;
    // Only what was checked when it was written gets into the ledger.
    addStep(steps, { kind: kind as Payload["kind"], at, by, data });
  }
  return steps;
}

function withHead({ key, state, head }: ClosedTicket): readonly HandedIn[] {
  return head === null ? [] : [{ key, state, head }];
}
