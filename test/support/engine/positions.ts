// Positions for tests: of a group as it stands, for an agent that may do everything.

import type { Machine } from "../../../src/engine/workflow/compile.ts";
import type { Actor, Group, GroupTicket } from "../../../src/engine/facts.ts";
import {
  positionOf as positionOfUntold,
  type Position,
  type PositionFacts,
} from "../../../src/engine/position/position.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { telling } from "../surfaces.ts";
import { MACHINE } from "./boards.ts";

export const positionOf = telling(positionOfUntold);

export const NOW = 1_000_000;
/** Somebody else has it in hand. */
export const HELD: Partial<GroupTicket> = {
  claim: { holder: { connection: "ann", agent: null }, fence: 1, since: NOW - 1, expiresAt: NOW + 1 },
};
export const STEPS = ["split", "triage", "research", "plan", "review", "implement", "pr"];
export const AGENT: Actor = { kind: "agent", identity: { connection: "bob", agent: null } };

export function factsOf(group: Group): PositionFacts {
  return { now: NOW, group, whole: group };
}

export function position(group: Group, machine: Machine = MACHINE, actor: Actor = AGENT): Position {
  const answer = positionOf(machine, factsOf(group), actor);
  if (isRefusal(answer)) throw new Error(answer.error);
  return answer;
}
