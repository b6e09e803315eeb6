// Runs with their items and tasks.

import type { ItemOnTicket, ListedRun, Run, RunItem, Runs, RunTask } from "../app/ports/runs.ts";
import type { Key } from "../engine/facts.ts";
import { TASK_STATUSES, type TaskStatus } from "../engine/runs/tasks.ts";
import { askAll, byKeys } from "./ask.ts";
import type { Reader } from "./driver.ts";
import { UP_TO } from "./queries.ts";
import { columns, int, maybeText, optional, select, shape, text, type RowOf } from "./select.ts";

const run = columns("run", "r", "project", "session", "workflow", "state", "started_at", "updated_at");

/** A row for each item and each task, and one where there is neither. */
const PARTS = shape({
  ...run,
  ...columns("run", "r", "current_item", "current_batch", "version"),
  part: maybeText("p.part"),
  ...optional(columns("item", "p", "number", "title", "type", "documented", "ticket")),
  ...optional(columns("task", "p", "id", "item", "depends_on", "details", "status", "position", "set_by", "set_at")),
});
type PartRow = RowOf<typeof PARTS>;

/** All in one statement: a state and tasks that are read one after the other need not fit together. */
const READ = select(
  PARTS,
  (list) => `SELECT ${list} FROM run r LEFT JOIN (
      SELECT 'item' AS part, i.number, i.title, i.type, i.documented, i.ticket, NULL AS id, NULL AS item,
        NULL AS depends_on, NULL AS details, NULL AS status, NULL AS position, NULL AS set_by, NULL AS set_at
      FROM item i WHERE i.run = ?
      UNION ALL
      SELECT 'task', NULL, NULL, NULL, NULL, NULL, t.id, t.item, t.depends_on, t.details, t.status, t.position, t.set_by, t.set_at
      FROM task t WHERE t.run = ?
    ) p ON TRUE
    WHERE r.key = ?`,
);

const LIST = select(
  shape({
    ...run,
    items: int("(SELECT COUNT(*) FROM item i WHERE i.run = r.key)"),
    documented: int("(SELECT COUNT(*) FROM item i WHERE i.run = r.key AND i.documented = 1)"),
    tasks: int("(SELECT COUNT(*) FROM task t WHERE t.run = r.key)"),
    completed: int("(SELECT COUNT(*) FROM task t WHERE t.run = r.key AND t.status = 'completed')"),
    failed: int("(SELECT COUNT(*) FROM task t WHERE t.run = r.key AND t.status = 'failed')"),
  }),
  (list) => `SELECT ${list} FROM run r ORDER BY r.updated_at DESC, r.key ${UP_TO}`,
);

const OF_ITEM = "SELECT COUNT(*) FROM task t WHERE t.run = i.run AND t.item = i.number";
const ON_TICKET = shape({
  ...columns("run", "r", "key", "project", "session", "workflow", "state", "updated_at"),
  ...columns("item", "i", "number"),
  ticket: text("i.ticket"),
  tasks: int(`(${OF_ITEM})`),
  completed: int(`(${OF_ITEM} AND t.status = 'completed')`),
  failed: int(`(${OF_ITEM} AND t.status = 'failed')`),
});

const onTickets = (which: string) =>
  select(ON_TICKET, (list) => `SELECT ${list} FROM item i JOIN run r ON r.key = i.run WHERE ${which}`);
const ON_ANY = onTickets("i.ticket IS NOT NULL");

export function storeRuns(reader: Reader): Runs {
  return {
    get: (key) => readRun(reader, key),
    list: (limit) => listRuns(reader, limit),
    itemsOn: (tickets) => readItemsOn(reader, tickets),
  };
}

async function readRun(reader: Reader, key: string): Promise<Run | null> {
  const rows = await askAll(reader, READ, key, key, key);
  const [row] = rows;
  if (!row) return null;
  const parts = Map.groupBy(rows, ({ part }) => part);
  const tasks = (parts.get("task") ?? []).toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return {
    key,
    project: row.project,
    session: row.session,
    workflow: row.workflow,
    state: row.state,
    currentItem: row.current_item,
    currentBatch: row.current_batch,
    items: (parts.get("item") ?? []).map(toItem).toSorted((a, b) => a.number - b.number),
    tasks: tasks.map(toTask),
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

async function listRuns(reader: Reader, limit: number): Promise<readonly ListedRun[]> {
  const rows = await reader.read(LIST, [limit]);
  return rows.map((row) => ({
    project: row.project,
    session: row.session,
    workflow: row.workflow,
    state: row.state,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    totalItems: row.items,
    documentedItems: row.documented,
    totalTasks: row.tasks,
    completedTasks: row.completed,
    failedTasks: row.failed,
  }));
}

async function readItemsOn(reader: Reader, tickets: readonly Key[] | "any"): Promise<readonly ItemOnTicket[]> {
  const rows =
    tickets === "any"
      ? await reader.read(ON_ANY, [])
      : await byKeys(reader, tickets, (marks) => onTickets(`i.ticket IN (${marks})`));
  const items = rows.map((row) => ({
    ticket: row.ticket,
    key: row.key,
    project: row.project,
    session: row.session,
    workflow: row.workflow,
    state: row.state,
    updatedAt: row.updated_at,
    item: row.number,
    totalTasks: row.tasks,
    completedTasks: row.completed,
    failedTasks: row.failed,
  }));
  return items.toSorted((a, b) => b.updatedAt - a.updatedAt || a.item - b.item);
}

function toItem({ number, title, type, documented, ticket }: PartRow): RunItem {
  return { number: number ?? 0, title: title ?? "", type: type ?? "", documented: documented === 1, ticket };
}

function toTask(row: PartRow): RunTask {
  const details = JSON.parse(row.details ?? "{}") as Pick<RunTask, "files" | "description" | "tests" | "parallel">;
  return {
    id: row.id ?? "",
    item: row.item,
    dependsOn: JSON.parse(row.depends_on ?? "[]") as string[],
    ...details,
    status: statusOf(row.status),
    setBy: row.set_by,
    setAt: row.set_at,
  };
}

function statusOf(value: string | null): TaskStatus {
  const status = TASK_STATUSES.find((known) => known === value);
  if (status === undefined) throw new TypeError(`a task's status expected, found ${JSON.stringify(value)}`);
  return status;
}
