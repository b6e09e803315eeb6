// A plan on its way to GitHub and into the ledger: noted in the store, written by one request, checked, and finished.
// Whatever happens in between, it is either found on GitHub and finished, or not found and called off.

import { randomBytes } from "node:crypto";
import { changedBeside, changedTickets } from "../../app/commit/changes.ts";
import type { Outcome, Plan } from "../../app/commit/plan.ts";
import type { Pending } from "../../app/ports/tracker-store.ts";
import type { Key, Time } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";
import { writeTogether, type Write } from "../operations/write.ts";
import { claimChanges } from "../claims/claim-refs.ts";
import { Claims } from "../write/plan-claims.ts";
import { withCloseReasons } from "../write/close-reasons.ts";
import { createIssue, creationIn } from "../write/create-issue.ts";
import { wantedBy, type Writing } from "../write/effects.ts";
import { findEvidence, type Evidence, type Known, type Sending } from "../recover/look-up.ts";
import { finishPlan, type WrittenTicket } from "../write/finish.ts";
import { keepClosed, missingEffects, prepareJobs, type Job } from "../write/jobs.ts";
import type { SeenComment } from "../read/seen.ts";
import { CREATING } from "../read/mirror.ts";
import { NotCarriedOut, unfinished, Unwritten } from "./commit-errors.ts";
import type { Context } from "./context.ts";
import type { Holders } from "./holders.ts";
import { readLeft, type LeftPlan } from "./left-plan.ts";
import { LOST, lostMoves, takeBack, type Decided } from "../write/lost-moves.ts";
import { seenBefore, type LostRace, type SeenBefore } from "../write/races.ts";
import { renumber } from "../write/renumber.ts";
import { sendJobs, type Sent } from "../write/send.ts";
import { cancel, declareVoid, finishLeft, held, LEASE_MS, unhindered } from "../write/under-way.ts";

/** What was sent may still be carried out for so long; GitHub gives up by itself after 10 s. */
const ARRIVAL_MS = 15_000;
/** A copy that lags behind has mostly caught up by then. */
const LAG_MS = 1_000;
/** Tickets in one request: each is two or three mutations, and GitHub ends what takes too long. */
const MOST_JOBS = 25;
/** Unfinished writes that one call finishes for others: each takes a request or two. */
const MOST_LEFT = 10;

export class GitHubCommits {
  readonly #context: Context;
  readonly #onTrouble: (error: unknown) => void;
  readonly #holders: Holders | null;

  /** `onTrouble`: told where an unfinished write of another process can't be finished. `holders`: null, nobody is shown. */
  constructor(context: Context, onTrouble: (error: unknown) => void, holders: Holders | null) {
    this.#context = context;
    this.#holders = holders;
    this.#onTrouble = onTrouble;
  }

  async commit(asked: Plan): Promise<Outcome> {
    const context = this.#context;
    const marker = randomBytes(12).toString("base64url");
    const writing: Writing = { store: context.storeId, marker, machine: await context.machine() };
    const wanted = wantedBy(asked, writing);
    const creation = creationIn(asked);
    const there = wanted.filter(({ created }) => !created);
    if (there.length === 0 && !creation && (!context.refs || claimChanges(asked).length === 0)) {
      // A session or a fact that an unfinished write changes can't be changed until that is finished.
      await this.unhindered(changedBeside(asked));
      return context.store.pending.beside(asked);
    }
    await this.tidyUp(null);
    // The same request may be under way, and nothing but its own answer tells what comes of it.
    await this.unhindered([...requestIn(asked), ...changedBeside(asked), ...there.map(({ key }) => key)]);
    const { plan: kept, jobs: all } = keepClosed(asked, await prepareJobs(context, there));
    const jobs = all.filter(({ effects }) => effects.length > 0);
    const plan = withCloseReasons(kept, jobs);
    const claims = await Claims.of(context, plan, jobs);
    if (jobs.length === 0 && !creation && claims.none) return context.store.pending.beside(plan);

    const subjects = subjectsOf(plan, marker, jobs, creation?.key.key ?? null);
    const before = [...beforeIn(jobs).values()];
    const body = JSON.stringify({ ...plan, sentAs: context.looker.viewer, before } satisfies LeftPlan);
    const begun = await context.store.pending.begin(plan, { marker, subjects, body, leaseMs: LEASE_MS });
    if (begun.kind !== "done") return begun;
    const pending = (await context.store.pending.on(subjects)).find((one) => one.marker === marker);
    return pending ? this.#carry(plan, pending, jobs, claims, writing) : { kind: "stale" };
  }

