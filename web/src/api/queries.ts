// One hook for every endpoint. Answers are kept until the live stream says that they are out of date (see live.ts).

import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import type {
  AgentsAnswer,
  BoardAnswer,
  BrowsersAnswer,
  LedgerAnswer,
  LedgerRowAnswer,
  LedgerSummaryAnswer,
  MirrorAnswer,
  MovesAnswer,
  NeedsAnswer,
  PeopleAnswer,
  RunAnswer,
  RunsAnswer,
  SessionAnswer,
  SessionsAnswer,
  StatsAnswer,
  TicketAnswer,
  TicketsAnswer,
  WorkflowAnswer,
} from "../../../src/http/contract.ts";
import { setClock } from "../lib/clock.ts";
import { usePast } from "../lib/past.ts";
import { ApiError, getJson } from "./client.ts";
import { getConnection } from "./connection.ts";

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
const LEDGER_PAGE = 50;
const LEAST_LETTERS = 2;
const TYPING_MS = 300;
const TICKETS_AT_ONCE = 500;
const USUAL_EVERY_MS = 300_000;

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
  const past = usePast();
  const path = `/api/tickets/${encodeURIComponent(key)}`;
  return useAnswer<TicketAnswer>(
    past ? ["past-ticket", key, past.seq] : keys.ticket(key),
    past ? `${path}?at=${past.seq}` : path,
  );
}

/** As it was after a row, or at a time. */
export function usePastBoard(at: string): UseQueryResult<BoardAnswer> {
  return useQuery<BoardAnswer>({
    queryKey: ["past-board", at],
    // Not `read`: the clock of the past is not the server's.
    queryFn: ({ signal }) => getJson<BoardAnswer>(`/api/board?${new URLSearchParams({ at })}`, signal),
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
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

export function useStats(days: number, enabled = true): UseQueryResult<StatsAnswer> {
  return useAnswer<StatsAnswer>(keys.stats(days), statsRoute(days), enabled);
}

/** The same for whoever only wants to know what is usual: no row makes it out of date at once. */
export function useUsualStats(days: number, enabled: boolean): UseQueryResult<StatsAnswer> {
  return useQuery<StatsAnswer>({
    queryKey: ["usual", days],
    enabled,
    queryFn: ({ signal }) => read<StatsAnswer>(statsRoute(days), signal),
    refetchInterval: USUAL_EVERY_MS,
  });
}

function statsRoute(days: number): string {
  return `/api/stats?days=${days}`;
}

/** All tickets in a state, page by page; of closed ones the board has only the newest. */
export function useTicketsIn(state: string | null): UseInfiniteQueryResult<InfiniteData<TicketsAnswer>> {
  return useInfiniteQuery({
    queryKey: ["tickets in", state],
    enabled: state !== null,
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ state: state ?? "", limit: String(TICKETS_AT_ONCE) });
      if (pageParam !== null) query.set("cursor", pageParam);
      return getJson<TicketsAnswer>(`/api/tickets?${query}`, signal);
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}

/** Asked for at the moment that a move begins, never kept: what is legal changes with every row. */
export function fetchMoves(key: string, signal: AbortSignal): Promise<MovesAnswer> {
  return getJson<MovesAnswer>(`/api/tickets/${encodeURIComponent(key)}/moves`, signal);
}

export function fetchLatestRows(before: number, limit: number, signal: AbortSignal): Promise<LedgerAnswer> {
  return getJson<LedgerAnswer>(`/api/ledger?before=${before}&limit=${limit}`, signal);
}

/** Rows that somebody looks for, the newest first; `query` is what stands behind `?`. */
export function useLedger(query: string): UseInfiniteQueryResult<InfiniteData<LedgerAnswer>> {
  return useInfiniteQuery({
    queryKey: ["ledger", query],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      getJson<LedgerAnswer>(
        `/api/ledger?${joined(query, `limit=${LEDGER_PAGE}`, pageParam === null ? "" : `before=${pageParam}`)}`,
        signal,
      ),
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
}

export function fetchRowsAfter(query: string, after: number, signal: AbortSignal): Promise<LedgerAnswer> {
  return getJson<LedgerAnswer>(`/api/ledger?${joined(query, `after=${after}`, "limit=1000")}`, signal);
}

export function useLedgerRow(seq: number | null): UseQueryResult<LedgerRowAnswer> {
  return useAnswer<LedgerRowAnswer>(["ledger-row", seq], `/api/ledger/${seq}`, seq !== null);
}

/** null: nobody has chosen a span that can be counted. */
export function useLedgerSummary(span: { readonly from: string; readonly to: string } | null) {
  const query = new URLSearchParams(span ?? {});
  return useQuery<LedgerSummaryAnswer>({
    queryKey: ["ledger-summary", span],
    enabled: span !== null,
    queryFn: ({ signal }) => getJson<LedgerSummaryAnswer>(`/api/ledger/summary?${query}`, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** The rows that are shown, as a file. */
export function ledgerFilePath(query: string, format: "csv" | "jsonl"): string {
  return `/api/ledger.${format}?${query}`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("&");
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

/** The run as one Markdown document. */
export function runExportPath(project: string, session: string): string {
  return `${runPath(project, session)}/export`;
}

export function runPath(project: string, session: string): string {
  return `/api/runs/${encodeURIComponent(project)}/${encodeURIComponent(session)}`;
}

function useAnswer<T extends object>(queryKey: readonly unknown[], path: string, enabled = true): UseQueryResult<T> {
  return useQuery<T>({
    queryKey,
    enabled,
    // The clock of the past is not the server's.
    queryFn: ({ signal }) => (queryKey[0] === "past-ticket" ? getJson<T>(path, signal) : read<T>(path, signal)),
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
