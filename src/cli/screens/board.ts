// The board as text: what waits for people first, then phases side by side where there is room, one below the other where
// there is not. Colours say the phase and what is live; marks say the same without colours.

import type { BoardView } from "../../app/pages/board-page.ts";
import { cardsIn, countsOf, openPhases, strayCards, STRAY, type Phase } from "../../app/pages/console/columns.ts";
import type { Card, NeedView } from "../../app/pages/views.ts";
import { showKey } from "../../engine/facts.ts";
import type { StateSpec } from "../../engine/workflow/format.ts";
import type { Style } from "../support/output.ts";
import { ageOf, live, markOf, marksOf, priorityStyles } from "./card.ts";
import { lengthOf, paint, paintWhole, type Line } from "./lines.ts";
import { showSpan } from "./plots.ts";
import { cut, oneLine, widthOf } from "./table.ts";
import { showLongMoment } from "./times.ts";

/** Narrower than this a card can't be read. */
const LEAST_COLUMN = 26;
const GAP = 2;
/** Of a longer queue the rest is counted. */
const MOST_CARDS = 8;
/** Of what was said last, as much as tells what it is about. */
const MOST_SAID = 100;
/** What stands around a title in a row: number, priority and age. */
const ROW_FRAME = 21;

export interface ShownBoard {
  readonly view: BoardView;
  /** What waits for people, the oldest first. */
  readonly needs: readonly NeedView[];
  /** The last row of the ledger. */
  readonly row: number;
}

export function renderBoard({ view, needs, row }: ShownBoard, width: number): string {
  const phases = styledPhases(view);
  const room = Math.floor((width + GAP) / phases.length) - GAP;
  const isWindow = width < Number.MAX_SAFE_INTEGER;
  const body = isWindow && room >= LEAST_COLUMN ? sideBySide(view, phases, room) : stacked(view, phases, width);
  const waiting = waitingLines(view, needs, width);
  const moment: Line = [{ text: `${showLongMoment(view.now)}, row ${row.toLocaleString("en")}`, styles: ["dim"] }];
  const counts = [paint(summary(view), width), paint(moment, width)];
  // A window is cut at its end; a file is read to its end.
  return (isWindow ? [...counts, "", ...waiting, ...body] : [...waiting, ...body, ...counts]).join("\n");
}

const RING: readonly Style[] = ["dim", "blue", "magenta", "cyan"];

export interface StyledPhase extends Phase {
  readonly style: Style;
}

/** People's phases are yellow, the others take turns. */
export function styledPhases(view: Pick<BoardView, "workflow">): readonly StyledPhase[] {
  let next = 0;
  return openPhases(view).map((phase) => ({
    ...phase,
    style: phase.states.every(([, { human }]) => human) ? "yellow" : (RING[next++ % RING.length] ?? "dim"),
  }));
}

const WHY: Readonly<Record<NeedView["kind"], string | null>> = {
  state: null,
  stale_claim: "lease ran out",
  silent_session: "its agent is silent",
  contradicted: "evidence contradicted",
  merged_ungated: "merged past a guard",
  dragged_ungated: "dragged past a guard",
};

/** What nobody else will come for: the oldest first, with what was said last. */
function waitingLines({ now }: BoardView, needs: readonly NeedView[], width: number): readonly string[] {
  if (needs.length === 0) return [];
  const rows = needs.map(({ kind, since, card, lastWord }) => ({
    age: showSpan(Math.max(0, Date.parse(now) - Date.parse(since))),
    key: showKey(card.key),
    priority: card.priority ?? "",
    state: WHY[kind] ?? oneLine(card.state ?? "no state"),
    title: oneLine(card.title),
    said:
      kind === "state" && lastWord?.text ? cut(`${oneLine(lastWord.who)}: ${oneLine(lastWord.text)}`, MOST_SAID) : "",
  }));
  const widest = (of: (row: (typeof rows)[number]) => string, most: number): number =>
    Math.min(most, Math.max(...rows.map((row) => widthOf(of(row)))));
  const [age, key, state, title] = [
    widest((row) => row.age, 8),
    widest((row) => row.key, 20),
    widest((row) => row.state, 24),
    widest((row) => row.title, 44),
  ];
  const whole = (text: string, size: number): string => cut(text, size) + " ".repeat(Math.max(0, size - widthOf(text)));
  return [
    paint([{ text: `${markOf({ human: true })} Waits for people`, styles: ["bold", "yellow"] }], width),
    ...rows.map((row) =>
      paint(
        [
          { text: `  ${whole(row.age, age)}  `, styles: ["dim"] },
          { text: whole(row.key, key), styles: ["bold"] },
          { text: `  ${row.priority.padEnd(2)}  ` },
          { text: `${whole(row.state, state)}  `, styles: ["yellow"] },
          { text: row.said === "" ? row.title : `${whole(row.title, title)}  ` },
          { text: row.said, styles: ["dim"] },
        ],
        width,
      ),
    ),
    "",
  ];
}

function summary(view: BoardView): Line {
  const { cards, closedCounts, refusedLastHour } = view;
  const { held, waiting } = countsOf(view);
  const over = closedCounts.map(({ state, count }) => `${count} ${state}`).join(", ");
  return [
    { text: `${cards.length} open`, styles: ["bold"] },
    { text: ` · ${held} held` },
    ...(waiting > 0
      ? [
          { text: " · " },
          { text: `${waiting} ${waiting === 1 ? "waits" : "wait"} for people`, styles: ["yellow"] } as const,
        ]
      : []),
    ...(refusedLastHour > 0 ? [{ text: ` · ${refusedLastHour} refused in 1h` }] : []),
    ...(over === "" ? [] : [{ text: ` · ${over}`, styles: ["dim"] } as const]),
  ];
}

