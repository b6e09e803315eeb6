// A drag in progress: what is dragged, where it may go, and what it is over. Asked of the server when it begins.

import { useSyncExternalStore } from "react";
import type { Card, MoveView } from "../../../../src/http/contract.ts";
import { fetchMoves } from "../../api/queries.ts";

export interface Drag {
  readonly card: Card;
  /** null: not answered yet. */
  readonly moves: readonly MoveView[] | null;
  readonly over: string | null;
}

/** How a section looks while something is dragged. */
export type SectionLook =
  | { readonly is: "still" }
  | { readonly is: "source" }
  | { readonly is: "waiting" }
  | { readonly is: "legal"; readonly label: string; readonly over: boolean }
  | { readonly is: "illegal"; readonly over: boolean };

const STILL: SectionLook = { is: "still" };
const listeners = new Set<() => void>();
let drag: Drag | null = null;
let answer: Promise<readonly MoveView[]> | null = null;

export function useDrag(): Drag | null {
  return useSyncExternalStore(subscribe, currentDrag, currentDrag);
}

function currentDrag(): Drag | null {
  return drag;
}

export function startDrag(card: Card): void {
  set({ card, moves: null, over: null });
  answer = fetchMoves(card.key, new AbortController().signal).then(({ moves }) => {
    if (drag?.card.key === card.key) set({ ...drag, moves });
    return moves;
  });
  // A drop awaits it and reports the failure; without a drop it does not matter.
  answer.catch(() => undefined);
}

export function dragOver(state: string | null): void {
  if (drag && drag.over !== state) set({ ...drag, over: state });
}

/** What was dragged, and what the server said about it, which may still be under way. */
export function endDrag(): { readonly card: Card; readonly moves: Promise<readonly MoveView[]> } | null {
  const ended = drag && answer ? { card: drag.card, moves: answer } : null;
  answer = null;
  set(null);
  return ended;
}

export function lookOf(current: Drag | null, state: string | null): SectionLook {
  if (!current) return STILL;
  if (current.card.state === state) return { is: "source" };
  if (!current.moves) return { is: "waiting" };
  const move = current.moves.find((candidate) => candidate.to === state);
  const over = current.over === state;
  return move?.legal ? { is: "legal", label: move.label, over } : { is: "illegal", over };
}

function set(next: Drag | null): void {
  drag = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
