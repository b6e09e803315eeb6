// Who plays: the same seed gives the same characters with the same habits.

import type { Workflow } from "../engine/workflow/format.ts";
import type { Orders } from "./messages.ts";
import { Random } from "./random.ts";
import { takesCommit, tradesOf } from "./roles.ts";

const NAMES = ["ada", "grace", "edsger", "barbara", "alan", "margaret", "donald", "frances", "tony", "radia"];

export interface CastOptions {
  readonly agents: number;
  readonly seed: number;
  readonly pace: number;
  /** How long what waits for a person is left to one; null: for ever. */
  readonly patienceMs: number | null;
  /** The repository that they work in; null: there is none. */
  readonly project: string | null;
}

export function castOf(workflow: Workflow, options: CastOptions): readonly Orders[] {
  const { agents, seed, pace, patienceMs, project } = options;
  const random = new Random(seed);
  const trades = tradesOf(workflow).map(({ command }) => command);
  const builder = tradesOf(workflow).find((trade) => takesCommit(workflow, trade))?.command;
  // The desks first: without them nothing gets to those who build, or away from them.
  const posts = ["triage", "review", ...trades];
  const boaster = builder === undefined ? -1 : posts.indexOf(builder) % agents;
  const players = Array.from({ length: agents }, (_, index): Orders => {
    const own = posts.filter((_, post) => post % agents === index);
    const favourite = index < posts.length ? own : [trades[index % trades.length] ?? ""];
    const first = favourite.filter((post) => trades.includes(post));
    return {
      name: nameAt(index),
      seed: random.whole(1, 2 ** 31),
      trades: [...first, ...trades.filter((trade) => !first.includes(trade))],
      triages: favourite.includes("triage"),
      reviewsAfterMs: favourite.includes("review") ? patienceMs : null,
      habits: {
        mischief: random.between(0.15, 0.4),
        hesitates: random.between(0.2, 0.6),
        diesAt: random.whole(3, 14),
        boasts: index === boaster,
      },
      project,
      pace,
    };
  });
  return [...players, runner(random.whole(1, 2 ** 31), pace)];
}

/** Goes through runs of skills, beside all others. */
function runner(seed: number, pace: number): Orders {
  const habits = { mischief: 0, hesitates: 0, diesAt: null, boasts: false };
  return { name: "joan", seed, trades: [], triages: false, reviewsAfterMs: null, habits, project: null, pace };
}

function nameAt(index: number): string {
  const name = NAMES[index % NAMES.length] ?? "";
  return index < NAMES.length ? name : `${name}-${Math.floor(index / NAMES.length) + 1}`;
}
