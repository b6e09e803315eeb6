// The last move that a person made on this page: for a minute they can take it back.

import { useSyncExternalStore } from "react";

export interface OwnMove {
  readonly ticket: string;
  readonly to: string;
  /** Its row in the ledger. */
  readonly event: number;
}

/** As long as the server lets it be undone. */
const UNDO_MS = 60_000;

interface Noted extends OwnMove {
  /** By this browser's clock. */
  readonly until: number;
}

let last: Noted | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function noteOwnMove(move: OwnMove): void {
  clearTimeout(timer);
  set({ ...move, until: Date.now() + UNDO_MS });
  timer = setTimeout(forgetOwnMove, UNDO_MS);
}

export function forgetOwnMove(): void {
  set(null);
}

export function useOwnMove(): Noted | null {
  return useSyncExternalStore(subscribe, () => last);
}

function set(next: Noted | null): void {
  last = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
