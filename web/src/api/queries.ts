// One hook for every endpoint. Answers are kept until the live stream says that they are out of date (see live.ts).

import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type {
  AgentsAnswer,
  BoardAnswer,
  BrowsersAnswer,
  EndedBrowser,
  LedgerAnswer,
  MirrorAnswer,
  MovedAnswer,
  MovesAnswer,
  NeedsAnswer,
  NewAttest,
  NewComment,
  NewEdit,
  NewEnd,
  NewHandoff,
  NewKey,
  NewKeyAnswer,
  NewLimit,
  NewLink,
  NewRelease,
  NewRevocation,
  NewSession,
  NewTaskStatus,
  NewTicket,
  NewUndo,
  PeopleAnswer,
  RunAnswer,
  RunsAnswer,
  SessionAnswer,
  SessionsAnswer,
  StatsAnswer,
  TicketAnswer,
  TicketsAnswer,
  UndoAnswer,
  WorkflowAnswer,
} from "../../../src/http/contract.ts";
import { setClock } from "../lib/clock.ts";
import { ApiError, getJson, postJson, sendDelete, sendJson } from "./client.ts";
import { getConnection } from "./connection.ts";
import { noteOwnMove } from "./own-move.ts";

export const keys = {
  board: ["board"],
  ticket: (key: string) => ["ticket", key],
  needs: ["needs"],
  mirror: ["mirror"],
  sessions: (hours: number, until: string | null, limit: number) => ["sessions", hours, until, limit],
  session: (id: string) => ["session", id],
  agents: (hours: number) => ["agents", hours],
  runs: ["runs"],
  run: (project: string, session: string) => ["run", project, session],
  workflow: (name: string, days: number) => ["workflow", name, days],
  stats: (days: number) => ["stats", days],
  browsers: ["browsers"],
  people: ["people"],
} as const;

/** Time alone makes sessions silent and claims stale, and writes no row about it. */
const BOARD_EVERY_MS = 120_000;
const NEEDS_EVERY_MS = 60_000;
const MIRROR_EVERY_MS = 10_000;
const MOST_READS = 3;
export const MOST_SESSIONS = 200;
const LEAST_LETTERS = 2;
const TYPING_MS = 300;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 10 * 60 * 1000,
        refetchOnWindowFocus: false,
        // A refusal stays a refusal; what did not answer may answer now.
        retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}

export function useBoard(): UseQueryResult<BoardAnswer> {
  return useQuery<BoardAnswer>({
    queryKey: keys.board,
    queryFn: ({ signal }) => readBoard(signal, MOST_READS),
    refetchInterval: BOARD_EVERY_MS,
  });
}

/** As of when the board is, where tickets live elsewhere. */
export function useMirror(enabled: boolean): UseQueryResult<MirrorAnswer> {
  return useQuery<MirrorAnswer>({
    queryKey: keys.mirror,
    enabled,
    queryFn: ({ signal }) => read<MirrorAnswer>("/api/mirror", signal),
    refetchInterval: MIRROR_EVERY_MS,
  });
}

/** Tickets with these words in their title, text, comments or reasons; asked for when somebody pauses typing. */
export function useFound(text: string): UseQueryResult<TicketsAnswer> {
  const query = new URLSearchParams({ q: text, limit: "200" });
  return useQuery<TicketsAnswer>({
    queryKey: ["found", text],
    enabled: text.length >= LEAST_LETTERS,
    gcTime: 60_000,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      await pause(TYPING_MS, signal);
      return getJson<TicketsAnswer>(`/api/tickets?${query}`, signal);
    },
  });
}

export function useTicket(key: string): UseQueryResult<TicketAnswer> {
  return useAnswer<TicketAnswer>(keys.ticket(key), `/api/tickets/${encodeURIComponent(key)}`);
}