  /**
   * Finishes unfinished writes on this store, whatever they concern: where no server runs all the time, no other call may
   * ever do it, and a new ticket has no number yet that a call could name. `apartFrom`: a ticket on which the caller is
   * told what goes wrong.
   */
  async tidyUp(apartFrom: Key | null): Promise<void> {
    for (const pending of await this.#context.store.pending.expired(MOST_LEFT)) {
      if (apartFrom !== null && pending.subjects.includes(apartFrom)) continue;
      try {
        await this.recover(pending);
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error;
        // Nobody who asks for something else has to wait for it: it is tried again when its new lease is over.
        this.#onTrouble(error);
        return;
      }
    }
  }

  finishLeft(subjects: readonly string[]): Promise<boolean> {
    return finishLeft(this.#context, subjects, (pending) => this.recover(pending));
  }

  unhindered(subjects: readonly string[]): Promise<void> {
    return unhindered(this.#context, subjects, (pending) => this.recover(pending));
  }

  /** Finishes the unfinished write of another process, or calls it off. */
  async recover(pending: Pending): Promise<void> {
    const context = this.#context;
    const ours = await context.store.pending.prolong(pending, LEASE_MS);
    if (!ours) return;
    const { sentAs, before: seen = [], ...plan } = readLeft(pending.body);
    if (await context.store.pending.carriedOut(plan.id)) return cancel(context, ours, plan);
    const { marker, expiresAt: until } = pending;
    const before = new Map(seen.map((one) => [one.key, one]));
    const evidence = await this.#evidence({ plan, marker, until, sentAs, known: new Map(), before }, null);
    if (evidence.begun.length === 0) return declareVoid(context, ours, plan);
    const outcome = await this.#complete(evidence, ours, null, null);
    if (outcome.kind === "unclear") throw unfinished();
    // A claim that another machine has taken over since must not stand here until somebody looks.
    for (const { key, claim } of evidence.begun) await context.mirror.deposed(key, context.refs, { claim });
  }

  async #carry(plan: Plan, pending: Pending, jobs: readonly Job[], claims: Claims, writing: Writing): Promise<Outcome> {
    const context = this.#context;
    const callOff = async (): Promise<void> => {
      await claims.drop();
      await cancel(context, pending, plan);
    };
    try {
      if (!(await claims.take())) {
        await callOff();
        return { kind: "stale" };
      }
      return creationIn(plan)
        ? await this.#create(plan, pending, jobs, writing)
        : await this.#write(plan, pending, jobs, claims);
    } catch (error) {
      if (error instanceof Unwritten) {
        await callOff();
        throw error.cause;
      }
      throw error;
    }
  }

  async #write(plan: Plan, pending: Pending, jobs: readonly Job[], claims: Claims): Promise<Outcome> {
    const context = this.#context;
    const written = new Map<Key, WrittenTicket>();
    const lost: LostRace[] = [];
    const decided = { plan, marker: pending.marker, before: beforeIn(jobs) };
    let ours = pending;
    for (let at = 0; at < Math.max(jobs.length, 1); at += MOST_JOBS) {
      const some = jobs.slice(at, at + MOST_JOBS);
      const still = await held(context, ours);
      if (!still) return this.#afterAll(plan, null);
      ours = still;
      const shown = (await this.#holders?.writesFor(plan, some)) ?? [];
      const sentAt = context.clock.now();
      const sent = await this.#send(some, [...claims.giveBacks(some), ...shown], written.size > 0);
      const known = new Map([...written].map(([key, { effects, card }]) => [key, { effects, card }]));
      if (sent instanceof GitHubError) return this.#resolve(plan, ours, { sentAt: null, cause: sent, claims, known });
      if (sent.kind === "unclear") return this.#resolve(plan, ours, { sentAt, cause: null, claims, known });
      for (const [key, shown] of shownIn(sent, some)) known.set(key, shown);
      for (const { key, effects } of some) {
        const result = sent.results.get(key);
        if (!result || result.lacking.length > 0) {
          return this.#resolve(plan, ours, { sentAt: null, cause: null, claims, known });
        }
        written.set(key, { card: result.card, effects });
      }
      lost.push(...lostMoves(context, decided, commentsIn(sent)));
    }
    if (lost.length > 0) return this.#afterLosing(decided, ours, lost, { written, claims });
    await claims.giveBackOthers(jobs);
    return finishPlan(context, plan, ours.marker, { written, leases: claims.leases });
  }

  /** Another machine was faster on these. Where that was all, the caller looks again, and is told what is so now. */
  async #afterLosing(decided: Decided, pending: Pending, lost: readonly LostRace[], done: Partly): Promise<Outcome> {
    const context = this.#context;
    const { plan } = decided;
    const { written, claims } = done;
    const trouble = await takeBack(context, decided, lost).then(() => null, asGitHubError);
    if (trouble) return { kind: "unclear" };
    const failed = new Map(lost.map(({ key }) => [key, LOST]));
    const left = new Map([...written].filter(([key]) => !failed.has(key)));
    if (left.size > 0)
      return finishPlan(context, plan, pending.marker, { written: left, failed, leases: claims.leases });
    await claims.drop();
    await cancel(context, pending, plan);
    return { kind: "stale" };
  }

