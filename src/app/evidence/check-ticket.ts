// Looks at what a ticket's next step asks for, and records what was seen. The commands are those of the workflow in force:
// a person has put it there. What a caller brings along is run too, but its outcome is only their word.

import { say } from "../../engine/acts.ts";
import { shortCommit, type TestCounts, type Verdict } from "../../engine/evidence/fact.ts";
import type { Key } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import type { CheckSpec, Level } from "../../engine/workflow/format.ts";
import type { App, Caller } from "../app.ts";
import { noSuchTicket } from "../commit/refused.ts";
import type { BaseBranch, Checkout, CheckWatch } from "../ports/checkout.ts";
import type { WorkLook } from "../ports/git.ts";
import type { Ticket } from "../ports/tickets.ts";
import { checkDigests } from "./check-digest.ts";
import { recordFact, type FactInput } from "./record-fact.ts";
import { lookableFacts, takesCommit, wantedFacts } from "./wanted-facts.ts";

export interface CheckTicketInput {
  readonly key: Key;
  /** One fact; absent: all that the next edges ask for. */
  readonly name?: string | undefined;
  /** In any words that git knows; absent: HEAD where a move names a commit, else the ticket's own. */
  readonly commit?: string | undefined;
  /** A command of the caller's own. */
  readonly command?: string | undefined;
}

export interface Watching extends CheckWatch {
  /** Told before each look. */
  readonly onLook?: (look: { readonly name: string; readonly commit: string; readonly command: string | null }) => void;
}

export interface CheckTicketAnswer {
  readonly number: number;
  readonly commit: string;
  /** Whether all pass. */
  readonly passed: boolean;
  readonly looks: readonly FactLook[];
  /** Whether a move from the ticket's state names a commit. */
  readonly takesCommit: boolean;
}

export interface FactLook {
  readonly name: string;
  readonly verdict: Verdict;
  readonly why: string;
  /** null: it was not recorded, because nothing could be seen. */
  readonly level: Level | null;
  readonly event: number | null;
  readonly command?: string;
  readonly tests?: TestCounts;
  readonly exit?: number;
  readonly ms?: number;
  readonly clean?: boolean;
  /** The digest of all output. */
  readonly output?: string;
  readonly tail?: string;
  readonly stopped?: true;
}

export async function checkTicket(
  app: App,
  caller: Caller,
  checkout: Checkout,
  input: CheckTicketInput,
  watching: Watching = {},
): Promise<CheckTicketAnswer | Refusal> {
  const ticket = await app.board.tickets.get(input.key);
  if (!ticket) return noSuchTicket(input.key);
  const names = namesFor(app, ticket, input);
  if (isRefusal(names)) return names;
  const found = await commitFor(app, checkout, ticket, input);
  if (isRefusal(found)) return found;
  const { commit } = found;
  const looks: FactLook[] = [];
  for (const name of names) {
    const look = await lookAt({ app, caller, checkout, ticket, commit, watching }, name, input.command);
    if (isRefusal(look)) return look;
    looks.push(look);
    if (look.stopped) break;
  }
  const passed = looks.length === names.length && looks.every(({ verdict }) => verdict === "pass");
  const takes = takesCommit(app.machine, ticket.state);
  return { number: ticket.number, commit, passed, looks, takesCommit: takes };
}

function namesFor({ machine }: App, { key, state }: Ticket, input: CheckTicketInput): readonly string[] | Refusal {
  const lookable = lookableFacts(machine);
  const { name, command } = input;
  if (command !== undefined) return [name ?? Object.keys(machine.workflow.checks ?? {})[0] ?? "tests"];
  if (name !== undefined) {
    if (lookable.includes(name)) return [name];
    return refuse(
      "fact_not_checkable",
      `The workflow in force has no check ${quote(name)}; it has ${listed(lookable, "and")}.`,
      say`name one of those. What only a person or a CI job can say is given with \`signalbox attest\`.`,
      { fact: name, facts: lookable },
    );
  }
  const wanted = wantedFacts(machine, state);
  if (wanted.length > 0) return wanted;
  return refuse(
    "nothing_to_check",
    `No step from ${state === null ? "here" : quote(state)} asks #${key} for anything that can be looked at.`,
    say`go on with the handoff, or name what to look at: ${listed(lookable, "or")}.`,
    { facts: lookable },
  );
}

async function commitFor(
  app: App,
  checkout: Checkout,
  ticket: Ticket,
  { commit: asked }: CheckTicketInput,
): Promise<{ readonly commit: string } | Refusal> {
  const isTaken = takesCommit(app.machine, ticket.state);
  const revision = asked ?? (isTaken || ticket.head === null ? "HEAD" : ticket.head);
  const commit = await checkout.commit(revision);
  if (commit !== null) return { commit };
  return refuse(
    "commit_unknown",
    revision === "HEAD" ? "This folder has no commit." : `This checkout has no commit ${quote(revision)}.`,
    say`run it in the checkout that has the commit (\`git fetch\` brings what others have pushed), or name another one with --commit.`,
    { commit: revision },
  );
}

