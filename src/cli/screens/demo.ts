// What a demo came to, in a few lines.

import type { Verdict } from "../../demo/verdict.ts";
import { styled } from "../support/output.ts";
import { oneLine } from "./table.ts";

const MOST_BROKEN = 20;

export function showVerdict(verdict: Verdict): string {
  const { broken } = verdict;
  const lines: readonly (readonly [string, number])[] = [
    ["ledger rows", verdict.rows],
    ["moves", verdict.moves],
    ["refusals", verdict.refused],
    ["recovered from", verdict.recovered],
    ["facts", verdict.facts],
    ["races lost", verdict.races],
    ["claims", verdict.claims],
    ["agents that died", verdict.crashes],
    ["leases taken over", verdict.takenOver],
    ["sessions", verdict.sessions],
    ["steps of runs", verdict.runSteps],
    ["runs ended", verdict.runsEnded],
    ["tickets closed", verdict.closed],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const rows = lines.map(([name, count]) => `  ${name.padEnd(width)}  ${String(count).padStart(6)}`);
  const held =
    broken.length === 0
      ? styled(
          "Every rule held: no illegal move, no two holders, every refusal recovered from, the ledger verified.",
          "green",
        )
      : [
          styled(`${broken.length} broken:`, "red"),
          ...broken.slice(0, MOST_BROKEN).map((what) => `  ${oneLine(what)}`),
        ].join("\n");
  return ["", ...rows, "", held].join("\n");
}
