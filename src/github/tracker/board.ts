// A board whose tickets are issues on GitHub, with their place in a project's fields. The store beside it holds claims,
// the ledger, and a mirror of what the rules need. What a decision rests on is read anew before it is made; what was
// decided is written there first and into the ledger after.

import { randomBytes } from "node:crypto";
import type {
  Board,
  CardFacts,
  CardSelection,
  ChildFacts,
  GroupFacts,
  HandoffFacts,
  PickFacts,
  TicketPage,
} from "../../app/ports/board.ts";
import type { Outcome, Plan } from "../../app/commit/plan.ts";
import type { Comment, LinkedTicket, Page, Ticket, TicketFilter, TicketLinks } from "../../app/ports/ticket.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { compile, type Machine } from "../../engine/workflow/compile.ts";
import type { Key } from "../../engine/facts.ts";
import type { Needs } from "../../engine/tickets/guards.ts";
import type { GitHubClient } from "../client/client.ts";
import type { Clock } from "../client/clock.ts";
import { ClaimRefs } from "../claims/claim-refs.ts";
import { Committer } from "../write/commit.ts";
import { Delegating } from "./delegating.ts";
import { readGroup } from "../read/group.ts";
import { Keys } from "./keys.ts";
import { Looker, READ_COMMENTS, type Look, type ProjectName } from "../read/look.ts";
import { withoutMarker } from "./marker.ts";
import { Mirror } from "../read/mirror.ts";
import { withMovers } from "../read/who-moved.ts";
import { withForeignClaim } from "../claims/foreign-claims.ts";
import { Recent, type Parts } from "./context.ts";
import { Place, type RepositoryName } from "./project-ids.ts";
import { Polling } from "../read/polling.ts";
import { noteRemote, readRemote, type Remote } from "./remote.ts";
import { Sync } from "../read/sync.ts";

export interface GitHubBoardOptions {
  readonly store: TrackerStore;
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly home: RepositoryName;
  readonly project: ProjectName;
  /** By which moves are judged until a workflow is in force. */
  readonly machine: Machine;
  /** Claims as git refs: for machines that share nothing but GitHub. */
  readonly refLocks: boolean;
  /** Told of what went wrong in the background. */
  readonly onTrouble: (error: unknown) => void;
}

/** How old the mirror may be where somebody looks for work: what is picked is read anew in any case. */
const PICKING_AGE_MS = 30_000;
/** A copy that lags behind has mostly caught up by then. */
const LAG_MS = 1_000;
const MOST_LOOKS = 5;
/** By the name that plays this part on every board. */
const TICKETS = "ticket";

export class GitHubBoard extends Delegating implements Board {
  readonly #parts: Parts;
  readonly #committer: Committer;
  readonly #sync: Sync;
  readonly #polling: Polling;
  readonly #fallback: Machine;
  #compiled: { readonly hash: string; readonly machine: Machine } | null = null;

  static async open(options: GitHubBoardOptions): Promise<GitHubBoard> {
    return new GitHubBoard(options, await storeIdOf(options.store));
  }

