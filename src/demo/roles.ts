// What there is to do in a ticket workflow, read from its data: the same agents work by any workflow of this shape.

import type { Workflow } from "../engine/workflow/format.ts";

/** Work that begins with a lock. */
export interface Trade {
  readonly command: string;
  readonly picks: string;
  readonly lock: string;
}

export function tradesOf(workflow: Workflow): readonly Trade[] {
  return Object.entries(workflow.commands ?? {}).flatMap(([command, { lock, role }]) =>
    lock !== undefined && role ? { command, picks: role.picks, lock } : [],
  );
}

export interface Triage {
  readonly command: string;
  readonly from: string;
  /** Where a ticket can go that is worth working on. */
  readonly ways: readonly string[];
}

/** The command that looks at new tickets: takes them from the start, locks nothing, and doesn't only split them. */
export function triageOf(workflow: Workflow): Triage | null {
  const split = splitterOf(workflow);
  for (const [command, { inputs, outputs, lock, orchestrates }] of Object.entries(workflow.commands ?? {})) {
    if (lock !== undefined || orchestrates || command === split?.command || !inputs.includes(workflow.start)) continue;
    const ways = outputs.filter((name) => {
      const state = workflow.states[name];
      return state && !state.terminal && !state.human && name !== workflow.start;
    });
    if (ways.length > 0) return { command, from: workflow.start, ways };
  }
  return null;
}

export interface Splitter {
  readonly command: string;
  readonly estimates: readonly string[];
}

export function splitterOf(workflow: Workflow): Splitter | null {
  const oversize = workflow.position?.phases.find((phase) => phase.oversize)?.oversize;
  return oversize ? { command: oversize.command, estimates: oversize.estimates } : null;
}

/** Something that waits for a person, and that an agent may decide where no person does. */
export interface Gate {
  readonly state: string;
  readonly command: string;
  readonly approve: string;
  /** null: it is not sent back. */
  readonly sendBack: string | null;
}

export function gatesOf(workflow: Workflow): readonly Gate[] {
  const commands = Object.entries(workflow.commands ?? {});
  const reviewer = commands.find(
    ([, { role, lock }]) => role && lock === undefined && workflow.states[role.picks]?.human,
  );
  if (!reviewer) return [];
  const [command, { role }] = reviewer;
  const finish = intentTo(workflow, workflow.pipeline?.at(-1));
  return Object.entries(workflow.states).flatMap(([state, { human }]): Gate[] => {
    if (!human || workflow.humanGates?.[state] === "enforce") return [];
    if (state === role?.picks) {
      const next = workflow.pipeline?.[workflow.pipeline.indexOf(state) + 1];
      const approve = intentOf(workflow, command, next);
      const back = commands.find(([, spec]) => spec.outputs.includes(state))?.[1].role?.picks;
      return approve === null ? [] : [{ state, command, approve, sendBack: intentOf(workflow, command, back) }];
    }
    return finish === null ? [] : [{ state, command, approve: finish, sendBack: null }];
  });
}

/** The intent that leads there from anywhere. */
export function intentTo(workflow: Workflow, state: string | undefined): string | null {
  return Object.entries(workflow.intents ?? {}).find(([, { all }]) => all !== undefined && all === state)?.[0] ?? null;
}

function intentOf(workflow: Workflow, command: string, state: string | undefined): string | null {
  const found = Object.entries(workflow.intents ?? {}).find(
    ([, { commands }]) => state !== undefined && commands?.[command] === state,
  );
  return found?.[0] ?? null;
}

/** The intent that takes a ticket for oneself. */
export function lockIntent(workflow: Workflow): string {
  return Object.entries(workflow.intents ?? {}).find(([, { acquires }]) => acquires)?.[0] ?? "";
}

/** The intent that hands finished work on: expected of the command, and no lock. */
export function completeIntent(workflow: Workflow, { command, lock }: Trade): string {
  const found = Object.entries(workflow.intents ?? {}).find(
    ([, { expected, acquires, commands }]) => expected && !acquires && (commands?.[command] ?? lock) !== lock,
  );
  return found?.[0] ?? "";
}

/** Whether finished work is handed on with the commit that it is in. */
export function takesCommit(workflow: Workflow, trade: Trade): boolean {
  const to = workflow.intents?.[completeIntent(workflow, trade)]?.commands?.[trade.command];
  return workflow.edges.some((edge) => edge.from === trade.lock && edge.to === to && edge.takes === "commit");
}

/** The intent that calls for a person. */
export function escalateIntent(workflow: Workflow): string | null {
  const gated = Object.entries(workflow.humanGates ?? {}).find(([, policy]) => policy === "enforce")?.[0];
  return intentTo(workflow, gated);
}
