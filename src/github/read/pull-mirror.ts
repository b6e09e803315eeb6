// Keeps what is known of tickets' pull requests in step with what was seen: with an issue, all of its own; with a look at the
// board, those that were changed last. Checks come and go without a trace on either, so that open ones are read again
// every few minutes, so many at a time.

import type { KeptPull, Pulls, TicketPulls } from "../../app/ports/pulls.ts";
import type { Key } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import { byIds } from "../client/pages.ts";
import { PageSize } from "../client/page-size.ts";
import { keptPull, newestOf, withKnownChecks, withPulls, type PullNode } from "../evidence/linked-pulls.ts";
import { PULLS } from "../operations/pull-requests.ts";

/** A pull request that was changed lately, and the tickets that it closes. */
export interface ChangedPull {
  readonly pull: KeptPull;
  readonly closes: readonly Key[];
}

export interface SeenOnIssue {
  readonly key: Key;
  /** The newest of them; absent: nobody asked, or the token may not see them. */
  readonly pulls?: TicketPulls;
}

/** A point. */
const MOST_AT_ONCE = 100;

export class PullMirror {
  readonly #pulls: Pulls;
  readonly #client: GitHubClient;
  readonly #size = new PageSize(MOST_AT_ONCE);
  /** Up to this ticket they were read again. */
  #after: Key = "";

  constructor(pulls: Pulls, client: GitHubClient) {
    this.#pulls = pulls;
    this.#client = client;
  }

  async ofIssues(seen: readonly SeenOnIssue[]): Promise<void> {
    const asked = new Map(seen.flatMap(({ key, pulls }) => (pulls ? [[key, pulls]] : [])));
    const known = await this.#pulls.of([...asked.keys()]);
    for (const [key, { total, pulls }] of asked) {
      const before = known.get(key);
      const kept = pulls.map((pull) => withKnownChecks(pull, before));
      await this.#set(key, before, newestOf(kept, total));
    }
  }

  async changed(found: readonly ChangedPull[]): Promise<void> {
    const byTicket = Map.groupBy(
      found.flatMap(({ pull, closes }) => closes.map((key) => ({ key, pull }))),
      ({ key }) => key,
    );
    const known = await this.#pulls.of([...byTicket.keys()]);
    for (const [key, news] of byTicket) {
      const before = known.get(key);
      await this.#set(
        key,
        before,
        withPulls(
          before,
          news.map(({ pull }) => pull),
        ),
      );
    }
  }

  /** The next so many that are open. */
  async again(): Promise<void> {
    const open = await this.#pulls.open(this.#after, MOST_AT_ONCE);
    this.#after = open.size < MOST_AT_ONCE ? "" : ([...open.keys()].at(-1) ?? "");
    const isOpen = ({ state }: KeptPull): boolean => state === "open" || state === "draft";
    const ids = [...open.values()].flatMap(({ pulls }) => pulls.filter(isOpen).map(({ id }) => id));
    const read = new Map<string, KeptPull>();
    for await (const [id, node] of byIds(this.#client, PULLS, [...new Set(ids)].slice(0, MOST_AT_ONCE), this.#size)) {
      if (node && isPull(node)) read.set(id, keptPull(node, null));
    }
    for (const [key, before] of open) {
      const news = before.pulls.flatMap((pull) => {
        const now = read.get(pull.id);
        const { own, repo } = pull;
        return now ? [{ ...now, own, ...(repo === undefined ? {} : { repo }) }] : [];
      });
      await this.#set(key, before, withPulls(before, news));
    }
  }

  /** Most looks change nothing. */
  async #set(key: Key, before: TicketPulls | undefined, after: TicketPulls): Promise<void> {
    if (JSON.stringify(before ?? newestOf([], 0)) !== JSON.stringify(after)) await this.#pulls.set(key, after);
  }
}

/** What is no pull request comes as an object with nothing in it. */
function isPull(node: PullNode | Record<PropertyKey, never>): node is PullNode {
  return "number" in node;
}
