// What a look shows that asks for more than a row in the ledger: something has to be written to GitHub because of it. It is
// noted here, and seen to after the look.

import type { Ticket } from "../../app/ports/tickets.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Key } from "../../engine/facts.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { usesStatus, type Layout } from "../layout/layout.ts";
import type { Seen } from "./seen.ts";
import { whoSet } from "./who/who-set.ts";

export interface Noticed {
  /** new: its card has no state. reopened: its ticket was over. status: its Status shows another state than its own. */
  readonly kind: "new" | "reopened" | "status";
  readonly key: Key;
}

const NOTE = "github-noticed";
const MOST_TRIES = 10;

export function noticedOn(seen: Seen, ticket: Ticket, machine: Machine, layout: Layout): readonly Noticed["kind"][] {
  const { card, closed } = seen;
  if (!card || card.archived) return [];
  const isNew = card.state?.assumed === true && !closed && ticket.onBoard;
  return [
    ...(isNew ? (["new"] as const) : []),
    ...(isReopened(seen, ticket, machine) ? (["reopened"] as const) : []),
    ...(isStatusDragged(seen, ticket, layout) ? (["status"] as const) : []),
  ];
}

/** Somebody opened it again whose ticket is over. Where a person has put the card elsewhere too, that says where it goes. */
function isReopened(seen: Seen, ticket: Ticket, machine: Machine): boolean {
  const isOver = ticket.state !== null && machine.states.get(ticket.state)?.terminal === true;
  if (seen.closed || ticket.closedAs === null || !isOver) return false;
  const place = seen.card?.state;
  return place?.name === ticket.state || place?.assumed === true || whoSet(seen, null).automated;
}

/** Whether Status shows another state than the one that it is in, and was set after that. */
export function isStatusDragged({ card, closed }: Seen, ticket: Pick<Ticket, "state">, layout: Layout): boolean {
  if (!layout.status || usesStatus(layout) || !card?.status || !card.state || closed) return false;
  const shown = layout.status[card.state.name];
  const isSettled = card.state.name === ticket.state && shown !== undefined;
  return isSettled && shown !== card.status.name && (card.state.assumed === true || card.status.at > card.state.at);
}

export async function noticedSoFar({ notes }: TrackerStore): Promise<readonly Noticed[]> {
  const note = await notes.get(NOTE);
  return note === null ? [] : (JSON.parse(note) as Noticed[]);
}

export function noteNoticed(store: TrackerStore, more: readonly Noticed[]): Promise<void> {
  return more.length === 0 ? Promise.resolve() : change(store, (all) => [...all, ...more.filter(isNoneOf(all))]);
}

export function forgetNoticed(store: TrackerStore, done: readonly Noticed[]): Promise<void> {
  return change(store, (all) => all.filter(isNoneOf(done)));
}

function isNoneOf(all: readonly Noticed[]): (one: Noticed) => boolean {
  return (one) => all.every(({ kind, key }) => kind !== one.kind || key !== one.key);
}

/** Others may note something at the same moment. What is lost here is noticed again by the next look that reads the card. */
async function change(store: TrackerStore, make: (all: readonly Noticed[]) => readonly Noticed[]): Promise<void> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const note = await store.notes.get(NOTE);
    const before = note === null ? [] : (JSON.parse(note) as Noticed[]);
    const after = make(before);
    if (after.length === before.length && note !== null) return;
    if (await store.notes.replace(NOTE, note, JSON.stringify(after))) return;
  }
}
