// Keeps the mirror in step with the board. A look costs a point where nothing changed; where something did, a point more
// finds the cards, and they are read in pages. Whether something changed is GitHub's word, so that all cards are compared
// every few minutes, and everything is read every three hours, all the same.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Key, Time } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";
import type { Context } from "../tracker/context.ts";
import { allRemotes, readRemotes } from "../tracker/remote.ts";
import { keptPull } from "../evidence/linked-pulls.ts";
import type { Pulse } from "./board-look.ts";
import { takeBoard, takeIssues, takeScanned, type Known } from "./changes.ts";
import type { ChangedPull } from "./pull-mirror.ts";
import type { Pages } from "./scan.ts";
import { inTurn } from "./turn.ts";

const NOTE = "github-sync";
const A_SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const COMPARED_EVERY_MS = 5 * MINUTE;
const READ_EVERY_MS = 3 * HOUR;
/** Of more repositories than this, changed issues are found when all cards are compared. */
const MOST_REPOSITORIES = 50;

interface Synced extends Pages {
  /** When everything was read. */
  readonly readAt: Time;
  /** When all cards were compared. */
  readonly comparedAt: Time;
  /** When the last look began: what is known is as of then. */
  readonly lookedAt: Time;
  readonly project: string;
  /**
   * Two looks have found the project's time as it is. GitHub counts in seconds: a second change in the second of the first
   * leaves it as it is, so that after the first look all cards are compared once more.
   */
  readonly settled: boolean;
  /** Issues that were changed at this time or later, by GitHub's clock, may not have been read. */
  readonly since: Time;
  readonly again: readonly Key[];
}

/** Why the mirror is older than it should be. */
export interface Behind {
  readonly what: string;
  readonly recovery: string;
}

export class Sync {
  readonly #context: Context;
  #running: Promise<void> | null = null;
  #behind: Behind | null = null;
  #heldBack: GitHubError | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  /** When the last look began; null: nobody has ever looked. */
  async asOf(): Promise<Time | null> {
    return (await readSynced(this.#context.store))?.lookedAt ?? null;
  }

  /** Where the last look failed, or was held back: why. */
  get behind(): Behind | null {
    return this.#behind;
  }

  /**
   * At most so old, in milliseconds. Where GitHub's limits stand against a look, what is known stays, and `behind` says so;
   * whatever else is wrong is thrown. Answers whether there was a look.
   */
  async noOlderThan(age: number): Promise<boolean> {
    const { store } = this.#context;
    const asked = await store.now();
    const last = await readSynced(store);
    if (last && asked - last.lookedAt < age) {
      // Somebody else has looked since.
      this.#behind = this.#heldBack = null;
      return false;
    }
    this.#running ??= this.#look(asked - age).finally(() => {
      this.#running = null;
    });
    try {
      await this.#running;
      this.#behind = this.#heldBack = null;
      return true;
    } catch (error) {
      if (error instanceof GitHubError) this.#behind = { what: error.what, recovery: error.recovery };
      if (!last || !isHeldBack(error)) throw error;
      this.#heldBack = error;
      return false;
    }
  }

  /** For a decision: throws where GitHub's limits stand against a look. */
  async mustBe(age: number): Promise<void> {
    await this.noOlderThan(age);
    if (this.#heldBack) throw this.#heldBack;
  }

  /** `after`: a look that began later is as good. */
  async #look(after: Time): Promise<void> {
    const { store, clock } = this.#context;
    const still = async (): Promise<boolean> =>
      ((await readSynced(store))?.lookedAt ?? Number.NEGATIVE_INFINITY) <= after;
    await inTurn(store, clock, still, () => this.#run());
  }

  async #run(): Promise<void> {
    const { store, boardLook, projectIds } = this.#context;
    const last = await readSynced(store);
    const project = await projectIds.project();
    const [lookedAt, known] = [await store.now(), await allRemotes(store)];
    const pulse = await boardLook.pulse(project, repositoriesIn(known), last?.since ?? lookedAt);
    const synced = await this.#takeOver(project, known, last, pulse, lookedAt);
    await this.#takePulls(pulse, synced.comparedAt === lookedAt);
    await store.notes.replace(NOTE, await store.notes.get(NOTE), JSON.stringify(synced));
  }

