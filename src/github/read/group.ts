// A group as GitHub has it now, into the mirror: the ticket with everything around it, and the members that the mirror
// knows of, in two requests. Only what neither of them showed is followed further.

import type { Key } from "../../engine/facts.ts";
import { withoutLost } from "./lost.ts";
import { readWhoMoved } from "./who/who-moved.ts";
import type { Context } from "../tracker/context.ts";
import { readRemotes } from "../tracker/remote.ts";
import { findIssue, idOf } from "./find-issue.ts";

/** A chain that nobody has seen before shows one link more each time. */
const MOST_ROUNDS = 20;

export async function readGroup(context: Context, key: Key): Promise<void> {
  const { looker, mirror } = context;
  const known = await knownIds(context, key);
  const since = await mirror.moment();
  const around = await looker.surroundings(key);
  if (around.seen.size === 0) return readElsewhere(context, key);
  const read = new Set([...around.seen.values()].map(({ id }) => id));
  let ids = [...new Set([...known, ...around.unread, ...around.parents])].filter((id) => !read.has(id));
  for (let round = 0; ids.length > 0 && round < MOST_ROUNDS; round++) {
    for (const id of ids) read.add(id);
    await looker.members(ids, around);
    // A family of which not all are known is read whole.
    for (const parent of around.seen.values()) {
      const children = [...around.seen.values()].filter((seen) => seen.parent?.key === parent.key).length;
      if (!around.parents.has(parent.id) || parent.children === children || read.has(`below ${parent.id}`)) continue;
      read.add(`below ${parent.id}`);
      around.add(...(await looker.children(parent.id)));
    }
    for (const { id } of around.seen.values()) read.add(id);
    ids = [...new Set([...around.unread, ...around.parents])].filter((id) => !read.has(id));
  }
  await mirror.take(await readWhoMoved(context, await withoutLost(context, [...around.seen.values()])), since);
}

/** The name leads nowhere any more: the issue was transferred, and its id tells where to. */
async function readElsewhere(context: Context, key: Key): Promise<void> {
  const { mirror } = context;
  const since = await mirror.moment();
  const look = (await idOf(context, key)) === null ? null : await findIssue(context, key, { withClaim: false });
  if (!look || look.seen.key === key) return;
  await mirror.take([look.seen], since);
  await readGroup(context, look.seen.key);
}

/** Members, and their parents: a new sibling shows there. */
async function knownIds(context: Context, key: Key): Promise<readonly string[]> {
  const facts = await context.store.tickets.group(key, "whole");
  const members = [...(facts?.tickets.values() ?? [])];
  const keys = new Set(members.flatMap((member) => [member.key, ...(member.parent === null ? [] : [member.parent])]));
  return [...(await readRemotes(context.store, [...keys])).values()].map(({ issue }) => issue);
}
