// The workflow with proof, written for one project: with its own test command, its base, and where that is fetched from.

import { baseOf, type CheckSpec, type Workflow } from "../../engine/workflow/format.ts";
import type { Client, Edit } from "../clients/client.ts";

const PROOF_FILE = ".signalbox/ticket-proof.json";

export interface ProofProject {
  readonly tests: CheckSpec;
  readonly base: string;
  /** null: nobody can look where work has landed, but a person or CI can say it. */
  readonly remote: string | null;
}

/** `project` null: only to take the file away again. */
export function proofFile(shipped: Workflow, project: ProofProject | null): Client {
  return {
    name: "proof",
    title: "Workflow with proof",
    files: [PROOF_FILE],
    own: null,
    signs: { project: [], home: [] },
    model: { title: "the shipped ticket-proof", text: printed(ordered(shipped)) },
    afterwards: `Read it, above all "checks", "base" and "remote". A person puts it in force with: signalbox workflow adopt ${PROOF_FILE}`,
    add: (text) => addFile(text, project && textOf(shipped, project)),
    remove: () => ({ refused: "it was changed since; take it away by hand" }),
    launch: () => null,
  };
}

function addFile(before: string | null, text: string | null): Edit {
  if (text === null) return { unchanged: "there is nothing to write" };
  if (before === null) return { text };
  if (before === text) return { unchanged: "it says so already" };
  return { unchanged: "it is there already, and is left as it is; delete it to have it written anew" };
}

function textOf(shipped: Workflow, { tests, base, remote }: ProofProject): string {
  const { checks = {}, ...rest } = ordered(shipped);
  const { setup: _, run: __, ...limits } = checks["tests"] ?? { run: "" };
  return printed({
    ...rest,
    ...(remote === null ? {} : { remote }),
    base,
    checks: { ...checks, tests: { ...tests, ...limits } },
  });
}

/** What is a project's own stands at the end. Where the schema lies is not the same in every project. */
function ordered(shipped: Workflow): Workflow {
  const { $schema: _, base: __, checks = {}, ...rest } = shipped;
  return { ...rest, base: baseOf(shipped), checks };
}

function printed(workflow: Workflow): string {
  return `${JSON.stringify(workflow, null, 2)}\n`;
}
