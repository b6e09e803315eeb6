// A column as rows of known kinds, so that only those in sight are drawn: a board of thousands scrolls like one of ten.

import type { Card } from "../../../../src/http/contract.ts";
import type { ColumnPlan } from "./layout.ts";
import type { Section } from "./sections.ts";

export type Row =
  | { readonly kind: "head"; readonly id: string; readonly section: Section }
  | { readonly kind: "card"; readonly id: string; readonly section: Section; readonly card: Card }
  | { readonly kind: "berths"; readonly id: string; readonly section: Section; readonly cards: readonly Card[] }
  | { readonly kind: "groups"; readonly id: string; readonly section: Section; readonly groups: readonly Group[] }
  /** So many more than a column shows. */
  | { readonly kind: "more"; readonly id: string; readonly section: Section; readonly count: number };

/** null: of any priority. */
export interface Group {
  readonly priority: string | null;
  readonly count: number;
}

export interface SectionRows {
  readonly section: Section;
  readonly first: number;
  readonly last: number;
}

const HEAD_HEIGHT = 29;
const RAIL_HEAD_HEIGHT = 60;
const BERTH_HEIGHT = 27;
export const SECTION_GAP = 14;
const CARD_GAP = 7;
const LEAST_CARDS = 2;
const GROUPS_HEIGHT = 28;
const MORE_HEIGHT = 31;
/** From so many on, a section says how many there are of each priority. */
const MANY = 100;
/** More than this nobody reads in a column: a list has the rest. */
const MOST_SHOWN = 300;
const MOST_IN_RAIL = 100;
/** Lines of numbers behind the cards of a queue: with more, the sections after it would be out of sight. */
const BERTH_LINES = 6;
/** Letters of a title that fit beside each other in a column of usual width. */
const LINE_LENGTH = 34;

export interface Room {
  readonly width: number;
  readonly height: number;
  /** Fingers need larger berths. */
  readonly phone: boolean;
}

export function makeRows(column: ColumnPlan, room: Room): { rows: readonly Row[]; sections: readonly SectionRows[] } {
  const shown = column.rail ? () => 0 : queueLimit(column, room);
  const rows: Row[] = [];
  const sections: SectionRows[] = [];
  for (const section of column.sections) {
    const first = rows.length;
    const name = section.state ?? "";
    rows.push({ kind: "head", id: `head ${name}`, section });
    if (!column.rail && section.cards.length >= MANY) {
      rows.push({ kind: "groups", id: `groups ${name}`, section, groups: groupsOf(section.cards) });
    }
    const most = column.rail ? MOST_IN_RAIL : MOST_SHOWN;
    const cards = section.cards.slice(0, Math.min(most, shown(section)));
    for (const card of cards) rows.push({ kind: "card", id: card.key, section, card });
    const left = section.cards.slice(cards.length, most);
    const across = column.rail ? 1 : berthsInRow(left, room);
    const rest = column.rail ? left : left.slice(0, across * BERTH_LINES);
    for (const group of chunk(rest, across)) {
      rows.push({ kind: "berths", id: `berths ${group[0]?.key}`, section, cards: group });
    }
    const more = section.total - cards.length - rest.length;
    if (more > 0) rows.push({ kind: "more", id: `more ${name}`, section, count: more });
    sections.push({ section, first, last: rows.length - 1 });
  }
  return { rows, sections };
}

function groupsOf(cards: readonly Card[]): readonly Group[] {
  const counts = new Map<string, number>();
  for (const { priority } of cards) {
    if (priority !== null) counts.set(priority, (counts.get(priority) ?? 0) + 1);
  }
  if (counts.size === 0) return [{ priority: null, count: cards.length }];
  return [...counts]
    .map(([priority, count]) => ({ priority, count }))
    .toSorted((a, b) => (a.priority < b.priority ? -1 : 1));
}

/** How many of a queue stand as cards: so many that the sections after it stay in sight, and at least two. */
function queueLimit(column: ColumnPlan, room: Room): (section: Section) => number {
  const queues = column.sections.filter((section) => section.kind === "queue");
  const others = column.sections.filter((section) => section.kind !== "queue");
  if (column.sections.length === 1 || queues.length === 0) return () => Number.POSITIVE_INFINITY;
  const heads = column.sections.length * (HEAD_HEIGHT + SECTION_GAP);
  const taken = others.reduce(
    (sum, section) => sum + section.cards.reduce((cards, card) => cards + cardHeight(card), 0),
    0,
  );
  const each = (room.height - heads - taken - 28) / queues.length;
  return (section) => {
    if (section.kind !== "queue") return Number.POSITIVE_INFINITY;
    const all = section.cards.reduce((sum, card) => sum + cardHeight(card), 0);
    if (all <= each) return section.cards.length;
    let fits = 0;
    let used = BERTH_HEIGHT * (section.cards.length < MANY ? 2 : BERTH_LINES) + MORE_HEIGHT;
    for (const card of section.cards) {
      used += cardHeight(card);
      if (used > each) break;
      fits += 1;
    }
    return Math.max(LEAST_CARDS, fits);
  };
}

export function rowHeight(row: Row, rail: boolean): number {
  if (row.kind === "head") return rail ? RAIL_HEAD_HEIGHT : HEAD_HEIGHT;
  if (row.kind === "groups") return GROUPS_HEIGHT;
  if (row.kind === "more") return MORE_HEIGHT;
  if (row.kind === "berths") return rail ? BERTH_HEIGHT - 1 : BERTH_HEIGHT;
  return cardHeight(row.card);
}

/** Before it was drawn and measured. */
function cardHeight(card: Card): number {
  const lines = card.title.length > LINE_LENGTH ? 2 : 1;
  const notes = Number(card.parent !== null) + Number(card.openBlockers.length > 0);
  const claim = card.claim || card.session ? 30 : 0;
  return 38 + 18 * lines + (notes === 0 ? 0 : 4 + 17 * notes) + claim + CARD_GAP;
}

function berthsInRow(cards: readonly Card[], room: Room): number {
  const digits = Math.max(1, ...cards.map((card) => String(card.number).length));
  const width = Math.max(14 + 7.2 * digits, room.phone ? 56 : 0);
  return Math.max(1, Math.floor((room.width + 5) / (width + 5)));
}

function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
