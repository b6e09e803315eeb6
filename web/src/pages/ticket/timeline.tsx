// Every move and every refusal, newest first: by whom, as what, why, and how long it stood between them.

import { useState } from "react";
import { Link } from "wouter";
import type { EventView, SessionLane, VisitView, TicketAnswer, Workflow } from "../../../../src/http/contract.ts";
import { getJson } from "../../api/client.ts";
import { useNow } from "../../lib/clock.ts";
import { cx } from "../../lib/cx.ts";
import { lineOf } from "../../lib/line.ts";
import { rowsPath } from "../../lib/rows.ts";
import { showDuration } from "../../lib/time.ts";
import { toast } from "../../parts/announcer.tsx";
import { Button } from "../../parts/controls.tsx";
import { Entry } from "./entry.tsx";
import { foldRenewals, type Folded } from "./renewals.ts";
import { liveVisits } from "./visits.ts";
import { sharesOf } from "./stops.ts";
import styles from "./ticket.module.css";

export function Timeline({ ticket, workflow }: { readonly ticket: TicketAnswer; readonly workflow: Workflow }) {
  const older = useOlder(ticket);
  const visits = liveVisits(ticket.visits, useNow(30_000));
  const events = [...ticket.timeline, ...older.rows];
  const shares = sharesOf(workflow, visits);
  const line = lineOf(workflow);
  return (
    <section className={cx("panel", styles.timeline)} aria-labelledby="timeline">
      <div className={styles.timelineHead}>
        <h2 id="timeline">Timeline</h2>
        <span className={styles.sums}>
          {shares.workMs > 0 && (
            <span>
              <b>{showDuration(shares.workMs)}</b> at work
            </span>
          )}
          {shares.queueMs > 0 && (
            <span>
              <b>{showDuration(shares.queueMs)}</b> in queues
            </span>
          )}
          {shares.humanMs > 0 && (
            <span>
              <b>{showDuration(shares.humanMs)}</b> waiting for you
            </span>
          )}
          {shares.refusals > 0 && (
            <Link href={rowsPath({ refused: true, subject: ticket.card.key, about: "ticket" })} className="danger">
              <b>{shares.refusals}</b> refused
            </Link>
          )}
        </span>
      </div>
      <ol>
        {withVisits(foldRenewals(events), visits).map(({ event, times, visit, begins, before }) => (
          <li
            key={event.seq}
            style={{
              "--c": line.colourOf(visit?.state ?? null),
              "--below": before ? line.colourOf(before.state) : "transparent",
            }}
          >
            {begins && visit && (
              <p className={styles.stay}>
                <b>{visit.state}</b> {showDuration(visit.ms)}
                {visit.until === null && workflow.states[visit.state]?.terminal !== true && " so far"}
              </p>
            )}
            <Entry event={event} times={times} workflow={workflow} session={sessionOf(event, ticket.sessions)} />
          </li>
        ))}
      </ol>
      {older.more && (
        <Button small onClick={older.load} disabled={older.loading}>
          Older rows
        </Button>
      )}
    </section>
  );
}

/** The one in which its agent was at work then. */
function sessionOf({ who, at }: EventView, sessions: readonly SessionLane[]): string | null {
  const own = sessions.find(
    ({ agent, startedAt, completedAt }) =>
      agent === who && startedAt <= at && (completedAt === null || at <= completedAt),
  );
  return own?.id ?? null;
}

interface Placed extends Folded {
  /** The visit in which it happened, and whether it is the newest row of it. */
  readonly visit: VisitView | undefined;
  readonly begins: boolean;
  readonly before: VisitView | undefined;
}

/** Newest first; a move belongs to the visit that it began. */
function withVisits(events: readonly Folded[], visits: readonly VisitView[]): readonly Placed[] {
  let last: number | null = null;
  return events.map(({ event, times }) => {
    const index = visits.findLastIndex((visit) => visit.from <= event.at);
    const begins = index !== last;
    last = index;
    return { event, times, visit: visits[index], begins, before: visits[index - 1] };
  });
}

function useOlder(ticket: TicketAnswer) {
  const [pages, setPages] = useState<readonly TicketAnswer[]>([]);
  const [loading, setLoading] = useState(false);
  const before = pages.length > 0 ? (pages.at(-1)?.olderBefore ?? null) : ticket.olderBefore;
  const load = () => {
    setLoading(true);
    getJson<TicketAnswer>(
      `/api/tickets/${encodeURIComponent(ticket.card.key)}?before=${before}`,
      new AbortController().signal,
    )
      .then((page) => setPages([...pages, page]))
      .catch((error: unknown) => toast("danger", "Older rows could not be loaded.", String(error)))
      .finally(() => setLoading(false));
  };
  return { rows: pages.flatMap((page) => page.timeline), more: before !== null, loading, load };
}
