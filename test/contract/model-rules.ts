// What the specifications say that needs no board to say it.

import type { Identity } from "../../src/engine/facts.ts";
import { cells, type Cell } from "../support/engine/handoff-matrix.ts";
import { MINUTE } from "../support/worlds/world.ts";

export interface Asked {
  readonly command?: string;
  readonly intent?: string;
  readonly toState?: string;
  readonly fromState?: string;
  readonly claim?: string;
}

/** An answer, brought down to what is compared. */
export type Answer = Readonly<Record<string, unknown>>;

export interface ClaimShown {
  readonly holder: string;
  readonly fence: number;
  readonly expires: number;
  readonly token: boolean;
}

export const ORDER = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Done",
];
export const STATES = [...ORDER, "Human Needed", "Canceled"];
export const COMMANDS = ["triage", "split", "research", "plan", "review", "impl", "hero"];
export const INTENTS = ["lock", "complete", "escalate", "close", "cancel", "reject"];
export const TERMINAL = new Set(["Done", "Canceled"]);
export const LOCK_FLAGGED = new Set(["Research in Progress", "Plan in Progress"]);
export const LOCKS = new Map([
  ["research", "Research in Progress"],
  ["plan", "Plan in Progress"],
  ["impl", "In Progress"],
]);
const CLAIMED_FROM = new Map([
  ["research", ["Research Needed", "Research in Progress"]],
  ["plan", ["Ready for Plan", "Plan in Progress"]],
  ["impl", ["Plan in Review", "In Progress"]],
]);
export const RELINKERS = new Map([
  ["triage", ["Backlog"]],
  ["split", ["Backlog", "Research Needed"]],
]);
export const SIZES = ["XS", "S", "M", "L", "XL"];
export const GRACE = 2 * MINUTE;
export const REFUSED = {
  n: "intent_not_mapped",
  a: "intent_ambiguous",
  t: "terminal_state",
  h: "human_gate",
  g: "invalid_transition",
  b: "reject_goes_back",
  x: "unexpected_state",
  p: "invalid_output",
} as const;

const table = new Map(cells().map((cell) => [cellName(cell.command, cell.request, cell.state), cell]));

/** Why nothing can be picked like that, whatever there is; null where it can. */
export function pickMuddle(state: string, claimAs: string | null | undefined): Answer | null {
  if (TERMINAL.has(state)) return { code: "terminal_state" };
  if (state === "Human Needed") return { code: "human_gate" };
  if (claimAs === null) return null;
  if (claimAs === undefined) return { code: "command_required" };
  const from = CLAIMED_FROM.get(claimAs);
  if (!from) return { code: "no_lock" };
  return from.includes(state) ? null : { code: "no_claim_from_state" };
}

export function bareIntent(asked: Asked): string | null {
  const wrapped = /^__([A-Z]+)__$/.exec(asked.intent ?? asked.toState ?? "")?.[1];
  return wrapped?.toLowerCase() ?? asked.intent ?? null;
}

export function cellAt(command: string, request: Cell["request"], state: string | null): Cell {
  const cell = table.get(cellName(command, request, state));
  if (!cell) throw new Error(`no cell for ${cellName(command, request, state)}`);
  return cell;
}

function cellName(command: string, request: Cell["request"], state: string | null): string {
  return JSON.stringify([command, request, state]);
}

/** Out of a state that nobody knows, every guard on the way to the target binds. */
export function isGuarded(from: string | null, to: string): boolean {
  const unknown = from !== null && !STATES.includes(from);
  return to === "Plan in Progress" && (unknown || from === "Ready for Plan");
}

/** Every way on from before a plan to after it leads over the guarded edge. */
export function passesGuard(from: string | null, to: string): boolean {
  return rank(from) <= rank("Ready for Plan") && rank(to) >= rank("Plan in Progress");
}

export function rank(state: string | null): number {
  return state === null ? -1 : ORDER.indexOf(state);
}

export function leaseOf(state: string | null): number {
  return (state === "In Progress" ? 60 : 20) * MINUTE;
}

export function nameOf(who: Identity): string {
  return who.agent === null ? who.connection : `${who.connection}/${who.agent}`;
}

export function same(a: Identity, b: Identity): boolean {
  return a.connection === b.connection && a.agent === b.agent;
}
