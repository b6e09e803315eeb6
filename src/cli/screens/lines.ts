// Lines of a screen: parts with their colours, as wide as they may be.

import { styled } from "../support/output.ts";
import { cut, widthOf, type Cell } from "./table.ts";

export type Line = readonly Cell[];

export function lengthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** In colour, and no wider than it may be. */
export function paint(line: Line, width: number): string {
  return painted(line, width).trimEnd();
}

/** In colour, and exactly so wide. */
export function paintWhole(line: Line, width: number): string {
  return painted([...line, { text: " ".repeat(Math.max(0, width - lengthOf(line))) }], width);
}

function painted(line: Line, width: number): string {
  let left = width;
  return line
    .map(({ text, styles = [] }) => {
      const kept = left <= 0 ? "" : cut(text, left);
      left -= widthOf(kept);
      return kept === "" || styles.length === 0 ? kept : styled(kept, ...styles);
    })
    .join("");
}

/** The one at the left end, the other at the right, and the left one cut where both have no room. */
export function spread(left: Line, right: Line, width: number): Line {
  const room = Math.max(0, width - lengthOf(right));
  const kept = cutLine(left, Math.max(0, room - 1));
  return [...kept, { text: " ".repeat(Math.max(0, room - lengthOf(kept))) }, ...right];
}

function cutLine(line: Line, width: number): Line {
  let left = width;
  return line.flatMap((cell) => {
    if (left <= 0) return [];
    const text = cut(cell.text, left);
    left -= widthOf(text);
    return [{ ...cell, text }];
  });
}

/** Broken between words, and within a word that is longer than a line. Lines of the text stay lines. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const next = current === "" ? word : `${current} ${word}`;
    if (widthOf(next) <= width) {
      current = next;
      continue;
    }
    if (current !== "") lines.push(current);
    const pieces = broken(word, width);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? "";
  }
  return [...lines, current];
}

function broken(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of graphemes.segment(word)) {
    if (widthOf(piece + segment) > width && piece !== "") {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
