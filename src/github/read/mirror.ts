// Keeps the store's tables in step with what was seen. What others have changed meanwhile is left alone: what was seen of
// it may be older than they are.

import { randomUUID } from "node:crypto";
import type { CardFacts } from "../../app/ports/tickets.ts";
import { changedTickets, eachOnce, ticketCheck, type Check } from "../../app/commit/changes.ts";
import { sayingEntries } from "../../app/evidence/plan-parts.ts";
import type { Entry } from "../../app/commit/plan.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { endWithTickets } from "../../app/sessions/end-with-ticket.ts";
import type { Ending } from "../../engine/sessions/ending.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { Key } from "../../engine/facts.ts";
import {
  creation,
  departure,
  differences,
  endingSeen,
  linksOf,
  stubOf,
  takeover,
  Versions,
  type Mirroring,
} from "./outside-changes.ts";
import { judgeDrag, type LookAtPulls } from "./drags.ts";
import type { Layout } from "../layout/layout.ts";
import type { Lease } from "../claims/lease.ts";
import type { Look } from "./look.ts";
import { noteNoticed, noticedOn, type Noticed } from "./notice.ts";
import { markerIn, planOf } from "../tracker/marker.ts";
import type { PullMirror } from "./pull-mirror.ts";
import { noteRemote, readRemotes, type Remote } from "../tracker/remote.ts";
import { inStartState, oneCard, type Seen } from "./seen.ts";

/** Rows in one plan: a board of thousands is taken in bit by bit. */
const AT_ONCE = 100;
const MOST_ROWS = 10_000;
const VIA = "github";
/** What the subject of a creation that is under way begins with. */
export const CREATING = "new:";

/** Tells another machine's lease from this one's. */
interface ForeignLeases {
  isForeign(lease: Lease | null): lease is Lease;
}

interface MirrorOptions {
  readonly machine: () => Promise<Machine>;
  /** See `Mirroring`. */
  readonly refs: boolean;
  readonly viewer: () => string | null;
  readonly layout: Layout;
  /** Gives tickets the names that their issues have now. */
  readonly identify: (all: readonly Seen[], gone: readonly Key[]) => Promise<ReadonlySet<Key>>;
  readonly lookAtPulls: LookAtPulls;
  readonly pulls: PullMirror;
}

export class Mirror {
  readonly #store: TrackerStore;
  readonly #machine: () => Promise<Machine>;
  readonly #refs: boolean;
  readonly #viewer: () => string | null;
  readonly #layout: Layout;
  readonly #identify: MirrorOptions["identify"];
  readonly #lookAtPulls: LookAtPulls;
  readonly #pulls: PullMirror;

  constructor(store: TrackerStore, { machine, refs, viewer, layout, identify, lookAtPulls, pulls }: MirrorOptions) {
    this.#layout = layout;
    this.#store = store;
    this.#machine = machine;
    this.#refs = refs;
    this.#viewer = viewer;
    this.#identify = identify;
    this.#lookAtPulls = lookAtPulls;
    this.#pulls = pulls;
  }

