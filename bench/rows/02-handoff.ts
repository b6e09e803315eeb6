import { join } from "node:path";
import { byTurns, timed } from "../by-turns.ts";
import { atMostTimes, type Finding, type Sample } from "../finding.ts";
import type { Row, Size } from "../row.ts";
import { inBatches, perCall } from "../stdio/batches.ts";
import { fillBoard, newTicket, onBoard } from "../stdio/board.ts";
import { HandWritten } from "../hand-written.ts";
import { livesOf, refusedOn } from "../stdio/handoffs.ts";
import { inLab, signalboxMcp, type Lab } from "../stdio/lab.ts";
import { buildOneTool, buildWritingTool, echoOf } from "../stdio/one-tool.ts";
import { copyOf, rehearsal } from "../stdio/rehearsal.ts";
import { ServerProcess, type Answer, type Call } from "../stdio/server-process.ts";

const CALLS = 40;

export const handoff: Row = {
  number: 2,
  awake: true,
  name: "handoff",
  what: "handoff over stdio, embedded store, durable commit",
  baseline: "the one-tool echo call, and the same rows read for, made and written by hand in one SQLite transaction",
  shortfall:
    "Both sides wait for the disk once and write the same pages: most of what a handoff takes, as the table below shows. The sum takes echo and transaction from runs of their own, each of which finds the processor's caches warm; the note says how it compares with one server that does both by turns, as ours does. What our own work for a handoff is made of stands at row 4: it is the same code behind the SDK. A refusal is no dearer than a move: the ways on are tried only until one is accepted, and its words are made once.",
  measure: async (size) => [
    await inLab((lab) => measureHandoffs(lab, size, { what: "accepted handoff", calls: livesOf, perTicket: 8 })),
    await inLab((lab) => measureHandoffs(lab, size, { what: "refused handoff", calls: refusedOn, perTicket: 4 })),
  ],
};

interface Kind {
  readonly what: string;
  readonly calls: (keys: readonly string[]) => readonly Call[];
  readonly perTicket: number;
}

async function measureHandoffs(lab: Lab, size: Size, { what, calls: callsOn, perTicket }: Kind): Promise<Finding> {
  const [rounds, warmUp] = size === "full" ? [40, 30] : [2, 1];
  const file = join(lab.folder, "board.db");
  const calls = await onBoard(file, async (app) => {
    await fillBoard(app, size === "full" ? 1_000 : 50);
    const keys: string[] = [];
    while (keys.length * perTicket < (rounds + warmUp) * CALLS) keys.push(await newTicket(app));
    return callsOn(keys);
  });
  const { answers, deeds } = await rehearsal(file, lab.agent, calls);
  const echoes = calls.map((call, index) => echoOf(call, String(index)));
  const byHand = new HandWritten(copyOf(file, "by-hand.db"), "FULL");
  const echo = new ServerProcess(await buildOneTool(lab, answers));
  const writing = new ServerProcess(await buildWritingTool(lab, answers, copyOf(file, "writing.db"), deeds));
  const ours = new ServerProcess(signalboxMcp(lab, file));
  const servers = [echo, writing, ours];
  try {
    for (const server of servers) await server.shakeHands();
    // The store is opened by the first call.
    await ours.call({ tool: "list_tickets", args: {} });
    const ourTurn = inBatches(calls, CALLS);
    const echoTurn = inBatches(echoes, CALLS);
    const deedsTurn = inBatches(deeds, CALLS);
    const writingTurn = inBatches(echoes, CALLS);
    const inOne: Sample[] = [];
    const taken = await byTurns(
      rounds,
      async () => perCall(asExpected(await ours.timed(ourTurn()), what), CALLS),
      async () => {
        const called = asExpected(await echo.timed(echoTurn()), what);
        const batch = deedsTurn();
        const wrote = await timed(() => batch.forEach((deed) => byHand.write(deed)));
        inOne.push(perCall(asExpected(await writing.timed(writingTurn()), what), CALLS));
        return perCall(sumOf(called, wrote), CALLS);
      },
      warmUp,
    );
    return atMostTimes(1.25, { what, unit: "ms", ...taken, note: againstOne(taken.ours, inOne.slice(warmUp)) });
  } finally {
    await Promise.all(servers.map((server) => server.leave()));
    byHand.close();
  }
}

function asExpected(taken: { sample: Sample; answers: readonly Answer[] }, what: string): Sample {
  const wrong = taken.answers.find((answer) => (answer.isError ?? false) !== what.startsWith("refused"));
  if (wrong) throw new Error(`no ${what}: ${JSON.stringify(wrong)}`);
  return taken.sample;
}

function sumOf(one: Sample, other: Sample): Sample {
  const value = one.value + other.value;
  return one.cpuMs === undefined || other.cpuMs === undefined ? { value } : { value, cpuMs: one.cpuMs + other.cpuMs };
}

/**
 * Forty transactions in a row find the processor's caches warm, and forty echoes too: in a server that does both by turns
 * each costs more, ours as well.
 */
function againstOne(ours: readonly Sample[], inOne: readonly Sample[]): string {
  const { ratio, cpuRatio } = atMostTimes(1.25, { what: "", unit: "ms", ours, baseline: inOne });
  const cpu = cpuRatio ? ` (CPU ${cpuRatio.median.toFixed(2)}×)` : "";
  return `against one server whose tool does both: ${ratio?.median.toFixed(2)}×${cpu}`;
}
