// Groups, read with the versions that they rest on.

import type { GroupFacts } from "../../app/ports/tickets.ts";
import { ticketCheck, type Check } from "../../app/commit/changes.ts";
import type { Group, GroupTicket, Key } from "../../engine/facts.ts";
import { groupOf } from "../../engine/groups/group.ts";
import { askAll } from "../ask.ts";
import { MOST_REACHED, WALK_FROM, type Driver } from "../driver.ts";
import { groupMembers } from "./queries.ts";
import { toGroupTicket, versionOf } from "./rows.ts";

export async function readGroup(driver: Driver, key: Key): Promise<GroupFacts | null> {
  const tickets = await walk(driver, key, driver.reached);
  return tickets && factsOf(tickets, groupOf(tickets.members, key));
}

export async function readGuardedGroup(driver: Driver, key: Key): Promise<GroupFacts | null> {
  const own = await walk(driver, key, driver.reached);
  const asked = own?.members.get(key);
  if (!own || !asked) return null;
  const facts = factsOf(own, groupOf(own.members, key));
  const around = asked.hasChildren ? await walk(driver, key, driver.reached.replace(WALK_FROM, "'ticket'")) : null;
  if (!around) return facts;
  around.members.set(key, { ...asked, hasChildren: false });
  const before = factsOf(around, groupOf(around.members, key));
  return {
    group: {
      members: [...facts.group.members, ...before.group.members.filter((member) => member.key !== key)],
      cycles: facts.group.cycles,
      truncated: facts.group.truncated || before.group.truncated,
    },
    relied: [...facts.relied, ...before.relied],
  };
}

interface Walked {
  readonly members: Map<Key, GroupTicket>;
  readonly relied: readonly Check[];
}

/** Everything that `reached` leads to, each with the versions that it rests on. */
async function walk(driver: Driver, key: Key, reached: string): Promise<Walked | null> {
  const rows = await askAll(driver, groupMembers(reached), key);
  if (rows.length === 0) return null;
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
  return { members: tickets, relied: [...relied.values()] };
}

function factsOf({ members, relied }: Walked, group: Group): GroupFacts {
  return { group: members.size < MOST_REACHED ? group : { ...group, truncated: true }, relied };
}
