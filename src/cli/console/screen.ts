// The interactive board on the screen. All of it is drawn from the state alone; Ink writes what has changed.

import { Box, Text, useInput, usePaste, useWindowSize } from "ink";
import { createElement as h, useSyncExternalStore, type ReactElement } from "react";
import { columnsOf, type BoardColumn } from "../../app/pages/console/columns.ts";
import { filterOf, type ConsoleState } from "../../app/pages/console/state.ts";
import type { TextField } from "../../app/pages/console/text-field.ts";
import { harmless, styled, type Style } from "../support/output.ts";
import { styledPhases } from "../screens/board.ts";
import { paintWhole, spread, type Line } from "../screens/lines.ts";
import { cut, oneLine, widthOf } from "../screens/table.ts";
import { renderTicket } from "../screens/ticket.ts";
import { drawColumn } from "./draw-column.ts";
import { drawDialog, laidOut } from "./draw-dialog.ts";
import { drawHead, drawKeys, drawNews, drawStatus, drawTrack, foundWords, rule, type FrameLook } from "./draw-frame.ts";
import { keysOf, pasted } from "./keyboard.ts";
import type { ConsoleSession } from "./session.ts";

/** Below these one phase at a time, and below those a list. */
const [WIDE, NARROW, LOW] = [80, 60, 16];
const LEAST_COLUMN = 23;
const MOST_DIALOG = 76;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

export function Screen({ session, name }: { readonly session: ConsoleSession; readonly name: string }): ReactElement {
  const size = useWindowSize();
  const { state, now } = useSyncExternalStore(session.subscribe, session.snapshot);
  useInput((input, key) => {
    for (const one of keysOf(input, key)) session.press(one);
  });
  usePaste((text) => session.press(pasted(text)));
  const lines = drawScreen(state, session, size, { width: size.columns, name, now });
  return h(
    Box,
    { flexDirection: "column", width: size.columns, height: size.rows, overflow: "hidden" },
    ...lines.map((line, at) => h(Text, { key: at, wrap: "truncate" }, harmless(line) || " ")),
    floating(state, size),
  );
}

/** Exactly as many lines as the window has. */
function drawScreen(state: ConsoleState, session: ConsoleSession, size: Size, look: FrameLook): readonly string[] {
  const { columns: width, rows } = size;
  const isTiny = width < NARROW || rows < LOW;
  const columns = columnsOf(state.view, filterOf(state));
  const styles = styledPhases(state.view).map(({ style }) => style);
  const head = [
    ...drawHead(state, look).slice(0, isTiny ? 1 : 2),
    ...(isTiny ? [] : [drawTrack(state, columns, styles, width), rule(width)]),
  ];
  const foot = [
    ...(isTiny ? [] : [rule(width), drawNews(state, width)]),
    state.dialog?.type === "search" ? searchLine(state, state.dialog.field, width) : drawStatus(state, look),
    drawKeys(state, look),
  ];
  const room = Math.max(1, rows - head.length - foot.length);
  const body = state.ticket
    ? ticketLines(state, session, width, room)
    : boardLines(state, columns, styles, { columns: width, rows: room }, look.now, isTiny);
  return [...head, ...body, ...foot].slice(0, rows);
}

function boardLines(
  state: ConsoleState,
  columns: readonly BoardColumn[],
  styles: readonly Style[],
  { columns: width, rows }: Size,
  now: string,
  isTiny: boolean,
): readonly string[] {
  const aimed = state.aim.key;
  if (width < WIDE || isTiny) {
    const column = columns.find(({ name }) => name === state.aim.column) ?? columns[0];
    if (!column) return filled([], width, rows);
    const style = styles[columns.indexOf(column)] ?? "red";
    return drawColumn(column, { width, rows, style, now, aimed, wide: true });
  }
  const shown = inSight(columns, state.aim.column, Math.max(1, Math.floor((width + 1) / (LEAST_COLUMN + 1))));
  const each = Math.floor((width + 1) / shown.length) - 1;
  const drawn = shown.map((column) =>
    drawColumn(column, { width: each, rows, style: styles[columns.indexOf(column)] ?? "red", now, aimed, wide: false }),
  );
  return Array.from({ length: rows }, (_, row) => drawn.map((lines) => lines[row] ?? "").join(" "));
}

/** So many columns, as far to the right as the one that is aimed at allows: what waits for people is there. */
function inSight(columns: readonly BoardColumn[], aimed: string, most: number): readonly BoardColumn[] {
  const at = columns.findIndex(({ name }) => name === aimed);
  const last = Math.max(0, columns.length - most);
  const from = at < 0 ? last : Math.min(last, at);
  return columns.slice(from, from + most);
}

function ticketLines(state: ConsoleState, session: ConsoleSession, width: number, rows: number): readonly string[] {
  const { ticket } = state;
  if (!ticket?.page) return filled([" Reading …"], width, rows);
  const lines = renderTicket(ticket.page, width - 2).split("\n");
  const most = Math.max(0, lines.length - rows);
  session.page = { rows: Math.max(1, rows - 1), most };
  const from = Math.min(most, ticket.scroll);
  const shown = lines.slice(from, from + rows).map((line) => ` ${line}`);
  const below = lines.length - from - shown.length;
  if (below > 0) shown[shown.length - 1] = styled(` ↓ ${below + 1} more lines`, "dim");
  return filled(shown, width, rows);
}

function filled(lines: readonly string[], width: number, rows: number): readonly string[] {
  return [...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, () => " ".repeat(width))].slice(
    0,
    rows,
  );
}

function searchLine(state: ConsoleState, field: TextField, width: number): string {
  const found = state.search.trim() === "" ? "" : ` ${foundWords(state)} `;
  const { lines, row } = laidOut(field, Math.max(8, width - 12 - found.length));
  const typed: Line = [{ text: " Search: ", styles: ["bold"] }, ...(lines[row] ?? [])];
  return paintWhole(spread(typed, [{ text: found, styles: ["yellow"] }], width), width);
}

/** In a frame, in the middle of what is under it. */
function floating({ dialog }: ConsoleState, { columns, rows }: Size): ReactElement | null {
  if (dialog === null) return null;
  const width = Math.min(MOST_DIALOG, columns - 4);
  const room = rows - 6;
  const drawn = drawDialog(dialog, width - 4, room);
  if (!drawn) return null;
  const lines = drawn.lines.slice(0, Math.max(1, room));
  const top = Math.max(0, Math.floor((rows - lines.length - 4) / 2));
  const title = cut(oneLine(drawn.title), width - 6);
  const edge = "─".repeat(Math.max(0, width - widthOf(title) - 5));
  return h(
    Box,
    {
      position: "absolute",
      flexDirection: "column",
      marginLeft: Math.floor((columns - width) / 2),
      marginTop: top,
      width,
    },
    h(Text, { wrap: "truncate" }, harmless(`┌ ${styled(title, "bold")} ${edge}─┐`)),
    ...lines.map((line, at) => h(Text, { key: at, wrap: "truncate" }, harmless(`│ ${line} │`))),
    h(Text, { wrap: "truncate" }, `└${"─".repeat(width - 2)}┘`),
  );
}
