// Looks, after each look at the board, whether the pull request of a ticket that waits for its work to land was merged. The
// look brings the pull requests that were changed last; a ticket with a commit is then asked for by itself, with all that its
// evidence takes, and every few minutes all the same. A ticket whose workflow takes no commit follows what the look brought.

import type { MergedElsewhere } from "../../app/ports/mirror.ts";
import type { TicketPulls } from "../../app/ports/pulls.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Key } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { isLanded, observe } from "../evidence/observe.ts";
import type { SeenPulls } from "../evidence/seen-pulls.ts";
import { findIssue } from "../read/find-issue.ts";
import type { HintedPulls } from "../webhooks/hinted.ts";
import type { Context } from "./context.ts";
import { followBare, followedStates, MOST_CLOSED, type Act, type Looked } from "./follow-bare.ts";
import type { MergeLock } from "./merge-lock.ts";
import { readRemotes } from "./remote.ts";

const NOTE = "github-merges";
/** No ticket is called so: when pull requests without one were looked for. */
const STRAYS = "*";
const EVERY_MS = 5 * 60_000;
/** A point each. */
const MOST_AT_ONCE = 20;
const MOST_OPEN = 1_000;

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
  #running: Promise<void> | null = null;

  constructor(context: Context, lock: MergeLock, onTrouble: (error: unknown) => void) {
    this.#context = context;
    this.#lock = lock;
    this.#onTrouble = onTrouble;
  }

  follow(act: Act): void {
    this.#act = act;
  }

  /**
   * Nobody who wants to see the board has to know what went wrong here. `hinted`: looked at whatever their time; what is under
   * way may have begun too early for them.
   */
  async look(hinted: HintedPulls | null = null): Promise<void> {
    if (hinted) while (this.#running) await this.#running;
    else if (this.#running) return;
    this.#running = this.#lookOnce(hinted).finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #lookOnce(hinted: HintedPulls | null): Promise<void> {
    try {
      await this.#run(this.#act, hinted);
      await this.#lock.sweep();
    } catch (error) {
      this.#onTrouble(error);
    }
  }

  async #run(act: Act | null, hinted: HintedPulls | null): Promise<void> {
    const { store, machine } = this.#context;
    const rules = await machine();
    const { workflow } = rules;
    const waiting = rules.takesCommit ? await waitingFor(store, workflow) : [];
    const after: Record<Key, Looked> = {};
    const noted = await store.notes.get(NOTE);
    const before = noted === null ? {} : (JSON.parse(noted) as Record<Key, Looked>);
    if (!rules.takesCommit && act)
      Object.assign(after, await followBare(store, workflow, this.#context.looker.viewer, before, act));
    const isIdle = Object.keys(before).length + Object.keys(after).length === 0;
    if (isIdle && waiting.length === 0 && !workflow.merge) return;
    const now = await store.now();
    const keys = waiting.map(({ key }) => key);
    const [remotes, pulls] = await Promise.all([readRemotes(store, keys), store.pulls.of(keys)]);
    let looks = 0;
    for (const ticket of waiting) {
      const last = before[ticket.key];
      const { issueAt = 0, repository = null } = remotes.get(ticket.key) ?? {};
      const stand = standOf(pulls.get(ticket.key));
      const changed = last?.issueAt !== issueAt || (last.pulls ?? "") !== stand;
      const isTime = changed || now - last.at >= EVERY_MS || isNamed(hinted, ticket.head, repository);
      const due = last?.told !== ticket.head && isTime;
      if (!due || ++looks > MOST_AT_ONCE) {
        if (last) after[ticket.key] = last;
        continue;
      }
      const told = await this.#lookAt(ticket, workflow, act);
      after[ticket.key] = { at: now, issueAt, told: told ? ticket.head : null, pulls: stand };
    }
    const strays = before[STRAYS];
    const lookForStrays =
      workflow.merge !== undefined && (!strays || hinted?.strays === true || now - strays.at >= EVERY_MS);
    if (lookForStrays) await this.#lock.strays();
    const looked = lookForStrays ? { at: now, issueAt: 0, told: null } : strays;
    if (looked) after[STRAYS] = looked;
    const note = JSON.stringify(after);
    if (note !== noted) await store.notes.replace(NOTE, noted, note);
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

function isNamed(hinted: HintedPulls | null, head: string, repository: string | null): boolean {
  if (!hinted) return false;
  return hinted.all || hinted.commits.has(head) || (repository !== null && hinted.merged.has(repository));
}

/** Also those that GitHub has closed with the merge. */
async function waitingFor(store: TrackerStore, { follow = [], merge }: Workflow): Promise<readonly Waiting[]> {
  const states = new Set(followedStates({ follow }));
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

function standOf(found: TicketPulls | undefined): string {
  return (found?.pulls ?? []).map(({ url, state, base, head }) => [url, state, base, head].join(" ")).join("\n");
}

export function mergeOf({ key, state, head }: Waiting, pulls: SeenPulls, workflow: Workflow): MergedElsewhere | null {
  const landed = observe(pulls, workflow, head).find(({ commit, name }) => commit === head && name === "landed");
  if (!landed) return null;
  const pull = pulls.pulls.find((one) => one.url === landed.url && isLanded(one, workflow));
  const by = pull?.mergedBy ?? null;
  // Whoever has our token can merge under our login: that is no person's word.
  const isPerson = by !== null && by.isPerson && by.login !== pulls.viewer;
  const { commit, verdict, url = "" } = landed;
  return { key, state, commit, verdict, url, by: by && { login: by.login, isPerson } };
}
