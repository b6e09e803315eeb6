// The pull requests of a board whose tickets live here: one look at the repository brings those that were changed last, for
// all tickets. One belongs to a ticket whose commit is its head, or for which somebody has named it: by its number, or by its
// branch.

import type { KeptFact } from "../../app/ports/evidence.ts";
import type { TicketPulls } from "../../app/ports/pulls.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { ticketIn } from "../../engine/evidence/fact.ts";
import type { Key, Time } from "../../engine/facts.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { GitHubClient } from "../client/client.ts";
import type { Clock } from "../client/clock.ts";
import { GitHubError } from "../client/errors.ts";
import { keptPull, withPulls, type PullNode } from "../evidence/linked-pulls.ts";
import { observe } from "../evidence/observe.ts";
import { seenPulls, type SeenPull, type SeenPulls } from "../evidence/seen-pulls.ts";
import { REMOTE_PULL, REMOTE_PULLS } from "../operations/pull-requests.ts";
import { present } from "../read/seen.ts";
import { inTurn } from "../read/turn.ts";
import { followBare, followedStates, MOST_CLOSED, type Act, type Looked } from "./follow-bare.ts";
import { mergeOf } from "./merges.ts";
import type { RepositoryName } from "./project-ids.ts";

const NOTE = "remote-pulls";
const PR = "pr";
/** A point. */
const PAGE = 40;
const MOST_TICKETS = 1_000;
/** That were named and are older than those: a point each, once while they are open. */
const MOST_NAMED = 5;

export interface PlainPullsOptions {
  readonly store: TrackerStore;
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly repository: RepositoryName;
  /** Of the repository, in a browser. */
  readonly url: string;
  readonly machine: () => Promise<Machine>;
}

/** What is remembered of the last look. */
interface Remembered {
  readonly at: Time;
  readonly told: Readonly<Record<Key, Looked>>;
}

interface Found {
  readonly node: PullNode;
  readonly seen: SeenPull;
}

/** Which pull requests were named for a ticket. */
interface Said {
  readonly numbers: ReadonlySet<number>;
  readonly branches: ReadonlySet<string>;
}

interface Place {
  readonly key: Key;
  readonly state: string | null;
  readonly head: string | null;
}

/** What a look has brought. */
interface Seen {
  readonly rules: Machine;
  /** As whom we are known on GitHub. */
  readonly viewer: string;
  readonly places: readonly Place[];
  readonly shown: ReadonlyMap<Key, SeenPulls>;
}

export class PlainPulls {
  readonly #options: PlainPullsOptions;
  #act: Act | null = null;

  constructor(options: PlainPullsOptions) {
    this.#options = options;
  }

  follow(act: Act): void {
    this.#act = act;
  }

  /** A look, where the last one of anybody is older than so much. */
  async noOlderThan(ageMs: number): Promise<void> {
    const { store, clock } = this.#options;
    const asked = await store.now();
    const still = async (): Promise<boolean> => {
      const { at } = await this.#remembered();
      return at === 0 || at <= asked - ageMs;
    };
    const seen: Seen[] = [];
    await inTurn(store, clock, still, async () => {
      seen.push(await this.#look());
    });
    // When others may look again: a ticket that is led on is handed off, and that looks whether there is something new.
    for (const one of seen) await this.#tell(one);
  }

  async #look(): Promise<Seen> {
    const { store, client, repository, machine } = this.#options;
    const [at, noted] = [await store.now(), await store.notes.get(NOTE)];
    const { data, forbidden } = await client.ask(REMOTE_PULLS, { ...repository, size: PAGE });
    const there = data.repository;
    if (!there) throw lost(repository);
    const nodes = present(there.pullRequests.nodes);
    const seen = seenPulls(nodes, forbidden);
    const found = nodes.flatMap((node): Found[] => {
      const own = seen.find(({ id }) => id === node.id);
      return own ? [{ node, seen: own }] : [];
    });
    const rules = await machine();
    const said = await this.#said();
    const places = await this.#places([...said.keys()]);
    const known = await store.pulls.of(places.map(({ key }) => key));
    found.push(...(await this.#named(found, said, known)));
    const { login: viewer } = data.viewer;
    const shown = new Map<Key, SeenPulls>();
    for (const place of places) {
      const own = ownOf(place, found, said.get(place.key), known.get(place.key));
      if (own.length === 0) continue;
      const pulls = { pulls: own.map((one) => one.seen), viewer, repository: there.id };
      shown.set(place.key, pulls);
      await this.#set(place, own, pulls, known.get(place.key), rules);
    }
    const { told } = noted === null ? NEVER : (JSON.parse(noted) as Remembered);
    await store.notes.replace(NOTE, noted, JSON.stringify({ at, told } satisfies Remembered));
    return { rules, viewer, places, shown };
  }

  async #set(
    { key, head }: Place,
    own: readonly Found[],
    pulls: SeenPulls,
    before: TicketPulls | undefined,
    { asksForEvidence, workflow }: Machine,
  ): Promise<void> {
    const now = withPulls(
      before,
      own.map(({ node }) => keptPull(node, null)),
    );
    const observed = asksForEvidence ? { observed: observe(pulls, workflow, head) } : {};
    const after = { ...now, ...observed };
    if (JSON.stringify(after) !== JSON.stringify(before)) await this.#options.store.pulls.set(key, after);
  }

  /** Of those that have waited for it; once for each merge. A process that can't tell leaves it to another. */
  async #tell(seen: Seen): Promise<void> {
    const { notes } = this.#options.store;
    const act = this.#act;
    if (!act) return;
    const { told: before } = await this.#remembered();
    const told = await this.#led(seen, before, act);
    const noted = await notes.get(NOTE);
    if (noted === null || JSON.stringify(told) === JSON.stringify(before)) return;
    await notes.replace(NOTE, noted, JSON.stringify({ ...(JSON.parse(noted) as Remembered), told }));
  }

