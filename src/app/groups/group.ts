// The group of a ticket, from what was read of the board around it.

import type { Group, Key } from "../../engine/facts.ts";
import { groupOf, type GroupScope } from "../../engine/groups/group.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { App } from "../app.ts";
import type { GroupFacts } from "../ports/tickets.ts";

/** `whole`: what guards are judged by. `below`: what a question about a container is answered with. */
export function groupIn(machine: Machine, { tickets, cut }: GroupFacts, key: Key, scope: GroupScope): Group {
  const group = groupOf(machine, tickets, key, { scope });
  return cut ? { ...group, truncated: true } : group;
}

/** The group that a question about a ticket is answered with, and the whole piece of the board that it belongs to. */
export async function readGroups(
  app: App,
  key: Key,
): Promise<{ facts: GroupFacts; group: Group; whole: Group } | null> {
  const facts = await app.board.tickets.group(key, "whole");
  if (!facts) return null;
  const whole = groupIn(app.machine, facts, key, "whole");
  // A piece that is too large to be read may hold a container that is not.
  const below = facts.cut ? await app.board.tickets.group(key, "below") : null;
  return { facts, whole, group: groupIn(app.machine, below ?? facts, key, "below") };
}
