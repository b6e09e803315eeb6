// What stands around the columns: how the board stands above them, what just happened and which keys there are below.

import { aimedCard } from "../../app/pages/console/aim.ts";
import { columnsOf, countsOf, type BoardColumn } from "../../app/pages/console/columns.ts";
import { missingIn } from "../../app/pages/console/forms.ts";
import { filterOf, type ConsoleState } from "../../app/pages/console/state.ts";
import { eventWords } from "../../app/ledger/event-words.ts";
import type { EventView } from "../../app/pages/views.ts";
import { showKey } from "../../engine/facts.ts";
import { UNDO_MS } from "../../engine/tickets/undo/undo.ts";
import { ageOf, markOf } from "../screens/card.ts";
import { lengthOf, paintWhole, spread, type Line } from "../screens/lines.ts";
import { showSpan } from "../screens/plots.ts";
import { oneLine, widthOf } from "../screens/table.ts";
import { showClock, showZone } from "../screens/times.ts";
import { styled, type Style } from "../support/output.ts";

export interface FrameLook {
  readonly width: number;
  readonly name: string;
  /** The board's clock. */
  readonly now: string;
}

export function rule(width: number): string {
  return styled("─".repeat(width), "dim");
}

/** How much there is, what waits for people, and whether it is live. */
export function drawHead(state: ConsoleState, { width, name, now }: FrameLook): readonly string[] {
  const { view, trouble } = state;
  const { held } = countsOf(view);
  const counts: Line = [
    { text: ` ${oneLine(name)}`, styles: ["bold"] },
    { text: `   ${view.cards.length} open · ${held} held` },
    ...(view.refusedLastHour > 0 ? [{ text: ` · ${view.refusedLastHour} refused in 1h` }] : []),
  ];
  const clock: Line = [
    trouble === null ? { text: "live", styles: ["green"] } : { text: "not live", styles: ["red"] },
    { text: `  ${showClock(now).slice(0, 5)} ${showZone(now)} ` },
  ];
  const waits = waitingLine(state, now);
  const isOneLine = lengthOf(counts) + lengthOf(waits) + lengthOf(clock) + 6 <= width;
  if (waits.length === 0) return [paintWhole(spread(counts, clock, width), width)];
  if (isOneLine) return [paintWhole(spread([...counts, { text: "   " }, ...waits], clock, width), width)];
  return [paintWhole(spread(counts, clock, width), width), paintWhole([{ text: " " }, ...waits], width)];
}

function waitingLine({ needs, waiting }: ConsoleState, now: string): Line {
  const [oldest] = needs;
  if (!oldest) return [];
  const count = new Set(needs.map(({ card }) => card.key)).size;
  const age = showSpan(Math.max(0, Date.parse(now) - Date.parse(oldest.since)));
  const styles: readonly Style[] = waiting ? ["bold", "yellow", "inverse"] : ["bold", "yellow"];
  return [
    { text: `${markOf({ human: true })} ${count} ${count === 1 ? "waits" : "wait"} for people, oldest ${age}`, styles },
  ];
}

/** The line of phases: where tickets are, which column is aimed at, and what has come to its end. */
export function drawTrack(
  { view, aim }: ConsoleState,
  columns: readonly BoardColumn[],
  styles: readonly Style[],
  width: number,
): string {
  const closed = view.closedCounts
    .map(({ state, count }) => `${count.toLocaleString("en")} ${oneLine(state)}`)
    .join(", ");
  const line: Line = columns.flatMap(({ name, cards }, at): Line => {
    const text = ` ${oneLine(name)} ${cards.length} `;
    const own: readonly Style[] = cards.length === 0 ? ["dim"] : [styles[at] ?? "red"];
    return [
      ...(at === 0 ? [] : [{ text: "─", styles: ["dim"] as const }]),
      name === aim.column ? { text: `‹${text.slice(1, -1)}›`, styles: ["bold", ...own] } : { text, styles: own },
    ];
  });
  const end: Line = closed === "" ? [] : [{ text: `─${markOf({ terminal: true })} ${closed}`, styles: ["dim"] }];
  return paintWhole([...line, ...end], width);
}

/** What happened last, the newest first, as far as there is room. */
export function drawNews({ news }: ConsoleState, width: number): string {
  const line: Cell[] = [];
  for (const event of news) {
    const cells = newsCells(event);
    if (line.length > 0 && lengthOf(line) + lengthOf(cells) + 4 > width) break;
    line.push(...(line.length > 0 ? [{ text: "    " }] : [{ text: " " }]), ...cells);
  }
  return paintWhole(line, width);
}

type Cell = Line[number];

