// The way of a ticket: the states that it has been in, with the time in each, and those that are still ahead.

import type { VisitView, Workflow } from "../../../../src/http/contract.ts";

export interface Stop {
  readonly state: string;
  readonly is: "past" | "now" | "next";
  readonly ms: number;
  readonly visits: number;
  readonly refusals: number;
}

export function stopsOf(workflow: Workflow, visits: readonly VisitView[], current: string | null): readonly Stop[] {
  const visited: Stop[] = [...Map.groupBy(visits, (visit) => visit.state)].map(([state, own]) => ({
    state,
    is: state === current ? ("now" as const) : ("past" as const),
    ms: own.reduce((sum, visit) => sum + visit.ms, 0),
    visits: own.length,
    refusals: own.reduce((sum, visit) => sum + visit.refusals, 0),
  }));
  if (current !== null && visited.every((stop) => stop.state !== current)) {
    visited.push({ state: current, is: "now", ms: 0, visits: 1, refusals: 0 });
  }
  const pipeline = workflow.pipeline ?? [];
  const seen = new Set(visited.map((stop) => stop.state));
  const reached = Math.max(-1, ...visited.map((stop) => pipeline.indexOf(stop.state)));
  const ended = current !== null && workflow.states[current]?.terminal === true;
  const ahead = ended ? [] : pipeline.filter((state, index) => index > reached && !seen.has(state));
  return [...visited, ...ahead.map((state) => ({ state, is: "next" as const, ms: 0, visits: 0, refusals: 0 }))];
}

export interface Shares {
  readonly workMs: number;
  readonly queueMs: number;
  readonly humanMs: number;
  readonly refusals: number;
}

/** Where the time went: at work, in queues, waiting for a person. Time after the end counts for nothing. */
export function sharesOf(workflow: Workflow, visits: readonly VisitView[]): Shares {
  const locks = new Set(Object.values(workflow.commands ?? {}).flatMap((command) => command.lock ?? []));
  const shares = { workMs: 0, queueMs: 0, humanMs: 0, refusals: 0 };
  for (const visit of visits) {
    const spec = workflow.states[visit.state];
    shares.refusals += visit.refusals;
    if (spec?.terminal) continue;
    if (spec?.human) shares.humanMs += visit.ms;
    else if (spec?.lock || locks.has(visit.state)) shares.workMs += visit.ms;
    else shares.queueMs += visit.ms;
  }
  return shares;
}
