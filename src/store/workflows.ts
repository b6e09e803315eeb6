// Workflows, in the store.

import type { Workflows } from "../app/ports/workflows.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { askOne } from "./ask.ts";
import type { Reader } from "./driver.ts";
import { columns, select, shape } from "./select.ts";

const IN_FORCE = select(
  shape({ ...columns("workflow", "w", "hash", "body"), ...columns("force", "f", "version") }),
  (list) => `SELECT ${list} FROM force f JOIN workflow w ON w.hash = f.hash WHERE f.name = ?`,
);
const WORKFLOW = select(
  shape(columns("workflow", "w", "body")),
  (list) => `SELECT ${list} FROM workflow w WHERE w.hash = ?`,
);

export function storeWorkflows(reader: Reader): Workflows {
  return {
    async inForce(part) {
      const row = await askOne(reader, IN_FORCE, part);
      return row ? { hash: row.hash, version: row.version, workflow: parsed(row.body) } : null;
    },
    async get(hash) {
      const row = await askOne(reader, WORKFLOW, hash);
      return row ? parsed(row.body) : null;
    },
  };
}

function parsed(body: string): Workflow {
  return JSON.parse(body) as Workflow;
}
