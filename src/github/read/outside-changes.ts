// What people, and other stores, did on GitHub, as rows for the ledger: the difference between what was seen and what the
// mirror holds. A move along an edge is theirs like any other; one past the graph is taken over too, as it is a fact,
// and says so. Either ends a claim.

import { claimColumns, claimData } from "../../app/claims/columns.ts";
import type { CardFacts } from "../../app/ports/tickets.ts";
import { ticketChange, type Change, type Columns } from "../../app/commit/changes.ts";
import type { Json } from "../../app/commit/json.ts";
import type { JudgedMove } from "../../app/evidence/judge-move.ts";
import type { Author, Entry } from "../../app/commit/plan.ts";
import { ARCHIVED, type Ticket } from "../../app/ports/tickets.ts";
import type { ClaimEffect } from "../../engine/claims/claims.ts";
import type { Ending } from "../../engine/sessions/ending.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { refOf, showIdentity, showKey, type Identity, type Key, type Time } from "../../engine/facts.ts";
import type { Seen, SeenLink } from "./seen.ts";
import { authorOfSetter, whoSet, type Setter } from "./who/who-set.ts";
import type { Lease } from "../claims/lease.ts";
import type { Marker } from "../tracker/marker.ts";

const GITHUB: Author = { via: "github" };
const AUTOMATED = "moved by the project's own automation";

/** What the rows are made by. */
export interface Mirroring {
  readonly now: Time;
  readonly machine: Machine;
  /** Where claims are refs, what an agent elsewhere holds is said by the ref, and need not be kept free by guessing. */
  readonly refs: boolean;
  /** As whom we act on GitHub; null: nobody knows yet. */
  readonly viewer: string | null;
}

/** Counts versions up: several rows of one plan may change the same ticket. */
export class Versions {
  readonly #known = new Map<Key, number>();

  constructor(tickets: Iterable<Ticket>) {
    for (const { key, version } of tickets) this.#known.set(key, version);
  }

