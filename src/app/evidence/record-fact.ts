// Somebody says what is true of a commit: a row in the ledger, and the fact's own row. The level comes from the door.

import { say } from "../../engine/acts.ts";
import {
  isCommit,
  isFactName,
  ticketIn,
  type Said,
  type TestCounts,
  type Verdict,
} from "../../engine/evidence/fact.ts";
import type { Key } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { quote, showWord } from "../../engine/words.ts";
import type { CheckSpec, Level } from "../../engine/workflow/format.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type MaybeRepeated, type RequestName } from "../commit/requests.ts";
import type { Attempt } from "../commit/settle.ts";
import { MOST_PATHS } from "../ports/git.ts";
import { CHECK_DEFAULTS } from "./check-digest.ts";
import { factCheck, factEntry, factNamed } from "./fact-entry.ts";
import { tailOf } from "./mask.ts";
import { refuseFact, standingOf } from "./witness.ts";

export interface FactInput {
  /** A commit's whole hash; or a ticket (`#7`), while it has no commit. */
  readonly subject: string;
  readonly name: string;
  readonly verdict: Verdict;
  /** What tells one look from another: the same one again is answered with what was recorded. */
  readonly run?: string | undefined;
  /** The digest of the check that was run. */
  readonly check?: string | undefined;
  readonly tests?: TestCounts | undefined;
  readonly exit?: number | undefined;
  readonly ms?: number | undefined;
  /** Whether it ran on nothing but the commit. */
  readonly clean?: boolean | undefined;
  readonly url?: string | undefined;
  /** The end of its output. */
  readonly tail?: string | undefined;
  /** Why a person says so. */
  readonly reason?: string | undefined;
  /** Of the fact "work". */
  readonly fork?: string | undefined;
  readonly commits?: number | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly pathsCut?: boolean | undefined;
  readonly patch?: string | undefined;
}

export interface FactAnswer {
  readonly event: number;
  readonly level: Level;
  /** The tickets whose commit it is. */
  readonly tickets: readonly Key[];
}

export async function recordFact(
  app: App,
  caller: Caller,
  input: FactInput,
): Promise<MaybeRepeated<FactAnswer> | Refusal> {
  const unfit = checkFact(app, caller, input);
  if (unfit) return unfit;
  const { level, source } = standingOf(caller);
  const request: RequestName = {
    // By what its word is worth: an agent that reports somebody else's run must not keep that one out.
    sender: JSON.stringify(["fact", level, source]),
    tool: "record_fact",
    subject: `${input.subject}/${input.name}`,
    id: input.run,
    arguments: input,
  };
  return settleOnce<FactAnswer, FactAnswer>(app.board, request, withEvent, () => attempt(app, caller, input, request));
}

async function attempt(
  app: App,
  caller: Caller,
  input: FactInput,
  request: RequestName,
): Promise<Attempt<FactAnswer | Refusal>> {
  const { subject, name } = input;
  const { evidence } = app.board;
  const ticket = ticketIn(subject);
  const [now, facts, tickets] = await Promise.all([
    app.board.now(),
    evidence.facts(subject, [name]),
    ticket === null
      ? evidence.ticketsAt(subject).then((found) => found.map(({ key }) => key))
      : evidence.commitOf(ticket).then((found) => (found ? [ticket] : null)),
  ]);
  if (tickets === null) return { answer: noSuchTicket(ticket ?? "") };
  const { level, source } = standingOf(caller);
  const fact = factNamed(facts, subject, name);
  const entry: Said = { level, source, run: input.run ?? app.newId(), at: now, ...saidIn(input) };
  const { exit, ms, clean } = input;
  const answer: FactAnswer = { event: 0, level, tickets };
  return {
    plan: {
      id: app.newId(),
      checks: [factCheck(fact)],
      entries: [factEntry(fact, entry, authorOf(caller), now, { exit, ms, clean }, textsIn(input))],
      ...requestRecord(request, answer),
    },
    answer: ({ seq }) => ({ ...answer, event: seq }),
  };
}

