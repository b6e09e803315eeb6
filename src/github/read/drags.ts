// Cards that somebody has dragged on GitHub, along an edge or past all of them: what the guards there would have said. What
// is known here may be older than the pull request, so that GitHub is asked before anybody is said to have gone past one.

import { randomUUID } from "node:crypto";
import { judgeMoveOf, type JudgedMove } from "../../app/evidence/judge-move.ts";
import type { Observed, Ticket } from "../../app/ports/tickets.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { markerOfMove, type Mirroring } from "./outside-changes.ts";
import { actorOfSetter, whoSet } from "./who/who-set.ts";
import type { Seen } from "./seen.ts";

/** What GitHub shows of a ticket's pull requests; null: it could not be asked. */
export type LookAtPulls = (seen: Seen) => Promise<readonly Observed[] | null>;

/** null: it was not dragged, or nothing asks for evidence. */
export async function judgeDrag(
  board: TrackerStore,
  seen: Seen,
  ticket: Ticket,
  { machine, now, viewer }: Mirroring,
  lookAtPulls: LookAtPulls,
): Promise<JudgedMove | null> {
  const place = seen.card?.state;
  if (!machine.asksForEvidence || !place || seen.card?.archived || place.name === ticket.state) return null;
  if (!ticket.onBoard || !machine.states.has(place.name) || markerOfMove(seen, place.name)) return null;
  const actor = actorOfSetter(whoSet(seen, viewer));
  const move = { key: ticket.key, from: ticket.state, to: place.name, actor, now };
  const app = { board, machine, newId: randomUUID };
  const judged = await judgeMoveOf(app, move);
  if (judged.unmet.length === 0) return judged;
  const observed = await lookAtPulls(seen);
  return observed ? judgeMoveOf(app, { ...move, observed }) : judged;
}
