// What became of a plan that was sent, or may have been: read off GitHub itself. The mirror holds what was before, as
// nobody changes it while the plan is under way.

import type { Plan } from "../../app/plan.ts";
import type { Key } from "../../engine/facts.ts";
import { creationIn, findCreated } from "./create-issue.ts";
import { isThere, wantedBy, type Effect } from "./effects.ts";
import { missingEffects, type Job } from "./jobs.ts";
import type { Parts } from "./parts.ts";
import { renumber } from "./renumber.ts";
import type { Seen } from "./seen.ts";

export interface Evidence {
  /** With the number that GitHub gave, where it makes a ticket. */
  readonly plan: Plan;
  readonly created: Key | null;
  /** Tickets on which something of the plan was found, each with what is still missing. */
  readonly begun: readonly Job[];
  /** Tickets on which nothing of it was found. */
  readonly untouched: readonly Key[];
}

export async function findEvidence(parts: Parts, plan: Plan, marker: string): Promise<Evidence> {
  const writing = { store: parts.storeId, marker, machine: await parts.machine() };
  const creation = creationIn(plan);
  const made = creation ? await findCreated(parts, marker) : null;
  const real = creation && made ? renumber(plan, creation.key, made.key) : plan;
  const [begun, untouched]: [Job[], Key[]] = [[], []];
  for (const { key, effects, created } of wantedBy(real, writing)) {
    if (created && !made) {
      untouched.push(key);
      continue;
    }
    const look = await parts.looker.issue(key, parts.refs !== null);
    parts.place.learn(look?.fields ?? null);
    const proof = created || (look && (await isBegun(parts, key, effects, look.seen)));
    if (!look || !proof) {
      untouched.push(key);
      continue;
    }
    const claim = look.claim && { ...look.claim, repository: look.repository };
    begun.push({ key, seen: look.seen, effects: missingEffects(effects, look.seen), claim });
  }
  return { plan: real, created: made?.key ?? null, begun, untouched };
}

/** Whether something is there now that was not there before. */
async function isBegun(parts: Parts, key: Key, effects: readonly Effect[], seen: Seen): Promise<boolean> {
  const before = await mirrored(parts, key, seen);
  const wanted = effects.filter(({ kind }) => kind !== "status");
  const changing = before ? wanted.filter((effect) => !isThere(effect, before)) : wanted;
  return changing.length === 0 || changing.some((effect) => isThere(effect, seen));
}

/** The mirror as if it had been seen. */
async function mirrored(parts: Parts, key: Key, seen: Seen): Promise<Seen | null> {
  const [card] = await parts.store.cards({ keys: [key] });
  if (!card || !seen.card) return null;
  const { ticket, blockers } = card;
  return {
    ...seen,
    title: ticket.title,
    closed: ticket.closed,
    parent: ticket.parent === null ? null : { key: ticket.parent, id: "" },
    labels: ticket.labels.map((name) => ({ id: "", name })),
    blockedBy: blockers.map((blocker) => ({ key: blocker.key, id: "", title: "", closed: blocker.closed })),
    comments: [],
    body: "",
    card: {
      ...seen.card,
      state: ticket.state === null ? null : { name: ticket.state, at: 0, by: null },
      priority: ticket.priority,
      estimate: ticket.estimate,
    },
  };
}
