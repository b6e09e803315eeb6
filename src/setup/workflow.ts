// Which workflows a process works by, one for each part: the one that is in force on the board, else the shipped one. A
// file that it was given takes force only where the board has no say yet; where it doesn't, that is said loudly.

import { randomUUID } from "node:crypto";
import type { Board } from "../app/ports/board.ts";
import { TICKET_PART, type WorkflowInForce, type WorkflowPart } from "../app/ports/workflows.ts";
import type { Candidate } from "../app/workflows/compare.ts";
import { isBegun, takeForceAtStart } from "../app/workflows/at-start.ts";
import { showWorkflow } from "../app/workflows/in-force.ts";
import { refuse, type Refusal } from "../engine/refusal.ts";
import { compile, type Machine } from "../engine/workflow/compile.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { hashWorkflow } from "../workflows/hash.ts";
import { earlierHashes, SHIPPED_HASHES } from "../workflows/shipped-hashes.ts";
import { isShipped, shipped, type ShippedName } from "../workflows/shipped.ts";

const SHIPPED_FOR: Readonly<Record<WorkflowPart, ShippedName>> = { ticket: "ticket", session: "session", run: "skill" };

/** Others that come with the program, and are used where somebody says so. */
const ALSO_FOR: Readonly<Record<WorkflowPart, readonly ShippedName[]>> = {
  ticket: ["ticket-proof"],
  session: [],
  run: [],
};

export interface ConfiguredWorkflow {
  readonly part: WorkflowPart;
  readonly machine: Machine;
  /** null: nothing was configured, and the board decides. */
  readonly file: string | null;
  readonly problem: string | null;
}

export type ConfiguredWorkflows = Readonly<Record<WorkflowPart, ConfiguredWorkflow>>;

/** Without a store: what lists and schemas are made from. */
export async function configuredWorkflow(part: WorkflowPart, file: string | undefined): Promise<ConfiguredWorkflow> {
  const fallback = shippedFor(part);
  if (file === undefined || file === SHIPPED_FOR[part]) return { part, machine: fallback, file: null, problem: null };
  const unusable = (why: string): ConfiguredWorkflow => {
    const problem = `The workflow file could not be used: ${why.replace(/\.?$/, ".")}`;
    return { part, machine: fallback, file, problem };
  };
  if (isShipped(file)) {
    const unfit = ALSO_FOR[part].includes(file) ? null : unusable(`${file} is made for something else`);
    return unfit ?? { part, machine: shipped(file), file, problem: null };
  }
  // Most servers have no file of their own, and should not wait at their start for what reads one.
  const { readWorkflow } = await import("../workflows/load.ts");
  const loaded = readWorkflow(file);
  if (!loaded.ok) return unusable(loaded.problem.message);
  const unfit = unfitFor(part, loaded.workflow);
  if (unfit !== null) return unusable(`${file}: ${unfit}`);
  return { part, machine: compile(loaded.workflow), file, problem: null };
}

/** One that came as data, and not as a file. */
export async function candidateOf(part: WorkflowPart, given: unknown): Promise<Candidate | Refusal> {
  const { checkWorkflow } = await import("../workflows/load.ts");
  const loaded = checkWorkflow(given, "workflow");
  const problem = loaded.ok ? unfitFor(part, loaded.workflow) : loaded.problem.message;
  if (loaded.ok && problem === null) {
    return { part, workflow: loaded.workflow, hash: loaded.hash, otherwise: shippedFor(part).workflow };
  }
  const why = `The workflow can't be used: ${problem?.replace(/\.?$/, ".")}`;
  return refuse("invalid_workflow", why, "correct it, and send it again.");
}

/** What is used for a part while no other workflow is in force. */
export function shippedFor(part: WorkflowPart): Machine {
  return shipped(SHIPPED_FOR[part]);
}

/** All that a board may go by without saying so. */
export function shippedMachines(): readonly Machine[] {
  return [SHIPPED_FOR.ticket, ...ALSO_FOR.ticket].map(shipped);
}