function stacked(view: BoardView, phases: readonly StyledPhase[], width: number): readonly string[] {
  return [...phases.flatMap((phase) => phaseLines(view, phase, width)), ...stray(view, width)];
}

function phaseLines(view: BoardView, phase: StyledPhase, width: number): readonly string[] {
  const sections = phase.states.flatMap(([state, spec]) => {
    const cards = cardsIn(view, state);
    if (cards.length === 0) return [];
    return [
      paint(
        [{ text: `  ${markOf(spec)} ${state}`, styles: stateStyles(phase, spec) }, { text: ` ${cards.length}` }],
        width,
      ),
      ...rowsOf(view, firstOf(cards, spec), width),
      ...more(cards, spec, "      "),
    ];
  });
  const heading = paint([{ text: phase.name, styles: ["bold", phase.style] }], width);
  return sections.length === 0 ? [] : [heading, ...sections, ""];
}

function stray(view: BoardView, width: number): readonly string[] {
  const lost = strayCards(view);
  if (lost.length === 0) return [];
  return [paint([{ text: STRAY, styles: ["bold", "red"] }], width), ...rowsOf(view, lost, width), ""];
}

/** Everything about a card in one line; ages and lamps stand below each other. */
function rowsOf(view: BoardView, cards: readonly Card[], width: number): readonly string[] {
  const lamps = cards.map((card) => live(view.now, card));
  const widest = Math.max(0, ...lamps.map((lamp) => (lamp.length === 0 ? 0 : lengthOf(lamp) + 2)));
  const room = Math.max(12, Math.min(60, width - ROW_FRAME - widest));
  return cards.map((card, index) => {
    const marks = marksOf(card);
    const title = cut(oneLine(card.title), Math.max(8, room - widthOf(marks)));
    const lamp = lamps[index] ?? [];
    const fill = " ".repeat(Math.max(0, room - widthOf(title) - widthOf(marks)));
    return paint(
      [
        { text: `    ${showKey(card.key).padStart(5)}`, styles: ["bold"] },
        { text: ` ${priorityOf(card)}`, styles: priorityStyles(card) },
        { text: ` ${title}` },
        { text: marks, styles: ["dim"] },
        { text: `${fill}  ${ageOf(view.now, card).padStart(6)}`, styles: ["dim"] },
        ...(lamp.length === 0 ? [] : [{ text: "  " }, ...lamp]),
      ],
      width,
    );
  });
}

function sideBySide(view: BoardView, phases: readonly StyledPhase[], room: number): readonly string[] {
  const columns = phases.map((phase) => columnOf(view, phase, room));
  const height = Math.max(...columns.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_, row) =>
    columns
      .map((lines) => paintWhole(lines[row] ?? [], room))
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
  return [...rows, "", ...stray(view, room * phases.length)];
}

function columnOf(view: BoardView, phase: StyledPhase, room: number): readonly Line[] {
  const sections = phase.states.flatMap(([state, spec]): Line[] => {
    const cards = cardsIn(view, state);
    const heading: Line = [
      { text: `${markOf(spec)} ${state}`, styles: stateStyles(phase, spec) },
      { text: ` ${cards.length}`, styles: ["dim"] },
    ];
    const rest = more(cards, spec, "").map((text): Line => [{ text }]);
    return [heading, ...firstOf(cards, spec).flatMap((card) => cardLines(view, card, room)), ...rest, []];
  });
  const rule: Line = [{ text: "─".repeat(room), styles: [phase.style] }];
  return [[{ text: phase.name.toUpperCase(), styles: ["bold", phase.style] }], rule, ...sections];
}

/** Number and age, the title in two lines at most, and what is live. */
function cardLines(view: BoardView, card: Card, room: number): readonly Line[] {
  const lamp = live(view.now, card);
  const estimate = card.estimate === null ? "" : ` ${card.estimate}`;
  return [
    [
      { text: ` ${showKey(card.key)}`, styles: ["bold"] },
      { text: ` ${priorityOf(card)}`.trimEnd(), styles: priorityStyles(card) },
      { text: `${estimate} · ${ageOf(view.now, card)}`, styles: ["dim"] },
    ],
    ...wrapped(oneLine(card.title) + marksOf(card), room - 3).map((text): Line => [{ text: `   ${text}` }]),
    ...(lamp.length === 0 ? [] : [[{ text: "   " }, ...lamp]]),
  ];
}

/** What somebody works on, or waits for, is shown whole; of a queue the beginning. */
function firstOf(cards: readonly Card[], { lock, human }: StateSpec): readonly Card[] {
  return lock || human ? cards : cards.slice(0, MOST_CARDS);
}

function more(cards: readonly Card[], spec: StateSpec, indent: string): readonly string[] {
  const rest = cards.length - firstOf(cards, spec).length;
  return rest === 0 ? [] : [`${indent}… ${rest} more`];
}

function stateStyles(phase: StyledPhase, { human }: StateSpec): readonly Style[] {
  return [human ? "yellow" : phase.style];
}

function priorityOf({ priority }: Card): string {
  return priority ?? "  ";
}

function wrapped(text: string, room: number): readonly string[] {
  if (widthOf(text) <= room) return [text];
  const words = text.split(" ");
  let first = words.shift() ?? "";
  while (words.length > 0 && widthOf(`${first} ${words[0]}`) <= room) first += ` ${words.shift()}`;
  return [cut(first, room), cut(words.join(" "), room)].filter((line) => line !== "");
}
