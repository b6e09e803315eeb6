// Workflows, in the store.

import type { Workflows } from "../app/ports/workflows.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { askOne } from "./ask.ts";
import type { Reader } from "./driver.ts";
import { number, text } from "./rows.ts";

const IN_FORCE = "SELECT w.hash, w.body, f.version FROM force f JOIN workflow w ON w.hash = f.hash WHERE f.name = ?";
const WORKFLOW = "SELECT body FROM workflow WHERE hash = ?";

export function storeWorkflows(reader: Reader): Workflows {
  return {
    async inForce(part) {
      const row = await askOne(reader, IN_FORCE, part);
      if (!row) return null;
      return { hash: text(row["hash"]), version: number(row["version"]), workflow: parsed(row["body"]) };
    },
    async get(hash) {
      const row = await askOne(reader, WORKFLOW, hash);
      return row ? parsed(row["body"]) : null;
    },
  };
}

function parsed(body: unknown): Workflow {
  return JSON.parse(text(body)) as Workflow;
}
