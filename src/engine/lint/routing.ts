// A run is routed by facts about its items and batches. Which facts it can arrive with is followed through the whole
// graph, because most routers are only ever reached with some of them: a router for code and tasks is complete where no
// bugfix can come.

import type { Machine, State } from "../workflow/compile.ts";
import { nextState } from "../runs/routers.ts";
import { pointer, type Finding } from "./finding.ts";
import { isRouted } from "./graph.ts";

export function checkRouting(machine: Machine): Finding[] {
  if (!isRouted(machine)) return [];
  return [...findGaps(machine), ...findRouterCycles(machine)];
}

/** The facts that a run brings along. Whether batches remain is open whenever it is asked. */
interface Facts {
  readonly item: string | null;
  readonly itemsRemain: boolean;
}

interface Gap extends Facts {
  readonly batchesRemain: boolean;
}

const NO_ITEM: readonly Facts[] = [
  { item: null, itemsRemain: true },
  { item: null, itemsRemain: false },
];

function findGaps(machine: Machine): Finding[] {
  const seen = new Set<string>();
  const todo: { state: State; facts: Facts }[] = [];
  const gaps = new Map<State, Gap[]>();

  function enter(name: string, arriving: readonly Facts[]): void {
    const state = machine.states.get(name);
    if (!state) return;
    for (const facts of state.work === "next-item" ? pickNext(machine) : arriving) {
      const key = JSON.stringify([name, facts.item, facts.itemsRemain]);
      if (seen.has(key)) continue;
      seen.add(key);
      todo.push({ state, facts });
    }
  }

  enter(machine.workflow.start, NO_ITEM);
  for (let step = todo.pop(); step; step = todo.pop()) {
    const { state, facts } = step;
    if (state.edges.length === 0) continue;
    const leaving = state.work === "document" ? NO_ITEM : [facts];
    for (const batchesRemain of [true, false]) {
      const next = nextState(machine, state.name, {
        currentItemType: facts.item,
        itemsRemaining: Number(facts.itemsRemain),
        batchesRemaining: Number(batchesRemain),
      });
      if (next !== null) enter(next, leaving);
      else gaps.set(state, [...(gaps.get(state) ?? []), { ...facts, batchesRemain }]);
    }
  }
  return [...gaps].map(([state, missing]) => describeGaps(state, missing));
}

/** Where the workflow lists no types, an item may be of any: one stands for all. */
function pickNext(machine: Machine): Facts[] {
  const types = machine.workflow.itemTypes ?? ["any"];
  return [...types.map((item) => ({ item, itemsRemain: true })), { item: null, itemsRemain: false }];
}

/** Tells only those facts that the state's conditions ask for. */
function describeGaps(state: State, gaps: readonly Gap[]): Finding {
  const asked = new Set(state.edges.map(({ when }) => when?.type));
  const asksItems = asked.has("items_remaining") || asked.has("no_items_remaining");
  const asksBatches = asked.has("batches_remaining") || asked.has("no_batches_remaining");
  const cases = new Set(
    gaps.map((gap) =>
      [
        ...(asked.has("item_type") ? [gap.item === null ? "no current item" : `an item of type "${gap.item}"`] : []),
        ...(asksItems ? [gap.itemsRemain ? "items remain" : "no items remain"] : []),
        ...(asksBatches ? [gap.batchesRemain ? "batches remain" : "no batches remain"] : []),
      ].join(" and "),
    ),
  );
  return {
    code: "router_not_exhaustive",
    severity: "error",
    pointer: pointer("states", state.name),
    reason: `a run can come to "${state.name}" where none of its edges holds: ${[...cases].toSorted().join("; ")}`,
    suggestion: 'Add an edge for each case, or a last one without "when".',
  };
}

/** Routers are walked through in one step: a way round through nothing but routers would never end. */
function findRouterCycles(machine: Machine): Finding[] {
  const done = new Set<string>();
  const findings: Finding[] = [];
  for (const root of machine.states.values()) {
    if (!root.router || done.has(root.name)) continue;
    const onPath = new Set([root.name]);
    const path = [{ name: root.name, rest: root.next.values() }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const step = top.rest.next();
      if (step.done) {
        done.add(top.name);
        onPath.delete(top.name);
        path.pop();
        continue;
      }
      const state = machine.states.get(step.value);
      if (!state?.router || done.has(state.name)) continue;
      if (onPath.has(state.name)) {
        const names = path.map(({ name }) => name);
        findings.push(describeCycle(names.slice(names.indexOf(state.name))));
      } else {
        onPath.add(state.name);
        path.push({ name: state.name, rest: state.next.values() });
      }
    }
  }
  return findings;
}

function describeCycle(names: readonly string[]): Finding {
  const [first = ""] = names;
  const way = names.length > 8 ? [...names.slice(0, 7), "…"] : names;
  return {
    code: "router_cycle",
    severity: "error",
    pointer: pointer("states", first),
    reason: `routers lead round in a circle, with no skill on the way: ${[...way, first].join(" → ")}`,
    suggestion: "Give one of them a skill, or lead one edge to a state that has one.",
  };
}
