// A ticket beside the board.

import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { Workflow } from "../../../../src/http/contract.ts";
import { useTicket } from "../../api/queries.ts";
import { useKeys } from "../../lib/keys.ts";
import { showKey, ticketPath } from "../../lib/words.ts";
import { Answered } from "../../parts/answers.tsx";
import { Icon } from "../../parts/icon.tsx";
import styles from "./drawer.module.css";
import { TicketView } from "./view.tsx";

export interface DrawerProps {
  readonly ticket: string;
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

export function TicketDrawer({ ticket: key, workflow, onClose }: DrawerProps) {
  const ticket = useTicket(key);
  const panel = useRef<HTMLElement>(null);
  useKeys({ Escape: onClose });
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [key]);
  return (
    <>
      <button type="button" className={styles.curtain} aria-label="Close the ticket" tabIndex={-1} onClick={onClose} />
      <aside
        ref={panel}
        className={styles.drawer}
        aria-label={`Ticket ${showKey(key)}`}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          // Somebody who writes leaves the field first.
          if (holdsText(event.target)) panel.current?.focus();
          else onClose();
        }}
      >
        <div className={styles.drawerBar}>
          <span className="dim">{showKey(key)}</span>
          <Link href={ticketPath(key)} className="icon-btn" aria-label="Open as a page" title="Open as a page">
            <Icon name="expand" />
          </Link>
          <button type="button" className="icon-btn" aria-label="Close" title="Close (Esc)" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <Answered query={ticket} what={showKey(key)} rows={4}>
          {(answer) => (
            <TicketView
              key={key}
              ticket={answer}
              workflow={workflow}
              layout="drawer"
              onLookAgain={() => void ticket.refetch({ cancelRefetch: false })}
            />
          )}
        </Answered>
      </aside>
    </>
  );
}

function holdsText(target: EventTarget): boolean {
  return target instanceof HTMLTextAreaElement && target.value !== "";
}
