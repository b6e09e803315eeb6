// What a ticket waits for: links to add, and to take away. A link that can't be says why, and nothing that was typed is lost.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { TicketAnswer, Workflow } from "../../../../../src/http/contract.ts";
import { ApiError, freshRequestId } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { sendBlocker, sendUnblock } from "../../../api/send.ts";
import { useKeys } from "../../../lib/keys.ts";
import { useMayAct } from "../../../lib/may.ts";
import { showKey, ticketPath } from "../../../lib/words.ts";
import { Banner } from "../../../parts/answers.tsx";
import { TicketPicker } from "../../../parts/forms/ticket-picker.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Button } from "../../../parts/controls.tsx";
import { StateMark } from "../../../parts/state-mark.tsx";
import styles from "./edit.module.css";

interface Change {
  readonly add: boolean;
  readonly blocker: string;
}

export function Blockers({ ticket, workflow }: { readonly ticket: TicketAnswer; readonly workflow: Workflow }) {
  const { key } = ticket.card;
  const may = useMayAct();
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const change = useMutation({
    mutationFn: ({ add, blocker }: Change) =>
      add ? sendBlocker(key, blocker, { requestId: freshRequestId() }) : sendUnblock(key, blocker),
    onSuccess: (_, { add }) => {
      if (add) setAdding(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.ticket(key) }),
  });
  useKeys({
    l: (event) => {
      if (!may.write || adding) return;
      event.preventDefault();
      setAdding(true);
    },
  });
  const children = new Set(ticket.children.map((child) => child.key));
  return (
    <div className={styles.block}>
      {ticket.blockedBy.length === 0 && !adding && <span>nothing</span>}
      <ul className={styles.links} aria-label="Blockers">
        {ticket.blockedBy.map((blocker) => (
          <li key={blocker.key}>
            <StateMark workflow={workflow} state={blocker.state} silent />
            <Link href={ticketPath(blocker.key)} title={blocker.title}>
              <span className="num">{showKey(blocker.key)}</span> {blocker.title}
            </Link>
            {may.write && (
              <button
                type="button"
                className={`icon-btn ${styles.pencil}`}
                aria-label={`No longer blocked by ${showKey(blocker.key)}`}
                aria-disabled={!may.act || change.isPending}
                onClick={() => may.act && !change.isPending && change.mutate({ add: false, blocker: blocker.key })}
              >
                <Icon name="close" small />
              </button>
            )}
          </li>
        ))}
      </ul>
      {change.error && (
        <Banner tone="danger" role="alert" title="The link was not changed.">
          {change.error.message} {change.error instanceof ApiError && change.error.recovery}
        </Banner>
      )}
      {adding && (
        <>
          <TicketPicker
            label={`What blocks ${showKey(key)}?`}
            autoFocus
            workflow={workflow}
            bar={(other) => {
              if (other.key === key) return "is this one";
              if (other.key === ticket.card.parent) return "is the parent";
              if (children.has(other.key)) return "is a child";
              if (ticket.blockedBy.some((blocker) => blocker.key === other.key)) return "blocks it already";
              return other.closed ? "is closed" : null;
            }}
            onPick={(blocker) => change.mutate({ add: true, blocker })}
            onEscape={() => setAdding(false)}
          />
          <Button small look="quiet" onClick={() => setAdding(false)}>
            Cancel
          </Button>
        </>
      )}
      {may.write && !adding && (
        <Button
          small
          look="quiet"
          aria-keyshortcuts="l"
          onClick={() => {
            change.reset();
            setAdding(true);
          }}
        >
          Add a blocker <kbd aria-hidden="true">l</kbd>
        </Button>
      )}
    </div>
  );
}
