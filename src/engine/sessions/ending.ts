// What happens to a ticket ends the sessions on it: nobody works on a closed ticket, and a ticket that another agent has
// claimed is that agent's. How the work went, only its own agent knows: it may still say so, once.

import type { Identity } from "../facts.ts";
import type { Machine } from "../workflow/compile.ts";

export type Ending =
  | { readonly type: "closed"; readonly state: string | null }
  | { readonly type: "claimed"; readonly by: Identity };

/** What a step of a ticket means for the sessions on it; null: nothing. `to`: null where the ticket stays where it is. */
export function endingBy(machine: Machine, to: string | null, claimedBy: Identity | null): Ending | null {
  if (to !== null && machine.states.get(to)?.terminal) return { type: "closed", state: to };
  return claimedBy && { type: "claimed", by: claimedBy };
}

export function endsSessionOf(ending: Ending, holder: Identity): boolean {
  return ending.type === "closed" || !mayBeSame(holder, ending.by);
}

/** The connection of a session that a person opened and no agent has taken up yet; it may be meant for one of them. */
export const NOBODY = "";

export function isUnowned({ connection }: Identity): boolean {
  return connection === NOBODY;
}

/** Whether a session that nobody has taken up is meant for this agent. */
function isMeantFor({ agent }: Identity, who: Identity): boolean {
  return agent === null || agent === who.agent || agent === who.connection;
}

/** An agent that leaves out its name now and then is not another one each time. */
function mayBeSame(holder: Identity, other: Identity): boolean {
  if (isUnowned(holder)) return isMeantFor(holder, other);
  if (holder.connection !== other.connection) return false;
  return holder.agent === null || other.agent === null || holder.agent === other.agent;
}