  /** To be called before a look, and handed over with what was seen. */
  async moment(): Promise<number> {
    return (await this.#store.ledger.head()).seq;
  }

  /**
   * Answers with the keys of those that could not be taken over, because somebody is changing them, or what was seen is
   * older than what is known. `gone`: see `identify`.
   */
  async take(raw: readonly Seen[], since: number, gone: readonly Key[] = []): Promise<ReadonlySet<Key>> {
    const how: Mirroring = {
      now: await this.#store.now(),
      machine: await this.#machine(),
      refs: this.#refs,
      viewer: this.#viewer(),
    };
    const all = oncePerIssue(raw).map((seen) => inStartState(seen, how.machine.workflow.start));
    const unnamed = await this.#identify(all, gone);
    const remotes = await readRemotes(
      this.#store,
      all.map(({ key }) => key),
    );
    const waits = (seen: Seen): boolean =>
      isBehind(seen, remotes.get(seen.key)) || [seen, ...linksOf(seen)].some(({ key }) => unnamed.has(key));
    const late = new Set(all.filter(waits).map(({ key }) => key));
    const seen = all.filter(({ key }) => !late.has(key));
    const created = await this.#create(seen, how);
    for (const part of inParts(seen)) {
      for (const key of await this.#align(part, since, created, how)) late.add(key);
    }
    const taken = seen.filter(({ key }) => !late.has(key));
    for (const one of taken) await this.#note(one, remotes.get(one.key) ?? null);
    await this.#pulls.ofIssues(taken);
    return late;
  }

  /** The issue is gone: deleted, moved to where the token can't see it, or it never was one. */
  async leave(key: Key): Promise<void> {
    const ticket = await this.#store.tickets.get(key);
    if (!ticket?.onBoard) return;
    const now = await this.#store.now();
    await this.#store.pending.beside({
      id: randomUUID(),
      checks: [ticketCheck(ticket)],
      entries: [departure(ticket, now)],
    });
  }

