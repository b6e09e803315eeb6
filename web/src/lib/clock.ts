// The server's clock: ages and leases are counted by it, because a browser's own may be wrong.

import { useSyncExternalStore } from "react";
import { usePast } from "./past.ts";

let offset = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Every answer says what time it was at the server. */
export function setClock(serverNow: string): void {
  const behind = Date.parse(serverNow) - Date.now();
  // A few hundred milliseconds are the journey, and following them would make every age flicker.
  if (Math.abs(behind - offset) > 1000) offset = behind;
}

function serverNow(): number {
  return Date.now() + offset;
}

/** The time, in steps: a part that shows minutes is not drawn again every second. */
export function useNow(stepMs: number): number {
  const past = usePast();
  const now = useSyncExternalStore(
    subscribe,
    () => Math.floor(serverNow() / stepMs) * stepMs,
    () => 0,
  );
  return past ? Date.parse(past.at) : now;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
