import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { byTurns } from "../by-turns.ts";
import { atMostTimes, type Sample } from "../finding.ts";
import type { Row } from "../row.ts";
import { onBoard } from "../stdio/board.ts";
import { inLab, signalboxMcp } from "../stdio/lab.ts";
import { buildOneTool, echoOf } from "../stdio/one-tool.ts";
import { proportionalMbOf } from "../stdio/process-figures.ts";
import { ServerProcess, type Call, type Start } from "../stdio/server-process.ts";

const CALL: Call = { tool: "create_ticket", args: { title: "The export is empty" } };
/** So many at once share what they have in common, as a hundred agents do: the program, and its code. */
const TOGETHER = 8;

export const idle: Row = {
  number: 17,
  name: "idle",
  what: "an idle signalbox mcp after one call",
  baseline: "the one-tool server after one call",
  measure: (size) =>
    inLab(async (lab) => {
      const database = join(lab.folder, `${randomUUID()}.db`);
      await onBoard(database, () => Promise.resolve());
      const echo = await buildOneTool(lab);
      const rounds = size === "full" ? 5 : 1;
      const [shared, echoShared]: [Sample[], Sample[]] = [[], []];
      const resident = await byTurns(
        rounds,
        () => afterOneCall(signalboxMcp(lab, database), CALL, shared),
        () => afterOneCall(echo, echoOf(CALL, "none"), echoShared),
        0,
      );
      return [
        atMostTimes(1.3, { what: "resident", unit: "MB", ...resident }),
        atMostTimes(1.6, {
          what: `its own share of it, where ${TOGETHER} run (PSS)`,
          unit: "MB",
          ours: shared,
          baseline: echoShared,
        }),
      ];
    }),
};

/** The median of several that run at the same time. */
async function afterOneCall(start: Start, call: Call, shares: Sample[]): Promise<Sample> {
  const servers = Array.from({ length: TOGETHER }, () => new ServerProcess(start));
  try {
    for (const server of servers) {
      await server.shakeHands();
      await server.call(call);
    }
    await sleep(1_000);
    shares.push({ value: middleOf(servers.map((server) => proportionalMbOf(server.pid))) });
    return { value: middleOf(servers.map((server) => server.residentMb())) };
  } finally {
    await Promise.all(servers.map((server) => server.leave()));
  }
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
