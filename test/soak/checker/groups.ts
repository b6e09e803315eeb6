// Whether the group of a ticket had come together when somebody said so: found again from the links that the ledger tells.

import type { Replay } from "./replay.ts";
import type { Rules } from "./rules.ts";

/** The members that had not reached the target, each with its state; none: it has converged. */
export function lateMembers(replay: Replay, rules: Rules, key: string, target: string): readonly string[] {
  const members = replay.childrenOf(key).size > 0 ? leavesBelow(replay, key) : leavesAround(replay, key);
  if (members.length === 1 && members[0] === key) return [];
  return members.flatMap((member) => {
    const ticket = replay.ticket(member);
    const state = typeof ticket?.["state"] === "string" ? ticket["state"] : null;
    if (ticket?.["closed"] === 1) return [];
    const [place, wanted] = [rules.placeOf(state), rules.placeOf(target)];
    return place !== null && wanted !== null && place >= wanted ? [] : [`#${member} (${state})`];
  });
}

function leavesBelow(replay: Replay, key: string): readonly string[] {
  const reached = new Set([key]);
  for (const next of reached) for (const child of replay.childrenOf(next)) reached.add(child);
  return leavesAmong(replay, reached);
}

/** Over a common parent and over blockers, either way; what has children connects, and is no member. */
function leavesAround(replay: Replay, key: string): readonly string[] {
  const reached = new Set([key]);
  for (const next of reached) {
    const parent = replay.ticket(next)?.["parent"];
    const family = typeof parent === "string" ? replay.childrenOf(parent) : [];
    for (const other of [...family, ...replay.blockersOf(next), ...replay.blockedBy(next)]) reached.add(other);
  }
  return leavesAmong(replay, reached);
}

function leavesAmong(replay: Replay, keys: ReadonlySet<string>): readonly string[] {
  return [...keys].filter((key) => replay.childrenOf(key).size === 0);
}
