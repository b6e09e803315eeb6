// Lamps for a terminal: a workflow says in words how a state is shown, as a colour and a shape.

import type { Style } from "../support/output.ts";

const SHAPES: Readonly<Record<string, string>> = { spinner: "◐", pulse: "◉", dot: "●", check: "✓", x: "✗" };
const COLOURS: Readonly<Record<string, Style>> = {
  gray: "dim",
  blue: "blue",
  yellow: "yellow",
  cyan: "cyan",
  green: "green",
  purple: "magenta",
  red: "red",
};

export function lampShape(indicator: string | null): string {
  return wordIn(indicator, SHAPES) ?? "○";
}

export function lampColour(indicator: string | null): readonly Style[] {
  const colour = wordIn(indicator, COLOURS);
  return colour === undefined ? [] : [colour];
}

function wordIn<T>(indicator: string | null, known: Readonly<Record<string, T>>): T | undefined {
  const word = (indicator ?? "")
    .toLowerCase()
    .split(" ")
    .find((part) => Object.hasOwn(known, part));
  return word === undefined ? undefined : known[word];
}
