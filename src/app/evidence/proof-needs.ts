// Tickets whose evidence a person should look at: an agent reported a pass and somebody stronger saw it fail; the work
// has landed, and the ticket could not follow; or somebody has dragged it past a guard on GitHub.

import type { Fact } from "../../engine/evidence/fact.ts";
import { judge } from "../../engine/evidence/met.ts";
import { stamp, type Key, type Time } from "../../engine/facts.ts";
import { isOnEvidence, type Machine } from "../../engine/workflow/compile.ts";
import type { App } from "../app.ts";
import type { LedgerRow } from "../commit/plan.ts";
import type { ClosedTicket } from "../ports/evidence.ts";
import type { NeedKind } from "../pages/views.ts";
import { isContradicted } from "./list-facts.ts";

/** As many open tickets with a commit are looked at: there are no more of them than work under way. */
const MOST_TICKETS = 1_000;
/** GitHub closes an issue whose pull request was merged, wherever its ticket stands. */
const MOST_CLOSED = 100;
/** As many rows after a drag are looked at, for somebody who has looked. */
const MOST_ROWS = 20;

export interface ProofNeed {
  readonly key: Key;
  readonly kind: Extract<NeedKind, "contradicted" | "merged_ungated" | "dragged_ungated">;
  readonly since: string;
}

export async function readProofNeeds(app: App): Promise<readonly ProofNeed[]> {
  const { machine, board } = app;
  if (!machine.asksForEvidence) return [];
  const [open, closed] = await Promise.all([
    board.evidence.openCommits(MOST_TICKETS),
    board.evidence.lastClosed(MOST_CLOSED),
  ]);
  const follow = machine.workflow.follow ?? [];
  const merged = closed.filter(({ state }) => follow.some(({ from }) => from === state));
  return [...(await needsOf(app, open, true)), ...(await needsOf(app, merged, false)), ...(await dragged(app, closed))];
}

async function needsOf(
  { machine, board }: App,
  tickets: readonly ClosedTicket[],
  isOpen: boolean,
): Promise<readonly ProofNeed[]> {
  const facts = await board.evidence.factsOf([...new Set(tickets.flatMap(({ head }) => head ?? []))]);
  const bySubject = Map.groupBy(facts, ({ subject }) => subject);
  const follow = machine.workflow.follow ?? [];
  return tickets.flatMap(({ key, state, head }): ProofNeed[] => {
    const own = (head !== null && bySubject.get(head)) || [];
    const contradicted = own.filter(({ said }) => isContradicted(said)).map((fact) => need(key, "contradicted", fact));
    const landed = own
      .filter(({ name }) => follow.some((way) => way.fact === name && way.from === state))
      .filter(({ said }) => judge(said, "witnessed", null).met || said.some(isOfAnotherCommit))
      .map((fact) => need(key, "merged_ungated", fact));
    return [...(isOpen ? contradicted.slice(0, 1) : []), ...landed.slice(0, 1)];
  });
}

/** Something was merged, and it was not the ticket's commit: nobody has judged what landed. */
function isOfAnotherCommit({ level, verdict }: Fact["said"][number]): boolean {
  return level === "observed" && verdict === "unknown";
}

/** Until a person has said something about it here, or moved it on. */
async function dragged({ machine, board }: App, closed: readonly ClosedTicket[]): Promise<readonly ProofNeed[]> {
  const open = await board.tickets.cards({ waitingIn: guardedStates(machine) });
  const heads = new Map([
    ...closed.map(({ key, head }) => [key, head] as const),
    ...open.map(({ ticket }) => [ticket.key, ticket.head] as const),
  ]);
  const rows = (await board.ledger.arrivals([...heads.keys()])).filter(isDrag);
  const needs = await Promise.all(
    rows.map(async ({ seq, at, subject: { key } }): Promise<ProofNeed[]> => {
      const head = heads.get(key) ?? null;
      const [onTicket, onCommit] = await Promise.all([
        board.ledger.history({ type: "ticket", key }, MOST_ROWS),
        head === null ? [] : board.ledger.history({ type: "commit", key: head }, MOST_ROWS),
      ]);
      const looked = [...onTicket, ...onCommit].some((row) => row.seq > seq && isPersonHere(row));
      return looked ? [] : [{ key, kind: "dragged_ungated", since: stamp(at) }];
    }),
  );
  return needs.flat();
}

function guardedStates({ workflow }: Machine): readonly string[] {
  const guarded = workflow.edges.filter(({ guards = [] }) => guards.some(isOnEvidence));
  return [...new Set(guarded.map(({ to }) => to))];
}

function isDrag({ kind, by, data }: LedgerRow): boolean {
  const { guards } = data;
  if (kind !== "override" || by.via !== "github" || !Array.isArray(guards)) return false;
  return guards.some((guard) => typeof guard === "object" && guard !== null && "met" in guard && guard.met === false);
}

function isPersonHere({ by }: LedgerRow): boolean {
  return by.person !== undefined && by.via !== "github";
}

/** Since it was last spoken of. */
function need(key: Key, kind: ProofNeed["kind"], { said }: Fact): ProofNeed {
  return { key, kind, since: stamp(Math.max(...said.map(({ at }): Time => at))) };
}
