// What a decision has to know of a ticket's evidence: its commit, what was said of it, who did what, and how full states
// are. Read after the ticket, never before: what changes in between raises the ticket's version, and that shows.

import {
  isCommit,
  mayBeCommit,
  subjectOf,
  ticketSubject,
  type Fact,
  type Said,
  type Verdict,
} from "../../engine/evidence/fact.ts";
import type { EvidenceFacts, GivenCommit } from "../../engine/evidence/snapshot.ts";
import { baseOf } from "../../engine/workflow/format.ts";
import { isNameless } from "../../engine/names.ts";
import type { Key, Time } from "../../engine/facts.ts";
import type { WantedEvidence } from "../../engine/tickets/guards.ts";
import type { App, Caller } from "../app.ts";
import type { TicketCommit } from "../ports/evidence.ts";
import type { WorkLook } from "../ports/git.ts";
import type { Observed } from "../ports/tickets.ts";
import { checkDigests } from "./check-digest.ts";
import { afterSaying, factNamed } from "./fact-entry.ts";
import { otherWork, type SharedWork } from "./other-work.ts";
import type { Reported } from "./reported.ts";
import { standingOf } from "./witness.ts";

/** One word on a fact that the call itself brings along. */
export interface Saying {
  readonly subject: string;
  readonly name: string;
  readonly entry: Said;
}

export interface Gathered {
  /** What the facts of the move that is asked for are about. */
  readonly subject: string;
  readonly evidence: EvidenceFacts;
  /** As they are stored. */
  readonly stored: readonly Fact[];
  readonly sayings: readonly Saying[];
  /** What git showed; null: it was not asked. */
  readonly look: WorkLook | null;
}

export interface Gathering {
  readonly key: Key;
  readonly now: Time;
  readonly wanted: WantedEvidence;
  /** The caller's word for a commit. */
  readonly commit?: string | undefined;
  readonly reported?: readonly Reported[] | undefined;
  /** What a tracker elsewhere shows. */
  readonly observed?: readonly Observed[] | undefined;
  /** Whether the edge that is asked for takes a commit. */
  readonly takes: boolean;
  /** An earlier gathering for the same call: git need not be asked again. */
  readonly before?: Gathered | null | undefined;
}

/** As much of an app as it takes. */
type GatheringApp = Pick<App, "board" | "machine" | "newId" | "git">;

const NO_COMMIT: TicketCommit = { head: null, fork: null };
const NO_OTHERS: SharedWork = { others: [], facts: [] };

export async function gather(app: GatheringApp, caller: Caller, asked: Gathering): Promise<Gathered> {
  const { key, wanted, takes } = asked;
  const { evidence } = app.board;
  const [at, look, steps, room] = await Promise.all([
    wanted.facts ? evidence.commitOf(key) : null,
    asked.before ? asked.before.look : lookAt(app, asked),
    wanted.steps ? evidence.steps(key) : undefined,
    wanted.room.length > 0 ? evidence.openIn(wanted.room) : undefined,
  ]);
  const { head } = at ?? NO_COMMIT;
  const named = givenBy(asked.commit, look);
  const counted = takes && named?.kind === "known" ? named.commit : subjectOf(key, head);
  const subjects = [...new Set([counted, subjectOf(key, head), ticketSubject(key)])];
  const [own, shared] = await Promise.all([
    wanted.facts ? evidence.factsOf(subjects) : [],
    takes && named?.kind === "known" ? otherWork(app, { ...asked, commit: named.commit, look }) : NO_OTHERS,
  ]);
  const stored = [...own, ...shared.facts.filter(({ subject }) => !subjects.includes(subject))];
  const given: GivenCommit | null = named?.kind === "known" ? { ...named, others: shared.others } : named;
  const sayings = wanted.facts ? sayingsOf(app, caller, asked, { subject: counted, subjects, look, stored }) : [];
  return {
    subject: counted,
    evidence: {
      head,
      ...(given ? { given } : {}),
      ...(wanted.facts ? { facts: withSayings(stored, sayings), checks: checkDigests(app.machine) } : {}),
      ...(steps ? { steps } : {}),
      ...(room ? { room } : {}),
      nameless: isUnknown(caller),
    },
    stored,
    sayings,
    look,
  };
}

/** For the words of a refusal: where the checkout stands, and what was known about commits that the ticket had before. */
export async function gatherForWords(app: App, key: Key, gathered: Gathered): Promise<Gathered> {
  const { evidence, subject } = gathered;
  const [checkout, steps] = await Promise.all([app.git?.head() ?? null, app.board.evidence.steps(key)]);
  const former = steps.flatMap(({ commit }) => (commit === null || commit === subject ? [] : [commit]));
  const facts = former.length > 0 ? await app.board.evidence.factsOf(former.slice(-MOST_FORMER)) : [];
  return { ...gathered, evidence: { ...evidence, checkout, former: facts } };
}

const MOST_FORMER = 10;

/** Only where the commit will be the ticket's; and git is asked about nothing that does not look like a hash. */
async function lookAt(app: GatheringApp, { commit, takes }: Gathering): Promise<WorkLook | null> {
  const word = commit?.toLowerCase();
  if (word === undefined || !takes || !app.git || !mayBeCommit(word)) return null;
  return app.git.look(word, baseOf(app.machine.workflow));
}

