// Follows a drag over the board: says why a ticket may not go to a section, and asks for the reason where it may.

import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Card, MoveView } from "../../../../src/http/contract.ts";
import { capitalise, showKey } from "../../lib/words.ts";
import { clearToasts, toast } from "../../parts/announcer.tsx";
import styles from "./drag-layer.module.css";
import { dragOver, endDrag, startDrag, useDrag } from "./drag.ts";

export interface Dropped {
  readonly card: Card;
  readonly moves: readonly MoveView[];
  readonly to: string;
}

export function DragLayer({ onDrop }: { readonly onDrop: (dropped: Dropped) => void }) {
  const drag = useDrag();
  const box = useRef<HTMLDivElement>(null);
  const place = useRef({ x: 0, y: 0 });

  const drop = useEffectEvent(async (to: string | null) => {
    const ended = endDrag();
    if (!ended || to === null || to === ended.card.state) return;
    const { card } = ended;
    try {
      const moves = await ended.moves;
      const move = moves.find((candidate) => candidate.to === to);
      if (move?.legal) onDrop({ card, moves, to });
      else toast("danger", `${showKey(card.key)} stays in ${card.state ?? "no state"}.`, whyNot(move, to));
    } catch (error) {
      toast("danger", `${showKey(card.key)} was not moved.`, error instanceof Error ? error.message : String(error));
    }
  });

  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => isCard(source.data["card"]),
        onDragStart: ({ source }) => {
          const { card } = source.data;
          if (!isCard(card)) return;
          clearToasts();
          startDrag(card);
        },
        onDrag: ({ location }) => {
          const { clientX: x, clientY: y } = location.current.input;
          place.current = { x, y };
          follow(box.current, place.current);
        },
        onDropTargetChange: ({ location }) => dragOver(stateUnder(location.current.dropTargets[0]?.data)),
        onDrop: ({ location }) => void drop(stateUnder(location.current.dropTargets[0]?.data)),
      }),
    [],
  );

  const move = drag?.moves?.find((candidate) => candidate.to === drag.over);
  const refusing = drag?.moves && drag.over !== null && drag.over !== drag.card.state && !move?.legal;
  if (!refusing || drag.over === null) return null;
  return (
    <div
      ref={(node) => {
        box.current = node;
        follow(node, place.current);
      }}
      className={styles.why}
      role="status"
    >
      <p>
        <b>{move?.why ?? `No move leads from here to ${drag.over}.`}</b>
      </p>
      {move?.recovery != null && <p>{capitalise(move.recovery)}</p>}
    </div>
  );
}

function whyNot(move: MoveView | undefined, to: string): string {
  return move
    ? [move.why, capitalise(move.recovery ?? "")].filter(Boolean).join(" ")
    : `No move leads from here to ${to}.`;
}

const WIDTH = 250;

/** Beside the pointer, below what it carries, and within the window. */
function follow(box: HTMLDivElement | null, { x, y }: { readonly x: number; readonly y: number }): void {
  if (!box) return;
  box.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - WIDTH - 12))}px`;
  box.style.top = `${Math.min(y + 60, innerHeight - box.offsetHeight - 12)}px`;
}

function stateUnder(data: Record<string | symbol, unknown> | undefined): string | null {
  const state = data?.["state"];
  return typeof state === "string" ? state : null;
}

function isCard(value: unknown): value is Card {
  return typeof value === "object" && value !== null && "key" in value && "title" in value;
}
