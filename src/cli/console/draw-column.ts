// One column of the interactive board: its states with their tickets, as lines that fill it exactly.

import type { BoardColumn, Section } from "../../app/pages/console/columns.ts";
import { fit, type Shown } from "../../app/pages/console/fit.ts";
import type { Card } from "../../app/pages/views.ts";
import { showKey } from "../../engine/facts.ts";
import { ageOf, chipCell, live, markOf, marksOf, priorityStyles } from "../screens/card.ts";
import { paintWhole, spread, type Line } from "../screens/lines.ts";
import { cut, oneLine, widthOf } from "../screens/table.ts";
import { styled, type Style } from "../support/output.ts";

export interface ColumnLook {
  readonly width: number;
  readonly rows: number;
  readonly style: Style;
  readonly now: string;
  readonly aimed: string | null;
  /** A ticket takes one line with its title, and one for what is live. */
  readonly wide: boolean;
}

/** The worst facts; more than these are not read at a glance. */
const MOST_CHIPS = 2;

export function drawColumn(column: BoardColumn, look: ColumnLook): readonly string[] {
  const fitted = fit(
    column.sections.map(({ cards, spec }) => ({
      heights: cards.map((card) => heightOf(card, look)),
      queue: !(spec.lock || spec.human),
      aimed: placeOf(cards, look.aimed),
    })),
    look.rows,
  );
  const lines = column.sections
    .slice(fitted.skipped)
    .flatMap((section, at) => [
      ...(at > 0 && fitted.gaps ? [""] : []),
      ...drawSection(section, fitted.sections[fitted.skipped + at] ?? { from: 0, count: 0 }, look),
    ]);
  const shown = lines.slice(0, look.rows);
  return [...shown, ...Array.from({ length: look.rows - shown.length }, () => "")].map((line) =>
    line === "" ? " ".repeat(look.width) : line,
  );
}

function drawSection({ state, spec, cards }: Section, { from, count }: Shown, look: ColumnLook): readonly string[] {
  const style: Style = spec.human ? "yellow" : state === null ? "red" : look.style;
  const name = state === null ? "no state of the workflow" : oneLine(state);
  const heading = spread(
    [{ text: `${markOf(spec)} ${name}`, styles: cards.length === 0 ? ["dim"] : [style] }],
    [{ text: ` ${cards.length}`, styles: ["dim"] }],
    look.width,
  );
  const others = [...cards.slice(0, from), ...cards.slice(from + count)];
  return [
    paintWhole(heading, look.width),
    ...cards.slice(from, from + count).flatMap((card) => drawCard(card, look)),
    ...(others.length === 0 ? [] : [paintWhole([{ text: berths(others, look.width), styles: ["dim"] }], look.width)]),
  ];
}

/** In reverse, with a bar before it: the bar is seen where there are no colours. */
function drawCard(card: Card, look: ColumnLook): readonly string[] {
  const isAimed = card.key === look.aimed;
  return cardLines(card, look).map((line) => {
    if (!isAimed) return paintWhole([{ text: " " }, ...line], look.width);
    const plain = `▌${line.map(({ text }) => text).join("")}`;
    const kept = cut(plain, look.width);
    return styled(kept + " ".repeat(Math.max(0, look.width - widthOf(kept))), "inverse");
  });
}

/** Known without drawing it: of thousands in a queue only a few are drawn. */
function heightOf({ claim, session, chips }: Card, { wide }: ColumnLook): number {
  return 1 + (wide ? 0 : 1) + (claim || session ? 1 : 0) + (chips.some(isShown) ? 1 : 0);
}

function isShown({ mark }: Card["chips"][number]): boolean {
  return mark !== "none";
}

function cardLines(card: Card, look: ColumnLook): readonly Line[] {
  const room = look.width - 1;
  const title = oneLine(card.title) + marksOf(card);
  const about: Line = [
    { text: ` ${showKey(card.key)}`, styles: ["bold"] },
    { text: card.priority === null ? "" : ` ${card.priority}`, styles: priorityStyles(card) },
    { text: card.estimate === null ? "" : ` ${card.estimate}`, styles: ["dim"] },
    ...(look.wide ? [{ text: `  ${title}` }] : []),
  ];
  const lamp = live(look.now, card);
  const chips = card.chips
    .filter(isShown)
    .slice(0, MOST_CHIPS)
    .flatMap((chip, at): Line => [...(at > 0 ? [{ text: "  " }] : []), chipCell(chip)]);
  const indent: Line = [{ text: look.wide ? "     " : "  " }];
  return [
    spread(about, [{ text: `${ageOf(look.now, card)} `, styles: ["dim"] }], room),
    ...(look.wide ? [] : [[...indent, { text: title }]]),
    ...(lamp.length === 0 ? [] : [[...indent, ...lamp]]),
    ...(chips.length === 0 ? [] : [[...indent, ...chips]]),
  ];
}

/** "and 134 116 +12": tickets that are there, and have no room. */
function berths(cards: readonly Card[], width: number): string {
  let text = "   and";
  for (const [at, card] of cards.entries()) {
    const rest = cards.length - at;
    const next = `${text} ${showKey(card.key)}`;
    const tail = rest > 1 ? ` +${rest - 1}` : "";
    if (widthOf(next + tail) > width) return `${text} +${rest}`;
    text = next;
  }
  return text;
}

function placeOf(cards: readonly Card[], key: string | null): number | null {
  const place = cards.findIndex((card) => card.key === key);
  return place < 0 ? null : place;
}
