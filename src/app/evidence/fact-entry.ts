// One word on a fact, on its way into a plan: the row of the ledger, and what it makes of the fact's own row.

import { factKey, ticketIn, withSaid, type Fact, type Said } from "../../engine/evidence/fact.ts";
import type { Time } from "../../engine/facts.ts";
import type { Change, Check } from "../commit/changes.ts";
import type { Json } from "../commit/json.ts";
import type { Author, Entry, Subject } from "../commit/plan.ts";

/** What stands in the row beside what is said. */
export interface FactDetails {
  readonly exit?: number | undefined;
  readonly ms?: number | undefined;
  readonly clean?: boolean | undefined;
  readonly files?: number | undefined;
}

/** A fact as it is, or as it would be where nobody has spoken of it. */
export function factNamed(facts: readonly Fact[], subject: string, name: string): Fact {
  return (
    facts.find((fact) => fact.subject === subject && fact.name === name) ?? { subject, name, said: [], version: 0 }
  );
}

export function factCheck({ subject, name, version }: Fact): Check {
  return { table: "fact", key: factKey(subject, name), version };
}

export function factEntry(
  fact: Fact,
  entry: Said,
  by: Author,
  now: Time,
  details: FactDetails = {},
  texts: Readonly<Record<string, string>> = {},
): Entry {
  // A thousand paths stand in the change, and need not stand in the row twice.
  const { at: _, paths, ...said } = entry;
  const data = { name: fact.name, ...said, ...(paths ? { files: paths.length } : {}), ...details };
  return {
    kind: "fact",
    subject: ledgerSubject(fact.subject),
    by,
    data: known(data),
    ...(Object.keys(texts).length > 0 ? { texts } : {}),
    changes: [factChange(fact, withSaid(fact.said, entry), now)],
  };
}

export function factChange({ subject, name, version }: Fact, said: readonly Said[], now: Time): Change<"fact"> {
  return {
    table: "fact",
    key: { key: factKey(subject, name) },
    set: { subject, name, said: JSON.stringify(said), version: version + 1, updated_at: now },
  };
}

/** A fact after an entry of it was planned: the next one in the same plan builds on it. */
export function afterSaying(fact: Fact, entry: Said): Fact {
  return { ...fact, said: withSaid(fact.said, entry), version: fact.version + 1 };
}

export function ledgerSubject(subject: string): Subject {
  const ticket = ticketIn(subject);
  return ticket === null ? { type: "commit", key: subject } : { type: "ticket", key: ticket };
}

function known(data: Readonly<Record<string, unknown>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as Record<string, Json>;
}
