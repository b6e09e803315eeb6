// The graph as such: what can be reached, what can be left, and edges that say nothing.

import type { Machine } from "../workflow/compile.ts";
import type { Condition, EdgeSpec, Workflow } from "../workflow/format.ts";
import { pointer, quoteSome, type Finding } from "./finding.ts";

export function checkEdges(machine: Machine): Finding[] {
  const routed = isRouted(machine);
  const same = new Map<string, number>();
  const shadows = new Map<string, number>();
  return machine.workflow.edges.flatMap((edge, index) => {
    const findings: Finding[] = [];
    const at = pointer("edges", index);
    const condition = conditionKey(edge.when);
    const own = JSON.stringify([edge.from, edge.to, condition]);
    const twin = same.get(own);
    // A first matching edge wins, so an equal condition before this one, or none at all, leaves nothing for it.
    const shadow = shadows.get(shadowKey(edge, "")) ?? shadows.get(shadowKey(edge, condition));
    if (twin !== undefined) {
      findings.push({
        code: "duplicate_edge",
        severity: "warning",
        pointer: at,
        reason: `the edge from "${edge.from}" to "${edge.to}" stands twice: first at ${pointer("edges", twin)}`,
        suggestion: "Remove this one.",
      });
    } else if (routed && shadow !== undefined) {
      findings.push({
        code: "edge_never_taken",
        severity: "warning",
        pointer: at,
        reason: `it is never taken: ${pointer("edges", shadow)} always comes first`,
        suggestion: "Put it before that edge, give it another condition, or remove it.",
      });
    }
    if (machine.states.get(edge.from)?.terminal) {
      findings.push({
        code: "terminal_has_exit",
        severity: "error",
        pointer: at,
        reason: `"${edge.from}" is terminal, but this edge leaves it`,
        suggestion: `Remove the edge, or "terminal" from "${edge.from}".`,
      });
    }
    if (!routed && condition !== "") {
      findings.push({
        code: "condition_ignored",
        severity: "warning",
        pointer: pointer("edges", index, "when"),
        reason: "conditions route a run from skill to skill, and no state of this workflow has a skill",
        suggestion: 'Remove "when"; what must hold before a step is a guard.',
      });
    }
    if (twin === undefined) same.set(own, index);
    if (!shadows.has(shadowKey(edge, condition))) shadows.set(shadowKey(edge, condition), index);
    return findings;
  });
}

/** Needs every edge and the start to be declared; otherwise what it says would follow from a slip of the pen. */
export function checkReach(machine: Machine): Finding[] {
  const { workflow, states } = machine;
  const terminals = [...states.values()].filter((state) => state.terminal).map((state) => state.name);
  if (terminals.length === 0) {
    return [
      {
        code: "no_terminal_state",
        severity: "error",
        pointer: "/states",
        reason: "no state is terminal, so nothing is ever finished",
        suggestion: 'Give the state in which the work is over "terminal": true.',
      },
    ];
  }
  const locks = checkLocks(machine);
  const told = new Set(locks.map(({ state, finding }) => `${finding.code} ${state}`));
  const findings = locks.map(({ finding }) => finding);
  const reached = walk([workflow.start], forward(workflow));
  const ending = walk(terminals, backward(workflow));
  for (const name of states.keys()) {
    if (!reached.has(name) && !told.has(`lock_never_entered ${name}`)) {
      findings.push({
        code: "unreachable_state",
        severity: "warning",
        pointer: pointer("states", name),
        reason: `no way leads from "${workflow.start}" to "${name}"`,
        suggestion: "Add an edge to it, or remove it.",
      });
    }
    if (!ending.has(name) && !told.has(`lock_without_exit ${name}`)) {
      findings.push({
        code: "no_way_to_end",
        severity: "error",
        pointer: pointer("states", name),
        reason: `no way leads from "${name}" to a terminal state`,
        suggestion: `Add an edge on from it, in the end to ${quoteSome(terminals, "or")}.`,
      });
    }
  }
  return findings;
}

export function isRouted(machine: Machine): boolean {
  return Object.values(machine.workflow.states).some((spec) => spec.skill !== undefined);
}

function checkLocks(machine: Machine): { state: string; finding: Finding }[] {
  const { workflow, states, commands } = machine;
  const moves = workflow.edges.filter((edge) => edge.from !== edge.to);
  const left = new Set(moves.map((edge) => edge.from));
  const entered = new Set(moves.map((edge) => edge.to)).add(workflow.start);
  const locks = new Set([...states.values()].filter((state) => state.lock).map((state) => state.name));
  for (const command of commands.values()) if (command.lock !== null) locks.add(command.lock);

  const found: { state: string; finding: Finding }[] = [];
  for (const state of locks) {
    if (left.has(state) || !states.has(state)) continue;
    const finding: Finding = {
      code: "lock_without_exit",
      severity: "error",
      pointer: pointer("states", state),
      reason: `a ticket is claimed in "${state}", and no edge leaves it`,
      suggestion: "Add the edges that its holder hands the ticket on by.",
    };
    found.push({ state, finding });
  }
  for (const command of commands.values()) {
    const state = command.lock;
    if (state === null || entered.has(state) || !states.has(state)) continue;
    const finding: Finding = {
      code: "lock_never_entered",
      severity: "error",
      pointer: pointer("commands", command.name, "lock"),
      reason: `no edge leads to "${state}", so ${command.shown} can never lock a ticket`,
      suggestion: `Add an edge to it from ${quoteSome([...command.inputs], "or") || "an input state of the command"}.`,
    };
    found.push({ state, finding });
  }
  return found;
}

function forward(workflow: Workflow): ReadonlyMap<string, readonly string[]> {
  return group(workflow.edges, (edge) => [edge.from, edge.to]);
}

function backward(workflow: Workflow): ReadonlyMap<string, readonly string[]> {
  return group(workflow.edges, (edge) => [edge.to, edge.from]);
}

function group(edges: readonly EdgeSpec[], ends: (edge: EdgeSpec) => [string, string]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const edge of edges) {
    const [from, to] = ends(edge);
    const list = grouped.get(from);
    if (list) list.push(to);
    else grouped.set(from, [to]);
  }
  return grouped;
}

function walk(from: readonly string[], next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set(from);
  for (const name of seen) for (const neighbour of next.get(name) ?? []) seen.add(neighbour);
  return seen;
}

/** Empty for a condition that always holds. */
function conditionKey(when: Condition | undefined): string {
  if (when === undefined || when.type === "always") return "";
  return when.type === "item_type" ? `item_type ${when.value}` : when.type;
}

function shadowKey(edge: EdgeSpec, condition: string): string {
  return JSON.stringify([edge.from, condition]);
}
