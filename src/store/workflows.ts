// Workflows, in the store.

import { PARTS, type ForceVersions, type Workflows } from "../app/ports/workflows.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { askAll, askOne } from "./ask.ts";
import type { Reader } from "./driver.ts";
import { number, text } from "./rows.ts";

const IN_FORCE =
  "SELECT w.hash, w.body, f.version, f.since FROM force f JOIN workflow w ON w.hash = f.hash WHERE f.name = ?";
const VERSIONS = "SELECT name, version FROM force";
const WORKFLOW = "SELECT body FROM workflow WHERE hash = ?";

export function storeWorkflows(reader: Reader): Workflows {
  return {
    async inForce(part) {
      const row = await askOne(reader, IN_FORCE, part);
      if (!row) return null;
      const { hash, version, since, body } = row;
      return { hash: text(hash), version: number(version), since: number(since), workflow: parsed(body) };
    },
    async versions() {
      const known = new Map((await askAll(reader, VERSIONS)).map((row) => [text(row["name"]), number(row["version"])]));
      return Object.fromEntries(PARTS.map((part) => [part, known.get(part) ?? 0])) as ForceVersions;
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
