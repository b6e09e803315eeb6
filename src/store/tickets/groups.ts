// The piece of the board around a ticket, read with the versions that it rests on.

import type { GroupFacts } from "../../app/ports/tickets.ts";
import { ticketCheck, type Check } from "../../app/commit/changes.ts";
import type { GroupTicket, Key } from "../../engine/facts.ts";
import type { GroupScope } from "../../engine/groups/group.ts";
import { askAll } from "../ask.ts";
import { MOST_REACHED, type Driver } from "../driver.ts";
import { groupMembers } from "./queries.ts";
import { toGroupTicket, versionOf } from "./rows.ts";

export async function readGroup(driver: Driver, key: Key, scope: GroupScope): Promise<GroupFacts | null> {
  const rows = await askAll(driver, groupMembers(driver.reached[scope]), key);
  const [first] = rows;
  if (!first) return null;
  const tickets = new Map<Key, GroupTicket>();
  // Joining the group touches a member or a parent, so that these versions say whether it is still the same.
  const relied = new Map<Key, Check>();
  for (const [member, links] of Map.groupBy(rows, (row) => row.key)) {
    const [row] = links;
    if (!row) continue;
    const blockedBy = links.flatMap((link) => link.blocked_by ?? []);
    tickets.set(member, toGroupTicket(row, blockedBy));
    relied.set(member, versionOf(row));
    const { parent, parent_version: version } = row;
    if (parent !== null && version !== null) relied.set(parent, ticketCheck({ key: parent, version }));
  }
  return { now: first.now, tickets, cut: tickets.size >= MOST_REACHED, relied: [...relied.values()] };
}
