// What each agent is doing: one row for each, by its sessions, the tickets that it holds, and what the ledger says of it
// lately. However large a board or its ledger is, a fixed number of rows is read.

import { isLive } from "../../engine/claims/claims.ts";
import { showIdentity, stamp, type Time } from "../../engine/facts.ts";
import { doorOf } from "../../engine/names.ts";
import type { App } from "../app.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { showAuthor } from "../ledger/events.ts";
import { toldIn } from "../ledger/told.ts";
import type { Ticket } from "../ports/tickets.ts";
import { listLanes } from "../sessions/lanes.ts";
import type { AgentsPage, AgentStanding, AgentTicket, AgentView, LastRefusal } from "./agent-views.ts";
import type { SessionLane } from "./session-views.ts";

const HOUR_MS = 3_600_000;
const MOST_SESSIONS = 300;
const MOST_HELD = 300;
/** The newest ones, in which last calls and refusals are looked for. */
const MOST_ROWS = 2_000;
/** Without sessions that say otherwise: heard of so lately, an agent is there. */
const THERE_MS = 15 * 60_000;

const ORDER: readonly AgentStanding[] = ["live", "silent", "idle", "ended"];

export async function viewAgents(app: App, hours: number): Promise<AgentsPage> {
  const { board } = app;
  const [now, head] = await Promise.all([board.now(), board.ledger.head()]);
  const since = now - hours * HOUR_MS;
  const [lanes, held, begin] = await Promise.all([
    listLanes(app, { endedSince: since }, MOST_SESSIONS + 1),
    board.claims.held(MOST_HELD),
    board.ledger.rowBefore(since),
  ]);
  const rows = await board.ledger.after(Math.max(begin, head.seq - MOST_ROWS), MOST_ROWS);
  const sessions = Map.groupBy(
    lanes.slice(0, MOST_SESSIONS).filter(({ owned }) => owned),
    ({ agent }) => agent,
  );
  const byHolder = Map.groupBy(held, ({ claim }) => (claim ? showIdentity(claim.holder) : ""));
  const told = Map.groupBy(rows.filter(isAgents), ({ by }) => showAuthor(by));
  const names = new Set([...sessions.keys(), ...byHolder.keys(), ...told.keys()]);
  names.delete("");
  const agents = [...names].map((name) =>
    agentOf(name, sessions.get(name) ?? [], byHolder.get(name) ?? [], told.get(name) ?? [], now),
  );
  const withTickets = await withStates(app, agents, held);
  return { agents: withTickets.toSorted(byStanding), more: lanes.length > MOST_SESSIONS };
}

/** What people and the program itself have written is nobody's call. */
function isAgents({ by }: LedgerRow): boolean {
  return by.person === undefined && by.connection !== undefined;
}

function agentOf(
  name: string,
  sessions: readonly SessionLane[],
  held: readonly Ticket[],
  rows: readonly LedgerRow[],
  now: Time,
): AgentView {
  const open = sessions.filter(({ completedAt }) => completedAt === null);
  const current = open.find(({ silent }) => !silent) ?? open[0];
  const ticket = held.find(({ key }) => key === current?.ticket) ?? (current ? undefined : held[0]);
  const calls = [...rows.map(({ at }) => at), ...sessions.map(({ seenAt }) => Date.parse(seenAt))];
  const lastCall = calls.length === 0 ? null : Math.max(...calls);
  const claim = ticket?.claim ?? null;
  return {
    name,
    proven: doorOf(connectionIn(name)) === "token",
    standing: standingOf(current, claim !== null && isLive(claim, now), held.length > 0, lastCall, now),
    ticket: ticketOf(current, ticket),
    doing: current
      ? { session: current.id, state: current.state, indicator: current.indicator, since: current.since }
      : null,
    claim: claim && { expiresAt: stamp(claim.expiresAt), expired: !isLive(claim, now) },
    lastCall: lastCall === null ? null : stamp(lastCall),
    refusal: lastRefusal(rows),
    sessions,
  };
}

/** Several agents of one connection are shown with it. */
function connectionIn(name: string): string {
  return name.split("/")[0] ?? name;
}

function standingOf(
  current: SessionLane | undefined,
  holds: boolean,
  held: boolean,
  lastCall: Time | null,
  now: Time,
): AgentStanding {
  if (current) return current.silent ? "silent" : "live";
  if (holds) return "live";
  if (held) return "silent";
  return lastCall !== null && now - lastCall < THERE_MS ? "idle" : "ended";
}

function ticketOf(session: SessionLane | undefined, held: Ticket | undefined): AgentTicket | null {
  if (held) return { key: held.key, title: held.title, state: held.state, since: stamp(held.enteredAt) };
  return session ? { key: session.ticket, title: session.title, state: null, since: null } : null;
}

/** Of the tickets that are only worked on, and held by nobody or by others. */
async function withStates(app: App, agents: readonly AgentView[], held: readonly Ticket[]): Promise<AgentView[]> {
  const known = new Set(held.map(({ key }) => key));
  const missing = new Set(agents.flatMap(({ ticket }) => (ticket && !known.has(ticket.key) ? [ticket.key] : [])));
  if (missing.size === 0) return [...agents];
  const facts = await app.board.tickets.cards({ keys: [...missing] });
  const tickets = new Map(facts.map(({ ticket }) => [ticket.key, ticket]));
  return agents.map((agent) => {
    const found = agent.ticket && tickets.get(agent.ticket.key);
    if (!found) return agent;
    const { key, title, state, enteredAt } = found;
    return { ...agent, ticket: { key, title, state, since: stamp(enteredAt) } };
  });
}

function lastRefusal(rows: readonly LedgerRow[]): LastRefusal | null {
  const row = rows.findLast(({ kind }) => kind === "refuse");
  const told = row && toldIn(row);
  if (!row || !told) return null;
  const { code, ticket } = row.data;
  const about = row.subject.type === "ticket" ? row.subject.key : typeof ticket === "string" ? ticket : null;
  return { ...told, seq: row.seq, at: stamp(row.at), code: typeof code === "string" ? code : "", ticket: about };
}

/** Within each: who began first stands first, so that rows stay where they are. */
function byStanding(a: AgentView, b: AgentView): number {
  const first = ({ sessions, lastCall }: AgentView): string => sessions.at(-1)?.startedAt ?? lastCall ?? "";
  return (
    ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) ||
    first(a).localeCompare(first(b)) ||
    a.name.localeCompare(b.name)
  );
}