export function useNeeds(): UseQueryResult<NeedsAnswer> {
  return useQuery<NeedsAnswer>({
    queryKey: keys.needs,
    queryFn: ({ signal }) => read<NeedsAnswer>("/api/needs", signal),
    refetchInterval: NEEDS_EVERY_MS,
  });
}

/** `until`: null up to now. */
export function useSessions(
  hours: number,
  until: string | null = null,
  limit = MOST_SESSIONS,
): UseQueryResult<SessionsAnswer> {
  const query = new URLSearchParams({
    hours: String(hours),
    limit: String(limit),
    ...(until === null ? {} : { until }),
  });
  return useQuery<SessionsAnswer>({
    queryKey: keys.sessions(hours, until, limit),
    queryFn: ({ signal }) => read<SessionsAnswer>(`/api/sessions?${query}`, signal),
    // A form may stand on the page: it stays while a longer time is asked for.
    placeholderData: keepPreviousData,
  });
}

export function useAgents(hours: number): UseQueryResult<AgentsAnswer> {
  return useQuery<AgentsAnswer>({
    queryKey: keys.agents(hours),
    queryFn: ({ signal }) => read<AgentsAnswer>(`/api/agents?hours=${hours}`, signal),
    // Time alone makes an agent silent.
    refetchInterval: NEEDS_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

export function useSession(id: string, enabled = true): UseQueryResult<SessionAnswer> {
  return useAnswer<SessionAnswer>(keys.session(id), `/api/sessions/${encodeURIComponent(id)}`, enabled);
}

/** Older entries of a session's history, or older rows around it. */
export function fetchOlderSession(id: string, from: "before" | "around", seq: number): Promise<SessionAnswer> {
  return getJson<SessionAnswer>(`/api/sessions/${encodeURIComponent(id)}?${from}=${seq}`, new AbortController().signal);
}

export function useRuns(): UseQueryResult<RunsAnswer> {
  return useAnswer<RunsAnswer>(keys.runs, "/api/runs");
}

export function useRun(project: string, session: string): UseQueryResult<RunAnswer> {
  return useAnswer<RunAnswer>(keys.run(project, session), runPath(project, session));
}

export function useWorkflow(name: string, days: number): UseQueryResult<WorkflowAnswer> {
  return useAnswer<WorkflowAnswer>(
    keys.workflow(name, days),
    `/api/workflows/${encodeURIComponent(name)}?days=${days}`,
  );
}

export function useStats(days: number): UseQueryResult<StatsAnswer> {
  return useAnswer<StatsAnswer>(keys.stats(days), `/api/stats?days=${days}`);
}

/** Asked for at the moment that a move begins, never kept: what is legal changes with every row. */
export function fetchMoves(key: string, signal: AbortSignal): Promise<MovesAnswer> {
  return getJson<MovesAnswer>(`/api/tickets/${encodeURIComponent(key)}/moves`, signal);
}

export function fetchLatestRows(before: number, limit: number, signal: AbortSignal): Promise<LedgerAnswer> {
  return getJson<LedgerAnswer>(`/api/ledger?before=${before}&limit=${limit}`, signal);
}

export function useBrowsers(): UseQueryResult<BrowsersAnswer> {
  return useQuery<BrowsersAnswer>({
    queryKey: keys.browsers,
    queryFn: ({ signal }) => read<BrowsersAnswer>("/api/browsers", signal),
    staleTime: 0,
  });
}

/** Only operators are answered. */
export function usePeople(enabled: boolean): UseQueryResult<PeopleAnswer> {
  return useQuery<PeopleAnswer>({
    queryKey: keys.people,
    enabled,
    queryFn: ({ signal }) => read<PeopleAnswer>("/api/tokens", signal),
    staleTime: 0,
    refetchInterval: NEEDS_EVERY_MS,
  });
}

export function sendKey(body: NewKey): Promise<NewKeyAnswer> {
  return postJson("/api/tokens", body);
}

export function sendLimit(id: string, body: NewLimit): Promise<unknown> {
  return postJson(`/api/tokens/${encodeURIComponent(id)}/limit`, body);
}

export function sendRevocation(id: string, body: NewRevocation): Promise<unknown> {
  return postJson(`/api/tokens/${encodeURIComponent(id)}/revoke`, body);
}

export function sendBrowserEnd(id: string): Promise<EndedBrowser> {
  return sendDelete(`/api/browsers/${encodeURIComponent(id)}`);
}

export async function sendHandoff(key: string, body: NewHandoff): Promise<unknown> {
  const answer = await postJson<MovedAnswer>(`${ticketRoute(key)}/handoff`, body);
  if (answer.changed && answer.event !== null && body.toState !== undefined) {
    noteOwnMove({ ticket: key, to: body.toState, event: answer.event });
  }
  return answer;
}

export function sendUndo(key: string, body: NewUndo): Promise<UndoAnswer> {
  return postJson(`${ticketRoute(key)}/undo`, body);
}

export function sendTicket(body: NewTicket): Promise<{ readonly number: number; readonly repo?: string }> {
  return postJson("/api/tickets", body);
}

export function sendEdit(key: string, body: NewEdit): Promise<unknown> {
  return sendJson("PATCH", ticketRoute(key), body);
}

export function sendBlocker(key: string, blocker: string, body: NewLink): Promise<unknown> {
  return sendJson("PUT", `${ticketRoute(key)}/blockers/${encodeURIComponent(blocker)}`, body);
}

export function sendUnblock(key: string, blocker: string): Promise<unknown> {
  return sendDelete(`${ticketRoute(key)}/blockers/${encodeURIComponent(blocker)}`);
}

function ticketRoute(key: string): string {
  return `/api/tickets/${encodeURIComponent(key)}`;
}

export function sendComment(key: string, body: NewComment): Promise<unknown> {
  return postJson(`/api/tickets/${encodeURIComponent(key)}/comments`, body);
}

export function sendAttest(key: string, body: NewAttest): Promise<unknown> {
  return postJson(`/api/tickets/${encodeURIComponent(key)}/attest`, body);
}

export function sendRelease(key: string, body: NewRelease): Promise<unknown> {
  return postJson(`/api/claims/${encodeURIComponent(key)}/release`, body);
}

export function sendSession(body: NewSession): Promise<{ readonly sessionId: string; readonly existing: boolean }> {
  return postJson("/api/sessions", body);
}

export function sendEnd(session: string, body: NewEnd): Promise<unknown> {
  return postJson(`/api/sessions/${encodeURIComponent(session)}/end`, body);
}

export function sendTaskStatus(project: string, session: string, task: string, body: NewTaskStatus): Promise<unknown> {
  return postJson(`${runPath(project, session)}/tasks/${encodeURIComponent(task)}`, body);
}

/** The run as one Markdown document. */
export function runExportPath(project: string, session: string): string {
  return `${runPath(project, session)}/export`;
}

function runPath(project: string, session: string): string {
  return `/api/runs/${encodeURIComponent(project)}/${encodeURIComponent(session)}`;
}

function useAnswer<T extends object>(queryKey: readonly unknown[], path: string, enabled = true): UseQueryResult<T> {
  return useQuery<T>({
    queryKey,
    enabled,
    queryFn: ({ signal }) => read<T>(path, signal),
  });
}

/** The live stream may have brought in rows while an answer was under way; an older look must not replace them. */
async function readBoard(signal: AbortSignal, times: number): Promise<BoardAnswer> {
  const answer = await read<BoardAnswer>("/api/board", signal);
  return answer.seq < getConnection().seq && times > 1 ? readBoard(signal, times - 1) : answer;
}

async function read<T extends object>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await getJson<T>(path, signal);
  if ("now" in answer && typeof answer.now === "string") setClock(answer.now);
  return answer;
}

/** Ends early, with an error, when nobody waits any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("Nobody waits any more.", "AbortError"));
    });
  });
}
