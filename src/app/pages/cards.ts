// Cards: what a board shows of its tickets. Read many at a time, whatever their number in a fixed number of reads.

import { refOf, stamp, type Time } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { App } from "../app.ts";
import { plannedFor, type CardFacts, type CardSelection } from "../ports/tickets.ts";
import { readActivity, viewClaim, type Activity } from "../sessions/activity.ts";
import { readChips } from "../evidence/read-chips.ts";
import { openItemsOn, toCardRun } from "../runs/on-tickets.ts";
import { readPulls } from "../evidence/read-pulls.ts";
import { checkList, type ListInput } from "../tickets/list.ts";
import type { PullsView } from "./pull-views.ts";
import type { Card } from "./views.ts";

export async function readCards(app: App, which: CardSelection): Promise<readonly Card[]> {
  const [now, facts] = await Promise.all([app.board.now(), app.board.tickets.cards(which)]);
  return toCards(app, facts, now);
}

export interface CardPage {
  readonly tickets: readonly Card[];
  readonly nextCursor: string | null;
}

export async function listCards(app: App, input: ListInput): Promise<CardPage | Refusal> {
  const checked = checkList(app, input);
  if (isRefusal(checked)) return checked;
  const page = await app.board.tickets.list(checked.filter, checked.limit, input.cursor ?? null);
  const keys = page.items.map((ticket) => ticket.key);
  const cards = new Map((await readCards(app, { keys })).map((card) => [card.key, card]));
  return { tickets: keys.flatMap((key) => cards.get(key) ?? []), nextCursor: page.next };
}

function toCard(
  { ticket, blockers }: CardFacts,
  now: Time,
  activity: Activity,
  runs: Card["runs"],
  chips: Card["chips"],
  found: PullsView | undefined,
): Card {
  const [pull] = found?.pulls ?? [];
  return {
    ...refOf(ticket.key),
    key: ticket.key,
    title: ticket.title,
    state: ticket.state,
    closed: ticket.closed,
    priority: ticket.priority,
    estimate: ticket.estimate,
    labels: ticket.labels,
    ...plannedFor(ticket),
    parent: ticket.parent,
    children: ticket.childCount,
    openBlockers: blockers.filter((blocker) => !blocker.closed).map((blocker) => blocker.key),
    claim: viewClaim(ticket, now, activity),
    session: activity.onTicket.get(ticket.key) ?? null,
    runs,
    chips,
    ...(found && pull ? { pull: { ...pull, total: found.total } } : {}),
    enteredAt: stamp(ticket.enteredAt),
    updatedAt: stamp(ticket.updatedAt),
    version: ticket.version,
  };
}

async function toCards(app: App, facts: readonly CardFacts[], now: Time): Promise<readonly Card[]> {
  const open = facts.map(({ ticket }) => ticket).filter((ticket) => !ticket.closed);
  const keys = facts.map(({ ticket }) => ticket.key);
  const [activity, runs, chips, pulls] = await Promise.all([
    readActivity(app, open, now),
    openItemsOn(app, keys),
    readChips(app, open),
    readPulls(app, keys),
  ]);
  return facts.map((one) => {
    const { key } = one.ticket;
    return toCard(one, now, activity, (runs.get(key) ?? []).map(toCardRun), chips.get(key) ?? [], pulls.get(key));
  });
}