  /** What GitHub surely refused before anything was written is nobody's concern but the caller's. */
  async #send(jobs: readonly Job[], also: readonly Write[], begun: boolean): Promise<Sent | GitHubError> {
    try {
      return await sendJobs(this.#context, jobs, also);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (begun) return error;
      throw new Unwritten(error);
    }
  }

  async #create(plan: Plan, pending: Pending, others: readonly Job[], writing: Writing): Promise<Outcome> {
    const context = this.#context;
    const sentAt = context.clock.now();
    const made = await createIssue(context, plan, writing).catch((error: unknown) => {
      throw error instanceof GitHubError ? new Unwritten(error) : error;
    });
    const unknown = { cause: null, claims: null, known: new Map() };
    if (!made) return this.#resolve(plan, pending, { ...unknown, sentAt });
    const real = renumber(plan, creationIn(plan)?.key.key ?? made.key, made);
    const wanted = wantedBy(real, writing).find(({ key }) => key === made.key);
    const effects = missingEffects(wanted?.effects ?? [], made);
    const jobs = [{ key: made.key, seen: made, effects, claim: null }, ...others];
    const sent = await this.#send(jobs, [], true);
    if (sent instanceof GitHubError) return this.#resolve(plan, pending, { ...unknown, sentAt: null, cause: sent });
    if (sent.kind === "unclear") return this.#resolve(plan, pending, { ...unknown, sentAt: context.clock.now() });
    const results = [...sent.results];
    if (results.some(([, { lacking }]) => lacking.length > 0)) {
      return this.#resolve(plan, pending, { ...unknown, sentAt: null, known: shownIn(sent, jobs) });
    }
    const written = new Map(results.map(([key, { card }]) => [key, { card, effects, seen: made }]));
    return finishPlan(context, real, pending.marker, { written, created: made.key });
  }

  /** The answer is missing, or says that something is: what is there decides. */
  async #resolve(plan: Plan, pending: Pending, { sentAt, cause, claims, known }: Trouble): Promise<Outcome> {
    const context = this.#context;
    const { marker, expiresAt: until } = pending;
    const { before = [] } = readLeft(pending.body);
    const seen = new Map(before.map((one) => [one.key, one]));
    const sending: Sending = { plan, marker, until, sentAs: context.looker.viewer, known, before: seen };
    try {
      const evidence = await this.#evidence(sending, sentAt);
      if (evidence.behind) return { kind: "unclear" };
      if (evidence.begun.length > 0) return await this.#complete(evidence, pending, cause, claims);
    } catch (error) {
      // It stays under way: the next call after its lease looks again.
      if (error instanceof GitHubError && !(error instanceof NotCarriedOut)) return { kind: "unclear" };
      throw error;
    }
    await claims?.drop();
    await declareVoid(context, pending, plan);
    throw cause ?? new NotCarriedOut();
  }

  /** What is not there at once may be on its way, or the look an old one: written again, it would be there twice. */
  async #evidence(sending: Sending, sentAt: Time | null): Promise<Evidence> {
    const { clock } = this.#context;
    const evidence = await findEvidence(this.#context, sending);
    if (!isIncomplete(evidence)) return this.#withoutLost(sending, evidence);
    await clock.sleep(sentAt === null ? LAG_MS : Math.max(0, sentAt + ARRIVAL_MS - clock.now()));
    return this.#withoutLost(sending, await findEvidence(this.#context, sending));
  }

  /** What is there, and does not count because another machine was faster, is taken back. */
  async #withoutLost(sending: Sending, evidence: Evidence): Promise<Evidence> {
    const comments = new Map(evidence.begun.flatMap(({ key, seen }) => (seen.comments ? [[key, seen.comments]] : [])));
    const decided = { plan: evidence.plan, marker: sending.marker, before: sending.before };
    const lost = lostMoves(this.#context, decided, comments);
    if (lost.length === 0) return evidence;
    await takeBack(this.#context, decided, lost);
    const keys = new Set(lost.map(({ key }) => key));
    const begun = evidence.begun.filter(({ key }) => !keys.has(key));
    return { ...evidence, begun, untouched: [...evidence.untouched, ...keys] };
  }

  /** Writes what is missing, once. */
  async #complete(
    evidence: Evidence,
    pending: Pending,
    cause: GitHubError | null,
    claims: Claims | null,
  ): Promise<Outcome> {
    const context = this.#context;
    const failed = new Map<Key, string>(evidence.untouched.map((key) => [key, (cause ?? new NotCarriedOut()).message]));
    const written = new Map<Key, WrittenTicket>();
    const ours = await held(context, pending);
    if (!ours) return this.#afterAll(evidence.plan, evidence.created);
    const sent = await this.#send(evidence.begun, claims?.giveBacks(evidence.begun) ?? [], true);
    if (sent instanceof GitHubError && !isRefusal(sent)) return { kind: "unclear" };
    if (!(sent instanceof GitHubError) && sent.kind === "unclear") return { kind: "unclear" };
    for (const { key, seen, effects, claim } of evidence.begun) {
      const result =
        sent instanceof GitHubError ? { card: null, lacking: effects, error: sent } : sent.results.get(key);
      const serious = result?.lacking.filter(({ kind }) => kind !== "comment" && kind !== "status") ?? [];
      const uncommented = result?.lacking.some(({ kind }) => kind === "comment") ?? false;
      if (serious.length > 0) failed.set(key, result?.error?.message ?? "GitHub refused a part of it.");
      else
        written.set(key, { card: result?.card ?? seen.card, effects, seen, uncommented, lease: claim?.lease ?? null });
      if (serious.some(({ kind }) => kind === "state")) await this.#retract(seen, pending.marker);
    }
    const leases = claims?.leases;
    return finishPlan(context, evidence.plan, ours.marker, {
      written,
      failed,
      ...(evidence.created === null ? {} : { created: evidence.created }),
      ...(leases ? { leases } : {}),
    });
  }

  /** A comment that tells of a move that is not there must not stay. */
  async #retract(seen: Job["seen"], marker: string): Promise<void> {
    const ids = (seen.comments ?? [])
      .filter((comment) => comment.marker?.id.startsWith(`${marker}.`))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    const { operation, variables } = writeTogether(
      ids.map((id, index): Write => ({ alias: `retract${index}`, kind: "retract", input: { id } })),
    );
    await this.#context.client.mutate(operation, variables);
  }

  /** Somebody has taken it over meanwhile, and the ledger tells what came of it. */
  async #afterAll({ id }: Plan, created: Key | null): Promise<Outcome> {
    const done = await this.#context.store.pending.carriedOut(id);
    return done ? { kind: "done", ...done, ...(created === null ? {} : { created }) } : { kind: "unclear" };
  }
}

