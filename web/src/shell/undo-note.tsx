// For a minute after a move of one's own: a way to take it back, while nothing else has happened to the ticket.

import { useState } from "react";
import { useLastRow } from "../api/changes.ts";
import { ApiError, freshRequestId } from "../api/client.ts";
import { forgetOwnMove, useOwnMove, type OwnMove } from "../api/own-move.ts";
import { sendUndo } from "../api/send.ts";
import { useNow } from "../lib/clock.ts";
import { useKeys } from "../lib/keys.ts";
import { useMayAct } from "../lib/may.ts";
import { showCountdown } from "../lib/time.ts";
import { showKey } from "../lib/words.ts";
import { toast } from "../parts/announcer.tsx";
import { Button } from "../parts/controls.tsx";
import styles from "./undo-note.module.css";

export function UndoNote() {
  const move = useOwnMove();
  return move && <Undo key={move.event} move={move} until={move.until} />;
}

function Undo({ move, until }: { readonly move: OwnMove; readonly until: number }) {
  const { ticket, to, event } = move;
  const may = useMayAct();
  const row = useLastRow(ticket);
  const [sending, setSending] = useState(false);
  useNow(1000);
  /** Something else has happened to it. */
  const late = row !== undefined && row.seq > event;
  const undo = async () => {
    if (sending || late || !may.act) return;
    setSending(true);
    try {
      const { newState } = await sendUndo(ticket, { event, requestId: freshRequestId() });
      toast("done", `${showKey(ticket)} is back in ${newState}.`, "The ledger says that the move was undone.");
      forgetOwnMove();
    } catch (error) {
      const { message } = error as Error;
      toast(
        "danger",
        `${showKey(ticket)} was not moved back.`,
        `${message} ${error instanceof ApiError ? error.recovery : ""}`,
      );
      // A refusal stays one; without an answer it may be tried again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) forgetOwnMove();
    } finally {
      setSending(false);
    }
  };
  useKeys({ u: () => void undo() });
  if (late) return null;
  return (
    <aside className={styles.note} aria-label={`Your move of ${showKey(ticket)}`}>
      <span>
        You moved <b>{showKey(ticket)}</b> to {to}.
      </span>
      <Button small look="main" aria-keyshortcuts="u" aria-disabled={sending || !may.act} onClick={() => void undo()}>
        Undo <kbd aria-hidden="true">u</kbd>
      </Button>
      <span className="num dim" aria-hidden="true">
        {showCountdown(until - Date.now())}
      </span>
    </aside>
  );
}
