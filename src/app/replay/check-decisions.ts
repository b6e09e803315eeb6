// Every verdict of the ledger decided again, under the workflow that was in force: a check of the engine and of the ledger
// at once. What comes out otherwise is named by its row.

import { RULES } from "../../engine/tickets/handoff.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { engineOf, namesWorkflow } from "../commit/decision-facts.ts";
import type { Board } from "../ports/board.ts";
import { decideAgain, showVerdict, verdictIn, type DecidedRow } from "./decide-again.ts";
import type { Fold } from "./fold.ts";
import type { Machines } from "./machines.ts";
import { kindOf, rowsWithBoard, type Reading } from "./rows.ts";

export interface DecisionsReport {
  /** Verdicts that were decided again. */
  readonly decided: number;
  readonly different: number;
  /** The first of them. */
  readonly differences: readonly DecisionDifference[];
  /** Not decided again. older: rows that keep no facts. rules: by another version of the engine's rules. */
  readonly left: Readonly<Record<LeftOut, number>>;
}

export interface DecisionDifference {
  readonly seq: number;
  readonly key: string;
  /** What the row says, and what comes out. */
  readonly said: string;
  readonly found: string;
}

const LEFT_OUT = ["older", "elsewhere", "other", "rules", "workflow", "forgotten"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

const MOST_NAMED = 100;

export async function checkDecisions(
  board: Pick<Board, "ledger">,
  machines: Machines,
  reading: Reading = {},
): Promise<DecisionsReport> {
  const left = Object.fromEntries(LEFT_OUT.map((name) => [name, 0])) as Record<LeftOut, number>;
  const differences: DecisionDifference[] = [];
  let [decided, different] = [0, 0];
  for await (const { row, before } of rowsWithBoard(board, reading)) {
    const kind = kindOf(row);
    if (kind.is === "none") continue;
    if (kind.is !== "decided") {
      left[kind.is]++;
      continue;
    }
    const outcome = await judge(kind.row, before, machines);
    if (typeof outcome === "string") {
      left[outcome]++;
      continue;
    }
    decided++;
    if (outcome === null) continue;
    different++;
    if (differences.length < MOST_NAMED) differences.push({ seq: row.seq, key: row.subject.key, ...outcome });
  }
  return { decided, different, differences, left };
}

type Outcome = LeftOut | Pick<DecisionDifference, "said" | "found"> | null;

/** null: it comes out the same. */
async function judge(row: DecidedRow, fold: Fold, machines: Machines): Promise<Outcome> {
  const { rules } = row.facts;
  if (engineOf(rules) !== RULES) return "rules";
  if (fold.workflow !== null && !namesWorkflow(rules, fold.workflow)) {
    return { said: `decided by the rules ${rules}`, found: `the workflow in force was ${fold.workflow}` };
  }
  const machine: Machine | null = await machines(rules, fold.workflow);
  if (!machine) return "workflow";
  const verdict = decideAgain(machine, fold, row);
  if (!verdict) return "forgotten";
  const [said, found] = [showVerdict(verdictIn(row)), showVerdict(verdict)];
  return said === found ? null : { said, found };
}
