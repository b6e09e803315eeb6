// Keys that do something anywhere on a page. Letters are off while a dialog is open, while a form holds text, right after
// typing, and right after something on the page moved by itself: such a letter was meant for something else.

import { useEffect, useEffectEvent, useId } from "react";

export type KeyHandler = (event: KeyboardEvent) => void;
export type Bindings = Readonly<Record<string, KeyHandler>>;

/** How long after a change a key or a click may still be meant for what was there before. */
export const MOMENT_MS = 700;
const CHORD_MS = 1500;
const END_OF_TYPING = new Set(["Enter", "Escape", "Tab"]);
let chordAt = Number.NEGATIVE_INFINITY;
let typedAt = Number.NEGATIVE_INFINITY;
let changedAt = Number.NEGATIVE_INFINITY;
const writing = new Set<string>();

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

/** For a form: letters are off while it holds text, also when the focus is elsewhere. */
export function useIsWriting(holdsText: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!holdsText) return;
    writing.add(id);
    return () => void writing.delete(id);
  }, [holdsText, id]);
}

/** To be called when something that keys act on has moved by itself. */
export function silenceLetters(): void {
  changedAt = performance.now();
}

export function lettersAreOff(event: { readonly timeStamp: number }): boolean {
  return writing.size > 0 || event.timeStamp - Math.max(typedAt, changedAt) < MOMENT_MS;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

function useKeydown(handler: KeyHandler): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    noteTyping(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isCharacter(event) && lettersAreOff(event)) return;
    if (document.querySelector("dialog:modal") === null) handler(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}

/** A letter right after typing belongs to the text, even if its field is gone. Enter, Escape and Tab end the typing. */
function noteTyping(event: KeyboardEvent): void {
  if (END_OF_TYPING.has(event.key)) typedAt = Number.NEGATIVE_INFINITY;
  else if (isCharacter(event) && isTyping(event.target)) typedAt = event.timeStamp;
}

function isCharacter(event: KeyboardEvent): boolean {
  return event.key.length === 1;
}

function nameOf(event: KeyboardEvent): string {
  return isCharacter(event) ? event.key.toLowerCase() : event.key;
}
