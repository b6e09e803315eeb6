// A column as rows of known kinds, so that only those in sight are drawn: a board of thousands scrolls like one of ten.

import type { Card } from "../../../../src/http/contract.ts";
import type { ColumnPlan } from "./layout.ts";
import type { Section } from "./sections.ts";

export type Row =
  | { readonly kind: "head"; readonly id: string; readonly section: Section }
  | { readonly kind: "card"; readonly id: string; readonly section: Section; readonly card: Card }
  | { readonly kind: "berths"; readonly id: string; readonly section: Section; readonly cards: readonly Card[] };

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
    const cards = section.cards.slice(0, shown(section));
    for (const card of cards) rows.push({ kind: "card", id: card.key, section, card });
    const rest = section.cards.slice(cards.length);
    for (const group of chunk(rest, column.rail ? 1 : berthsInRow(rest, room))) {
      rows.push({ kind: "berths", id: `berths ${group[0]?.key}`, section, cards: group });
    }
    sections.push({ section, first, last: rows.length - 1 });
  }
  return { rows, sections };
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
    let used = BERTH_HEIGHT * 2;
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
  const digits = Math.max(1, ...cards.slice(0, 200).map((card) => String(card.number).length));
  const width = Math.max(14 + 7.2 * digits, room.phone ? 56 : 0);
  return Math.max(1, Math.floor((room.width + 5) / (width + 5)));
}

function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
