// Runs with their items and tasks.

import type { ListedRun, Run, RunItem, Runs, RunTask } from "../app/ports/runs.ts";
import { TASK_STATUSES, type TaskStatus } from "../engine/runs/tasks.ts";
import type { Reader, Row } from "./driver.ts";
import { UP_TO } from "./queries.ts";
import { maybeNumber, maybeText, number, text } from "./rows.ts";

const RUN = ["project", "session", "workflow", "state", "started_at", "updated_at"]
  .map((column) => `r.${column}`)
  .join(", ");

/** All in one statement: a state and tasks that are read one after the other need not fit together. */
const READ = `SELECT r.key, ${RUN}, r.current_item, r.current_batch, r.version, p.* FROM run r LEFT JOIN (
    SELECT 'item' AS part, i.number, i.title, i.type, i.documented, i.ticket,
      NULL AS id, NULL AS depends_on, NULL AS details, NULL AS status, NULL AS position, NULL AS set_by, NULL AS set_at
    FROM item i WHERE i.run = ?
    UNION ALL
    SELECT 'task', t.item, NULL, NULL, NULL, NULL,
      t.id, t.depends_on, t.details, t.status, t.position, t.set_by, t.set_at
    FROM task t WHERE t.run = ?
  ) p ON TRUE
  WHERE r.key = ?`;

const LIST = `SELECT ${RUN},
    (SELECT COUNT(*) FROM item i WHERE i.run = r.key) AS items,
    (SELECT COUNT(*) FROM item i WHERE i.run = r.key AND i.documented = 1) AS documented,
    (SELECT COUNT(*) FROM task t WHERE t.run = r.key) AS tasks,
    (SELECT COUNT(*) FROM task t WHERE t.run = r.key AND t.status = 'completed') AS completed,
    (SELECT COUNT(*) FROM task t WHERE t.run = r.key AND t.status = 'failed') AS failed
  FROM run r ORDER BY r.updated_at DESC, r.key ${UP_TO}`;

export function storeRuns(reader: Reader): Runs {
  return { get: (key) => readRun(reader, key), list: (limit) => listRuns(reader, limit) };
}

async function readRun(reader: Reader, key: string): Promise<Run | null> {
  const rows = await reader.all(READ, [key, key, key]);
  const [row] = rows;
  if (!row) return null;
  const parts = Map.groupBy(rows, (part) => part["part"]);
  return {
    key,
    project: text(row["project"]),
    session: text(row["session"]),
    workflow: text(row["workflow"]),
    state: text(row["state"]),
    currentItem: maybeNumber(row["current_item"]),
    currentBatch: maybeNumber(row["current_batch"]),
    items: (parts.get("item") ?? []).map(toItem).toSorted((a, b) => a.number - b.number),
    tasks: (parts.get("task") ?? []).toSorted((a, b) => number(a["position"]) - number(b["position"])).map(toTask),
    startedAt: number(row["started_at"]),
    updatedAt: number(row["updated_at"]),
    version: number(row["version"]),
  };
}

async function listRuns(reader: Reader, limit: number): Promise<readonly ListedRun[]> {
  const rows = await reader.all(LIST, [limit]);
  return rows.map((row) => ({
    project: text(row["project"]),
    session: text(row["session"]),
    workflow: text(row["workflow"]),
    state: text(row["state"]),
    startedAt: number(row["started_at"]),
    updatedAt: number(row["updated_at"]),
    totalItems: number(row["items"]),
    documentedItems: number(row["documented"]),
    totalTasks: number(row["tasks"]),
    completedTasks: number(row["completed"]),
    failedTasks: number(row["failed"]),
  }));
}

function toItem(row: Row): RunItem {
  return {
    number: number(row["number"]),
    title: text(row["title"]),
    type: text(row["type"]),
    documented: row["documented"] === 1,
    ticket: maybeText(row["ticket"]),
  };
}

function toTask(row: Row): RunTask {
  const details = JSON.parse(text(row["details"])) as Pick<RunTask, "files" | "description" | "tests" | "parallel">;
  return {
    id: text(row["id"]),
    item: maybeNumber(row["number"]),
    dependsOn: JSON.parse(text(row["depends_on"])) as string[],
    ...details,
    status: statusOf(row["status"]),
    setBy: maybeText(row["set_by"]),
    setAt: maybeNumber(row["set_at"]),
  };
}

function statusOf(value: unknown): TaskStatus {
  const status = TASK_STATUSES.find((known) => known === value);
  if (status === undefined) throw new TypeError(`a task's status expected, found ${JSON.stringify(value)}`);
  return status;
}
