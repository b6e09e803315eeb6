// Which ticket the person aims at, and where the arrows lead from there.

import type { Card } from "../views.ts";
import { columnsOf, type BoardColumn } from "./columns.ts";
import { filterOf, type Aim, type ConsoleState } from "./state.ts";

export const NOWHERE: Aim = { key: null, column: "", place: 0 };

export type Direction = "up" | "down" | "left" | "right" | "top" | "end";

/** To begin with, what has waited longest for a person; else the first ticket there is. */
function firstAim(state: ConsoleState): Aim {
  const columns = columnsOf(state.view, filterOf(state));
  const oldest = state.needs.find(({ card }) => placeIn(columns, card.key) !== null);
  const key = oldest?.card.key ?? columns.find(({ cards }) => cards.length > 0)?.cards[0]?.key;
  return (key === undefined ? null : placeIn(columns, key)) ?? NOWHERE;
}

/** After the board has changed: the same ticket, wherever it is now. One that has left the board stays aimed at. */
export function keepAim(state: ConsoleState): Aim {
  if (state.aim.key === null) return firstAim(state);
  return placeIn(columnsOf(state.view, filterOf(state)), state.aim.key) ?? state.aim;
}

/** After the person has asked for another part of the board: a ticket that is in it. */
export function aimWithin(state: ConsoleState): Aim {
  const columns = columnsOf(state.view, filterOf(state));
  const kept = state.aim.key === null ? null : placeIn(columns, state.aim.key);
  return kept ?? firstAim(state);
}

export function moveAim(state: ConsoleState, to: Direction): Aim {
  const columns = columnsOf(state.view, filterOf(state));
  const at = columns.findIndex(({ name }) => name === state.aim.column);
  const column = columns[at];
  if (to === "left" || to === "right") return aside(columns, at, state.aim, to) ?? state.aim;
  if (!column || column.cards.length === 0) return firstAim(state);
  const isThere = column.cards[state.aim.place]?.key === state.aim.key;
  // What stood below one that is gone has moved up into its place.
  const down = isThere ? state.aim.place + 1 : state.aim.place;
  const places = { up: state.aim.place - 1, down, top: 0, end: column.cards.length - 1 };
  return inColumn(column, places[to]);
}

/** The ticket that an act is on: the open one, else the one that is aimed at. */
export function subjectOf(state: ConsoleState): { readonly key: string; readonly title: string } | null {
  const { ticket, aim } = state;
  if (ticket) return { key: ticket.key, title: ticket.page?.card.title ?? "" };
  if (aim.key === null) return null;
  return { key: aim.key, title: aimedCard(state)?.title ?? "" };
}

/** The card as it is on the board; null: it is no longer there. */
export function aimedCard({ view, aim }: ConsoleState): Card | null {
  return view.cards.find(({ key, closed }) => key === aim.key && !closed) ?? null;
}

function aside(columns: readonly BoardColumn[], at: number, aim: Aim, to: "left" | "right"): Aim | null {
  const others = to === "right" ? columns.slice(at + 1) : columns.slice(0, Math.max(0, at)).toReversed();
  const next = others.find(({ cards }) => cards.length > 0);
  return next ? inColumn(next, aim.place) : null;
}

function inColumn({ name, cards }: BoardColumn, wanted: number): Aim {
  const place = Math.min(cards.length - 1, Math.max(0, wanted));
  return { key: cards[place]?.key ?? null, column: name, place };
}

function placeIn(columns: readonly BoardColumn[], key: string): Aim | null {
  for (const { name, cards } of columns) {
    const place = cards.findIndex((card) => card.key === key);
    if (place >= 0) return { key, column: name, place };
  }
  return null;
}
