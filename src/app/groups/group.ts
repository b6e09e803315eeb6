// The group of a ticket, from what was read of the board around it.

import type { Group, Key } from "../../engine/facts.ts";
import { groupOf, type GroupScope } from "../../engine/groups/group.ts";
import type { RoomFacts } from "../../engine/position/next-calls.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { App } from "../app.ts";
import type { GroupFacts } from "../ports/tickets.ts";

/** `whole`: what guards are judged by. `below`: what a question about a container is answered with. */
export function groupIn(
  machine: Machine,
  { tickets, cut }: Pick<GroupFacts, "tickets" | "cut">,
  key: Key,
  scope: GroupScope,
): Group {
  const group = groupOf(machine, tickets, key, { scope });
  return cut ? { ...group, truncated: true } : group;
}

/** The group that a question about a ticket is answered with, and the whole piece of the board that it belongs to. */
export async function readGroups(
  app: App,
  asked: Key,
): Promise<({ key: Key; facts: GroupFacts; group: Group; whole: Group } & RoomFacts) | null> {
  const limited = limitedStates(app.machine);
  const [facts, room] = await Promise.all([
    app.board.tickets.group(asked, "whole"),
    limited.length > 0 ? app.board.evidence.openIn(limited) : null,
  ]);
  if (!facts) return null;
  // A ticket elsewhere may have another name by now.
  const key = facts.tickets.has(asked) ? asked : await app.board.tickets.nameNow(asked);
  const whole = groupIn(app.machine, facts, key, "whole");
  // A piece that is too large to be read may hold a container that is not.
  const below = facts.cut ? await app.board.tickets.group(key, "below") : null;
  return { key, facts, whole, group: groupIn(app.machine, below ?? facts, key, "below"), ...(room ? { room } : {}) };
}

/** The states that have room for so many tickets. */
function limitedStates({ workflow }: Machine): readonly string[] {
  return workflow.edges.flatMap(({ to, guards = [] }) => (guards.some(({ type }) => type === "room") ? [to] : []));
}
