import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { TicketAnswer, TicketEvidence, Workflow } from "../../../../src/http/contract.ts";
import { useNow } from "../../lib/clock.ts";
import { cx } from "../../lib/cx.ts";
import { lineOf } from "../../lib/line.ts";
import { rowsPath } from "../../lib/rows.ts";
import { showDuration } from "../../lib/time.ts";
import { count } from "../../lib/words.ts";
import { Icon } from "../../parts/icon.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { liveVisits } from "./visits.ts";
import { stopsOf, type Stop } from "./stops.ts";
import styles from "./journey.module.css";

export function Journey({ ticket, workflow }: { readonly ticket: TicketAnswer; readonly workflow: Workflow }) {
  const visits = liveVisits(ticket.visits, useNow(30_000));
  const stops = stopsOf(workflow, visits, ticket.card.state);
  const longest = Math.max(1, ...stops.map((stop) => stop.ms));
  const shut = shutOf(ticket.evidence);
  const list = useRef<HTMLOListElement>(null);
  // Where it does not fit, what matters is where the ticket is now.
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && now) list.current.scrollLeft = now.offsetLeft - list.current.clientWidth / 2;
  }, [ticket.card.state]);
  if (stops.length === 0) return null;
  return (
    <ol ref={list} tabIndex={0} className={cx(styles.journey, "panel tiles")} aria-label="Journey and time in state">
      {stops.map((stop) => (
        <li
          key={stop.state}
          className={cx(stop.is === "now" && styles.now, stop.is === "next" && styles.next)}
          style={{ "--c": lineOf(workflow).colourOf(stop.state) }}
          aria-current={stop.is === "now" ? "step" : undefined}
        >
          <span className={styles.track}>
            <span>
              <StateMark workflow={workflow} state={stop.state} silent />
            </span>
          </span>
          <span className={styles.name}>{stop.state}</span>
          {stop.is === "next" && shut.has(stop.state) && (
            <span className={styles.shut}>{count(shut.get(stop.state) ?? 0, "guard shut", "guards shut")}</span>
          )}
          {stop.is !== "next" && (
            <Spent
              ticket={ticket.card.key}
              stop={stop}
              longest={longest}
              human={workflow.states[stop.state]?.human === true}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

/** How many guards are not met on the way into a state, of what is asked next and later. */
function shutOf(evidence: TicketEvidence | null): ReadonlyMap<string, number> {
  const ways = [...(evidence?.later ?? []), ...(evidence?.missing ?? [])];
  return new Map(
    ways.flatMap(({ to, guards }): [string, number][] => {
      const unmet = guards.filter(({ met, policy }) => !met && policy === "enforce").length;
      return unmet === 0 ? [] : [[to, unmet]];
    }),
  );
}

interface SpentProps {
  readonly ticket: string;
  readonly stop: Stop;
  readonly longest: number;
  readonly human: boolean;
}

function Spent({ ticket, stop, longest, human }: SpentProps) {
  return (
    <>
      <span className={styles.spent}>
        {showDuration(stop.ms)}
        {stop.visits > 1 && <small title={`${stop.visits} visits`}>×{stop.visits}</small>}
        {stop.refusals > 0 && (
          <Link
            href={rowsPath({ refused: true, subject: ticket, about: "ticket", left: stop.state })}
            className={styles.refusals}
            aria-label={`${count(stop.refusals, "refused attempt", "refused attempts")} in ${stop.state}`}
          >
            <Icon name="stop" small />
            {stop.refusals}
          </Link>
        )}
      </span>
      <i
        className={cx(styles.bar, human && stop.is === "now" && styles.waiting)}
        style={{ width: `${Math.max(2, (100 * stop.ms) / longest)}%` }}
      />
    </>
  );
}
