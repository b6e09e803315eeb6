// The issue of a ticket, by GitHub's id where that is known: it is found whatever it is called by now, and wherever it was
// transferred to. A name that was never seen here is asked for as it is.

import type { Key } from "../../engine/facts.ts";
import type { Context } from "../tracker/context.ts";
import { readRemote } from "../tracker/remote.ts";
import type { Look, WantedLook } from "./look.ts";

type Finding = Pick<Context, "store" | "looker" | "client" | "keys">;

/** null: there is no such issue, or the token can't see it. */
export async function findIssue(context: Finding, key: Key, wanted: WantedLook): Promise<Look | null> {
  const { looker, store } = context;
  const id = await idOf(context, key);
  if (id !== null) return (await atItsNumber(context, key, wanted, id)) ?? transferred(context, key, wanted, id);
  const look = await looker.issue(key, wanted);
  if (look) return look;
  // GraphQL follows a repository that was renamed. An issue that was transferred it does not find by its former name.
  const current = await store.names.current(key);
  return current === null ? null : findIssue(context, current, wanted);
}

/** GitHub's id of a ticket's issue; null: it was never seen here. */
export async function idOf({ store }: Pick<Context, "store">, key: Key): Promise<string | null> {
  const ticket = await store.tickets.get(key);
  return ticket?.nodeId ?? (await readRemote(store, key))?.issue ?? null;
}

/** The ref of a claim has the issue's number in its name: where that has changed, it is asked for once more. */
async function atItsNumber(context: Finding, key: Key, wanted: WantedLook, id: string): Promise<Look | null> {
  const { looker, keys } = context;
  const look = await looker.issue(key, wanted, id);
  if (!look || !wanted.withClaim || keys.nameOf(look.seen.key)?.number === keys.nameOf(key)?.number) return look;
  const claim = await looker.claim(look.seen.key);
  return { ...look, claim };
}

/** An issue that was transferred has a new id; its former name leads to it, for REST alone. */
async function transferred(context: Finding, key: Key, wanted: WantedLook, former: string): Promise<Look | null> {
  const { keys, client } = context;
  const name = keys.nameOf(key);
  const there = name && (await client.issueAt(name));
  if (!there || there.id === former) return null;
  const look = await atItsNumber(context, key, wanted, there.id);
  // Where another repository has the name of the default one by now, its numbers are not that one's.
  const isOthers = look && look.seen.key !== key && keys.areOneName(look.seen.key, key);
  return isOthers ? null : look;
}
