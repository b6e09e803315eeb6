// What each way out of a ticket's state asks for, and how much of it is met: for whoever wants to know before they try.

import type { EvidenceFacts } from "../evidence/snapshot.ts";
import { subjectOfMove } from "../evidence/snapshot.ts";
import type { Actor, Key } from "../facts.ts";
import { isOnEvidence, type Machine } from "../workflow/compile.ts";
import type { EdgeSpec } from "../workflow/format.ts";
import type { HandoffSnapshot } from "./check-handoff.ts";
import { checkGuards, guardsOf, type GuardResult, type PlacedGuard } from "./guards.ts";

export interface GuardedWay {
  readonly edge: EdgeSpec;
  readonly guards: readonly GuardResult[];
}

const NO_EVIDENCE: EvidenceFacts = {};

/** Only those that ask for anything. Facts are judged at the ticket's commit, and where it has none, at the ticket. */
export function guardedWays(
  machine: Machine,
  snapshot: HandoffSnapshot,
  key: Key,
  actor: Actor,
): readonly GuardedWay[] {
  const state = machine.states.get(snapshot.ticket?.state ?? machine.workflow.start);
  return (state?.edges ?? []).flatMap((edge) => {
    const guards = guardsOf([edge]);
    if (guards.length === 0 && edge.takes === undefined) return [];
    return { edge, guards: judged(machine, snapshot, key, actor, guards) };
  });
}

/** The ways further along the pipeline that ask for evidence, judged by what is known today; guards on groups are left out. */
export function laterWays(machine: Machine, snapshot: HandoffSnapshot, key: Key, actor: Actor): readonly GuardedWay[] {
  return laterEdges(machine, snapshot.ticket?.state ?? null).map((edge) => {
    const guards = guardsOf([edge]).filter(({ guard }) => isOnEvidence(guard));
    return { edge, guards: judged(machine, snapshot, key, actor, guards) };
  });
}

/** None from a state beside the pipeline: nobody knows where it goes on. */
export function laterEdges({ pipeline, states, workflow }: Machine, state: string | null): readonly EdgeSpec[] {
  const here = pipeline.indexOf(state ?? workflow.start);
  if (here < 0) return [];
  return pipeline.slice(here + 1).flatMap((from, index) => {
    const ahead = new Set(pipeline.slice(here + 2 + index));
    return (states.get(from)?.edges ?? []).filter(
      ({ to, guards = [] }) => ahead.has(to) && guards.some((guard) => guard.policy !== "off" && isOnEvidence(guard)),
    );
  });
}

function judged(
  machine: Machine,
  snapshot: HandoffSnapshot,
  key: Key,
  actor: Actor,
  guards: readonly PlacedGuard[],
): readonly GuardResult[] {
  const { evidence = NO_EVIDENCE } = snapshot;
  const subject = subjectOfMove(key, evidence, false);
  return checkGuards(machine, guards, snapshot, { key, actor, evidence, subject, start: machine.workflow.start });
}
