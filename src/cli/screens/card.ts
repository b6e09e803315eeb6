// What stands on a card in the terminal: marks of states, who is at work and for how long still, and what is known of the
// work. Every mark has a shape of its own, so that none needs its colour.

import type { ChipView, FactMark } from "../../app/pages/evidence-views.ts";
import type { Card, ClaimView, SessionActivity } from "../../app/pages/views.ts";
import { showKey } from "../../engine/facts.ts";
import type { StateSpec } from "../../engine/workflow/format.ts";
import type { Style } from "../support/output.ts";
import { indicatorColour, indicatorShape } from "./indicator.ts";
import type { Line } from "./lines.ts";
import { showSpan } from "./plots.ts";
import { oneLine, type Cell } from "./table.ts";

const SOON_MS = 180_000;

/** Where a terminal has no such letters: SIGNALBOX_ASCII=1. */
function isAscii(): boolean {
  return process.env["SIGNALBOX_ASCII"] === "1";
}

export function markOf({ lock, human, terminal }: StateSpec): string {
  const [mark, plain] = lock ? ["▣", "="] : human ? ["⚑", "@"] : terminal ? ["┤", "|"] : ["○", "o"];
  return isAscii() ? plain : mark;
}

/** How many parts it has, and what it waits for. */
export function marksOf({ children, openBlockers }: Card): string {
  const parts = children > 0 ? ` [${children} ${children === 1 ? "part" : "parts"}]` : "";
  return openBlockers.length > 0 ? `${parts} [after ${openBlockers.map(showKey).join(", ")}]` : parts;
}

/** Who holds it, what they are at, and how long still. `now`: the board's clock. */
export function live(now: string, { claim, session }: Card): Line {
  if (!claim) return session ? [lamp(session, session.agent)] : [];
  const holder: Cell = claim.session ? lamp(claim.session, claim.holder) : { text: `○ ${oneLine(claim.holder)}` };
  return [holder, lease(now, claim)];
}

function lease(now: string, { expiresAt, expired }: ClaimView): Cell {
  const left = Date.parse(expiresAt) - Date.parse(now);
  if (expired) return { text: " lease ran out", styles: ["red"] };
  return { text: ` ${leaseLeft(left)}`, styles: [left < SOON_MS ? "yellow" : "dim"] };
}

function lamp({ indicator, state, silent }: SessionActivity, who: string): Cell {
  const text = `${silent ? "◌" : indicatorShape(indicator)} ${oneLine(who)} ${silent ? "silent" : oneLine(state)}`;
  return { text, styles: silent ? ["yellow"] : indicatorColour(indicator) };
}

/** `14m!`; minutes and seconds once it gets short: `2:37!`. */
function leaseLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const text = ms < SOON_MS ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : showSpan(ms);
  return `${text}!`;
}

export function ageOf(now: string, { enteredAt }: Card): string {
  return showSpan(Math.max(0, Date.parse(now) - Date.parse(enteredAt)));
}

export function priorityStyles({ priority }: Card): readonly Style[] {
  return priority === "P0" ? ["red"] : [];
}

/** `‡ tests contradicted`, `✓ tests`, `(✓) review`. */
export function chipCell({ name, mark }: ChipView): Cell {
  const [sign, word, styles] = FACTS[mark];
  return { text: [sign, oneLine(name), ...(word === "" ? [] : [word])].join(" "), styles };
}

const FACTS: Readonly<Record<FactMark, readonly [string, string, readonly Style[]]>> = {
  pass: ["✓", "", ["green"]],
  fail: ["✗", "", ["red"]],
  empty: ["–", "ran nothing", ["red"]],
  contradicted: ["‡", "contradicted", ["red"]],
  unknown: ["?", "", ["yellow"]],
  said: ["(✓)", "", []],
  older: ["(✓)", "older commit", []],
  none: ["·", "", ["dim"]],
};