/** The commit that a word means, before anybody asked whose it is. */
type NamedCommit = { readonly kind: "known"; readonly commit: string; readonly fork: string | null } | UnknownCommit;
type UnknownCommit = Extract<GivenCommit, { kind: "unknown" }>;

function givenBy(asked: string | undefined, look: WorkLook | null): NamedCommit | null {
  if (asked === undefined) return null;
  const word = asked.toLowerCase();
  if (look?.kind === "work") return { kind: "known", commit: look.commit, fork: look.fork };
  if (look?.kind === "unknown") return { kind: "known", commit: look.commit, fork: null };
  if (look?.kind === "absent") return { kind: "unknown", word: asked, why: "absent" };
  return isCommit(word)
    ? { kind: "known", commit: word, fork: null }
    : { kind: "unknown", word: asked, why: "partial" };
}

/** What git shows, what a tracker shows and what the caller says; each by the door that it came through. */
function sayingsOf(
  app: GatheringApp,
  caller: Caller,
  { now, reported = [], observed }: Gathering,
  { subject, subjects, look, stored }: Known,
): readonly Saying[] {
  const { source } = standingOf({ actor: caller.actor, via: caller.via });
  const own = reported.map(({ name, verdict, url }) => {
    const entry: Said = { level: "reported", source, verdict, run: app.newId(), at: now, ...(url ? { url } : {}) };
    return { subject, name, entry };
  });
  const seen = observed ? observedSayings(app, now, observed, subjects, stored) : [];
  const work: Saying[] =
    look && look.kind !== "absent" ? [{ subject, name: "work", entry: workSaid(app, look, now) }] : [];
  return [...work, ...seen, ...own].filter((saying) => isNews(stored, saying));
}

/** Only of what the ticket is about: what is said of other commits was not read, and can't be written. */
function observedSayings(
  app: GatheringApp,
  now: Time,
  observed: readonly Observed[],
  subjects: readonly string[],
  stored: readonly Fact[],
): readonly Saying[] {
  const own = observed.filter(({ commit }) => subjects.includes(commit));
  return [...own, ...noLongerShown(own, subjects, stored)]
    .map(({ commit, name, verdict, url }): Saying => {
      const { level, source } = GITHUB;
      const entry: Said = { level, source, verdict, run: app.newId(), at: now, ...(url ? { url } : {}) };
      return { subject: commit, name, entry };
    })
    .filter((saying) => isNews(stored, saying));
}

/** What it showed before and shows no more is not known any longer: a review was dismissed, or something was pushed. */
function noLongerShown(
  shown: readonly Observed[],
  subjects: readonly string[],
  stored: readonly Fact[],
): readonly Observed[] {
  return stored
    .filter(({ subject, said }) => subjects.includes(subject) && said.some(isOfGitHub))
    .filter(({ subject, name }) => !shown.some((one) => one.commit === subject && one.name === name))
    .map(({ subject, name }) => ({ commit: subject, name, verdict: "unknown" }));
}

const GITHUB = { level: "observed", source: "github" } as const;

function isOfGitHub({ level, source }: Said): boolean {
  return level === GITHUB.level && source === GITHUB.source;
}

/** What was read for a gathering. */
interface Known {
  readonly subject: string;
  readonly subjects: readonly string[];
  readonly look: WorkLook | null;
  readonly stored: readonly Fact[];
}

function workSaid(app: GatheringApp, look: Exclude<WorkLook, { kind: "absent" }>, now: Time): Said {
  const base = { level: "witnessed", source: "git", run: app.newId(), at: now } as const;
  if (look.kind === "unknown") return { ...base, verdict: "unknown" };
  const { fork, commits, paths, pathsCut, patch, empty } = look;
  const verdict: Verdict = empty ? "empty" : "pass";
  return { ...base, verdict, fork, commits, paths, ...(pathsCut ? { pathsCut } : {}), ...(patch ? { patch } : {}) };
}

/** What the same source has said before in the same words is not written again. */
function isNews(stored: readonly Fact[], { subject, name, entry }: Saying): boolean {
  const before = factNamed(stored, subject, name).said.find(
    ({ level, source }) => level === entry.level && source === entry.source,
  );
  return !before || JSON.stringify(words(before)) !== JSON.stringify(words(entry));
}

function words({ verdict, url, check, fork, commits, paths, pathsCut, patch }: Said): readonly unknown[] {
  return [verdict, url, check, fork, commits, paths, pathsCut, patch];
}

function withSayings(stored: readonly Fact[], sayings: readonly Saying[]): readonly Fact[] {
  let facts = stored;
  for (const { subject, name, entry } of sayings) {
    const fact = factNamed(facts, subject, name);
    facts = [...facts.filter((other) => other !== fact), afterSaying(fact, entry)];
  }
  return facts;
}

/** Nobody can tell that it is the same one after a reconnect. */
function isUnknown({ actor, unnamed }: Caller): boolean {
  return unnamed === true || (actor.kind === "agent" && isNameless(actor.identity));
}
