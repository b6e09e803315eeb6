// Tickets whose workflow takes no commit follow their pull request by what is known of it: no request is sent for one of them.

import type { MergedElsewhere } from "../../app/ports/mirror.ts";
import type { Board } from "../../app/ports/board.ts";
import type { KeptPull, Pulls } from "../../app/ports/pulls.ts";
import type { Key, Time } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { landedPull } from "../evidence/linked-pulls.ts";

export const MOST_CLOSED = 100;

export type Act = (merged: MergedElsewhere) => Promise<unknown>;

/** What is known of one ticket's last look. */
export interface Looked {
  readonly at: Time;
  readonly issueAt: Time;
  /** The commit, or the pull request, whose merge was passed on. */
  readonly told: string | null;
  /** How its pull requests stood. */
  readonly pulls?: string;
}

type Store = Pick<Board, "tickets" | "evidence" | "now"> & { readonly pulls: Pulls };

/** The states out of which a ticket follows what has landed. */
export function followedStates({ follow = [] }: Pick<Workflow, "follow">): readonly string[] {
  return follow.filter(({ fact }) => fact === "landed").map(({ from }) => from);
}

/** What was told, to be known the next time. `viewer`: as whom we are known on GitHub. */
export async function followBare(
  store: Store,
  workflow: Workflow,
  viewer: string | null,
  before: Readonly<Record<Key, Looked>>,
  act: Act,
): Promise<Readonly<Record<Key, Looked>>> {
  const states = followedStates(workflow);
  if (states.length === 0) return {};
  const [open, closed, now] = await Promise.all([
    store.tickets.cards({ waitingIn: states }),
    store.evidence.lastClosed(MOST_CLOSED),
    store.now(),
  ]);
  const standing = [...open.map(({ ticket }) => ticket), ...closed].flatMap(({ key, state }) =>
    state !== null && states.includes(state) ? [{ key, state }] : [],
  );
  const pulls = await store.pulls.of(standing.map(({ key }) => key));
  const after: Record<Key, Looked> = {};
  for (const { key, state } of standing) {
    const pull = landedPull(pulls.get(key), workflow.base);
    if (!pull) continue;
    const last = before[key];
    const isTold = last?.told === pull.url;
    after[key] = isTold ? last : { at: now, issueAt: 0, told: pull.url };
    if (!isTold) await act(mergeOf(key, state, pull, viewer));
  }
  return after;
}

/** Whoever has our token can merge under our login: that is no person's word. */
function mergeOf(key: Key, state: string, { url, mergedBy }: KeptPull, viewer: string | null): MergedElsewhere {
  const by = mergedBy && { login: mergedBy.login, isPerson: mergedBy.isPerson && mergedBy.login !== viewer };
  return { key, state, commit: null, verdict: "pass", url, by };
}
