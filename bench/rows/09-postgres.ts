// Handoffs over the API, on several servers that share a PostgreSQL, against what PostgreSQL and its client make of the
// same statements.

import { audit } from "../../test/support/processes/audit.ts";
import { byTurns } from "../by-turns.ts";
import { atLeastTimes, counted, exactly, type Sample } from "../finding.ts";
import { Sides, type Round } from "../http/sides.ts";
import type { Row, Size } from "../row.ts";
import { summarize } from "../statistics.ts";

const SIZES = {
  full: { rounds: 8, warmUp: 2, seconds: 6, servers: 4, clients: 64 },
  quick: { rounds: 1, warmUp: 0, seconds: 1, servers: 2, clients: 8 },
} as const satisfies Record<Size, object>;

export const postgres: Row = {
  number: 9,
  name: "postgres",
  what: "handoff over the JSON API on PostgreSQL, 4 servers, 64 clients",
  baseline: "the same statements by pg alone, from 4 processes",
  shortfall:
    "Two cores carry PostgreSQL, four servers and the clients. A server's own work for a move (HTTP, JSON, the decision, the row's text) is about as much CPU as PostgreSQL's; the baseline has none of it. With cores to spare it would not count; fewer promises and a leaner HTTP layer would close some of it.",
  measure: async (size) => {
    const { rounds, warmUp, seconds, ...crowd } = SIZES[size];
    const sides = await Sides.open(crowd);
    const [ours, baseline]: [Round[], Round[]] = [[], []];
    try {
      const { seq: first } = await sides.board.ledger.head();
      const taken = await byTurns(
        rounds,
        () => kept(ours, sides.ours(seconds)),
        () => kept(baseline, sides.baseline(seconds)),
        warmUp,
      );
      const { seq: last } = await sides.board.ledger.head();
      const { problems } = await audit(sides.board);
      for (const problem of problems.slice(0, 20)) console.error(problem);
      const acknowledged = [...ours, ...baseline].reduce((sum, { moves }) => sum + moves, 0);
      const note = `Durable commits, nothing refused; plans that wait go together, on both sides. CPU is that of all processes, per move: ours ${shares(ours)}; the baseline ${shares(baseline)}.`;
      return [
        atLeastTimes(0.6, { what: "handoffs over the JSON API", unit: "per second", ...taken, note }),
        exactly(
          0,
          "moves acknowledged that are not in the ledger, and what an audit finds wrong with it",
          counted("", Math.abs(last - first - acknowledged) + problems.length),
        ),
      ];
    } finally {
      await sides.close();
    }
  },
};

async function kept(rounds: Round[], going: Promise<Round>): Promise<Sample> {
  const round = await going;
  rounds.push(round);
  const { clients, servers, postgres: database } = round.cpuMs;
  const cpu = servers === null || database === null ? {} : { cpuMs: clients + servers + database };
  return { value: round.movesPerSecond, ...cpu };
}

/** Who had the processors. */
function shares(rounds: readonly Round[]): string {
  const share = (name: string, of: (round: Round) => number | null): string[] => {
    const values = rounds.map(of).filter((value) => value !== null);
    const { median } = summarize(values.length > 0 ? values : [0]);
    return median < 0.005 ? [] : [`${median.toFixed(2)} ms ${name}`];
  };
  return [
    ...share("PostgreSQL", ({ cpuMs }) => cpuMs.postgres),
    ...share("servers", ({ cpuMs }) => cpuMs.servers),
    ...share("clients", ({ cpuMs }) => cpuMs.clients),
  ].join(", ");
}
