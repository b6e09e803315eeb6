// What each way out of a ticket's state asks for, and how much of it is met: for whoever wants to know before they try.

import type { EvidenceFacts } from "../evidence/snapshot.ts";
import { subjectOfMove } from "../evidence/snapshot.ts";
import type { Actor, Key } from "../facts.ts";
import type { Machine } from "../workflow/compile.ts";
import type { EdgeSpec } from "../workflow/format.ts";
import type { HandoffSnapshot } from "./check-handoff.ts";
import { checkGuards, guardsOf, type GuardResult } from "./guards.ts";

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
  const { ticket, evidence = NO_EVIDENCE } = snapshot;
  const state = machine.states.get(ticket?.state ?? machine.workflow.start);
  const move = { key, actor, evidence, subject: subjectOfMove(key, evidence, false), start: machine.workflow.start };
  return (state?.edges ?? []).flatMap((edge) => {
    const guards = guardsOf([edge]);
    if (guards.length === 0 && edge.takes === undefined) return [];
    return { edge, guards: checkGuards(machine, guards, snapshot, move) };
  });
}
