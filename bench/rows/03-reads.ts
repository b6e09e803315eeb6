import { join } from "node:path";
import { byTurns } from "../by-turns.ts";
import { atMostTimes, type Finding, type Sample } from "../finding.ts";
import type { Row, Size } from "../row.ts";
import { inBatches, perCall } from "../stdio/batches.ts";
import { fillBoard, onBoard } from "../stdio/board.ts";
import { inLab, signalboxMcp } from "../stdio/lab.ts";
import { buildOneTool, echoOf } from "../stdio/one-tool.ts";
import { ServerProcess, type Answer, type Call } from "../stdio/server-process.ts";

const CALLS = 200;

export const reads: Row = {
  number: 3,
  awake: true,
  name: "reads",
  what: "get_ticket, pick_actionable_issue without claim, a dry run, over stdio",
  baseline: "the one-tool echo call, with an answer of the same size",
  shortfall:
    "An echo takes 50 to 80 µs here, so that 1.4× leaves 20 to 30 µs for everything that an answer is made of. get_ticket asks SQLite nine times, in one transaction (its begin and end, the ticket, what was said and done on it, comments, four kinds of links): 12 µs where it is done over and over, and several times as much between two calls, which find the processor's caches cold. The garbage collector comes next: the SDK leaves 40 kB behind for each call and we 25 to 40 more, and a process keeps little room for them, as a hundred may run on one machine.",
  measure: async (size) => {
    const findings: Finding[] = [];
    for (const [what, calls] of Object.entries(readsOf(size))) findings.push(await measureReads(what, calls, size));
    return findings;
  },
};

/** All over the board, so that tickets of every kind come up. */
function readsOf(size: Size): Readonly<Record<string, readonly Call[]>> {
  const many = Array.from({ length: 50 }, (_, index) => index);
  const reason = "Nobody has found out yet why it happens.";
  const tickets = ticketsOn(size);
  return {
    get_ticket: many.map((index) => ({ tool: "get_ticket", args: { number: 1 + ((index * 23) % tickets) } })),
    "pick_actionable_issue without claim": [
      { tool: "pick_actionable_issue", args: { workflowState: "Research Needed" } },
    ],
    "dry run of a handoff": many.map((index) => ({
      tool: "handoff_ticket",
      args: {
        number: 10 + ((index * 10) % tickets),
        command: "triage",
        to_state: "Research Needed",
        reason,
        dry_run: true,
      },
    })),
  };
}

function measureReads(what: string, calls: readonly Call[], size: Size): Promise<Finding> {
  return inLab(async (lab) => {
    const file = join(lab.folder, "board.db");
    await onBoard(file, (app) => fillBoard(app, ticketsOn(size)));
    const ours = new ServerProcess(signalboxMcp(lab, file));
    await ours.shakeHands();
    const { answers } = await ours.timed(calls);
    const echo = new ServerProcess(await buildOneTool(lab, Object.fromEntries(answers.entries())));
    try {
      await echo.shakeHands();
      const ourTurn = inBatches(calls, CALLS);
      const echoTurn = inBatches(
        calls.map((call, index) => echoOf(call, String(index))),
        CALLS,
      );
      // Until V8 has seen enough of both.
      const [rounds, warmUp] = size === "full" ? [40, 15] : [2, 1];
      const taken = await byTurns(
        rounds,
        async () => sampleOf(await ours.timed(ourTurn())),
        async () => sampleOf(await echo.timed(echoTurn())),
        warmUp,
      );
      return atMostTimes(1.4, { what, unit: "ms", ...taken });
    } finally {
      await Promise.all([ours.leave(), echo.leave()]);
    }
  });
}

function ticketsOn(size: Size): number {
  return size === "full" ? 1_000 : 50;
}

function sampleOf({ sample, answers }: { sample: Sample; answers: readonly Answer[] }): Sample {
  const wrong = answers.find((answer) => answer.isError);
  if (wrong) throw new Error(`a read was refused: ${JSON.stringify(wrong)}`);
  return perCall(sample, answers.length);
}
