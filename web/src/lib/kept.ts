// Small things that a person's browser keeps for pages, over reloads and between windows. They are this browser's alone:
// the board knows nothing of them.

import { useSyncExternalStore } from "react";

export interface Kept<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly use: () => T;
}

const EVERYTHING = null;

/** `read` makes a value of whatever was kept, and of nothing. */
export function keepInBrowser<T>(name: string, read: (kept: unknown) => T): Kept<T> {
  const place = `signalbox.${name}`;
  const listeners = new Set<() => void>();
  let value: T | undefined;
  const get = (): T => (value ??= read(parse(place)));
  const subscribe = (listener: () => void) => {
    const hear = ({ key }: StorageEvent) => {
      if (key !== place && key !== EVERYTHING) return;
      value = undefined;
      listener();
    };
    listeners.add(listener);
    addEventListener("storage", hear);
    return () => {
      listeners.delete(listener);
      removeEventListener("storage", hear);
    };
  };
  return {
    get,
    set(next) {
      value = next;
      try {
        localStorage.setItem(place, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing: it holds until the page is loaded again.
      }
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}
