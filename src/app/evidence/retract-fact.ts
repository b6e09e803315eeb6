// Taking a fact back: by a person, or by the source that gave it. What that source had said before counts again, so that
// nobody hides a failure by saying pass and taking that back.

import { VERDICTS, withoutSaid, type Fact, type Said } from "../../engine/evidence/fact.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames, checkText } from "../commit/limits.ts";
import type { Entry, LedgerRow } from "../commit/plan.ts";
import { refuseBlank } from "../commit/refused.ts";
import { settle, type Attempt } from "../commit/settle.ts";
import { ALL_ROWS } from "../ports/ledger.ts";
import { ticketSubject } from "../../engine/evidence/fact.ts";
import type { Time } from "../../engine/facts.ts";
import { factChange, factCheck, factNamed, ledgerSubject } from "./fact-entry.ts";
import { mayRetract } from "./witness.ts";

export interface RetractAnswer {
  readonly event: number;
  readonly subject: string;
  readonly name: string;
  readonly source: string;
}

/** `seq`: the ledger row in which it was given. */
export async function retractFact(
  app: App,
  caller: Caller,
  seq: number,
  reason: string,
): Promise<RetractAnswer | Refusal> {
  const unfit = checkNames(caller, undefined) ?? refuseBlank(reason) ?? checkText("reason", reason, "reason");
  if (unfit) return unfit;
  return settle<RetractAnswer | Refusal>(app.board, () => attempt(app, caller, seq, reason));
}

async function attempt(
  app: App,
  caller: Caller,
  seq: number,
  reason: string,
): Promise<Attempt<RetractAnswer | Refusal>> {
  const [row] = await app.board.ledger.after(seq - 1, 1);
  const name = row?.data["name"];
  if (row?.seq !== seq || row.kind !== "fact" || typeof name !== "string") return { answer: noSuchFact(seq) };
  const gone = saidIn(row);
  if (!mayRetract(caller, gone)) return { answer: notYours(seq, gone) };
  const subject = row.subject.type === "ticket" ? ticketSubject(row.subject.key) : row.subject.key;
  const [now, facts, rows] = await Promise.all([
    app.board.now(),
    app.board.evidence.facts(subject, [name]),
    app.board.ledger.history(row.subject, ALL_ROWS),
  ]);
  const retracted = new Set(rows.flatMap(({ kind, data }) => (kind === "retract" ? [Number(data["seq"])] : [])));
  if (retracted.has(seq)) return { answer: takenBack(seq) };
  const fact = factNamed(facts, subject, name);
  const former = rows.find(
    (other) => other.seq < seq && !retracted.has(other.seq) && isOf(other, name) && isSameSource(saidIn(other), gone),
  );
  const left = withoutSaid(fact.said, gone, former ? saidIn(former) : null);
  const entry = retraction(caller, fact, gone, reason, now, left, seq);
  return {
    plan: { id: app.newId(), checks: [factCheck(fact)], entries: [entry] },
    answer: (done) => ({ event: done.seq, subject, name, source: gone.source }),
  };
}

const MOST_AT_ONCE = 500;

/** All that one source ever said, where it can't be trusted any more. Only a person does that. */
export async function retractAllOf(
  app: App,
  caller: Caller,
  source: string,
  reason: string,
): Promise<{ readonly retracted: number } | Refusal> {
  const unfit = refuseAgent(caller) ?? refuseBlank(reason) ?? checkText("reason", reason, "reason");
  if (unfit) return unfit;
  let retracted = 0;
  for (;;) {
    const done = await settle<number>(app.board, async () => {
      const [now, all] = await Promise.all([app.board.now(), app.board.evidence.factsBy(source)]);
      const facts = all.slice(0, MOST_AT_ONCE);
      if (facts.length === 0) return { answer: 0 };
      const entries = facts.flatMap((fact) => retractionOfAll(caller, fact, source, reason, now));
      return { plan: { id: app.newId(), checks: facts.map(factCheck), entries }, answer: () => facts.length };
    });
    if (done === 0) return { retracted };
    retracted += done;
  }
}

/** Nothing of before counts again: it is the source that is not believed. */
function retractionOfAll(caller: Caller, fact: Fact, source: string, reason: string, now: Time): readonly Entry[] {
  const gone = fact.said.find((entry) => entry.source === source);
  const left = fact.said.filter((entry) => entry.source !== source);
  return gone ? [retraction(caller, fact, gone, reason, now, left, null)] : [];
}

function retraction(
  caller: Caller,
  fact: Fact,
  gone: Said,
  reason: string,
  now: Time,
  left: readonly Said[],
  seq: number | null,
): Entry {
  const { level, source, verdict, run } = gone;
  return {
    kind: "retract",
    subject: ledgerSubject(fact.subject),
    by: authorOf(caller),
    data: { name: fact.name, level, source, verdict, run, ...(seq === null ? { all: true } : { seq }) },
    texts: { reason },
    changes: [factChange(fact, left, now)],
  };
}

/** What a row said; the paths of a change are not told twice, and are looked up anew. */
function saidIn({ at, data }: LedgerRow): Said {
  const { level, source, verdict, run, check, tests, url, fork, commits, patch } = data as unknown as Said;
  return {
    level,
    source,
    verdict: VERDICTS.includes(verdict) ? verdict : "unknown",
    run,
    at,
    ...(check === undefined ? {} : { check }),
    ...(tests === undefined ? {} : { tests }),
    ...(url === undefined ? {} : { url }),
    ...(fork === undefined ? {} : { fork, pathsCut: true }),
    ...(commits === undefined ? {} : { commits }),
    ...(patch === undefined ? {} : { patch }),
  };
}

function isOf({ kind, data }: LedgerRow, name: string): boolean {
  return kind === "fact" && data["name"] === name;
}

function isSameSource(a: Said, b: Said): boolean {
  return a.level === b.level && a.source === b.source;
}

function noSuchFact(seq: number): Refusal {
  return refuse(
    "fact_not_found",
    `Row ${seq} of the ledger gives no fact.`,
    "find the row's number with signalbox fact list, then retry with that.",
    { seq },
  );
}

function takenBack(seq: number): Refusal {
  return refuse("fact_not_found", `The fact of row ${seq} was taken back before.`, "nothing needs to be done.", {
    seq,
  });
}

function notYours(seq: number, { source }: Said): Refusal {
  return refuse(
    "fact_not_yours",
    `The fact of row ${seq} is ${source}'s word: only ${source} takes it back, or a person.`,
    "ask a person to take it back, and say why.",
    { seq, source },
  );
}

function refuseAgent(caller: Caller): Refusal | null {
  if (caller.actor.kind === "person") return null;
  return refuse(
    "person_only",
    "Only a person takes back all that a source has said.",
    "tell a person which source it is.",
  );
}
