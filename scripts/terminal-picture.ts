// What stands on a terminal's screen, as a page: letters and colours as xterm's emulator has read them.

import type { PseudoTerminal } from "../test/support/terminal/pseudo-terminal.ts";

export type Theme = "light" | "dark";

interface Palette {
  readonly ground: string;
  readonly ink: string;
  readonly dim: string;
  /** As a terminal numbers them: black, red, green, yellow, blue, magenta, cyan, white. */
  readonly colours: readonly string[];
}

const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    ground: "#fdfefc",
    ink: "#14201b",
    dim: "#56645d",
    colours: ["#14201b", "#b3261e", "#2b7330", "#a14a00", "#1b67a8", "#6a48b0", "#0a7165", "#e8ece6"],
  },
  dark: {
    ground: "#0c1211",
    ink: "#e7eeea",
    dim: "#94a39c",
    colours: ["#0c1211", "#ff8b80", "#7fcb84", "#ffb25c", "#74b6f4", "#b9a2f8", "#4fcbb2", "#e7eeea"],
  },
};

export function pictureOf({ emulator }: PseudoTerminal, theme: Theme): string {
  const palette = PALETTES[theme];
  const { active } = emulator.buffer;
  const lines = Array.from({ length: emulator.rows }, (_, row) => {
    const line = active.getLine(active.viewportY + row);
    if (!line) return "";
    return Array.from({ length: emulator.cols }, (__, column) => line.getCell(column))
      .map((cell) => (cell && cell.getWidth() > 0 ? letter(cell, palette) : ""))
      .join("");
  });
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: ${palette.ground}; color: ${palette.ink}; }
    pre { display: inline-block; margin: 0; padding: 14px 16px; font: 15px/1.25 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    b { font-weight: 700; }
    i { display: inline-block; width: 1ch; font-style: normal; text-align: center; }
  </style><pre>${lines.join("\n")}</pre>`;
}

type Cell = NonNullable<
  ReturnType<NonNullable<ReturnType<PseudoTerminal["emulator"]["buffer"]["active"]["getLine"]>>["getCell"]>
>;

function letter(cell: Cell, { ground, ink, dim, colours }: Palette): string {
  const text = cell.getChars() || " ";
  const own = cell.isFgPalette() ? (colours[cell.getFgColor() % 8] ?? ink) : cell.isDim() ? dim : ink;
  const [front, back] = cell.isInverse() ? [ground, own] : [own, null];
  if (text === " " && back === null) return " ";
  const style = `color:${front}${back === null ? "" : `;background:${back}`}${cell.isBold() ? ";font-weight:700" : ""}`;
  // Every letter has the room of one: no font has all of these in one width.
  return `<i style="${style}">${ESCAPES[text] ?? text}</i>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };
