// What happened since the reader last had to do with the ticket.

import { Link } from "wouter";
import type { EventView, TicketAnswer } from "../../../../src/http/contract.ts";
import { plainWords, ticketPath } from "../../lib/words.ts";
import { Time } from "../../parts/facts.tsx";
import { sentence } from "../ticket/entry.tsx";
import { sinceOf } from "./words.ts";

const MOST = 6;

interface SinceProps {
  readonly ticket: TicketAnswer;
  readonly me: string | null;
  /** The last row that this browser's person had seen before. */
  readonly look: number | null;
}

export function SinceThen({ ticket: { card, timeline }, me, look }: SinceProps) {
  const since = sinceOf(timeline, me, look);
  if (!since) return null;
  const { title, deed, rows } = since;
  const reason = deed?.texts["reason"] ?? deed?.texts["body"] ?? null;
  return (
    <section className="need-since" aria-label={title}>
      <h3>{title}</h3>
      {deed && (
        <p className="dim">
          <Time at={deed.at} />
          {reason !== null && `: “${plainWords(reason)}”`}
        </p>
      )}
      {rows.length === 0 ? (
        <p>Nothing has happened.</p>
      ) : (
        <ul>
          {rows.slice(0, MOST).map((row) => (
            <li key={row.seq} data-refused={row.kind === "refuse" || undefined}>
              <b>{row.who}</b> {wordsFor(row)}
            </li>
          ))}
          {rows.length > MOST && (
            <li>
              <Link href={ticketPath(card.key)} className="ref">
                and {rows.length - MOST} more
              </Link>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function wordsFor(row: EventView): string {
  if (row.kind === "refuse") return `was refused: ${row.code?.replaceAll("_", " ") ?? "no reason given"}.`;
  if (row.to !== null && row.to !== row.from) return `moved it to ${row.to}.`;
  return sentence(row);
}