/** What went wrong with a request. */
interface Trouble {
  /** When it was sent, where parts of it may still arrive. */
  readonly sentAt: Time | null;
  /** What GitHub said of it. */
  readonly cause: GitHubError | null;
  readonly claims: Claims | null;
  readonly known: Sending["known"];
}

/** What was done of a plan before it was seen that others were faster. */
interface Partly {
  readonly written: ReadonlyMap<Key, WrittenTicket>;
  readonly claims: Claims;
}

function beforeIn(jobs: readonly Job[]): ReadonlyMap<Key, SeenBefore> {
  return new Map(jobs.map(({ key, seen }) => [key, seenBefore(seen)]));
}

function commentsIn({ results }: Extract<Sent, { kind: "answered" }>): ReadonlyMap<Key, readonly SeenComment[]> {
  return new Map([...results].flatMap(([key, { comments }]) => (comments ? [[key, comments]] : [])));
}

function asGitHubError(error: unknown): GitHubError {
  if (error instanceof GitHubError) return error;
  throw error;
}

function isRefusal({ code }: GitHubError): boolean {
  return code === "github_rejected" || code === "github_forbidden" || code === "github_settings";
}

function isIncomplete({ begun, untouched }: Evidence): boolean {
  return untouched.length > 0 || begun.some(({ effects }) => effects.length > 0);
}

/** What an answer shows to be written; of each ticket at least something. */
function shownIn({ results }: Extract<Sent, { kind: "answered" }>, jobs: readonly Job[]): Sending["known"] {
  const shown = new Map<Key, Known>();
  for (const { key, effects } of jobs) {
    const { lacking = effects, card = null } = results.get(key) ?? {};
    const there = effects.filter((effect) => effect.kind !== "status" && !lacking.includes(effect));
    if (there.length > 0) shown.set(key, { effects: there, card });
  }
  return shown;
}

function requestIn({ request }: Plan): readonly string[] {
  return request ? [`request:${request.tool} ${request.id} ${request.subject} ${request.sender}`] : [];
}

/** All tickets and sessions that it changes, and what must not be done twice at once. The first is there in any case. */
function subjectsOf(plan: Plan, marker: string, jobs: readonly Job[], created: Key | null): readonly string[] {
  const subjects = [
    ...(created === null ? [] : [`${CREATING}${marker}`]),
    ...requestIn(plan),
    ...changedTickets(plan.entries).filter((key) => key !== created),
    ...jobs.map(({ key }) => key),
    ...changedBeside(plan),
  ];
  return [...new Set(subjects)];
}
