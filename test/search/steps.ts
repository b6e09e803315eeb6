// The steps of a sequence, as plain data: they name tickets by their place, claims by what they are worth, and wishes by
// what would make sense. So a step keeps its meaning where those before it are left out.

import type { Dice } from "./random.ts";
import { AGENT_COUNT, SEATS } from "./seats.ts";

/** Which of the tokens that were ever given out. */
export type TokenChoice = "none" | "newest" | "oldest" | "other" | "forged";

/** null in a wish: what the state of the ticket suggests. */
export interface Wish {
  readonly command: string;
  readonly intent?: string;
  readonly to_state?: string;
}

export type Step = { readonly by: number } & (
  | {
      readonly do: "create";
      readonly parent?: number;
      readonly blockedBy?: readonly number[];
      readonly estimate?: string;
      readonly priority?: string;
      readonly request?: string;
    }
  | {
      readonly do: "handoff";
      readonly at: number;
      readonly wish: Wish | number;
      readonly token: TokenChoice;
      readonly from?: string;
      readonly dry?: true;
      readonly request?: string;
      readonly blank?: true;
    }
  | { readonly do: "drag"; readonly at: number; readonly to: string }
  | { readonly do: "type"; readonly at: number; readonly state: string | null }
  | {
      readonly do: "advance";
      readonly at: number;
      readonly target: string | null;
      readonly command?: string;
      readonly request?: string;
    }
  | {
      readonly do: "pick";
      readonly state: string;
      readonly command?: string;
      readonly claim?: true;
      readonly max?: string;
      readonly request?: string;
    }
  | {
      readonly do: "link";
      readonly at: number;
      readonly parent?: number | null;
      readonly add?: number;
      readonly remove?: number;
      readonly command?: string;
      readonly request?: string;
    }
  | { readonly do: "edit" | "comment"; readonly at: number; readonly request?: string }
  | { readonly do: "release"; readonly at: number; readonly token: TokenChoice; readonly request?: string }
  | { readonly do: "converge"; readonly at: number; readonly target: string }
  | { readonly do: "position"; readonly at: number }
  | { readonly do: "open"; readonly at: number; readonly request?: string }
  | { readonly do: "report"; readonly session: number; readonly state: string; readonly request?: string }
  | { readonly do: "end"; readonly session: number; readonly outcome: string; readonly request?: string }
  | {
      readonly do: "skill";
      readonly run: number;
      readonly skill: string | null;
      readonly state?: string;
      readonly request?: string;
    }
  | {
      readonly do: "items";
      readonly run: number;
      readonly type: string;
      readonly task?: string;
      readonly after?: string;
    }
  | { readonly do: "task"; readonly run: number; readonly task: string; readonly status: string }
  | { readonly do: "pass"; readonly minutes: number }
);

const STATES = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Human Needed",
  "Done",
  "Canceled",
];
const OPEN = STATES.slice(0, 9);
const COMMANDS = ["triage", "split", "research", "plan", "review", "impl", "hero"];
const INTENTS = ["lock", "complete", "escalate", "close", "cancel", "reject"];
const TICKETS = 12;
/** No sum of these is a lease, or half of one: nothing runs out at the very moment of a call. */
const MINUTES = [1, 11, 23, 61];

type Make = (dice: Dice) => Omit<Step, "by">;

const maybe = <T>(dice: Dice, share: number, value: () => T): T | undefined =>
  dice.chance(share) ? value() : undefined;
const place = (dice: Dice): number => dice.below(TICKETS);
const word = (dice: Dice): string => `${dice.chance(0.2) ? "ralph_" : ""}${dice.pick(COMMANDS)}`;
const request = (dice: Dice): string | undefined => maybe(dice, 0.12, () => dice.pick(["r1", "r2"]));
const token = (dice: Dice): TokenChoice =>
  dice.weighted<TokenChoice>([
    [6, "none"],
    [5, "newest"],
    [0.5, "oldest"],
    [0.5, "other"],
    [0.3, "forged"],
  ]);

