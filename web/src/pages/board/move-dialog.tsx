// Asks for the reason of a move: after a drop, or for a card that `m` or Move was pressed on.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Card, MoveView, Workflow } from "../../../../src/http/contract.ts";
import { standingOf, useNewestCard } from "../../api/newest.ts";
import { fetchMoves } from "../../api/queries.ts";
import { showKey } from "../../lib/words.ts";
import { Answered } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { MoveForm } from "../../parts/forms/move-form.tsx";
import { StateName } from "../../parts/state-mark.tsx";
import styles from "./move-dialog.module.css";

export interface Asked {
  readonly card: Card;
  /** After a drop: where to, and what was said about it. */
  readonly drop: { readonly to: string; readonly moves: readonly MoveView[] } | null;
}

export function MoveDialog({
  asked,
  workflow,
  onClose,
}: {
  readonly asked: Asked;
  readonly workflow: Workflow;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { card: seen, drop } = asked;
  const card = useNewestCard(seen);
  const moves = useQuery({
    queryKey: ["moves", card.key, standingOf(card)],
    queryFn: ({ signal }) => fetchMoves(card.key, signal),
    staleTime: 0,
    gcTime: 0,
    enabled: drop === null || standingOf(card) !== standingOf(seen),
  });
  const known = useRef(drop ? { card: seen, moves: drop.moves } : null);
  if (moves.data) known.current = { card, moves: moves.data.moves };
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={`Move ${showKey(card.key)}`} onClose={onClose}>
      <header>
        <p className="small dim">
          {showKey(card.key)} <StateName workflow={workflow} state={card.state} />
        </p>
        <h2>{card.title}</h2>
      </header>
      {known.current ? (
        <MoveForm
          card={known.current.card}
          moves={known.current.moves}
          workflow={workflow}
          asked={{ card: seen, to: drop?.to ?? null }}
          focus={drop ? "reason" : "letters"}
          onDone={onClose}
          onLookAgain={() => void moves.refetch({ cancelRefetch: false })}
        />
      ) : (
        <Answered query={moves} what="The moves" rows={2}>
          {() => null}
        </Answered>
      )}
      <Button look="quiet" small onClick={onClose}>
        Cancel
      </Button>
    </dialog>
  );
}