  next(key: Key): number {
    const version = (this.#known.get(key) ?? 0) + 1;
    this.#known.set(key, version);
    return version;
  }
}

/** Its blockers are linked once all tickets are there. */
export function creation(seen: Seen, parent: Key | null, how: Mirroring): Entry {
  const { now, machine } = how;
  const { key, card } = seen;
  const { number, repo = "" } = refOf(key);
  const state = card?.state?.name ?? null;
  return {
    kind: "create",
    subject: { type: "ticket", key },
    // A row without an author says nothing about when it happened: whoever put it on the board stands beside it.
    by: GITHUB,
    data: { to: state, parent, blockedBy: [], ...(card?.addedBy ? { addedBy: card.addedBy.login } : {}) },
    changes: [
      {
        table: "ticket",
        key: { key },
        set: {
          number,
          repo,
          title: seen.title,
          body: "",
          state,
          priority: card?.priority ?? null,
          estimate: card?.estimate ?? null,
          labels: JSON.stringify((seen.labels ?? []).map(({ name }) => name)),
          parent,
          parent_since: seen.parentSince ?? null,
          created_at: seen.createdAt,
          updated_at: now,
          entered_at: Math.min(card?.state?.at ?? seen.createdAt, now),
          version: 1,
          closed: isClosed(seen, machine) ? 1 : 0,
          fence: 0,
          node_id: seen.id,
          closed_as: seen.closedAs,
          ...planned(seen),
          ...reserved(seen, how),
          off_board: offBoard(seen),
        },
      },
    ],
  };
}

/** Somebody may be at work where a lock state was entered less than a lease ago, though nobody here knows who. */
function reserved(seen: Seen, { now, machine, refs }: Mirroring): { readonly reserved_until?: Time } {
  const place = seen.card?.state;
  const state = place && machine.states.get(place.name);
  if (!place || !state?.lock || (refs && markerOfMove(seen, place.name))) return {};
  const until = place.at + state.leaseSeconds * 1000;
  return until > now ? { reserved_until: until } : {};
}

type Planned = Pick<Columns<"ticket">, "issue_type" | "milestone" | "iteration">;

/** An issue that is not on the board is in no iteration of it. */
function planned({ type, milestone, card }: Seen): Planned {
  return { issue_type: type, milestone, iteration: card?.iteration ?? null };
}

/** What a link does not tell of its other end. */
const UNSEEN = {
  closedAs: null,
  type: null,
  milestone: null,
  updatedAt: 0,
  repository: "",
  parent: null,
  children: 0,
  card: null,
} as const;

/** The other end of a link, where it was never seen itself. */
export function stubOf(link: SeenLink, now: Time): Seen {
  return { ...link, ...UNSEEN, createdAt: now };
}

/** It can't be seen any more. Where it blocks others it goes on to do so: GitHub takes links to what was deleted away. */
export function departure(ticket: Ticket, now: Time): Entry {
  return {
    kind: "edit",
    subject: { type: "ticket", key: ticket.key },
    by: GITHUB,
    data: { fields: ["off_board"] },
    changes: ticketChange(ticket, { off_board: 1 }, now),
  };
}

/** The former holder's next move is refused, by name and by token. */
export function takeover(ticket: Ticket, holder: Identity, lease: Lease, now: Time): Entry {
  const columns: Columns<"ticket"> = {
    ...claimColumns({ type: "release", holder, deposed: true }, false, now),
    former_connection: holder.connection,
    former_agent: holder.agent,
    fence: Math.max(ticket.fence, lease.fence),
  };
  return {
    kind: "release",
    subject: { type: "ticket", key: ticket.key },
    by: { connection: lease.holder, ...GITHUB },
    data: { holder: showIdentity(holder), fence: ticket.fence, state: ticket.state, deposed: true },
    texts: { reason: "another machine has taken it over" },
    changes: ticketChange(ticket, columns, now),
  };
}

/** What somebody did on GitHub ends the sessions on a ticket too: they closed it, or an agent elsewhere locked it. */
export function endingSeen(seen: Seen, ticket: Ticket, { machine }: Mirroring): Ending | null {
  const state = seen.card?.state?.name ?? null;
  if (isClosed(seen, machine)) return ticket.closed ? null : { type: "closed", state };
  if (!isOnBoard(seen) || state === null || state === ticket.state || !machine.states.get(state)?.lock) return null;
  const by = markerOfMove(seen, state)?.agent;
  return by ? { type: "claimed", by } : null;
}

/** Everything in which a ticket differs from what was seen. `judged`: what the guards say of its move. */
export function differences(
  seen: Seen,
  { ticket, blockers }: CardFacts,
  versions: Versions,
  how: Mirroring,
  judged: JudgedMove | null = null,
): Entry[] {
  return [
    ...moved(seen, ticket, versions, how, judged),
    ...edited(seen, ticket, versions, how),
    ...linked(
      seen,
      ticket,
      blockers.map(({ key }) => key),
      versions,
      how.now,
    ),
  ];
}

function moved(seen: Seen, ticket: Ticket, versions: Versions, how: Mirroring, judged: JudgedMove | null): Entry[] {
  if (!isOnBoard(seen)) return [];
  const to = seen.card?.state?.name ?? null;
  if (to === ticket.state) return [];
  const { machine, now } = how;
  const isNew = to === machine.workflow.start && seen.card?.state?.by === null;
  if (ticket.state === null && (!ticket.onBoard || isNew)) return [arrived(seen, ticket.key, to, versions, how)];
  const marker = markerOfMove(seen, to);
  const legal = ticket.state !== null && to !== null && machine.states.get(ticket.state)?.next.includes(to) === true;
  const effect = effectOf(ticket, to, marker, how);
  const columns: Columns<"ticket"> = {
    state: to,
    entered_at: now,
    closed: isClosed(seen, machine) ? 1 : 0,
    ...(seen.closedAs === ticket.closedAs ? {} : { closed_as: seen.closedAs }),
    ...claimColumns(effect, true, now),
  };
  const move = marker?.move ?? null;
  const setter = whoSet(seen, how.viewer);
  const claim = claimData(effect);
  const isPastGuards = judged !== null && judged.unmet.length > 0;
  return [
    {
      kind: (legal && !isPastGuards) || marker ? "move" : "override",
      subject: { type: "ticket", key: ticket.key },
      by: authorOf(marker, setter),
      data: {
        from: ticket.state,
        to,
        command: move?.command ?? null,
        intent: move?.intent ?? null,
        ...(claim === null ? {} : { claim }),
        ...(marker ? { store: marker.store } : {}),
        ...(setter.automated && !marker ? { automated: true } : {}),
        ...(judged && judged.guards.length > 0 ? { guards: judged.guards as unknown as Json } : {}),
        ...(legal ? (isPastGuards ? { warning: "past a guard" } : {}) : { warning: "past the workflow" }),
      },
      texts: { reason: marker ? "moved through another store" : setter.automated ? AUTOMATED : "moved on GitHub" },
      changes: [change(ticket.key, columns, versions, now)],
    },
  ];
}

/** So far it was only known as the other end of a link: where it stands was nobody's move. */
function arrived(seen: Seen, key: Key, to: string | null, versions: Versions, how: Mirroring): Entry {
  const at = Math.min(seen.card?.state?.at ?? how.now, how.now);
  const closed = isClosed(seen, how.machine) ? 1 : 0;
  const columns: Columns<"ticket"> = {
    state: to,
    entered_at: at,
    closed,
    closed_as: seen.closedAs,
    ...reserved(seen, how),
  };
  return {
    kind: "edit",
    subject: { type: "ticket", key },
    by: GITHUB,
    data: { fields: ["state"] },
    changes: [change(key, columns, versions, how.now)],
  };
}

function edited(seen: Seen, ticket: Ticket, versions: Versions, { machine, now }: Mirroring): Entry[] {
  const state = seen.card?.state?.name ?? null;
  const closed = isClosed(seen, machine);
  const columns: { -readonly [C in keyof Columns<"ticket">]: Columns<"ticket">[C] } = {};
  if (seen.title !== ticket.title) columns.title = seen.title;
  if (offBoard(seen) !== (ticket.archived ? ARCHIVED : ticket.onBoard ? null : 1)) columns.off_board = offBoard(seen);
  if (ticket.nodeId !== seen.id) columns.node_id = seen.id;
  if (seen.card && seen.card.priority !== ticket.priority) columns.priority = seen.card.priority;
  if (seen.card && seen.card.estimate !== ticket.estimate) columns.estimate = seen.card.estimate;
  for (const [name, value] of Object.entries(planned(seen)) as [keyof Planned, string | null][]) {
    const known = { issue_type: ticket.planning.type, ...ticket.planning }[name];
    if (value !== known) columns[name] = value;
  }
  // A move says so by itself.
  const stayed = state === ticket.state || !isOnBoard(seen);
  if (closed !== ticket.closed && stayed) columns.closed = closed ? 1 : 0;
  if (seen.closedAs !== ticket.closedAs && stayed) columns.closed_as = seen.closedAs;
  const labels = seen.labels?.map(({ name }) => name);
  if (labels && !sameSet(labels, ticket.labels)) columns.labels = JSON.stringify(labels);
  const fields = Object.keys(columns);
  if (fields.length === 0) return [];
  return [
    {
      kind: "edit",
      subject: { type: "ticket", key: ticket.key },
      by: GITHUB,
      data: { fields },
      changes: [change(ticket.key, columns, versions, now)],
    },
  ];
}

function linked(seen: Seen, ticket: Ticket, before: readonly Key[], versions: Versions, now: Time): Entry[] {
  const parent = seen.parent?.key ?? null;
  const after = seen.blockedBy?.map(({ key }) => key) ?? before;
  const added = after.filter((key) => !before.includes(key));
  const removed = before.filter((key) => !after.includes(key));
  const reparented = parent !== ticket.parent;
  const learnt = !reparented && parent !== null && ticket.parentSince === null && seen.parentSince !== undefined;
  if (!reparented && !learnt && added.length === 0 && removed.length === 0) return [];
  const since = seen.parentSince ?? now;
  const columns = {
    ...(reparented ? { parent, parent_since: parent === null ? null : since } : {}),
    ...(learnt ? { parent_since: since } : {}),
  };
  const others = [...added, ...removed, ...(reparented ? [parent, ticket.parent].filter((key) => key !== null) : [])];
  const blocker = (key: Key, set: Columns<"blocker"> | null): Change<"blocker"> => ({
    table: "blocker",
    key: { ticket: ticket.key, blocked_by: key },
    set,
  });
  return [
    {
      kind: "link",
      subject: { type: "ticket", key: ticket.key },
      by: GITHUB,
      data: { parent, formerParent: ticket.parent, added, removed },
      changes: [
        change(ticket.key, columns, versions, now),
        ...added.map((key) => blocker(key, { since: now })),
        ...removed.map((key) => blocker(key, null)),
        // Decisions that rest on the group at the other end have to be made again.
        ...[...new Set(others)].map((key) => change(key, {}, versions, now)),
      ],
    },
  ];
}

/** Everything that a difference names must be there before it is written. */
export function linksOf(seen: Seen): readonly SeenLink[] {
  const parent = seen.parent && { ...seen.parent, title: showKey(seen.parent.key), closed: false };
  return [...(parent ? [parent] : []), ...(seen.blockedBy ?? [])];
}

/** The writer of the comment that came with it moved the card, and nobody has moved it since. */
export function markerOfMove(seen: Seen, to: string | null): Marker | null {
  const movedAt = seen.card?.state?.at;
  if (to === null || movedAt === undefined) return null;
  const comment = seen.comments?.findLast(({ marker }) => marker?.move?.to === to);
  // GitHub keeps the time of a comment in whole seconds.
  return comment && comment.at + 1000 > movedAt ? comment.marker : null;
}

function authorOf(marker: Marker | null, setter: Setter): Author {
  if (marker?.agent) {
    const { connection, agent } = marker.agent;
    return { connection, ...(agent === null ? {} : { agent }), ...GITHUB };
  }
  return marker && marker.person !== null ? { person: marker.person, ...GITHUB } : authorOfSetter(setter);
}

function effectOf(ticket: Ticket, to: string | null, marker: Marker | null, how: Mirroring): ClaimEffect {
  const { machine, refs, now } = how;
  const state = to === null ? undefined : machine.states.get(to);
  const holder = ticket.claim?.holder ?? null;
  if (state?.lock && !(refs && marker))
    return { type: "reserve", until: now + state.leaseSeconds * 1000, deposed: holder };
  return holder === null ? { type: "keep" } : { type: "release", holder, deposed: true };
}

/** An archived card can come back; one that was taken off can't. */
function offBoard({ card }: Seen): 1 | typeof ARCHIVED | null {
  if (card === null) return 1;
  return card.archived ? ARCHIVED : null;
}

function isOnBoard({ card }: Seen): boolean {
  return card !== null && !card.archived;
}

function isClosed(seen: Seen, machine: Machine): boolean {
  const state = seen.card?.state?.name;
  return seen.closed || (state !== undefined && machine.states.get(state)?.terminal === true);
}

function change(key: Key, columns: Columns<"ticket">, versions: Versions, now: Time): Change<"ticket"> {
  return { table: "ticket", key: { key }, set: { ...columns, version: versions.next(key), updated_at: now } };
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}
