// Keys that do something anywhere on a page. They are off while somebody types, and while a dialog is open.

import { useEffect, useEffectEvent } from "react";

export type KeyHandler = (event: KeyboardEvent) => void;
export type Bindings = Readonly<Record<string, KeyHandler>>;

const CHORD_MS = 1500;
let chordAt = Number.NEGATIVE_INFINITY;

/** `bindings` by `event.key`; letters in lower case. */
export function useKeys(bindings: Bindings): void {
  useKeydown((event) => {
    if (event.timeStamp - chordAt > CHORD_MS) bindings[nameOf(event)]?.(event);
  });
}

/** The first key and then another; meanwhile that other key means nothing else. */
export function useChord(first: string, bindings: Bindings): void {
  useKeydown((event) => {
    const name = nameOf(event);
    if (event.timeStamp - chordAt > CHORD_MS) {
      if (name === first) chordAt = event.timeStamp;
      return;
    }
    bindings[name]?.(event);
    // Not at once: others that hear the same key must still see that it belonged to the chord.
    setTimeout(() => (chordAt = Number.NEGATIVE_INFINITY));
  });
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

function useKeydown(handler: KeyHandler): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog:modal") === null) handler(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

function nameOf(event: KeyboardEvent): string {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
