// The decision: a reason, and a button for everything that a person may do here.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState, type ReactNode } from "react";
import { useIsLost } from "../../api/connection.ts";
import { keys, useBoard } from "../../api/queries.ts";
import { useKeys } from "../../lib/keys.ts";
import { showKey } from "../../lib/words.ts";
import { ErrorState } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { Action } from "./actions.ts";

/** What was typed is kept for as long as the page is open, whatever happens to the list meanwhile. */
const drafts = new Map<string, string>();

interface DecisionProps {
  readonly ticket: string;
  /** What was decided, in a sentence: the ticket leaves the list, and this form with it. */
  readonly onDone: (sentence: string) => void;
  readonly actions: readonly Action[];
}

export function Decision({ ticket, actions, onDone }: DecisionProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState(drafts.get(ticket) ?? "");
  const [armed, arm] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const send = useSend(ticket, (action) => {
    setReason("");
    onDone(`${showKey(ticket)}: ${action.label}.${action.to === null ? "" : ` It is in ${action.to} now.`}`);
  });
  const hindrance = useHindrance();
  const chosen = actions.find((action) => action.id === armed) ?? actions[0];

  function write(text: string): void {
    setReason(text);
    setMissing(false);
    drafts.set(ticket, text);
  }

  function decide(action: Action | undefined): void {
    if (!action || hindrance !== null || send.isPending) return;
    arm(action.id);
    setMissing(reason.trim() === "");
    if (reason.trim() === "") field.current?.focus();
    else send.mutate({ action, reason: reason.trim() });
  }

  useKeys(
    Object.fromEntries(
      actions.flatMap((action) =>
        action.letter === null
          ? []
          : [
              [
                action.letter,
                (event: KeyboardEvent) => {
                  event.preventDefault();
                  arm(action.id);
                  field.current?.focus();
                },
              ],
            ],
      ),
    ),
  );

  if (actions.length === 0) return null;
  return (
    <form
      className="decision"
      aria-label="Your decision"
      onSubmit={(event) => {
        event.preventDefault();
        decide(chosen);
      }}
    >
      {send.isError && <ErrorState title={`${showKey(ticket)} was not changed.`} error={send.error} />}
      <label htmlFor={id}>
        <b>Reason</b>
        <span>
          goes on the ticket and into the ledger
          <span className="decision-hint" aria-hidden="true">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends
          </span>
        </span>
      </label>
      <textarea
        id={id}
        ref={field}
        className="field"
        value={reason}
        disabled={hindrance !== null}
        aria-describedby={`${id}-note`}
        aria-invalid={missing}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") field.current?.blur();
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          decide(chosen);
        }}
      />
      <p
        id={`${id}-note`}
        className={missing ? "decision-note danger" : "decision-note"}
        role={missing ? "alert" : undefined}
      >
        {hindrance ?? (missing ? "Say why: the next one to work on it reads this." : chosen?.warnings.join(" "))}
      </p>
      <div className="decision-buttons">
        {actions.map((action) => (
          <Button
            key={action.id}
            look={action === chosen ? "main" : "plain"}
            disabled={hindrance !== null || send.isPending}
            aria-keyshortcuts={action.letter ?? undefined}
            onClick={() => decide(action)}
          >
            {action.label}
            {action.to !== null && (
              <span className="decision-target">
                <Icon name="to" small />
                <span className="vh">to</span> {action.to}
              </span>
            )}
            {action.letter !== null && <kbd aria-hidden="true">{action.letter.toUpperCase()}</kbd>}
          </Button>
        ))}
      </div>
    </form>
  );
}

function useSend(ticket: string, done: (action: Action) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, reason }: { action: Action; reason: string }) => action.send(reason),
    onSuccess: (_, { action }) => {
      drafts.delete(ticket);
      done(action);
    },
    onSettled: () => {
      for (const queryKey of [keys.needs, keys.ticket(ticket), ["sessions"]])
        void client.invalidateQueries({ queryKey });
    },
  });
}

/** Why nothing can be decided right now; null: it can. */
function useHindrance(): ReactNode {
  const lost = useIsLost();
  const role = useBoard().data?.you.role;
  if (lost) return "There is no connection: decisions are off until it is back.";
  if (role === "operator") return null;
  return (
    <>
      You are looking on. To decide, open the link that <code>signalbox open</code> prints.
    </>
  );
}
