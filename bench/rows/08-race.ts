// Many processes race to lock one ticket: in each round one wins, and all others are told so.

import { ENGINES } from "../../test/support/processes/place.ts";
import { race } from "../../test/system/processes/race.ts";
import { counted, exactly, type Finding } from "../finding.ts";
import type { Row } from "../row.ts";

export const raceToLock: Row = {
  number: 8,
  name: "race",
  what: "32 processes × 500 rounds racing to lock a ticket",
  baseline: null,
  measure: async (size) => {
    const [processes, rounds] = size === "full" ? [32, 500] : [4, 10];
    const findings: Finding[] = [];
    for (const engine of ENGINES) {
      const { breaches, collisions } = await race({ engine, processes, rounds });
      for (const breach of breaches.slice(0, 20)) console.error(breach);
      const note = `${collisions} times a process was about to win when another was faster.`;
      const what = `breaches in ${rounds} rounds of ${processes} processes on ${engine}`;
      findings.push(exactly(0, what, counted("", breaches.length), note));
    }
    return findings;
  },
};