  /** Another machine has taken over a claim that stands here. */
  async deposed(key: Key, refs: ForeignLeases | null, { claim }: Pick<Look, "claim">): Promise<void> {
    const lease = claim?.lease ?? null;
    if (!refs?.isForeign(lease)) return;
    const ticket = await this.#store.tickets.get(key);
    if (!ticket?.claim) return;
    // One that stood there before ours is seen in a copy that lags behind: a takeover raises the fence.
    if (lease.fence <= ticket.fence && lease.since <= ticket.claim.since) return;
    const now = await this.#store.now();
    const by = { connection: lease.holder, agent: null };
    const ended = await endWithTickets(this.#store, new Map([[key, { type: "claimed", by }]]), now, VIA);
    await this.#store.pending.beside({
      id: randomUUID(),
      checks: [ticketCheck(ticket), ...ended.checks],
      entries: [...ended.entries, takeover(ticket, ticket.claim.holder, lease, now)],
    });
  }

  /** What is not there yet, and what it is linked with. Parents come first. */
  async #create(seen: readonly Seen[], how: Mirroring): Promise<ReadonlySet<Key>> {
    const wanted = new Map<Key, Seen>();
    for (const link of seen.flatMap(linksOf)) wanted.set(link.key, stubOf(link, how.now));
    for (const one of seen) wanted.set(one.key, one);
    const known = await this.#known([...wanted.keys()]);
    const waits = await this.#inTheMaking(seen.filter(({ key }) => !known.has(key)));
    const missing = parentsFirst([...wanted.values()].filter(({ key }) => !known.has(key) && !waits.has(key)));
    for (const part of inParts(missing)) {
      await this.#store.commit({
        id: randomUUID(),
        checks: part.map(({ key }) => ticketCheck({ key, version: 0 })),
        entries: part.map((one) => creation(one, one.parent?.key ?? null, how)),
      });
    }
    for (const one of missing) await noteRemote(this.#store, one.key, null, { issue: one.id });
    return new Set(missing.map(({ key }) => key));
  }

  /** An issue that one of us is just making is theirs to put into the ledger. Its text tells; a card has none. */
  async #inTheMaking(unknown: readonly Seen[]): Promise<ReadonlySet<Key>> {
    const making = new Set<Key>();
    if (unknown.length === 0 || !(await this.#store.pending.exists(CREATING))) return making;
    for (const { key, body } of unknown) {
      const marker = body === undefined ? "" : planOf(markerIn(body));
      if (marker !== null && (await this.#store.pending.exists(`${CREATING}${marker}`))) making.add(key);
    }
    return making;
  }

  async #align(
    seen: readonly Seen[],
    since: number,
    created: ReadonlySet<Key>,
    how: Mirroring,
  ): Promise<readonly Key[]> {
    const known = await this.#known(seen.flatMap((one) => [one.key, ...linksOf(one).map(({ key }) => key)]));
    const changed = await this.#changedSince(since);
    const versions = new Versions([...known.values()].map(({ ticket }) => ticket));
    const checks: Check[] = [];
    const [left, entries, endings] = [new Set<Key>(), [] as Entry[], new Map<Key, Ending>()];
    const noticed: Noticed[] = [];
    for (const one of seen) {
      const before = known.get(one.key);
      if (!before || (changed.has(one.key) && !created.has(one.key))) {
        left.add(one.key);
        continue;
      }
      const judged = await judgeDrag(this.#store, one, before.ticket, how, this.#lookAtPulls);
      const said = judged?.gathered ? sayingEntries(judged.gathered, { via: VIA }, how.now) : null;
      if (said) checks.push(...said.checks);
      entries.push(...(said?.entries ?? []), ...differences(one, before, versions, how, judged));
      const ending = endingSeen(one, before.ticket, how);
      if (ending) endings.set(one.key, ending);
      const kinds = noticedOn(one, before.ticket, how.machine, this.#layout);
      noticed.push(...kinds.map((kind) => ({ kind, key: one.key })));
    }
    // Before what shows it is written down: it is looked at once more before anything is done about it.
    await noteNoticed(this.#store, noticed);
    if (entries.length === 0) return [...left];
    const ended = await endWithTickets(this.#store, endings, how.now, VIA);
    const touched = new Set(changedTickets(entries));
    const relied = [...known.values()].filter(({ ticket }) => touched.has(ticket.key));
    const outcome = await this.#store.pending.beside({
      id: randomUUID(),
      checks: eachOnce([...relied.map(({ ticket }) => ticketCheck(ticket)), ...ended.checks, ...checks]),
      entries: [...ended.entries, ...entries],
    });
    return outcome.kind === "done" ? [...left] : seen.map(({ key }) => key);
  }

  async #known(keys: readonly Key[]): Promise<Map<Key, CardFacts>> {
    const cards = await this.#store.tickets.cards({ keys: [...new Set(keys)] });
    const parents = cards.flatMap(({ ticket }) => ticket.parent ?? []);
    const above = await this.#store.tickets.cards({ keys: parents.filter((key) => !keys.includes(key)) });
    return new Map([...above, ...cards].map((card) => [card.ticket.key, card]));
  }

  /** By others, and not by what is taken over here. */
  async #changedSince(since: number): Promise<ReadonlySet<Key>> {
    const rows = await this.#store.ledger.bareRows(since, MOST_ROWS);
    return new Set(rows.filter(({ kind }) => kind !== "refuse").map(({ subject }) => subject.key));
  }

  async #note(seen: Seen, remote: Remote | null): Promise<void> {
    const { key, id, card, updatedAt: issueAt, repository } = seen;
    // An archived card is no card of the board: where it is restored, a look has to find it new.
    const place = card ? { item: card.archived ? null : card.id, cardAt: card.updatedAt } : {};
    await noteRemote(this.#store, key, remote, { issue: id, issueAt, repository, ...place });
  }
}

/** An issue has one card on a board, whatever GitHub says: with two of them it would be moved to and fro at every look. */
function oncePerIssue(all: readonly Seen[]): readonly Seen[] {
  const found = new Map<string, Seen>();
  for (const seen of all) {
    const other = found.get(seen.id);
    if (!other || oneCard([seen.card, other.card]) === seen.card) found.set(seen.id, seen);
  }
  return [...found.values()];
}

/** GitHub answers from copies that may lag behind. */
function isBehind({ card }: Seen, remote: Remote | undefined): boolean {
  return remote !== undefined && card !== null && card.id === remote.item && card.updatedAt < remote.cardAt;
}

function parentsFirst(missing: readonly Seen[]): Seen[] {
  const left = new Map(missing.map((one) => [one.key, one]));
  const ordered: Seen[] = [];
  const place = (one: Seen): void => {
    if (!left.delete(one.key)) return;
    const parent = one.parent && left.get(one.parent.key);
    if (parent) place(parent);
    ordered.push(one);
  };
  for (const one of missing) place(one);
  return ordered;
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
}