const KINDS: readonly (readonly [number, string, Make])[] = [
  [
    10,
    "create",
    (dice) => ({
      do: "create",
      parent: maybe(dice, 0.5, () => place(dice)),
      blockedBy: maybe(dice, 0.25, () => [place(dice)]),
      estimate: maybe(dice, 0.3, () => dice.pick(["XS", "S", "M", "XL"])),
      priority: maybe(dice, 0.3, () => dice.pick(["P0", "P2"])),
      request: request(dice),
    }),
  ],
  [
    44,
    "handoff",
    (dice) => ({
      do: "handoff",
      at: place(dice),
      wish: dice.weighted<() => Wish | number>([
        [14, () => dice.below(6)],
        [3, () => ({ command: word(dice), intent: dice.pick(INTENTS) })],
        [2, () => ({ command: word(dice), to_state: dice.pick(STATES) })],
        [1, () => ({ command: word(dice), to_state: `__${dice.pick(INTENTS).toUpperCase()}__` })],
        [
          0.5,
          () =>
            dice.pick([
              { command: "nobody", intent: "lock" },
              { command: "plan" },
              { command: "plan", intent: "jump" },
              { command: "plan", to_state: "Nowhere" },
              { command: "plan", intent: "lock", to_state: "Done" },
            ]),
        ],
      ])(),
      token: token(dice),
      from: maybe(dice, 0.08, () => dice.pick(STATES)),
      dry: maybe(dice, 0.06, () => true as const),
      blank: maybe(dice, 0.01, () => true as const),
      request: request(dice),
    }),
  ],
  [6, "drag", (dice) => ({ do: "drag", at: place(dice), to: dice.pick(dice.chance(0.2) ? STATES : OPEN) })],
  [1, "type", (dice) => ({ do: "type", at: place(dice), state: dice.pick(["Somewhere", null]) })],
  [
    9,
    "advance",
    (dice) => ({
      do: "advance",
      at: place(dice),
      target: maybe(dice, 0.4, () => dice.pick(STATES)) ?? null,
      command: maybe(dice, 0.4, () => word(dice)),
      request: request(dice),
    }),
  ],
  [
    6,
    "pick",
    (dice) => ({
      do: "pick",
      state: dice.pick([
        "Research Needed",
        "Ready for Plan",
        "Plan in Review",
        "In Progress",
        "Plan in Progress",
        "Backlog",
      ]),
      command: maybe(dice, 0.9, () => dice.pick(["research", "plan", "impl", "ralph_plan", "hero"])),
      claim: maybe(dice, 0.8, () => true as const),
      max: maybe(dice, 0.4, () => "XL"),
      request: request(dice),
    }),
  ],
  [
    9,
    "link",
    (dice) => ({
      do: "link",
      at: place(dice),
      parent: maybe<number | null>(dice, 0.5, () => (dice.chance(0.4) ? null : place(dice))),
      add: maybe(dice, 0.4, () => place(dice)),
      remove: maybe(dice, 0.4, () => place(dice)),
      command: maybe(dice, 0.6, () => dice.pick(["triage", "split", "ralph_split", "plan", "hero"])),
      request: request(dice),
    }),
  ],
  [2, "edit", (dice) => ({ do: "edit", at: place(dice), request: request(dice) })],
  [1, "comment", (dice) => ({ do: "comment", at: place(dice), request: request(dice) })],
  [3, "release", (dice) => ({ do: "release", at: place(dice), token: token(dice), request: request(dice) })],
  [
    3,
    "converge",
    (dice) => ({ do: "converge", at: place(dice), target: dice.pick(["Ready for Plan", "In Progress"]) }),
  ],
  [3, "position", (dice) => ({ do: "position", at: place(dice) })],
  [2, "open", (dice) => ({ do: "open", at: place(dice), request: request(dice) })],
  [
    2,
    "report",
    (dice) => ({
      do: "report",
      session: dice.below(4),
      state: dice.pick(["analyzing", "implementing", "testing"]),
      request: request(dice),
    }),
  ],
  [
    1,
    "end",
    (dice) => ({
      do: "end",
      session: dice.below(4),
      outcome: dice.pick(["success", "failure"]),
      request: request(dice),
    }),
  ],
  [
    2,
    "skill",
    (dice) => ({
      do: "skill",
      run: dice.below(2),
      skill: dice.chance(0.8) ? null : dice.pick(["collab-clear", "collab-cleanup", "executing-plans"]),
      state: maybe(dice, 0.1, () => "gather-goals"),
      request: request(dice),
    }),
  ],
  [
    1,
    "items",
    (dice) => ({
      do: "items",
      run: dice.below(2),
      type: dice.pick(["task", "bugfix"]),
      task: maybe(dice, 0.7, () => dice.pick(["a", "b"])),
      after: maybe(dice, 0.3, () => "a"),
    }),
  ],
  [
    1,
    "task",
    (dice) => ({
      do: "task",
      run: dice.below(2),
      task: dice.pick(["a", "b"]),
      status: dice.pick(["in_progress", "completed", "failed"]),
    }),
  ],
  [4, "pass", (dice) => ({ do: "pass", minutes: dice.pick(MINUTES) })],
];

const WEIGHTED = KINDS.map(([weight, , make]) => [weight, make] as const);
const CREATE = KINDS[0]?.[2];

/** The same seed makes the same steps. */
export function stepsOf(dice: Dice, count: number): readonly Step[] {
  return Array.from({ length: count }, (_, index) => {
    const make = index < 3 && CREATE ? CREATE : dice.weighted(WEIGHTED);
    const step = make(dice);
    const people = step.do === "drag" || step.do === "type" || dice.chance(0.06);
    const by = people ? AGENT_COUNT + dice.below(SEATS.length - AGENT_COUNT) : seatOf(dice);
    return { by, ...step } as Step;
  });
}

/** Mostly those without a limit: others come less far. */
function seatOf(dice: Dice): number {
  return dice.chance(0.6) ? dice.below(4) : dice.below(AGENT_COUNT);
}