  private constructor(options: GitHubBoardOptions, storeId: string) {
    super(options.store);
    const { store, client, clock, home, project } = options;
    const keys = new Keys(`${home.owner}/${home.repo}`);
    const looker = new Looker(client, keys, project);
    this.#fallback = options.machine;
    const machine = (): Promise<Machine> => this.#machine();
    this.#parts = {
      client,
      store,
      clock,
      keys,
      looker,
      place: new Place(client, store, project),
      mirror: new Mirror(store, machine, options.refLocks),
      recent: new Recent(),
      refs: options.refLocks ? new ClaimRefs(client, keys, looker, storeId) : null,
      storeId,
      home,
      machine,
    };
    this.#committer = new Committer(this.#parts, options.onTrouble);
    this.#sync = new Sync(this.#parts);
    this.#polling = new Polling(() => this.refresh(), options.onTrouble);
  }

  async ticket(key: Key): Promise<Ticket | null> {
    const look = await this.#look(key);
    const ticket = await this.store.ticket(key);
    return ticket && look ? withForeignClaim(this.#parts.refs, withBody(ticket, look), look, await this.now()) : ticket;
  }

  async handoffFacts(key: Key, needs: Needs): Promise<HandoffFacts> {
    const look = await this.#look(key);
    if (look && needs.group) await readGroup(this.#parts, look.seen.key);
    const facts = await this.store.handoffFacts(key, needs);
    if (!facts.ticket || !look) return facts;
    return { ...facts, ticket: withForeignClaim(this.#parts.refs, facts.ticket, look, facts.now) };
  }

  async group(key: Key): Promise<GroupFacts | null> {
    await this.#committer.tidyUp(null);
    await readGroup(this.#parts, key);
    return this.store.group(key);
  }

  async guardedGroup(key: Key): Promise<GroupFacts | null> {
    await readGroup(this.#parts, key);
    return this.store.guardedGroup(key);
  }

  async childrenOf(key: Key): Promise<readonly ChildFacts[]> {
    const remote = await readRemote(this.store, key);
    if (remote) {
      const { looker, mirror, recent } = this.#parts;
      const since = await mirror.moment();
      const children = await withMovers(this.#parts, await looker.children(remote.issue));
      await mirror.take(children, since);
      for (const child of children) recent.note(child, null);
    }
    return this.store.childrenOf(key);
  }

  async page(key: Key, rows: number): Promise<TicketPage | null> {
    const look = await this.#look(key);
    const [page, comments] = [await this.store.page(key, rows), await this.comments(key)];
    if (!page || !look) return page && { ...page, comments };
    const ticket = withForeignClaim(this.#parts.refs, withBody(page.ticket, look), look, page.now);
    return { ...page, ticket, comments };
  }

  links(key: Key): Promise<TicketLinks> {
    return this.store.links(key);
  }

  blockersOf(key: Key): Promise<readonly LinkedTicket[]> {
    return this.store.blockersOf(key);
  }

  /** Ours by the ledger, others' as they stand on GitHub. */
  async comments(key: Key): Promise<readonly Comment[]> {
    const [own, remote] = await Promise.all([this.store.comments(key), readRemote(this.store, key)]);
    const there = remote ? await this.#parts.looker.comments(remote.issue) : [];
    const others = there.filter(({ marker }) => marker?.store !== this.#parts.storeId);
    return [
      ...own,
      ...others.map(({ id, author, body, at }) => ({ id, author, body: withoutMarker(body), createdAt: at })),
    ];
  }

  async list(filter: TicketFilter, limit: number, after: string | null): Promise<Page<Ticket>> {
    await this.#committer.tidyUp(null);
    await this.#sync.fresh(Number.POSITIVE_INFINITY);
    return this.store.list(filter, limit, after);
  }

  async pickable(state: string, estimates: readonly string[], limit: number): Promise<PickFacts> {
    await this.#committer.tidyUp(null);
    await this.#sync.fresh(PICKING_AGE_MS);
    return this.store.pickable(state, estimates, limit);
  }

  override async cards(which: CardSelection): Promise<readonly CardFacts[]> {
    if ("closed" in which) {
      await this.#committer.tidyUp(null);
      await this.#sync.fresh(Number.POSITIVE_INFINITY);
    }
    return this.store.cards(which);
  }

  commit(plan: Plan): Promise<Outcome> {
    return this.#committer.commit(plan);
  }

  /** While somebody listens, GitHub is looked at now and then. */
  watch(onChange: () => void): () => void {
    const stopWatching = this.store.watch(onChange);
    const stopPolling = this.#polling.start();
    return () => {
      stopWatching();
      stopPolling();
    };
  }

  async close(): Promise<void> {
    await this.#polling.stop();
    await this.store.close();
  }

  /** One look at the whole board, and at what was left lying. */
  async refresh(): Promise<void> {
    await this.#committer.tidyUp(null);
    await this.#sync.fresh(0);
  }

  /** The ticket as GitHub has it now, with the mirror in step; null: there is no such issue. */
  async #look(key: Key): Promise<Look | null> {
    const { mirror, looker, place, recent, refs } = this.#parts;
    await this.#committer.tidyUp(key);
    for (let attempt = 0; ; attempt++) {
      await this.#committer.unhindered([key]);
      const [since, remote] = [await mirror.moment(), await readRemote(this.store, key)];
      const look = await looker.issue(key, refs !== null);
      if (!look) {
        await mirror.leave(key);
        return null;
      }
      place.learn(look.fields);
      if (attempt === 0 && isBehind(look, remote)) {
        await this.#parts.clock.sleep(LAG_MS);
        continue;
      }
      const late = await mirror.take([look.seen], since);
      if (!late.has(look.seen.key) || attempt >= MOST_LOOKS) {
        await mirror.deposed(key, refs, look);
        await this.#tidy(key, look, remote, attempt);
        recent.note(look.seen, look);
        return look;
      }
    }
  }

  /** What was left on GitHub, or remembered of it, and has no meaning any more. */
  async #tidy(key: Key, look: Look, remote: Remote | null, attempt: number): Promise<void> {
    const { refs } = this.#parts;
    const lease = look.claim?.lease ?? null;
    const gone = remote?.marker != null && look.seen.comments?.every(({ marker }) => marker?.id !== remote.marker);
    // Asked for twice, and not there: somebody has deleted it.
    if (attempt > 0 && gone) await noteRemote(this.store, key, remote, { issue: look.seen.id, marker: null });
    if (!refs?.isOurs(lease)) return;
    // A claim that a person ended on GitHub: its ref would keep other machines out until its lease is over.
    const [ticket, pending] = [await this.store.ticket(key), await this.store.pendingOn([key])];
    if (ticket?.claim || pending.length > 0) return;
    await refs.drop(key, look.repository, lease.oid);
  }

  async #machine(): Promise<Machine> {
    const inForce = await this.store.workflowInForce(TICKETS);
    if (!inForce) return this.#fallback;
    if (this.#compiled?.hash !== inForce.hash) {
      this.#compiled = { hash: inForce.hash, machine: compile(inForce.workflow) };
    }
    return this.#compiled.machine;
  }
}

function withBody(ticket: Ticket, { seen }: Look): Ticket {
  return seen.body === undefined ? ticket : { ...ticket, body: withoutMarker(seen.body) };
}

/** Older than what was written from here: a copy that lags behind, or somebody has deleted our last comment. */
function isBehind({ seen }: Look, remote: Remote | null): boolean {
  if (!remote) return false;
  if (seen.card !== null && seen.card.id === remote.item && seen.card.updatedAt < remote.cardAt) return true;
  const [oldest] = seen.comments ?? [];
  // Where people have said much since, ours is among those that were not read.
  const outOfSight = seen.comments?.length === READ_COMMENTS && oldest !== undefined && oldest.at > remote.cardAt;
  return (
    remote.marker !== null && !outOfSight && seen.comments?.every(({ marker }) => marker?.id !== remote.marker) === true
  );
}

async function storeIdOf(store: TrackerStore): Promise<string> {
  const known = await store.note("store-id");
  if (known !== null) return known;
  const id = randomBytes(9).toString("base64url");
  return (await store.keepNote("store-id", null, id)) ? id : storeIdOf(store);
}
