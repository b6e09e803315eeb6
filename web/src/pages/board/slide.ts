// A card that moved slides to its new place, so that the eye can follow it.

import { useLayoutEffect, useRef, type RefObject } from "react";
import type { Card } from "../../../../src/http/contract.ts";

const SLIDE_MS = 240;
/** More at once is no movement that anybody can follow. */
const MOST = 6;

export function useSlides(board: RefObject<HTMLElement | null>, cards: readonly Card[]): void {
  const before = useRef<ReadonlyMap<string, string | null>>(new Map());
  const rects = useRef<ReadonlyMap<string, DOMRect>>(new Map());

  useLayoutEffect(() => {
    const states = new Map(cards.map((card) => [card.key, card.state]));
    const moved = cards.filter((card) => {
      const old = before.current.get(card.key);
      return old !== undefined && old !== card.state;
    });
    const root = board.current;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (root && !still && moved.length > 0 && moved.length <= MOST) {
      for (const card of moved) slide(root, card.key, rects.current.get(card.key));
    }
    before.current = states;
  }, [board, cards]);

  // After the columns have settled: where everything stands, for the next move.
  useLayoutEffect(() => {
    const root = board.current;
    if (!root) return;
    const frame = requestAnimationFrame(() => {
      rects.current = new Map(
        Array.from(root.querySelectorAll<HTMLElement>("[data-key]"), (place) => [
          place.dataset["key"] ?? "",
          place.getBoundingClientRect(),
        ]),
      );
    });
    return () => cancelAnimationFrame(frame);
  });
}

/** A copy above the board does the travelling: columns cut off what leaves them. */
function slide(root: HTMLElement, key: string, from: DOMRect | undefined): void {
  const place = root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!place || !from) return;
  const to = place.getBoundingClientRect();
  if (to.width === 0 || (to.left === from.left && to.top === from.top)) return;
  const copy = place.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.removeAttribute("data-key");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    zIndex: "15",
    pointerEvents: "none",
  });
  root.append(copy);
  place.style.visibility = "hidden";
  const travel = copy.animate(
    [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }],
    { duration: SLIDE_MS, easing: "cubic-bezier(.2, 0, 0, 1)" },
  );
  const land = () => {
    place.style.visibility = "";
    copy.remove();
  };
  travel.addEventListener("finish", land);
  travel.addEventListener("cancel", land);
}
