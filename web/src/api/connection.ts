// What the page knows about its connection, for everything that shows it.

import { useSyncExternalStore } from "react";
import type { EventView } from "../../../src/http/contract.ts";

export interface Connection {
  readonly status: "connecting" | "live" | "lost";
  /** Number of the last ledger row that is shown here. */
  readonly seq: number;
  /** Since when it is lost; when it is tried again. */
  readonly lostAt: number | null;
  readonly retryAt: number | null;
  readonly why: string | null;
  /** After it came back: how many rows were brought in; null otherwise. */
  readonly caughtUp: number | null;
  /** The newest ledger rows, newest first. */
  readonly rows: readonly EventView[];
}

const KEPT_ROWS = 30;
const listeners = new Set<() => void>();
let connection: Connection = {
  status: "connecting",
  seq: 0,
  lostAt: null,
  retryAt: null,
  why: null,
  caughtUp: null,
  rows: [],
};

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, getConnection, getConnection);
}

/** For parts of which there are many: drawn again only when the connection comes or goes. */
export function useIsLost(): boolean {
  return useSyncExternalStore(subscribe, isLost, isLost);
}

export function getConnection(): Connection {
  return connection;
}

export function setConnection(changes: Partial<Connection>): void {
  connection = { ...connection, ...changes };
  for (const listener of listeners) listener();
}

/** `rows`: oldest first, as they arrive. */
export function addRows(rows: readonly EventView[]): void {
  const known = new Set(connection.rows.map((row) => row.seq));
  const fresh = rows.filter((row) => !known.has(row.seq));
  const all = [...fresh, ...connection.rows].toSorted((a, b) => b.seq - a.seq).slice(0, KEPT_ROWS);
  setConnection({ rows: all, seq: Math.max(connection.seq, all[0]?.seq ?? 0) });
}

function isLost(): boolean {
  return connection.status === "lost";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
