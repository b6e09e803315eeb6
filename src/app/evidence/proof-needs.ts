// Tickets whose evidence a person should look at: an agent reported a pass and somebody stronger saw it fail; the work
// has landed, and the ticket could not follow; or somebody has dragged it past a guard on GitHub.

import { shortCommit, subjectOf, ticketIn, type Fact } from "../../engine/evidence/fact.ts";
import { guardSentence, isUnmet, type GuardResult } from "../../engine/tickets/guards.ts";
import { judge } from "../../engine/evidence/met.ts";
import { stamp, type Key, type Time } from "../../engine/facts.ts";
import { isOnEvidence, type Machine } from "../../engine/workflow/compile.ts";
import type { FollowSpec } from "../../engine/workflow/format.ts";
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
  /** What happened, in a sentence or two. */
  readonly what: string;
  /** The row of a drag. */
  readonly drag?: LedgerRow;
}

export async function readProofNeeds(app: App): Promise<readonly ProofNeed[]> {
  const { machine, board } = app;
  const follow = machine.workflow.follow ?? [];
  if (!machine.asksForEvidence && follow.length === 0) return [];
  const [open, closed] = await Promise.all([
    machine.takesCommit ? board.evidence.openCommits(MOST_TICKETS) : standingIn(app, follow),
    board.evidence.lastClosed(MOST_CLOSED),
  ]);
  const merged = closed.filter(({ state }) => follow.some(({ from }) => from === state));
  return [...(await needsOf(app, open, true)), ...(await needsOf(app, merged, false)), ...(await dragged(app, closed))];
}

async function needsOf(app: App, tickets: readonly ClosedTicket[], isOpen: boolean): Promise<readonly ProofNeed[]> {
  const { machine, board } = app;
  const facts = await board.evidence.factsOf([...new Set(tickets.map(({ key, head }) => subjectOf(key, head)))]);
  const bySubject = Map.groupBy(facts, ({ subject }) => subject);
  const follow = machine.workflow.follow ?? [];
  const needs = tickets.map(async ({ key, state, head }): Promise<ProofNeed[]> => {
    const own = bySubject.get(subjectOf(key, head)) ?? [];
    const contradicted = isOpen ? own.find(({ said }) => isContradicted(said)) : undefined;
    const landed = own
      .filter(({ name }) => follow.some((way) => way.fact === name && way.from === state))
      .find(({ said }) => judge(said, "witnessed", null).met || said.some(isOfAnotherCommit));
    const unseen = contradicted && !(await isLookedAt(app, { key, head }, isFact(contradicted)));
    return [
      ...(unseen ? [need(key, "contradicted", contradicted, contradictedWords(contradicted))] : []),
      ...(landed ? [need(key, "merged_ungated", landed, mergedWords(machine, landed))] : []),
    ];
  });
  return (await Promise.all(needs)).flat();
}

/** Where the workflow takes no commit, tickets follow all the same. */
async function standingIn({ board }: App, follow: readonly FollowSpec[]): Promise<readonly ClosedTicket[]> {
  const states = follow.map(({ from }) => from);
  const cards = await board.tickets.cards({ waitingIn: states });
  return cards.map(({ ticket }) => ticket).filter(({ state }) => state !== null && states.includes(state));
}

function contradictedWords({ subject, name, said }: Fact): string {
  const reported = said.find(({ level, verdict }) => level === "reported" && verdict === "pass");
  const seen = said.find(({ level, verdict }) => level !== "reported" && (verdict === "fail" || verdict === "empty"));
  const looked = seen?.source === "check" ? "signalbox check" : (seen?.source ?? "somebody who looked");
  const { passed = 0, failed = 0 } = seen?.tests ?? {};
  const what =
    seen?.verdict === "empty" ? "nothing ran" : failed > 0 ? `${failed} of ${passed + failed} failed` : "it failed";
  return `${reported?.source ?? "Its agent"} reported that ${name} passed at ${shortCommit(subject)}; ${looked} saw that ${what}.`;
}

function mergedWords({ workflow }: Machine, { subject, said }: Fact): string {
  const base = workflow.base ?? "the base";
  if (ticketIn(subject) !== null) return `Its pull request was merged, and the ticket has not followed.`;
  return judge(said, "witnessed", null).met
    ? `${shortCommit(subject)} has landed on ${base}, and the ticket has not followed.`
    : `Something has landed on ${base} for this ticket, and it was not ${shortCommit(subject)}, the commit that was handed in.`;
}

/** Something was merged, and it was not the ticket's commit: nobody has judged what landed. */
function isOfAnotherCommit({ level, verdict }: Fact["said"][number]): boolean {
  return level === "observed" && verdict === "unknown";
}

/** Until a person has said something about it here, or moved it on. */
async function dragged(app: App, closed: readonly ClosedTicket[]): Promise<readonly ProofNeed[]> {
  const { machine, board } = app;
  const open = await board.tickets.cards({ waitingIn: guardedStates(machine) });
  const heads = new Map([
    ...closed.map(({ key, head }) => [key, head] as const),
    ...open.map(({ ticket }) => [ticket.key, ticket.head] as const),
  ]);
  const rows = (await board.ledger.arrivals([...heads.keys()])).filter(isDrag);
  const needs = await Promise.all(
    rows.map(async (row): Promise<ProofNeed[]> => {
      const { key } = row.subject;
      const looked = await isLookedAt(app, { key, head: heads.get(key) ?? null }, (one) => one.seq === row.seq);
      return looked ? [] : [{ key, kind: "dragged_ungated", since: stamp(row.at), what: unmetWords(row), drag: row }];
    }),
  );
  return needs.flat();
}

/** Whether a person has said something about it here after the last such row, or moved it. */
async function isLookedAt(
  { board }: App,
  { key, head }: Pick<ClosedTicket, "key" | "head">,
  isIt: (row: LedgerRow) => boolean,
): Promise<boolean> {
  const [onTicket, onCommit] = await Promise.all([
    board.ledger.history({ type: "ticket", key }, MOST_ROWS),
    head === null ? [] : board.ledger.history({ type: "commit", key: head }, MOST_ROWS),
  ]);
  const rows = [...onTicket, ...onCommit].toSorted((a, b) => a.seq - b.seq);
  return rows.slice(rows.findLastIndex(isIt) + 1).some(isPersonHere);
}

function isFact({ name }: Fact): (row: LedgerRow) => boolean {
  return ({ kind, data }) => kind === "fact" && data["name"] === name;
}

function unmetWords({ data }: LedgerRow): string {
  const guards = data["guards"] as unknown as readonly GuardResult[];
  return `Not met: ${guards.filter(isUnmet).map(guardSentence).join(" ")}`;
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
function need(key: Key, kind: ProofNeed["kind"], fact: Fact, what: string): ProofNeed {
  return { key, kind, since: stamp(lastSaid(fact)), what };
}

function lastSaid({ said }: Fact): Time {
  return Math.max(...said.map(({ at }): Time => at));
}
