// Looks, after each look at the board, whether the pull request of a ticket that waits for its work to land was merged. A
// merge into the default branch closes the issue, and that shows; any other merge changes nothing that a look at the board
// would see, so that these tickets are looked at every few minutes all the same.

import type { MergedElsewhere } from "../../app/ports/mirror.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Key, Time } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { isLanded, observe } from "../evidence/observe.ts";
import type { SeenPulls } from "../evidence/seen-pulls.ts";
import { findIssue } from "../read/find-issue.ts";
import type { Context } from "./context.ts";
import type { MergeLock } from "./merge-lock.ts";
import { readRemotes } from "./remote.ts";

const NOTE = "github-merges";
/** No ticket is called so: when pull requests without one were looked for. */
const STRAYS = "*";
const EVERY_MS = 5 * 60_000;
/** A point each. */
const MOST_AT_ONCE = 20;
const MOST_OPEN = 1_000;
const MOST_CLOSED = 100;

type Act = (merged: MergedElsewhere) => Promise<unknown>;

/** What is known of one ticket's last look. */
interface Looked {
  readonly at: Time;
  readonly issueAt: Time;
  /** The commit whose merge was passed on. */
  readonly told: string | null;
}

interface Waiting {
  readonly key: Key;
  readonly state: string;
  readonly head: string;
}

export class Merges {
  readonly #context: Context;
  readonly #lock: MergeLock;
  readonly #onTrouble: (error: unknown) => void;
  #act: Act | null = null;
  #running = false;

  constructor(context: Context, lock: MergeLock, onTrouble: (error: unknown) => void) {
    this.#context = context;
    this.#lock = lock;
    this.#onTrouble = onTrouble;
  }

  follow(act: Act): void {
    this.#act = act;
  }

  /** Nobody who wants to see the board has to know what went wrong here. */
  async look(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      await this.#run(this.#act);
      await this.#lock.sweep();
    } catch (error) {
      this.#onTrouble(error);
    } finally {
      this.#running = false;
    }
  }

  async #run(act: Act | null): Promise<void> {
    const { store, machine } = this.#context;
    const { workflow } = await machine();
    const waiting = await waitingFor(store, workflow);
    if (waiting.length === 0 && !workflow.merge) return;
    const [now, noted] = [await store.now(), await store.notes.get(NOTE)];
    const before = noted === null ? {} : (JSON.parse(noted) as Record<Key, Looked>);
    const remotes = await readRemotes(
      store,
      waiting.map(({ key }) => key),
    );
    const after: Record<Key, Looked> = {};
    let looks = 0;
    for (const ticket of waiting) {
      const last = before[ticket.key];
      const issueAt = remotes.get(ticket.key)?.issueAt ?? 0;
      const due = last?.told !== ticket.head && (last?.issueAt !== issueAt || now - last.at >= EVERY_MS);
      if (!due || ++looks > MOST_AT_ONCE) {
        if (last) after[ticket.key] = last;
        continue;
      }
      const told = await this.#lookAt(ticket, workflow, act);
      after[ticket.key] = { at: now, issueAt, told: told ? ticket.head : null };
    }
    const strays = before[STRAYS];
    const lookForStrays = workflow.merge !== undefined && (!strays || now - strays.at >= EVERY_MS);
    if (lookForStrays) await this.#lock.strays();
    const looked = lookForStrays ? { at: now, issueAt: 0, told: null } : strays;
    if (looked) after[STRAYS] = looked;
    await store.notes.replace(NOTE, noted, JSON.stringify(after));
  }

  /** Whether there was something to tell. */
  async #lookAt(ticket: Waiting, workflow: Workflow, act: Act | null): Promise<boolean> {
    const look = await findIssue(this.#context, ticket.key, { withClaim: false, withProof: true });
    if (!look?.pulls) return false;
    await this.#lock.apply(ticket.key, look.pulls);
    const merged = mergeOf(ticket, look.pulls, workflow);
    if (!merged || !act) return false;
    await act(merged);
    return true;
  }
}

/** Also those that GitHub has closed with the merge. */
async function waitingFor(store: TrackerStore, { follow = [], merge }: Workflow): Promise<readonly Waiting[]> {
  const states = new Set(follow.filter(({ fact }) => fact === "landed").map(({ from }) => from));
  if (merge) states.add(merge.from);
  if (states.size === 0) return [];
  const [open, closed] = await Promise.all([
    store.evidence.openCommits(MOST_OPEN),
    store.evidence.lastClosed(MOST_CLOSED),
  ]);
  return [...open, ...closed].flatMap(({ key, state, head }) =>
    head !== null && state !== null && states.has(state) ? [{ key, state, head }] : [],
  );
}

function mergeOf({ key, state, head }: Waiting, pulls: SeenPulls, workflow: Workflow): MergedElsewhere | null {
  const landed = observe(pulls, workflow, head).find(({ commit, name }) => commit === head && name === "landed");
  if (!landed) return null;
  const pull = pulls.pulls.find((one) => one.url === landed.url && isLanded(one, workflow));
  const by = pull?.mergedBy ?? null;
  // Whoever has our token can merge under our login: that is no person's word.
  const isPerson = by !== null && by.isPerson && by.login !== pulls.viewer;
  const { commit, verdict, url = "" } = landed;
  return { key, state, commit, verdict, url, by: by && { login: by.login, isPerson } };
}