  async #led(
    { rules: { takesCommit, workflow }, viewer, places, shown }: Seen,
    before: Remembered["told"],
    act: Act,
  ): Promise<Remembered["told"]> {
    const { store } = this.#options;
    if (!takesCommit) return followBare(store, workflow, viewer, before, act);
    const states = followedStates(workflow);
    const after: Record<Key, Looked> = {};
    for (const { key, state, head } of places) {
      const pulls = shown.get(key);
      if (!pulls || head === null || state === null || !states.includes(state)) continue;
      const merged = mergeOf({ key, state, head }, pulls, workflow);
      if (!merged) continue;
      if (before[key]?.told !== head) await act(merged);
      after[key] = { at: 0, issueAt: 0, told: head };
    }
    return after;
  }

  /** By what was said of tickets, and of commits that are a ticket's. */
  async #said(): Promise<ReadonlyMap<Key, Said>> {
    const { store, url } = this.#options;
    const facts = await store.evidence.named(PR, MOST_TICKETS);
    const said = new Map<Key, { readonly numbers: Set<number>; readonly branches: Set<string> }>();
    for (const fact of facts) {
      const links = linksIn(fact, url);
      if (links.length === 0) continue;
      const ticket = ticketIn(fact.subject);
      const keys = ticket === null ? (await store.evidence.ticketsAt(fact.subject)).map(({ key }) => key) : [ticket];
      for (const key of keys) {
        const own = said.get(key) ?? { numbers: new Set(), branches: new Set() };
        said.set(key, own);
        for (const link of links) {
          const number = /^\/pull\/(\d{1,9})(?:[/?#]|$)/.exec(link)?.[1];
          const branch = /^\/tree\/(.+)$/.exec(link)?.[1];
          if (number !== undefined) own.numbers.add(Number(number));
          if (branch !== undefined) own.branches.add(decodeURIComponent(branch));
        }
      }
    }
    return said;
  }

  /** Tickets that a pull request may belong to. */
  async #places(named: readonly Key[]): Promise<readonly Place[]> {
    const { store } = this.#options;
    const [open, closed, linked] = await Promise.all([
      store.evidence.openCommits(MOST_TICKETS),
      store.evidence.lastClosed(MOST_CLOSED),
      store.pulls.open("", MOST_TICKETS),
    ]);
    const keys = new Set([...open, ...closed].map(({ key }) => key));
    const others = [...new Set([...named, ...linked.keys()])].filter((key) => !keys.has(key));
    const cards = await store.tickets.cards({ keys: others });
    return [...open, ...closed, ...cards.map(({ ticket }) => ticket)];
  }

  /** Pull requests that were named, and are not among those that were changed last; what is over is not asked for again. */
  async #named(
    found: readonly Found[],
    said: ReadonlyMap<Key, Said>,
    known: ReadonlyMap<Key, TicketPulls>,
  ): Promise<readonly Found[]> {
    const { client, repository } = this.#options;
    const kept = [...known.values()].flatMap(({ pulls }) => pulls);
    const have = new Set([
      ...found.map(({ node }) => node.number),
      ...kept.filter(({ state }) => state === "merged" || state === "closed").map(({ number }) => number),
    ]);
    const wanted = new Set([...said.values()].flatMap(({ numbers }) => [...numbers].filter((one) => !have.has(one))));
    const more: Found[] = [];
    for (const number of [...wanted].slice(0, MOST_NAMED)) {
      const { data, forbidden } = await client.ask(REMOTE_PULL, { ...repository, number });
      const node = data.repository?.pullRequest;
      const [seen] = node ? seenPulls([node], forbidden) : [];
      if (node && seen) more.push({ node, seen });
    }
    return more;
  }

  async #remembered(): Promise<Remembered> {
    const note = await this.#options.store.notes.get(NOTE);
    return note === null ? NEVER : (JSON.parse(note) as Remembered);
  }
}

const NEVER: Remembered = { at: 0, told: {} };

/** Also those that were its own before: somebody may have pushed to one since. */
function ownOf(
  { head }: Place,
  found: readonly Found[],
  said: Said | undefined,
  known: TicketPulls | undefined,
): readonly Found[] {
  return found.filter(
    ({ node }) =>
      node.headRefOid === head ||
      said?.numbers.has(node.number) === true ||
      said?.branches.has(node.headRefName) === true ||
      known?.pulls.some(({ url }) => url === node.url) === true,
  );
}

/** What was said leads into the repository: other addresses are nobody's. */
function linksIn({ said }: KeptFact, repository: string): readonly string[] {
  const base = `${repository.toLowerCase()}/`;
  return said.flatMap(({ url }) =>
    url?.toLowerCase().startsWith(base) === true ? [url.slice(repository.length)] : [],
  );
}

function lost({ owner, repo }: RepositoryName): GitHubError {
  return new GitHubError(
    "github_failed",
    `The token can't see the repository ${owner}/${repo} on GitHub.`,
    "Give it access to the repository, or unset SIGNALBOX_GITHUB_PULLS.",
  );
}
