// One row of the ledger in the terminal: when, who, what happened and why, and of a refusal what its caller was told.

import { eventWords } from "../../app/ledger/event-words.ts";
import type { EventView } from "../../app/pages/views.ts";
import { asPerson } from "../../engine/names.ts";
import { styled } from "../support/output.ts";
import { wrap } from "./lines.ts";
import { padded } from "./plots.ts";
import { cut, oneLine, widthOf } from "./table.ts";
import { showClock, showMoment } from "./times.ts";

/** In a narrow window the day and the zone can be spared, and a part of the names. */
const NARROW = 60;
const WHO = 16;
const NARROW_WHO = 12;
/** Where a column for the words would be narrower than this, they stand below. */
const LEAST_WORDS = 24;

/** Where nobody looks on, in one line. */
export function renderEvent(event: EventView, width: number): string {
  const narrow = width < NARROW;
  const at = narrow ? showClock(event.at) : showMoment(event.at);
  const nameWidth = narrow ? NARROW_WHO : WHO;
  const who = padded(whoOf(event, nameWidth), nameWidth);
  const head = `${styled(at, "dim")}  ${event.person ? styled(who, "magenta") : who}`;
  const parts = partsOf(event);
  const coloured = (text: string, style: Part["style"]): string => (style === undefined ? text : styled(text, style));
  if (width === Number.MAX_SAFE_INTEGER) {
    return `${head}  ${parts.map(({ text, style }) => coloured(text, style)).join("  ")}`;
  }
  const indent = at.length + nameWidth + 4;
  const isBelow = width - indent < LEAST_WORDS;
  const margin = isBelow ? 2 : indent;
  const lines = parts.flatMap(({ text, style }) => wrap(text, width - margin).map((line) => coloured(line, style)));
  const [first = "", ...more] = lines;
  const below = more.map((line) => `${" ".repeat(margin)}${line}`);
  return isBelow
    ? [head.trimEnd(), `${" ".repeat(margin)}${first}`, ...below].join("\n")
    : [`${head}  ${first}`, ...below].join("\n");
}

interface Part {
  readonly text: string;
  readonly style?: "red" | "dim";
}

/** What happened; why, as whoever did it said; and what was answered where it was refused. */
function partsOf(event: EventView): readonly Part[] {
  const { refusal } = event;
  const words = oneLine(eventWords(event));
  const why = textOf(event.texts["reason"]);
  const told = refusal === null ? "" : textOf(refusal.what);
  const recovery = refusal?.recovery == null ? "" : `Recovery: ${oneLine(refusal.recovery)}`;
  const parts: readonly Part[] = [
    event.kind === "refuse" ? { text: words, style: "red" } : { text: words },
    { text: why, style: "dim" },
    { text: told },
    { text: recovery, style: "dim" },
  ];
  return parts.filter(({ text }) => text !== "");
}

function textOf(text: string | null | undefined): string {
  if (text === undefined) return "";
  return text === null ? "[redacted]" : oneLine(text);
}

/** Cut at its end, the name of a person could be that of an agent: only the name is cut. */
function whoOf({ who, person }: EventView, width: number): string {
  const shown = oneLine(who);
  if (!person || widthOf(shown) <= width) return shown;
  const mark = asPerson("");
  return asPerson(cut(shown.slice(0, -mark.length), width - mark.length));
}
