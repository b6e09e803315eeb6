// One ticket with everything that a person wants to know before they decide: its links and its group, where it could go,
// how long it stood where, and what was said and done.

import { convergenceOf } from "../../engine/groups/convergence.ts";
import { refOf, showIdentity, stamp, type GroupTicket, type Key } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { Surface } from "../../engine/surfaces/tell.ts";
import type { App } from "../app.ts";
import { readGroups } from "../groups/group.ts";
import { readCards } from "./cards.ts";
import { commitsBefore, viewTicketEvidence } from "./ticket-evidence.ts";
import { toEventView } from "../ledger/events.ts";
import { lastWordOn } from "../ledger/last-word.ts";
import { wholeHistory } from "../ledger/whole-history.ts";
import { viewRunsOn } from "../runs/ticket-runs.ts";
import { readPulls } from "../evidence/read-pulls.ts";
import { viewMoves } from "../tickets/moves.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { noSuchTicket } from "../commit/refused.ts";
import type { LinkedTicket, Ticket } from "../ports/tickets.ts";
import { visitsOf } from "../measures/time-in-state.ts";
import { listLanes } from "../sessions/lanes.ts";
import type { Card, LinkedCard, TicketPage } from "./views.ts";

/** How much of the timeline at once. */
const TIMELINE = 100;
const SESSIONS = 50;
const MOST_COMMITS = 10;

/** `before`: where the timeline goes on that was read before. `surface`: in whose words it is said why a way is shut. */
export async function viewTicketPage(
  app: App,
  asked: Key,
  before: number | null,
  surface: Surface = "web",
): Promise<TicketPage | Refusal> {
  const { board } = app;
  const ticket = await board.tickets.get(asked, "to show");
  if (!ticket) return noSuchTicket(asked);
  const { key } = ticket;
  const [now, links, comments, group, moves, rows, sessions, runs] = await Promise.all([
    board.now(),
    board.tickets.links(key),
    board.tickets.comments(key),
    readGroups(app, key),
    viewMoves(app, key, surface),
    wholeHistory(app, { type: "ticket", key }),
    listLanes(app, { tickets: [key] }, SESSIONS),
    viewRunsOn(app, key),
  ]);
  if (isRefusal(moves)) return moves;
  const linked = [...links.children, ...links.blockedBy, ...links.blocks, ...(links.parent ? [links.parent] : [])];
  const members = group ? group.group.members : [];
  const cards = await cardsOf(app, [key, ...linked.map((one) => one.key), ...members.map((member) => member.key)]);
  const card = cards.get(key);
  if (!card) return noSuchTicket(key);
  const show = (one: LinkedTicket | GroupTicket): LinkedCard => toLinkedCard(one, cards.get(one.key));
  const told = [...rows, ...(await factRows(app, ticket, rows))].toSorted((a, b) => b.seq - a.seq);
  const older = before === null ? told : told.filter((row) => row.seq < before);
  const timeline = older.slice(0, TIMELINE);
  const pulls = (await readPulls(app, [key])).get(key);
  return {
    card,
    body: ticket.body,
    createdAt: stamp(ticket.createdAt),
    children: links.children.map(show),
    blockedBy: links.blockedBy.map(show),
    blocks: links.blocks.map(show),
    parent: links.parent && show(links.parent),
    group: groupView(app, key, ticket, group, show),
    moves,
    lastWord: lastWordOn(rows),
    visits: visitsOf(rows.toReversed(), now),
    timeline: timeline.map(toEventView),
    olderBefore: older.length > timeline.length ? (timeline.at(-1)?.seq ?? null) : null,
    comments: comments.map(({ author, body, createdAt }) => ({ author, body, createdAt: stamp(createdAt) })),
    sessions,
    runs,
    evidence: await viewTicketEvidence(app, ticket, rows, surface),
    ...(pulls ? { pullRequests: pulls } : {}),
    lastClaim: lastClaim(ticket, rows),
  };
}

/** What was said of its commits, the newest of them; none where nothing asks for evidence. */
async function factRows(app: App, { head }: Ticket, rows: readonly LedgerRow[]): Promise<readonly LedgerRow[]> {
  if (!app.machine.asksForEvidence && head === null) return [];
  const commits = [...(head === null ? [] : [head]), ...commitsBefore(rows, head)].slice(0, MOST_COMMITS);
  const found = await Promise.all(commits.map((key) => app.board.ledger.history({ type: "commit", key }, TIMELINE)));
  return found.flat();
}

async function cardsOf(app: App, keys: readonly Key[]): Promise<ReadonlyMap<Key, Card>> {
  return new Map((await readCards(app, { keys })).map((card) => [card.key, card]));
}

function toLinkedCard(one: LinkedTicket | GroupTicket, card: Card | undefined): LinkedCard {
  return {
    ...refOf(one.key),
    key: one.key,
    title: one.title,
    state: one.state,
    closed: one.closed,
    holder: card?.claim && !card.claim.expired ? card.claim.holder : null,
    blockedBy: "blockedBy" in one ? one.blockedBy : (card?.openBlockers ?? []),
  };
}

/** A ticket by itself is no group. */
function groupView(
  app: App,
  key: Key,
  ticket: Ticket,
  read: Awaited<ReturnType<typeof readGroups>>,
  show: (one: GroupTicket) => LinkedCard,
): TicketPage["group"] {
  if (!read) return null;
  const { members, cycles } = read.group;
  if (members.length === 1 && members[0]?.key === key) return null;
  const target = convergenceTarget(app, ticket.state);
  const reached = target === null ? null : convergenceOf(app.machine, read.group, key, target);
  return {
    members: members.map(show),
    cycles,
    converged:
      target === null || !reached || isRefusal(reached) ? null : { target, ready: reached.ready, total: reached.total },
  };
}

/** What the group has to reach before this ticket goes on: where an edge out of its state asks for it, or its phase does. */
function convergenceTarget(app: App, state: string | null): string | null {
  if (state === null) return null;
  const guards = app.machine.states.get(state)?.edges.flatMap((edge) => edge.guards ?? []) ?? [];
  for (const guard of guards) if (guard.type === "group_convergence" && guard.policy !== "off") return guard.target;
  const phase = app.machine.workflow.position?.phases.find(({ states }) => states.includes(state));
  return phase?.convergeOn ?? null;
}

/** The last holder, where nobody holds it now. */
function lastClaim(ticket: Ticket, newestFirst: readonly LedgerRow[]): TicketPage["lastClaim"] {
  if (ticket.claim || ticket.fence === 0) return null;
  if (ticket.formerHolder) return { holder: showIdentity(ticket.formerHolder), fence: ticket.fence };
  for (const { data } of newestFirst) {
    const { claim } = data;
    const holder = typeof claim === "object" && claim !== null && "holder" in claim ? claim["holder"] : data["holder"];
    if (typeof holder === "string") return { holder, fence: ticket.fence };
  }
  return null;
}
