// Workflows, in the store.

import { PARTS, type ForceVersions, type Workflows } from "../app/ports/workflows.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { askAll, askOne } from "./ask.ts";
import type { Reader } from "./driver.ts";
import { columns, select, shape } from "./select.ts";

const IN_FORCE = select(
  shape({ ...columns("workflow", "w", "hash", "body"), ...columns("force", "f", "version", "since") }),
  (list) => `SELECT ${list} FROM force f JOIN workflow w ON w.hash = f.hash WHERE f.name = ?`,
);
const VERSIONS = select(shape(columns("force", "f", "name", "version")), (list) => `SELECT ${list} FROM force f`);
const WORKFLOW = select(
  shape(columns("workflow", "w", "body")),
  (list) => `SELECT ${list} FROM workflow w WHERE w.hash = ?`,
);

export function storeWorkflows(reader: Reader): Workflows {
  return {
    async inForce(part) {
      const row = await askOne(reader, IN_FORCE, part);
      if (!row) return null;
      const { hash, version, since, body } = row;
      return { hash, version, since, workflow: parsed(body) };
    },
    async versions() {
      const known = new Map((await askAll(reader, VERSIONS)).map(({ name, version }) => [name, version]));
      return Object.fromEntries(PARTS.map((part) => [part, known.get(part) ?? 0])) as ForceVersions;
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
