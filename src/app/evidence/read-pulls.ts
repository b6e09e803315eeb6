// A ticket's pull requests as people and agents read them: without what only following them takes.

import type { Key } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { KeptPull, TicketPulls } from "../ports/pulls.ts";
import type { PullRequest, PullsView } from "../pages/pull-views.ts";

/** Of those that have any. */
export async function readPulls({ board }: App, keys: readonly Key[]): Promise<ReadonlyMap<Key, PullsView>> {
  if (!board.pulls || keys.length === 0) return new Map();
  const found = await board.pulls.of(keys);
  return new Map([...found].map(([key, pulls]) => [key, showPulls(pulls)]));
}

function showPulls({ total, pulls }: TicketPulls): PullsView {
  return { total, pulls: pulls.map(showPull) };
}

function showPull({ number, repo, title, url, state, checks, review }: KeptPull): PullRequest {
  return { number, ...(repo === undefined ? {} : { repo }), title, url, state, checks, review };
}
