// A board beside a project in git, by a workflow that asks for evidence: the shipped one with guards, as a person would
// write it for this project. Everything is done by the program as it is built.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ticketWorkflow from "../../../workflows/ticket.json" with { type: "json" };
import type { CheckSpec, EdgeSpec, GuardSpec, Workflow } from "../../../src/engine/workflow/format.ts";
import { bareEnv, runProgram, type Ended } from "../program.ts";
import { NODE_TEST } from "./checked.ts";
import { makeProject, type Project } from "./project.ts";

export interface ProofBoard {
  readonly project: Project;
  readonly env: NodeJS.ProcessEnv;
  /** In the agent's checkout, without a terminal, as agents run commands. */
  run(...args: readonly string[]): Promise<Ended>;
  /** At a terminal, with the operator's key. */
  person(...args: readonly string[]): Promise<Ended>;
  /** A new ticket in a state; its number. */
  ticket(state?: string): Promise<string>;
}

const GUARDS: Readonly<Record<string, { readonly takes?: "commit"; readonly guards: GuardSpec[] }>> = {
  "In Progress → In Review": {
    takes: "commit",
    guards: [{ type: "facts", facts: ["work", "tests"], atLeast: "witnessed", unless: "codeless" }],
  },
  "In Review → Done": {
    guards: [{ type: "facts", facts: ["landed"], atLeast: "witnessed", unless: "codeless" }],
  },
};

export function proofWorkflow(remote: string, check: Partial<CheckSpec> = {}): Workflow {
  const shipped = ticketWorkflow as unknown as Workflow;
  const edges = shipped.edges.map((edge): EdgeSpec => ({ ...edge, ...GUARDS[`${edge.from} → ${edge.to}`] }));
  return {
    ...shipped,
    name: "proof",
    edges,
    checks: { tests: { ...NODE_TEST, ...check } },
    merge: { from: "In Review", to: "Done", withoutTicket: "failure", exempt: ["bot"] },
    follow: [{ fact: "landed", from: "In Review", to: "Done" }],
    base: "main",
    remote,
  };
}

export function makeProofBoard(check: Partial<CheckSpec> = {}): ProofBoard {
  const project = makeProject();
  const workflow = join(project.folder, "workflow.json");
  writeFileSync(workflow, JSON.stringify(proofWorkflow(project.remote, check)));
  const home = join(project.folder, "home");
  const env = bareEnv({
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    SIGNALBOX_DATABASE: join(project.folder, "board", "board.db"),
    SIGNALBOX_WORKFLOW: workflow,
  });
  const cwd = project.agent.folder;
  const run: ProofBoard["run"] = (...args) => runProgram(args, { cwd, env, input: "" });
  const person: ProofBoard["person"] = (...args) => runProgram(args, { cwd, env });
  const ticket: ProofBoard["ticket"] = async (state) => {
    const made = await person("ticket", "new", "A piece of work", "--json");
    const { number } = JSON.parse(made.stdout) as { readonly number: number };
    if (state !== undefined) {
      const moved = await person("move", String(number), "--to", state, "--reason", "to begin with", "--override");
      if (moved.status !== 0) throw new Error(moved.stderr);
    }
    return String(number);
  };
  return { project, env, run, person, ticket };
}
