// Every size and every question by turns, so that what disturbs the machine for a while disturbs all of them.

import { timedEach } from "../boards/each.ts";
import { summarize } from "../statistics.ts";
import { COLOURS, type Curve } from "./curves.ts";

/** What is asked of a board of one size. */
export interface Asked {
  readonly x: number;
  readonly ask: Readonly<Record<string, () => Promise<unknown>>>;
}

export interface Effort {
  readonly rounds: number;
  /** How often each is asked in a round. */
  readonly batch: number;
}

const WARM_UP = 3;

/** A curve for each question, in microseconds. */
export async function sampleByTurns({ rounds, batch }: Effort, sizes: readonly Asked[]): Promise<readonly Curve[]> {
  const taken = sizes.map(({ x, ask }) => ({
    x,
    questions: Object.entries(ask).map(([name, once]) => ({ name, once, values: [] as number[] })),
  }));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const { questions } of round % 2 === 0 ? taken : taken.toReversed()) {
      for (const { once, values } of questions) {
        const { value } = await timedEach(batch, once);
        if (round >= 0) values.push(value);
      }
    }
  }
  const names = Object.keys(sizes[0]?.ask ?? {});
  return names.map((name, index) => ({
    name,
    colour: COLOURS[index] ?? "intake",
    points: taken.map(({ x, questions }) => ({
      x,
      ...summarize(questions.find((question) => question.name === name)?.values ?? []),
    })),
  }));
}
