// Not now: when a ticket comes back, and which ones are put off.

import { useEffect, useRef } from "react";
import { useNow } from "../../lib/clock.ts";
import { snoozeTimes, wake } from "../../lib/snooze.ts";
import { showTime } from "../../lib/time.ts";
import { count, showKey } from "../../lib/words.ts";
import { Button } from "../../parts/controls.tsx";
import type { NeedRow } from "./rows.ts";

interface SnoozeDialogProps {
  readonly ticket: string;
  readonly onClose: () => void;
  /** `words`: "at 14:00". */
  readonly onChoose: (until: number, words: string) => void;
}

export function SnoozeDialog({ ticket, onClose, onChoose }: SnoozeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const now = useNow(60_000);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="needs-snooze" aria-label={`Snooze ${showKey(ticket)}`} onClose={onClose}>
      <h2>Snooze {showKey(ticket)}</h2>
      <ul>
        {snoozeTimes(now).map(({ label, until }) => {
          const at = showTime(new Date(until).toISOString(), now);
          return (
            <li key={label}>
              <Button onClick={() => onChoose(until, `at ${at}`)}>
                {label} <span className="dim num">{at}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="small dim">In this browser only. It comes back at that time, or as soon as it moves.</p>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </dialog>
  );
}

interface SnoozedProps {
  readonly snoozed: readonly { readonly row: NeedRow; readonly until: number }[];
}

export function Snoozed({ snoozed }: SnoozedProps) {
  const now = useNow(60_000);
  if (snoozed.length === 0) return null;
  return (
    <details className="needs-snoozed">
      <summary>{count(snoozed.length, "snoozed ticket", "snoozed tickets")}</summary>
      <ul>
        {snoozed.map(({ row: { card }, until }) => (
          <li key={card.key}>
            <span className="num">{showKey(card.key)}</span> <span>{card.title}</span>{" "}
            <span className="dim">until {showTime(new Date(until).toISOString(), now)}</span>
            <Button small onClick={() => wake(card.key)}>
              Wake <span className="vh">{showKey(card.key)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