function saidIn({
  verdict,
  check,
  tests,
  url,
  fork,
  commits,
  paths,
  pathsCut,
  patch,
}: FactInput): Pick<Said, "verdict"> & Partial<Said> {
  return {
    verdict,
    ...(check === undefined ? {} : { check }),
    ...(tests === undefined ? {} : { tests }),
    ...(url === undefined ? {} : { url }),
    ...(fork === undefined ? {} : { fork }),
    ...(commits === undefined ? {} : { commits }),
    ...(paths === undefined ? {} : { paths: paths.slice(0, MOST_PATHS) }),
    ...(pathsCut === true || (paths?.length ?? 0) > MOST_PATHS ? { pathsCut: true } : {}),
    ...(patch === undefined ? {} : { patch }),
  };
}

function textsIn({ tail, reason }: FactInput): Readonly<Record<string, string>> {
  return { ...(tail ? { tail: tailOf(tail) } : {}), ...(reason ? { reason } : {}) };
}

const MOST_URL = 2_000;

function checkFact(app: App, caller: Caller, input: FactInput): Refusal | null {
  const { subject, name, url = "", reason = "", check = "" } = input;
  return firstRefusal(
    checkNames(caller, input.run),
    refuseSubject(subject),
    isFactName(name) ? null : refuseFactName(name),
    refuseFact(caller, name),
    checkText("reason", reason, "reason"),
    checkText("url", url.slice(0, MOST_URL + 1), "reason"),
    checkText("check", check, "name"),
    refuseTooFew(app, caller, input),
  );
}

export function refuseSubject(subject: string): Refusal | null {
  return ticketIn(subject) === null ? refuseCommit(subject) : null;
}

/** What came from elsewhere, and may not be about a ticket by itself. */
export function refuseCommit(subject: string): Refusal | null {
  if (isCommit(subject)) return null;
  return refuse(
    "commit_unknown",
    `${quote(subject.slice(0, 100))} is not the whole hash of a commit.`,
    "retry with all 40 (or 64) digits, as `git rev-parse` prints them.",
    { commit: subject.slice(0, 100) },
  );
}

export function refuseFactName(name: string): Refusal {
  return refuse(
    "invalid_name",
    `${quote(name.slice(0, 100))} is no name for a fact: it takes a short word of a-z, 0-9, "-", "_" and ".".`,
    "retry with such a word, e.g. tests.",
    { field: "name" },
  );
}

/** A run that tested nothing has not passed, whoever says so. */
function refuseTooFew(app: App, caller: Caller, { name, verdict, tests }: FactInput): Refusal | null {
  if (verdict !== "pass") return null;
  const check = app.machine.workflow.checks?.[name];
  if (!tests) return check && mustCount(caller, check) ? uncounted(name) : null;
  const min = check?.min ?? CHECK_DEFAULTS.min;
  if (tests.passed >= min && tests.failed === 0) return null;
  const few = tests.failed > 0 ? `${tests.failed} tests failed` : `${tests.passed} tests passed, and ${min} must`;
  return refuse(
    "no_tests",
    `${showWord(name)} can't pass: ${few}.`,
    say`retry with the verdict ${tests.failed > 0 ? "fail" : "empty"}, or run the tests.`,
    { fact: name, tests, min },
  );
}

/** A CI job has run the tests, and can say how many: an exit code of 0 is also that of a run that found none. */
function mustCount({ actor, witness }: Caller, { counts = CHECK_DEFAULTS.counts }: CheckSpec): boolean {
  return counts !== "none" && witness?.level === "attested" && actor.kind !== "person";
}

function uncounted(name: string): Refusal {
  return refuse(
    "no_tests",
    `${showWord(name)} can't pass: nobody says how many tests passed.`,
    "retry with tests as {passed, failed, skipped}; `signalbox attest` counts them from the output of the usual runners.",
    { fact: name },
  );
}
