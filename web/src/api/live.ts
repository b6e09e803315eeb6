// The live stream: follows the ledger from the row that the board was read at, over lost connections and restarts of
// the server, without a gap and without a repeat.

import type { QueryClient } from "@tanstack/react-query";
import type { EventView, LiveEvent, PullsEvent } from "../../../src/http/contract.ts";
import { applyEvents, applyPulls } from "./apply.ts";
import { noteChanges } from "./changes.ts";
import { ask } from "./client.ts";
import { addRows, getConnection, setConnection } from "./connection.ts";
import { fetchLatestRows } from "./queries.ts";
import { EventParser, type ServerEvent } from "./sse.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** The server says something at least every 5 seconds; longer silence is a dead line, or a server that hangs. */
const DEAD_AFTER_MS = 12_000;
/** After coming back, what arrives within this time of the last row still counts as caught up. */
const SETTLED_MS = 600;
const BACK_SHOWN_MS = 10_000;

export interface Live {
  retryNow(): void;
  stop(): void;
}

/** `hear` gets the rows as they are applied, for announcements. */
export function follow(client: QueryClient, from: number, hear: (rows: readonly EventView[]) => void): Live {
  let stopped = false;
  let last = from;
  let failures = 0;
  let current = new AbortController();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pending: LiveEvent[] = [];
  let frame = 0;
  let caught: { count: number; timer: ReturnType<typeof setTimeout> } | null = null;

  setConnection({ seq: from });
  void fillRegister();
  void connect();

  return {
    retryNow() {
      if (stopped || getConnection().status !== "lost") return;
      clearTimeout(retry);
      void connect();
    },
    stop() {
      stopped = true;
      clearTimeout(retry);
      cancelAnimationFrame(frame);
      current.abort();
    },
  };

  async function connect(): Promise<void> {
    current = new AbortController();
    const { signal } = current;
    const reason = await read(signal).catch((error: unknown) => error);
    if (stopped) return;
    lost(reason);
  }

  /** Ends when the connection does. */
  async function read(signal: AbortSignal): Promise<void> {
    const response = await withDeadline(
      ask(`/api/events?after=${last}`, {
        signal,
        headers: { accept: "text/event-stream", "last-event-id": String(last) },
      }),
      () => current.abort(),
    );
    if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`);
    opened();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parser = new EventParser();
    for (;;) {
      const part = await withDeadline(reader.read(), () => current.abort());
      if (part.done) return;
      for (const event of parser.push(part.value)) take(event);
    }
  }

  function opened(): void {
    const wasLost = getConnection().status === "lost";
    failures = 0;
    setConnection({ status: "live", lostAt: null, retryAt: null, why: null });
    if (wasLost) caught = { count: 0, timer: setTimeout(settle, SETTLED_MS) };
  }

  function lost(reason: unknown): void {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    if (caught) clearTimeout(caught.timer);
    caught = null;
    setConnection({
      status: "lost",
      lostAt: getConnection().lostAt ?? Date.now(),
      retryAt: Date.now() + wait,
      caughtUp: null,
      why: reason instanceof Error ? reason.message : "The server ended it.",
    });
    retry = setTimeout(() => void connect(), wait);
  }

  function take(event: ServerEvent): void {
    const seq = Number(event.id);
    const data: unknown = JSON.parse(event.data);
    if (event.event === "head") {
      if (Number.isFinite(seq) && seq < last) startOver(seq);
      return;
    }
    if (event.event === "pulls") {
      applyPulls(client, data as PullsEvent);
      return;
    }
    if (!isLiveEvent(data) || data.row.seq <= last) return;
    last = data.row.seq;
    pending.push(data);
    if (pending.length === 1) frame = schedule(flush);
  }

  /** The server's ledger is shorter than what was seen: another database. Everything is asked for again. */
  function startOver(head: number): void {
    last = head;
    setConnection({ seq: head, rows: [] });
    void client.invalidateQueries();
  }

  function flush(): void {
    const events = pending;
    pending = [];
    const rows = events.map((event) => event.row);
    noteChanges(rows);
    applyEvents(client, events);
    addRows(rows);
    hear(rows);
    if (!caught) return;
    clearTimeout(caught.timer);
    caught = { count: caught.count + events.length, timer: setTimeout(settle, SETTLED_MS) };
  }

  function settle(): void {
    if (!caught) return;
    setConnection({ caughtUp: caught.count });
    caught = null;
    setTimeout(() => setConnection({ caughtUp: null }), BACK_SHOWN_MS);
  }

  /** What happened before this page was opened. */
  async function fillRegister(): Promise<void> {
    const latest = await fetchLatestRows(from + 1, 12, current.signal).catch(() => null);
    if (latest && !stopped) addRows(latest.rows);
  }
}

/** A page in the background is given no frames, but must keep up. */
function schedule(run: () => void): number {
  if (document.visibilityState === "visible") return requestAnimationFrame(run);
  setTimeout(run, 100);
  return 0;
}

async function withDeadline<T>(promise: Promise<T>, late: () => void): Promise<T> {
  const timer = setTimeout(late, DEAD_AFTER_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

function isLiveEvent(data: unknown): data is LiveEvent {
  return typeof data === "object" && data !== null && "row" in data && "cards" in data;
}