/** By what a process works, and what it was asked for and does not do. */
export interface UsedWorkflow {
  readonly configured: ConfiguredWorkflow;
  readonly machine: Machine;
  readonly hash: string;
  /** Its version on the board; 0: none is in force. */
  readonly version: number;
  readonly warnings: readonly string[];
}

/** `earlier`: the hashes of what was shipped before. */
export async function useWorkflow(
  board: Board,
  configured: ConfiguredWorkflow,
  via: string,
  earlier: ReadonlySet<string> = earlierHashes(SHIPPED_FOR[configured.part]),
): Promise<UsedWorkflow> {
  const { part, machine, file, problem } = configured;
  const before = await board.workflows.inForce(part);
  const hash = hashOf(part, machine);
  const stays = before ? "The workflow last in force stays." : "The shipped one is used.";
  const told = problem === null ? configured : { ...configured, problem: `${problem} ${stays}` };
  if (before?.hash === hash) return usedWorkflow(told, before, earlier);
  await takeForceAtStart(
    { board, newId: randomUUID },
    {
      part,
      workflow: machine.workflow,
      hash,
      otherwise: shippedFor(part).workflow,
      chosen: file !== null && problem === null,
      // A process whose file could not be used leaves the board as it is.
      replaces: problem === null && hash === shippedHash(part) ? earlier : new Set(),
      via,
    },
  );
  return usedWorkflow(told, await board.workflows.inForce(part), earlier);
}

/** While it runs: by what is in force now. */
export function usedWorkflow(
  configured: ConfiguredWorkflow,
  inForce: WorkflowInForce | null,
  earlier: ReadonlySet<string> = earlierHashes(SHIPPED_FOR[configured.part]),
): UsedWorkflow {
  const { part } = configured;
  const machine = inForce ? compile(inForce.workflow) : shippedFor(part);
  const hash = inForce?.hash ?? shippedHash(part);
  const warning = configured.problem ?? differs(configured, machine.workflow, hash, earlier);
  return { configured, machine, hash, version: inForce?.version ?? 0, warnings: warning === null ? [] : [warning] };
}

function differs(
  { part, file, machine }: ConfiguredWorkflow,
  used: Workflow,
  hash: string,
  earlier: ReadonlySet<string>,
): string | null {
  const works = `this board works by ${showWorkflow(used, hash)}`;
  if (file !== null) {
    return hashOf(part, machine) === hash ? null : `${works}; the file differs: ${adoptCommand(part, file)}`;
  }
  // A newer shipped one takes force by itself, unless it loosens something.
  if (!earlier.has(hash)) return null;
  return `${works}; the one that comes with this program differs: ${adoptCommand(part, SHIPPED_FOR[part])}`;
}

/** What a person types to put it in force. */
export function adoptCommand(part: WorkflowPart, file: string): string {
  const plain = file.replaceAll(/\p{Cc}+/gu, " ");
  const word = /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", `'\\''`)}'`;
  return `signalbox workflow adopt ${part === TICKET_PART ? "" : `--part ${part} `}${word}`;
}

/** Where none is in force, the shipped one; a board without tickets begins with this file. */
export async function machineInForce(board: Board, part: WorkflowPart, file: string | undefined): Promise<Machine> {
  const inForce = await board.workflows.inForce(part);
  if (inForce) return compile(inForce.workflow);
  if (file === undefined || (await isBegun(board))) return shippedFor(part);
  return (await configuredWorkflow(part, file)).machine;
}

/** What came with the program has been hashed before. */
function hashOf(part: WorkflowPart, machine: Machine): string {
  return machine === shippedFor(part) ? shippedHash(part) : hashWorkflow(machine.workflow);
}

function shippedHash(part: WorkflowPart): string {
  return SHIPPED_HASHES[SHIPPED_FOR[part]].at(-1) ?? "";
}

/** Sound by itself, but made for something else. */
function unfitFor(part: WorkflowPart, workflow: Workflow): string | null {
  if (part === "session" && Object.keys(workflow.outcomes ?? {}).length === 0) {
    return "it has no outcomes, so that no session could be ended by it";
  }
  if (part === "run" && Object.values(workflow.states).every((state) => state.skill === undefined)) {
    return "no state of it has a skill, so that no run could go on by it";
  }
  return null;
}
