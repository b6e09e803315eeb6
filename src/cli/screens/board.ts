// The board on a terminal: phases side by side where there is room, one below the other where there is not. Colours say
// the phase and what is live; marks say the same without colours.

import type { BoardView } from "../../app/pages/board-page.ts";
import type { Card } from "../../app/pages/views.ts";
import { showKey } from "../../engine/facts.ts";
import type { StateSpec } from "../../engine/workflow/format.ts";
import { indicatorColour, indicatorShape } from "./indicator.ts";
import { styled, type Style } from "../support/output.ts";
import { cut, oneLine, showAge, widthOf, type Cell } from "./table.ts";

/** Narrower than this a card can't be read. */
const LEAST_COLUMN = 26;
const GAP = 2;
/** Of a longer queue the rest is counted. */
const MOST_CARDS = 8;
const SOON_MS = 180_000;
/** What stands around a title in a row: number, priority and age. */
const ROW_FRAME = 21;

interface Phase {
  readonly name: string;
  readonly style: Style;
  readonly states: readonly (readonly [string, StateSpec])[];
}

type Line = readonly Cell[];

export function renderBoard(view: BoardView, width: number): string {
  const phases = phasesOf(view).filter(({ states }) => states.some(([, { terminal }]) => !terminal));
  const room = Math.floor((width + GAP) / phases.length) - GAP;
  const columns = Number.isFinite(width) && width < Number.MAX_SAFE_INTEGER && room >= LEAST_COLUMN;
  const body = columns ? sideBySide(view, phases, room) : stacked(view, phases, width);
  return [paint(summary(view), width), "", ...body].join("\n");
}

/** States that share a phase stand together; a state without one is its own. */
function phasesOf({ workflow }: Pick<BoardView, "workflow">): readonly Phase[] {
  const byPhase = Map.groupBy(Object.entries(workflow.states), ([name, { phase }]) => phase ?? name);
  const ring: readonly Style[] = ["dim", "blue", "magenta", "cyan"];
  let next = 0;
  return [...byPhase].map(([name, states]) => {
    const all = (test: (spec: StateSpec) => boolean | undefined): boolean => states.every(([, spec]) => test(spec));
    const style = all(({ terminal }) => terminal)
      ? "green"
      : all(({ human }) => human)
        ? "yellow"
        : (ring[next++ % ring.length] ?? "dim");
    return { name, style, states };
  });
}

function summary({ cards, closedCounts, workflow, refusedLastHour }: BoardView): Line {
  const waiting = cards.filter(({ state }) => state !== null && workflow.states[state]?.human).length;
  const held = cards.filter(({ claim }) => claim && !claim.expired).length;
  const over = closedCounts.map(({ state, count }) => `${count} ${state}`).join(", ");
  return [
    { text: `${cards.length} open`, styles: ["bold"] },
    { text: ` · ${held} in hand` },
    ...(waiting > 0 ? [{ text: " · " }, { text: `${waiting} waiting for a person`, styles: ["yellow"] } as const] : []),
    ...(refusedLastHour > 0 ? [{ text: ` · ${refusedLastHour} refused in the last hour` }] : []),
    ...(over === "" ? [] : [{ text: ` · ${over}`, styles: ["dim"] } as const]),
  ];
}

function stacked(view: BoardView, phases: readonly Phase[], width: number): readonly string[] {
  return [...phases.flatMap((phase) => phaseLines(view, phase, width)), ...stray(view, width)];
}

function phaseLines(view: BoardView, phase: Phase, width: number): readonly string[] {
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

/** Tickets whose state the workflow does not know: they are shown, or nobody would ever find them. */
function stray(view: BoardView, width: number): readonly string[] {
  const lost = view.cards.filter(({ state }) => state === null || !Object.hasOwn(view.workflow.states, state));
  if (lost.length === 0) return [];
  const heading = paint([{ text: "In no state of the workflow", styles: ["bold", "red"] }], width);
  return [heading, ...rowsOf(view, lost, width), ""];
}

/** Everything about a card in one line; ages and lamps stand below each other. */
function rowsOf(view: BoardView, cards: readonly Card[], width: number): readonly string[] {
  const lamps = cards.map((card) => live(view, card));
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
        { text: `${fill}  ${ageOf(view, card).padStart(6)}`, styles: ["dim"] },
        ...(lamp.length === 0 ? [] : [{ text: "  " }, ...lamp]),
      ],
      width,
    );
  });
}

function sideBySide(view: BoardView, phases: readonly Phase[], room: number): readonly string[] {
  const columns = phases.map((phase) => columnOf(view, phase, room));
  const height = Math.max(...columns.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_, row) =>
    columns
      .map((lines) => padded(lines[row] ?? [], room))
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
  return [...rows, "", ...stray(view, room * phases.length)];
}