interface Looking {
  readonly app: App;
  readonly caller: Caller;
  readonly checkout: Checkout;
  readonly ticket: Ticket;
  readonly commit: string;
  readonly watching: Watching;
}

async function lookAt(looking: Looking, name: string, command: string | undefined): Promise<FactLook | Refusal> {
  const { app, commit, watching } = looking;
  const spec = command === undefined ? app.machine.workflow.checks?.[name] : { run: command };
  watching.onLook?.({ name, commit, command: spec?.run ?? null });
  if (spec) return runCheck(looking, name, spec, command !== undefined);
  const base = baseOf(app);
  if (isRefusal(base)) return base;
  return name === "work" ? lookAtWork(looking, base) : lookAtLanding(looking, base);
}

function baseOf({ machine: { workflow } }: App): BaseBranch | Refusal {
  const { base: branch, remote } = workflow;
  if (branch !== undefined && remote !== undefined) return { branch, remote };
  return refuse(
    "base_unknown",
    `The workflow in force does not say ${branch === undefined ? "which branch work is merged into (`base`)" : "where the base is fetched from (`remote`)"}.`,
    say`a person adds it to the workflow's file and runs \`signalbox workflow adopt\`.`,
    {},
  );
}

async function runCheck(
  { app, caller, checkout, commit, watching }: Looking,
  name: string,
  check: CheckSpec,
  isOwn: boolean,
): Promise<FactLook | Refusal> {
  const look = await checkout.runCheck(check, commit, watching);
  const { verdict, why, exit, ms, clean, tests, tail, output, stopped } = look;
  const seen = {
    name,
    verdict,
    why,
    command: check.run,
    ...(tests ? { tests } : {}),
    ...(exit === null ? {} : { exit }),
    ms,
    clean,
    output,
    tail,
    ...(stopped ? { stopped: true as const } : {}),
  };
  const digest = isOwn ? {} : { check: checkDigests(app.machine).get(name) };
  const { tests: counted, exit: ended } = seen;
  const fact = { subject: commit, name, verdict, ...digest, tests: counted, exit: ended, ms, clean, tail };
  return recorded(app, isOwn ? caller : witnessed(caller, "check"), seen, fact);
}

async function lookAtWork({ app, caller, checkout, commit }: Looking, base: BaseBranch): Promise<FactLook | Refusal> {
  const look = await checkout.lookAtWork(commit, base);
  return recorded(app, witnessed(caller, "git"), workLook(look, base), workFact(commit, look));
}

async function lookAtLanding(looking: Looking, base: BaseBranch): Promise<FactLook | Refusal> {
  const { app, caller, checkout, ticket, commit } = looking;
  const fork = ticket.head === commit ? ticket.fork : null;
  const { verdict, why, work } = await checkout.lookAtLanding(commit, base, fork);
  // What was merged is known better now than when it was handed off.
  if (work) {
    const again = await recorded(app, witnessed(caller, "git"), workLook(work, base), workFact(commit, work));
    if (isRefusal(again)) return again;
  }
  return recorded(
    app,
    witnessed(caller, "git"),
    { name: "landed", verdict, why },
    { subject: commit, name: "landed", verdict },
  );
}

type Seen = Omit<FactLook, "level" | "event">;

function workLook(look: WorkLook, { branch }: BaseBranch): Seen {
  const name = "work";
  if (look.kind === "absent") return { name, verdict: "unknown", why: "This checkout does not have the commit." };
  if (look.kind === "unknown") return { name, verdict: "unknown", why: look.why };
  const { commits, files, fork, empty } = look;
  const why = `${commits === 1 ? "1 commit" : `${commits} commits`} since ${shortCommit(fork)} of ${branch}, ${files === 1 ? "1 file" : `${files} files`} changed.`;
  return { name, verdict: empty ? "empty" : "pass", why };
}

function workFact(commit: string, look: WorkLook): FactInput {
  const about = { subject: commit, name: "work" };
  if (look.kind !== "work") return { ...about, verdict: "unknown" };
  const { fork, commits, paths, pathsCut, patch, empty } = look;
  return { ...about, verdict: empty ? "empty" : "pass", fork, commits, paths, pathsCut, patch };
}

/** What could not be looked at is told and not recorded: it would take the place of what was seen before. */
async function recorded(app: App, caller: Caller, seen: Seen, fact: FactInput): Promise<FactLook | Refusal> {
  if (seen.verdict === "unknown") return { ...seen, level: null, event: null };
  const answer = await recordFact(app, caller, fact);
  return isRefusal(answer) ? answer : { ...seen, level: answer.level, event: answer.event };
}

function witnessed(caller: Caller, source: "check" | "git"): Caller {
  return { ...caller, witness: { level: "witnessed", source } };
}
