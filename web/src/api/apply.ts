// Brings what is on the screen up to date with rows of the ledger, without asking the server again where the row brings
// what it changed.

import type { QueryClient } from "@tanstack/react-query";
import type {
  BoardAnswer,
  Card,
  LiveEvent,
  PullsEvent,
  RunsAnswer,
  RunSummary,
  SessionAnswer,
  SessionLane,
  SessionsAnswer,
} from "../../../src/http/contract.ts";
import { keys } from "./queries.ts";

/** `events` in the order of the ledger. */
export function applyEvents(client: QueryClient, events: readonly LiveEvent[]): void {
  client.setQueryData<BoardAnswer>(keys.board, (board) => board && applyToBoard(board, events));
  const sessions = lastById(
    events.flatMap((event) => event.session ?? []),
    (session) => session.id,
  );
  for (const session of sessions.values()) {
    const { history: _, ...now } = session;
    client.setQueryData<SessionAnswer>(
      keys.session(session.id),
      (answer) => answer && { ...answer, session: { ...answer.session, ...now } },
    );
  }
  client.setQueriesData<SessionsAnswer>(
    // What lies in the past stays as it was.
    { queryKey: ["sessions"], predicate: ({ queryKey }) => queryKey[2] === null },
    (answer) => answer && applyToSessions(answer, sessions, events),
  );
  const runs = lastById(
    events.flatMap((event) => event.run ?? []),
    runId,
  );
  if (runs.size > 0) client.setQueryData<RunsAnswer>(keys.runs, (answer) => answer && applyToRuns(answer, runs));

  const tickets = new Set(events.flatMap((event) => [event.row.subject.key, ...event.cards.map((card) => card.key)]));
  for (const key of tickets) refresh(client, keys.ticket(key));
  for (const id of openPages(client, tickets)) refresh(client, keys.session(id));
  // A run's page shows how the tickets of its items stand.
  const touched = [...runs.values(), ...events.flatMap((event) => event.cards.flatMap((card) => card.runs))];
  const pages = new Map(touched.map((run) => [runId(run), keys.run(run.project, run.session)]));
  for (const queryKey of pages.values()) refresh(client, queryKey);
  if (events.some(({ row }) => row.subject.type === "board")) refresh(client, keys.people);
  for (const queryKey of [keys.needs, ["agents"], ["workflow"], ["stats"]]) refresh(client, queryKey);
}

/** Pull requests stand outside the ledger: cards come without a row. */
export function applyPulls(client: QueryClient, { cards }: PullsEvent): void {
  const fresh = lastById(cards, (card) => card.key);
  client.setQueryData<BoardAnswer>(
    keys.board,
    (board) => board && { ...board, cards: board.cards.map((card) => newer(card, fresh.get(card.key))) },
  );
  for (const key of fresh.keys()) refresh(client, keys.ticket(key));
  refresh(client, keys.needs);
}

/** The sessions on these tickets that somebody looks at: what happens around one is part of its page. */
function openPages(client: QueryClient, tickets: ReadonlySet<string>): readonly string[] {
  return client
    .getQueriesData<SessionAnswer>({ queryKey: ["session"] })
    .flatMap(([, answer]) => (answer && tickets.has(answer.session.ticket) ? [answer.session.id] : []));
}

export function applyToBoard(board: BoardAnswer, events: readonly LiveEvent[]): BoardAnswer {
  const news = events.filter((event) => event.row.seq > board.seq);
  if (news.length === 0) return board;
  const fresh = lastById(
    news.flatMap((event) => event.cards),
    (card) => card.key,
  );
  const before = new Map(board.cards.map((card) => [card.key, card]));
  const cards = board.cards.map((card) => newer(card, fresh.get(card.key)));
  const added = [...fresh.values()].filter((card) => !before.has(card.key));
  return {
    ...board,
    seq: news.at(-1)?.row.seq ?? board.seq,
    cards: added.length === 0 ? cards : [...cards, ...added],
    closedCounts: recount(board, before, fresh),
    refusedLastHour: board.refusedLastHour + news.filter((event) => event.row.kind === "refuse").length,
  };
}

/** A card that was closed, opened again or closed otherwise changes the counts; an unknown one was open or is new. */
function recount(
  board: BoardAnswer,
  before: ReadonlyMap<string, Card>,
  fresh: ReadonlyMap<string, Card>,
): BoardAnswer["closedCounts"] {
  const counts = new Map(board.closedCounts.map((entry) => [entry.state, entry.count]));
  for (const card of fresh.values()) {
    const old = before.get(card.key);
    const was = old && isEnd(board, old.state) ? old.state : null;
    const is = isEnd(board, card.state) ? card.state : null;
    if (was === is) continue;
    if (was !== null) counts.set(was, Math.max(0, (counts.get(was) ?? 0) - 1));
    if (is !== null && old) counts.set(is, (counts.get(is) ?? 0) + 1);
  }
  return Array.from(counts, ([state, count]) => ({ state, count }));
}

function isEnd(board: BoardAnswer, state: string | null): boolean {
  return state !== null && board.workflow.states[state]?.terminal === true;
}

/** An answer may be newer than an event that was under way when it was asked for. */
function newer(old: Card, fresh: Card | undefined): Card {
  return fresh && fresh.version >= old.version ? fresh : old;
}

function applyToSessions(
  answer: SessionsAnswer,
  sessions: ReadonlyMap<string, SessionLane>,
  events: readonly LiveEvent[],
): SessionsAnswer {
  const known = new Set(answer.sessions.map((session) => session.id));
  const watched = new Set(answer.sessions.map((session) => session.ticket));
  const refusals = events
    .map((event) => event.row)
    .filter((row) => row.kind === "refuse" && row.seq > answer.seq && watched.has(row.subject.key));
  if (sessions.size === 0 && refusals.length === 0) return answer;
  return {
    ...answer,
    seq: events.at(-1)?.row.seq ?? answer.seq,
    sessions: [
      ...answer.sessions.map((session) => sessions.get(session.id) ?? session),
      ...[...sessions.values()].filter((session) => !known.has(session.id)),
    ],
    refusals: [...answer.refusals, ...refusals],
  };
}

function applyToRuns(answer: RunsAnswer, runs: ReadonlyMap<string, RunSummary>): RunsAnswer {
  const known = new Set(answer.runs.map(runId));
  return {
    ...answer,
    runs: [
      ...[...runs.values()].filter((run) => !known.has(runId(run))),
      ...answer.runs.map((run) => runs.get(runId(run)) ?? run),
    ],
  };
}

function runId(run: Pick<RunSummary, "project" | "session">): string {
  return `${run.project}/${run.session}`;
}

function lastById<T>(items: readonly T[], idOf: (item: T) => string): Map<string, T> {
  return new Map(items.map((item) => [idOf(item), item]));
}

/** A busy ledger must not make the page ask on every row: at most once in a while, and once more at the end. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>();
const PAUSE_MS = 700;

function refresh(client: QueryClient, queryKey: readonly unknown[]): void {
  const id = JSON.stringify(queryKey);
  if (waiting.has(id) || client.getQueryCache().findAll({ queryKey }).length === 0) return;
  waiting.set(
    id,
    setTimeout(() => {
      waiting.delete(id);
      void client.invalidateQueries({ queryKey });
    }, PAUSE_MS),
  );
}