function columnOf(view: BoardView, phase: Phase, room: number): readonly Line[] {
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
  const lamp = live(view, card);
  const estimate = card.estimate === null ? "" : ` ${card.estimate}`;
  return [
    [
      { text: ` ${showKey(card.key)}`, styles: ["bold"] },
      { text: ` ${priorityOf(card)}`.trimEnd(), styles: priorityStyles(card) },
      { text: `${estimate} · ${ageOf(view, card)}`, styles: ["dim"] },
    ],
    ...wrapped(oneLine(card.title) + marksOf(card), room - 3).map((text): Line => [{ text: `   ${text}` }]),
    ...(lamp.length === 0 ? [] : [[{ text: "   " }, ...lamp]]),
  ];
}

/** How many parts it has, and what it waits for. */
function marksOf({ children, openBlockers }: Card): string {
  const parts = children > 0 ? ` [${children} ${children === 1 ? "part" : "parts"}]` : "";
  return openBlockers.length > 0 ? `${parts} [after ${openBlockers.map(showKey).join(", ")}]` : parts;
}

/** Who holds it, what they are at, and how long still. */
function live(view: BoardView, { claim, session }: Card): Line {
  if (!claim) return session ? [lampCell(session, session.agent)] : [];
  const left = Date.parse(claim.expiresAt) - Date.parse(view.now);
  const lease: Cell = claim.expired
    ? { text: " lease ran out", styles: ["red"] }
    : { text: ` ${leaseLeft(left)}`, styles: [left < SOON_MS ? "yellow" : "dim"] };
  const holder: Cell = claim.session ? lampCell(claim.session, claim.holder) : { text: `○ ${oneLine(claim.holder)}` };
  return [holder, lease];
}

function lampCell(
  { indicator, state, silent }: { readonly indicator: string | null; readonly state: string; readonly silent: boolean },
  who: string,
): Cell {
  const text = `${silent ? "◌" : indicatorShape(indicator)} ${oneLine(who)} ${silent ? "silent" : oneLine(state)}`;
  return { text, styles: silent ? ["yellow"] : indicatorColour(indicator) };
}

/** Minutes; seconds once it gets short. */
function leaseLeft(ms: number): string {
  return ms < SOON_MS ? `${Math.max(0, Math.ceil(ms / 1000))} s` : showAge(ms);
}

function cardsIn({ cards }: BoardView, state: string): readonly Card[] {
  return cards
    .filter((card) => card.state === state)
    .toSorted((a, b) => (a.priority ?? "P9").localeCompare(b.priority ?? "P9") || a.number - b.number);
}

/** What somebody works on, or waits for, is shown whole; of a queue the beginning. */
function firstOf(cards: readonly Card[], { lock, human }: StateSpec): readonly Card[] {
  return lock || human ? cards : cards.slice(0, MOST_CARDS);
}

function more(cards: readonly Card[], spec: StateSpec, indent: string): readonly string[] {
  const rest = cards.length - firstOf(cards, spec).length;
  return rest === 0 ? [] : [`${indent}… ${rest} more`];
}

function markOf({ lock, human, terminal }: StateSpec): string {
  return lock ? "▣" : human ? "▲" : terminal ? "■" : "○";
}

function stateStyles(phase: Phase, { human }: StateSpec): readonly Style[] {
  return [human ? "yellow" : phase.style];
}

function priorityOf({ priority }: Card): string {
  return priority ?? "  ";
}

function priorityStyles({ priority }: Card): readonly Style[] {
  return priority === "P0" ? ["red"] : [];
}

function ageOf({ now }: BoardView, { enteredAt }: Card): string {
  return showAge(Date.parse(now) - Date.parse(enteredAt));
}

function wrapped(text: string, room: number): readonly string[] {
  if (widthOf(text) <= room) return [text];
  const words = text.split(" ");
  let first = words.shift() ?? "";
  while (words.length > 0 && widthOf(`${first} ${words[0]}`) <= room) first += ` ${words.shift()}`;
  return [cut(first, room), cut(words.join(" "), room)].filter((line) => line !== "");
}

function lengthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** In colour, and no wider than it may be. */
function paint(line: Line, width: number): string {
  let left = width;
  return line
    .map(({ text, styles = [] }) => {
      const kept = left <= 0 ? "" : cut(text, left);
      left -= widthOf(kept);
      return kept === "" || styles.length === 0 ? kept : styled(kept, ...styles);
    })
    .join("")
    .trimEnd();
}

function padded(line: Line, width: number): string {
  return paint(line, width) + " ".repeat(Math.max(0, width - lengthOf(line)));
}
