// Tables for a terminal: as wide as they need to be, and never wider than the window. What agents wrote stands in them, so
// that nothing in it may reach the terminal as a command.

import { stripVTControlCharacters } from "node:util";
import { styled, type Style } from "../support/output.ts";

export interface Column {
  readonly title: string;
  readonly right?: true;
  /** May be cut down to so many characters where the window is narrow; else it keeps its width. */
  readonly least?: number;
  /** Left out where even that is not enough; the highest goes first. */
  readonly drop?: number;
}

export interface Cell {
  readonly text: string;
  readonly styles?: readonly Style[];
}

const GAP = "  ";
const STYLE = new RegExp(`(${String.fromCharCode(27)}\\[[\\d;]*m)`);
/** Where nobody looks on, nothing is cut. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

export function windowWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : UNBOUNDED;
}

export function renderTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string {
  const cells = rows.map((row) => columns.map((_, index) => plain(row[index])));
  const wanted = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index]?.text ?? ""))),
  );
  const shown = fitColumns(columns, wanted, width);
  const header = shown.map(({ index, size }) => aligned(columns[index], { text: columns[index]?.title ?? "" }, size));
  const lines = cells.map((row) =>
    shown.map(({ index, size }) => aligned(columns[index], row[index] ?? { text: "" }, size)),
  );
  return [styled(lineOf(header), "dim"), ...lines.map(lineOf)].join("\n");
}

/** In one line, and with nothing in it that a terminal would obey. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

interface Fit {
  readonly index: number;
  readonly size: number;
}

function fitColumns(columns: readonly Column[], wanted: readonly number[], width: number): readonly Fit[] {
  const droppable = columns.flatMap(({ drop }, index) => (drop === undefined ? [] : [{ index, drop }]));
  const order = droppable.toSorted((a, b) => b.drop - a.drop).map(({ index }) => index);
  for (let dropped = 0; ; dropped++) {
    const gone = new Set(order.slice(0, dropped));
    const shown = wanted.map((size, index) => ({ index, size })).filter(({ index }) => !gone.has(index));
    const fitted = shrink(columns, shown, width);
    if (totalOf(fitted) <= width || dropped >= order.length) return fitted;
  }
}

/** Takes away from the widest first, a character at a time: a narrow one keeps what little it has. */
function shrink(columns: readonly Column[], shown: readonly Fit[], width: number): readonly Fit[] {
  const sizes = new Map(shown.map(({ index, size }) => [index, size]));
  const fits = (): readonly Fit[] => [...sizes].map(([index, size]) => ({ index, size }));
  for (let over = totalOf(shown) - width; over > 0; over--) {
    const [widest] = fits()
      .filter(({ index, size }) => size > (columns[index]?.least ?? size))
      .toSorted((a, b) => b.size - a.size);
    if (!widest) break;
    sizes.set(widest.index, widest.size - 1);
  }
  return fits();
}

function totalOf(fits: readonly Fit[]): number {
  return fits.reduce((sum, { size }) => sum + size, GAP.length * Math.max(0, fits.length - 1));
}

function aligned(column: Column | undefined, { text, styles = [] }: Cell, size: number): string {
  const kept = cut(text, size);
  const space = " ".repeat(Math.max(0, size - widthOf(kept)));
  const shown = styles.length > 0 && kept !== "" ? styled(kept, ...styles) : kept;
  return column?.right ? space + shown : shown + space;
}

function lineOf(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd();
}

function plain(cell: Cell | undefined): Cell {
  return cell ? { ...cell, text: oneLine(cell.text) } : { text: "" };
}

export function cut(text: string, size: number): string {
  if (widthOf(text) <= size) return text;
  let kept = "";
  let width = 0;
  for (const letter of lettersOf(text)) {
    width += letterWidth(letter);
    if (width > size - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}

/** Every line of a text that may have colours in it, cut to the window: a line that wraps breaks all that stand below. */
export function fitWindow(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => cutStyled(line, width))
    .join("\n");
}

/** What switches a colour off again is kept. */
function cutStyled(line: string, width: number): string {
  if (widthOf(stripVTControlCharacters(line)) <= width) return line;
  let room = width - 1;
  let kept = "";
  for (const part of line.split(STYLE)) {
    if (STYLE.test(part)) kept += part;
    else if (room >= 0) {
      for (const letter of lettersOf(part)) {
        room -= letterWidth(letter);
        kept += room < 0 ? "…" : letter;
        if (room < 0) break;
      }
    }
  }
  return kept;
}

export function widthOf(text: string): number {
  return lettersOf(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): readonly string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;

function letterWidth(letter: string): number {
  return WIDE.test(letter) ? 2 : 1;
}
