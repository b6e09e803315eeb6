// Tickets elsewhere by their id, and what becomes of everything that names one when it gets another name.

import { randomUUID } from "node:crypto";
import { changedBeside, changedTickets, eachOnce, type Change, type Check } from "../app/commit/changes.ts";
import type { Plan } from "../app/commit/plan.ts";
import type { Names, Renaming } from "../app/ports/tracker-store.ts";
import { factKey, ticketSubject } from "../engine/evidence/fact.ts";
import { refOf, type Key, type Time } from "../engine/facts.ts";
import { askAll, askOne, byKeys } from "./ask.ts";
import { readNow } from "./clock.ts";
import type { Driver, Reader } from "./driver.ts";
import { preparePlan, type PendingStep } from "./ledger/prepare.ts";
import { tableRow } from "./queries.ts";
import { columns, select, shape, tableShape } from "./select.ts";
import { columnsOf, TABLES, type AnyChange, type Value } from "./tables.ts";

type Row = Readonly<Record<string, Value>>;

/** Every column that names a ticket. A table that is missing here would lose sight of a renamed one. */
const NAMING = [
  { table: "blocker", column: "ticket" },
  { table: "blocker", column: "blocked_by" },
  { table: "ticket", column: "parent" },
  { table: "comment", column: "ticket" },
  { table: "session", column: "ticket" },
  { table: "item", column: "ticket" },
  { table: "former_key", column: "ticket" },
] as const satisfies readonly { readonly table: keyof typeof TABLES; readonly column: string }[];

const NODE = shape(columns("ticket", "t", "key", "node_id"));
const WITHOUT_NODE = select(
  shape({ ...columns("ticket", "t", "key"), ...columns("remote", "r", "body") }),
  (list) => `SELECT ${list} FROM ticket t JOIN remote r ON r.ticket = t.key WHERE t.node_id IS NULL ORDER BY t.key`,
);
const TITLED = shape(columns("ticket", "t", "key", "title", "node_id"));
const CURRENT = select(
  shape(columns("former_key", "f", "ticket")),
  (list) => `SELECT ${list} FROM former_key f WHERE f.former = ?`,
);
const ITEM_RUN = select(
  shape(columns("run", "r", "key", "version")),
  (list) => `SELECT ${list} FROM run r WHERE r.key = ?`,
);

export function storeNames(driver: Driver): Names {
  return {
    async byNode(ids) {
      const rows = await byKeys(driver, ids, (marks) =>
        select(NODE, (list) => `SELECT ${list} FROM ticket t WHERE t.node_id IN (${marks})`),
      );
      return new Map(rows.flatMap(({ key, node_id: node }) => (node === null ? [] : [[node, key]])));
    },
    async titled(titles) {
      const rows = await byKeys(driver, titles, (marks) =>
        select(TITLED, (list) => `SELECT ${list} FROM ticket t WHERE t.off_board IS NULL AND t.title IN (${marks})`),
      );
      return rows.map(({ key, title, node_id: node }) => ({ key, title, node }));
    },
    async current(former) {
      return (await askOne(driver, CURRENT, former))?.ticket ?? null;
    },
    withoutNode: () => askAll(driver, WITHOUT_NODE),
    async rename(renaming) {
      const plan = await renamePlan(driver, renaming, await readNow(driver));
      if (!plan) return { kind: "stale" };
      const tickets = [...changedTickets(plan.entries), ...changedBeside(plan)];
      const step: PendingStep = { step: "beside", tickets, marker: "", body: "", leaseMs: 0, request: null };
      return driver.commit(preparePlan(plan, step));
    },
  };
}

/** One row of the ledger: the ticket under its new name with all that it was, and everything that named it. */
async function renamePlan(reader: Reader, { from, to, node, by }: Renaming, now: Time): Promise<Plan | null> {
  const [old] = await reader.read(tableRow("ticket"), [from]);
  if (!old) return null;
  const checks: Check[] = [versionOf("ticket", from, old), { table: "ticket", key: to, version: 0 }];
  const changes: Change[] = [];
  const add = (change: AnyChange): number => changes.push(change as Change);
  // The counters follow the links, and an id can be in one place only.
  add({ table: "ticket", key: { key: from }, set: { parent: null, node_id: null } });
  const { number, repo = "" } = refOf(to);
  const nodeId = node ?? old["node_id"];
  add({
    table: "ticket",
    key: { key: to },
    set: { ...valuesOf("ticket", old), number, repo, node_id: nodeId, version: next(old), updated_at: now },
  });
  for (const { table, column } of NAMING) {
    for (const row of await naming(reader, table, column, from)) {
      const own = Object.fromEntries(TABLES[table].key.map(({ name }) => [name, row[name]]));
      const behind = await versionBehind(reader, table, row);
      if (behind) checks.push(behind);
      if (behind?.table === "run") {
        add({ table: "run", key: { key: behind.key }, set: { version: behind.version + 1 } });
      }
      if (TABLES[table].key.some(({ name }) => name === column)) {
        add({ table, key: own, set: null });
        add({ table, key: { ...own, [column]: to }, set: valuesOf(table, row) });
      } else {
        const raised = behind?.table === table ? { version: behind.version + 1 } : {};
        add({ table, key: own, set: { [column]: to, ...raised } });
      }
    }
  }
  for (const fact of await naming(reader, "fact", "subject", ticketSubject(from))) {
    const [subject, name] = [ticketSubject(to), String(fact["name"])];
    checks.push({ table: "fact", key: String(fact["key"]), version: Number(fact["version"]) });
    add({ table: "fact", key: { key: fact["key"] ?? null }, set: null });
    add({ table: "fact", key: { key: factKey(subject, name) }, set: { ...valuesOf("fact", fact), subject } });
  }
  // A name that it had before, and has again, leads nowhere else.
  add({ table: "former_key", key: { former: to }, set: null });
  add({ table: "former_key", key: { former: from }, set: { ticket: to, since: now } });
  add({ table: "ticket", key: { key: from }, set: null });
  return {
    id: randomUUID(),
    checks: eachOnce(checks),
    entries: [{ kind: "rename", subject: { type: "ticket", key: to }, by, data: { formerKey: from }, changes }],
  };
}

function naming(reader: Reader, table: keyof typeof TABLES, column: string, key: Key): Promise<Row[]> {
  const order = TABLES[table].key.map(({ name }) => `t.${name}`).join(", ");
  const of = select(
    tableShape(table),
    (list) => `SELECT ${list} FROM ${table} t WHERE t.${column} = ? ORDER BY ${order}`,
  );
  return reader.read(of, [key]);
}

/** The version that somebody else raises who changes the same row. */
async function versionBehind(reader: Reader, table: keyof typeof TABLES, row: Row): Promise<Check | null> {
  if (table === "ticket") return versionOf(table, String(row["key"]), row);
  if (table === "session") return versionOf(table, String(row["id"]), row);
  const run = table === "item" ? await askOne(reader, ITEM_RUN, String(row["run"])) : undefined;
  return run ? { table: "run", key: run.key, version: run.version } : null;
}

function valuesOf(table: keyof typeof TABLES, row: Row): Record<string, Value> {
  const key = new Set(TABLES[table].key.map(({ name }) => name));
  const names = columnsOf(TABLES[table]).map(({ name }) => name);
  return Object.fromEntries(names.filter((name) => !key.has(name)).map((name) => [name, row[name] ?? null]));
}

function versionOf(table: "ticket" | "session", key: string, row: Row): Check {
  return { table, key, version: Number(row["version"]) };
}

function next(row: Row): number {
  return Number(row["version"]) + 1;
}
