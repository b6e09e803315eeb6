// Asks for the reason of a move: after a drop, or for a card that `m` or Move was pressed on.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Card, MoveView, Workflow } from "../../../../src/http/contract.ts";
import { fetchMoves } from "../../api/queries.ts";
import { showKey } from "../../lib/words.ts";
import { Answered } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { MoveForm } from "../../parts/move-form.tsx";
import { StateName } from "../../parts/state-mark.tsx";
import styles from "./board.module.css";

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
  const { card, drop } = asked;
  const moves = useQuery({
    queryKey: ["moves", card.key, card.version],
    queryFn: ({ signal }) => fetchMoves(card.key, signal),
    staleTime: 0,
    gcTime: 0,
    enabled: drop === null,
  });
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
      {drop ? (
        <MoveForm
          ticket={card.key}
          fromState={card.state}
          moves={drop.moves}
          workflow={workflow}
          to={drop.to}
          focus="reason"
          onDone={onClose}
        />
      ) : (
        <Answered query={moves} what="The moves" rows={2}>
          {(answer) => (
            <MoveForm
              ticket={card.key}
              fromState={card.state}
              moves={answer.moves}
              workflow={workflow}
              focus="letters"
              onDone={onClose}
              onLookAgain={() => void moves.refetch()}
            />
          )}
        </Answered>
      )}
      <Button look="quiet" small onClick={onClose}>
        Cancel
      </Button>
    </dialog>
  );
}
