// Arrows between cards. Only one card of the board is in the order of Tab: the one that was left last.

import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { useKeys } from "../../lib/keys.ts";

export interface BoardKeys {
  readonly onOpen: (key: string) => void;
  readonly onMove: (key: string) => void;
}

export function useBoardKeys(board: RefObject<HTMLElement | null>, { onOpen, onMove }: BoardKeys) {
  const last = useRef<string | null>(null);

  /** What is drawn changes while scrolling: some card must always be reachable. */
  useEffect(() => {
    const root = board.current;
    if (!root) return;
    const all = places(root);
    const current = all.find((place) => place.dataset["key"] === last.current) ?? all[0];
    for (const place of all) place.tabIndex = place === current ? 0 : -1;
  });

  useKeys({
    ArrowDown: (event) => {
      const root = board.current;
      if (!root || (event.target instanceof Element && event.target.closest("button, a, [data-key]"))) return;
      event.preventDefault();
      focusOn(places(root).find((place) => place.tabIndex === 0));
    },
  });

  return {
    onFocus: (event: { readonly target: EventTarget }) => {
      const place = placeOf(event.target);
      if (place) last.current = place.dataset["key"] ?? null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const place = placeOf(event.target);
      const key = place?.dataset["key"];
      if (!place || key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter") onOpen(key);
      else if (event.key === "m") onMove(key);
      else if (!go(place, event.key)) return;
      event.preventDefault();
    },
  };
}

function go(place: HTMLElement, key: string): boolean {
  const column = place.closest<HTMLElement>("[data-column]");
  if (!column) return false;
  if (key === "ArrowDown" || key === "ArrowUp") return focusOn(neighbour(column, place, key === "ArrowDown" ? 1 : -1));
  if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
  const columns = Array.from(document.querySelectorAll<HTMLElement>("[data-column]")).filter(
    (one) => places(one).length > 0,
  );
  const next = columns[columns.indexOf(column) + (key === "ArrowRight" ? 1 : -1)];
  return focusOn(next && nearest(next, place));
}

function neighbour(column: HTMLElement, place: HTMLElement, step: number): HTMLElement | undefined {
  const all = places(column);
  return all[all.indexOf(place) + step];
}

/** The one at the same height. */
function nearest(column: HTMLElement, place: HTMLElement): HTMLElement | undefined {
  const { top } = place.getBoundingClientRect();
  return places(column).toSorted((a, b) => distance(a, top) - distance(b, top))[0];
}

function distance(place: HTMLElement, top: number): number {
  return Math.abs(place.getBoundingClientRect().top - top);
}

function focusOn(place: HTMLElement | undefined): boolean {
  if (!place) return true;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

/** Cards and berths from the top down. */
function places(root: HTMLElement): readonly HTMLElement[] {
  const all = Array.from(root.querySelectorAll<HTMLElement>("[data-key]"));
  const tops = new Map(all.map((place) => [place, place.getBoundingClientRect()]));
  return all.toSorted((a, b) => {
    const [first, second] = [tops.get(a), tops.get(b)];
    return first && second ? first.top - second.top || first.left - second.left : 0;
  });
}

function placeOf(target: EventTarget): HTMLElement | null {
  return target instanceof HTMLElement && target.dataset["key"] !== undefined ? target : null;
}
