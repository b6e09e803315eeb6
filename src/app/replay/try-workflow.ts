// A workflow tried on what happened: every handoff of the last days decided again, by the workflow that was in force and by
// the one that is tried. Each is judged by the facts as they were recorded: what a ticket would have become after a first
// deviation, nobody knows.

import { difference, differenceWords } from "../../engine/compare/difference.ts";
import { loosens } from "../../engine/compare/loosens.ts";
import { lint } from "../../engine/lint/lint.ts";
import { stamp } from "../../engine/facts.ts";
import { RULES } from "../../engine/tickets/handoff.ts";
import { compile, type Machine } from "../../engine/workflow/compile.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import type { App } from "../app.ts";
import { engineOf, hashOf } from "../commit/decision-facts.ts";
import { decideAgain, isSameVerdict, verdictIn, type DecidedRow, type Verdict } from "./decide-again.ts";
import { Deviated, GuardCosts, whyRefused } from "./deviations.ts";
import type { Fold } from "./fold.ts";
import { machinesOf, type Machines } from "./machines.ts";
import { kindOf, rowsWithBoard, type Reading } from "./rows.ts";
import type { Stuck, Trial } from "./trial.ts";

export interface TryOptions extends Reading {
  readonly days: number;
}

const DAY_MS = 24 * 3600 * 1000;

/** Against what is in force. Rows without a workflow in force were decided by the one that is used then. */
export async function tryWorkflow(
  { board, machine }: Pick<App, "board" | "machine">,
  workflow: Workflow,
  options: TryOptions,
): Promise<Trial> {
  const since = (await board.now()) - options.days * DAY_MS;
  const run = new Run(compile(workflow), machinesOf(board, [machine]));
  let fold: Fold | null = null;
  for await (const { row, before } of rowsWithBoard(board, options)) {
    fold = before;
    if (row.at < since) continue;
    const kind = kindOf(row);
    if (kind.is === "older" || kind.is === "elsewhere") run.leftOut++;
    else if (kind.is === "decided" && kind.row.facts.asked !== "release") await run.judge(kind.row, before);
  }
  const differs = difference(machine.workflow, workflow);
  return {
    workflow: nameOf(run.machine),
    against: nameOf(machine),
    findings: lint(workflow),
    difference: differs,
    changes: differenceWords(differs),
    loosens: loosens(machine.workflow, workflow),
    since: stamp(since),
    days: options.days,
    ...run.report(),
    stuck: fold ? stuckIn(run.machine, fold) : [],
  };
}

class Run {
  readonly machine: Machine;
  leftOut = 0;
  readonly #machines: Machines;
  readonly #refused = new Deviated();
  readonly #passed = new Deviated();
  readonly #guards = new GuardCosts();
  readonly #keys = new Set<string>();
  readonly #counts = { accepted: 0, refused: 0, wouldOverride: 0, afterDeviation: 0, unexplained: 0 };

  constructor(machine: Machine, machines: Machines) {
    this.machine = machine;
    this.#machines = machines;
  }

  async judge(row: DecidedRow, fold: Fold): Promise<void> {
    const { rules } = row.facts;
    const own = engineOf(rules) === RULES ? await this.#machines(rules, fold.workflow) : null;
    const before = own && decideAgain(own, fold, row);
    const after = before && decideAgain(this.machine, fold, row);
    if (!own || !before || !after) {
      this.leftOut++;
      return;
    }
    const said = verdictIn(row);
    if (!isSameVerdict(said, before)) this.#counts.unexplained++;
    if (said.ok) this.#accepted(row, said, after, fold);
    else this.#wasRefused(row, said, after);
  }

  report(): Pick<
    Trial,
    | "accepted"
    | "refused"
    | "wouldRefuse"
    | "wouldPass"
    | "wouldOverride"
    | "guards"
    | "afterDeviation"
    | "unexplained"
    | "leftOut"
  > {
    return {
      ...this.#counts,
      wouldRefuse: this.#refused.report(),
      wouldPass: this.#passed.report(),
      guards: this.#guards.report(),
      leftOut: this.leftOut,
    };
  }

  #accepted(row: DecidedRow, said: Verdict, after: Verdict, fold: Fold): void {
    this.#counts.accepted++;
    const from = fold.ticket(row.subject.key)?.state ?? null;
    const to = said.ok ? said.to : null;
    if (to !== null) this.#guards.add(this.machine, from, to, after.guards);
    if (after.ok) {
      if (after.kind === "override" && said.ok && said.kind !== "override") this.#counts.wouldOverride++;
      return;
    }
    this.#refused.add(row, from, to, after.code, whyRefused(this.machine, from, to, after));
    this.#deviates(row);
  }

  #wasRefused(row: DecidedRow, said: Extract<Verdict, { ok: false }>, after: Verdict): void {
    this.#counts.refused++;
    if (!after.ok) return;
    const from = row.data["from"];
    this.#passed.add(row, typeof from === "string" ? from : null, after.to, said.code, `it was refused: ${said.code}`);
    this.#deviates(row);
  }

  #deviates({ subject }: DecidedRow): void {
    if (this.#keys.has(subject.key)) this.#counts.afterDeviation++;
    this.#keys.add(subject.key);
  }
}

const MOST_KEYS = 10;

function stuckIn(machine: Machine, fold: Fold): readonly Stuck[] {
  const stuck = new Map<string, { state: string; why: Stuck["why"]; count: number; keys: string[] }>();
  for (const [key, { state, closed, off_board }] of fold.tickets) {
    if (state === null || closed !== 0 || off_board !== null) continue;
    const known = machine.states.get(state);
    if (known && (known.terminal || known.next.length > 0)) continue;
    const entry = stuck.get(state) ?? { state, why: known ? "no way on" : "no such state", count: 0, keys: [] };
    entry.count++;
    if (entry.keys.length < MOST_KEYS) entry.keys.push(key);
    stuck.set(state, entry);
  }
  return [...stuck.values()].toSorted((a, b) => b.count - a.count);
}

function nameOf(machine: Machine): Trial["workflow"] {
  const { name, version } = machine.workflow;
  return { name, version, hash: hashOf(machine) };
}