function newsCells(event: EventView): Line {
  const styles: readonly Style[] = event.kind === "refuse" ? ["red"] : [];
  return [
    { text: `${showClock(event.at)} `, styles: ["dim"] },
    { text: `${oneLine(event.who)}: ${oneLine(eventWords(event))}`, styles },
  ];
}

/** What came of the last act, else how the ticket stands that is aimed at. */
export function drawStatus(state: ConsoleState, { width, now }: FrameLook): string {
  const { notice, trouble, aim, search, waiting } = state;
  if (trouble !== null) return paintWhole([{ text: ` ${oneLine(trouble)}`, styles: ["red"] }], width);
  if (notice !== null) return paintWhole([{ text: ` ${oneLine(notice)}`, styles: ["bold"] }], width);
  const shown = [
    ...(search.trim() === "" ? [] : [`search “${oneLine(search)}”, ${foundWords(state)}`]),
    ...(waiting ? ["only what waits for people"] : []),
  ].join(", ");
  const narrowed: Line = shown === "" ? [] : [{ text: ` ${shown}: esc shows all. `, styles: ["yellow"] }];
  if (aim.key === null) return paintWhole([...narrowed, { text: " Nothing to aim at." }], width);
  return paintWhole([...narrowed, { text: ` ${standing(state, aim.key, now)}` }], width);
}

/** How many tickets a search shows, and how many it found that are not on the board: those are closed. */
export function foundWords(state: ConsoleState): string {
  const { view, search, found, waiting } = state;
  const count = columnsOf(view, filterOf(state)).reduce((sum, { cards }) => sum + cards.length, 0);
  const shown = count.toLocaleString("en");
  if (found?.text !== search.trim()) return `${shown} so far`;
  const open = new Set(view.cards.flatMap(({ key, closed }) => (closed ? [] : [key])));
  const away = waiting ? 0 : found.keys.filter((key) => !open.has(key)).length;
  const more = found.more ? ", and more" : "";
  if (count === 0 && away === 0) return "nothing matches";
  return `${shown} found${away === 0 ? "" : `, ${away.toLocaleString("en")} closed too`}${more}`;
}

function standing(state: ConsoleState, key: string, now: string): string {
  const card = aimedCard(state);
  if (!card) return `${showKey(key)} has left the board. Enter opens it; the arrows go on.`;
  const { claim } = card;
  const held = claim
    ? `, held by ${oneLine(claim.holder)} until ${showClock(claim.expiresAt).slice(0, 5)} ${showZone(claim.expiresAt)}`
    : "";
  return `${showKey(key)} ${oneLine(card.state ?? "no state")} for ${ageOf(now, card)}${held}. ${oneLine(card.title)}`;
}

/** Only keys that do something now. */
export function drawKeys(state: ConsoleState, { width, now }: FrameLook): string {
  const canUndo = state.ownMove !== null && Date.parse(now) - state.ownMove.at < UNDO_MS;
  const all = keysFor(state, canUndo ? "u undo  " : "");
  const shorter = state.dialog === null ? [all.replace(ARROWS, ""), SHORT[state.ticket ? "ticket" : "board"]] : [];
  const fitting = [all, ...shorter].find((text) => widthOf(text) < width) ?? shorter.at(-1) ?? all;
  return paintWhole([{ text: ` ${fitting}`, styles: ["dim"] }], width);
}

/** Whoever sees a board tries the arrows anyway. */
const ARROWS = /^[←↑↓→]+ \w+ {2}/;

const SHORT = {
  board: "enter open  m move  / search  ? help  q quit",
  ticket: "m move  c comment  esc back  ? help",
} as const;

function keysFor({ dialog, ticket }: ConsoleState, undo: string): string {
  if (dialog === null) {
    return ticket
      ? `↑↓ scroll  m move  ${undo}e edit  c comment  esc back  ? help  q quit`
      : `←↑↓→ go  enter open  m move  ${undo}e edit  c comment  n new  / search  w waits  ? help  q quit`;
  }
  if (dialog.type === "help") return "↑↓ scroll  esc close";
  if (dialog.type === "search") return "type to search   ↑↓ go   enter keep   esc drop it";
  if (dialog.sending) return "sending …";
  if (dialog.refused) return "enter look again   y copy the command   esc close, the text is kept";
  const missing = missingIn(dialog);
  const send = missing === null ? (dialog.type === "new" ? "enter make it   " : "ctrl+s send   ") : `${missing}   `;
  if (dialog.type === "comment" || dialog.type === "new") return `${send}esc back, the text is kept`;
  if (dialog.type === "edit") return `↑↓ field   ${send}esc back, the text is kept`;
  const last = dialog.choices?.length ?? 0;
  return dialog.focus === "choices"
    ? `1–${last} or ↑↓ choose   tab text   ${send}esc back, the text is kept`
    : `${send}tab choices   esc back, the text is kept`;
}
