// What a ticket's pull requests show, by the workflow in force and the ticket's commit.

import type { Observed } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import { observe } from "../evidence/observe.ts";
import type { SeenPulls } from "../evidence/seen-pulls.ts";
import type { Context } from "./context.ts";

/** Asks GitHub, a point; null: there is no such issue. */
export async function observePulls(
  context: Pick<Context, "store" | "looker" | "machine">,
  key: Key,
  id: string,
): Promise<readonly Observed[] | null> {
  const look = await context.looker.issue(key, { withClaim: false, withProof: true }, id);
  return look?.pulls ? observeTicket(context, key, look.pulls) : null;
}

export async function observeTicket(
  { store, machine }: Pick<Context, "store" | "machine">,
  key: Key,
  pulls: SeenPulls,
): Promise<readonly Observed[]> {
  const [at, { workflow }] = await Promise.all([store.evidence.commitOf(key), machine()]);
  return observe(pulls, workflow, at?.head ?? null);
}