  /** `again`: also those that are open and were not changed: their checks may have been. */
  async #takePulls({ pulls: found }: Pulse, again: boolean): Promise<void> {
    const { store, pulls } = this.#context;
    const issues = found.flatMap((one) => one.issues);
    const keys = issues.length === 0 ? new Map<string, Key>() : await store.names.byNode(issues);
    const remotes = await readRemotes(store, [...keys.values()]);
    await pulls.changed(
      found.flatMap(({ node, issues: closed }) =>
        closed.flatMap((issue): ChangedPull[] => {
          const key = keys.get(issue);
          const home = key === undefined ? undefined : remotes.get(key)?.repository;
          return key === undefined || home == null ? [] : [{ pull: keptPull(node, home), closes: [key] }];
        }),
      ),
    );
    if (again) await pulls.again();
  }

  async #takeOver(project: string, known: Known, last: Synced | null, pulse: Pulse, lookedAt: Time): Promise<Synced> {
    const { mirror, boardLook, boardScan } = this.#context;
    const newest = Math.max(pulse.changedAt, ...pulse.issues.map(({ at }) => at));
    const since = nextSince(last, pulse, lookedAt);
    const now = { lookedAt, project: pulse.project, settled: last?.project === pulse.project };
    if (!last || lookedAt - last.readAt >= READ_EVERY_MS) {
      const moment = await mirror.moment();
      const { cursors, spacing, ...board } = await boardLook.everything(project);
      const again = await takeBoard(this.#context, known, board, moment, newest);
      const read = Math.max(since, ...board.seen.map(({ updatedAt }) => updatedAt));
      return { ...now, readAt: lookedAt, comparedAt: lookedAt, since: read, again, cursors, spacing };
    }
    const isSettled = last.settled && now.settled;
    if (!isSettled || pulse.cut || lookedAt - last.comparedAt >= COMPARED_EVERY_MS) {
      const scanned = await boardScan.read(project, last);
      const unsure = { again: last.again, since: isSettled ? null : last.since };
      const again = await takeScanned(this.#context, known, scanned, unsure, newest);
      const { cursors, spacing } = scanned;
      return { ...now, readAt: last.readAt, comparedAt: lookedAt, since, again, cursors, spacing };
    }
    const changed = [...new Set([...last.again, ...changedIn(pulse, known)])];
    const again = changed.length === 0 ? [] : await takeIssues(this.#context, known, changed, newest);
    return { ...last, ...now, since, again };
  }
}

/** Tickets whose issue was changed after it was last read. */
function changedIn({ issues }: Pulse, known: Known): readonly Key[] {
  const times = new Map(issues.map(({ id, at }) => [id, at]));
  return [...known].flatMap(([key, { issue, issueAt }]) => {
    const at = times.get(issue);
    return at === undefined || at === issueAt ? [] : [key];
  });
}

/**
 * GitHub gives those of the very second again: once two looks have found nothing newer, that second is over. Else hundreds of
 * issues that were changed in one second, by an import, would be given for ever.
 */
function nextSince(last: Synced | null, { issues }: Pulse, now: Time): Time {
  const newest = Math.max(0, ...issues.map(({ at }) => at));
  if (last === null || newest !== last.since || now - last.lookedAt < 2 * A_SECOND)
    return Math.max(newest, last?.since ?? 0);
  return newest + A_SECOND;
}

function repositoriesIn(known: Known): readonly string[] {
  const all = new Set([...known.values()].flatMap(({ repository }) => repository || []));
  return [...all].slice(0, MOST_REPOSITORIES);
}

function isHeldBack(error: unknown): error is GitHubError {
  return error instanceof GitHubError && (error.code === "github_held_back" || error.code === "github_limited");
}

async function readSynced(store: TrackerStore): Promise<Synced | null> {
  const note = await store.notes.get(NOTE);
  if (note === null) return null;
  const synced = JSON.parse(note) as Partial<Synced>;
  // One of an older version of the program: everything is read anew.
  return synced.cursors === undefined ? null : (synced as Synced);
}
