// A workflow says in words how a state is shown, as "blue spinner". Here it becomes a shape and a colour of the terminal.

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

export function indicatorShape(indicator: string | null): string {
  return wordIn(indicator, SHAPES) ?? "○";
}

export function indicatorColour(indicator: string | null): readonly Style[] {
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
