import type { TicketAnswer, TicketEvidence, Workflow } from "../../../../src/http/contract.ts";
import { useNow } from "../../lib/clock.ts";
import { cx } from "../../lib/cx.ts";
import { lineOf } from "../../lib/line.ts";
import { showDuration } from "../../lib/time.ts";
import { Chips } from "../../parts/evidence/chips.tsx";
import { Key, Priority, Time } from "../../parts/facts.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { TitleForm } from "./edit/title-form.tsx";
import styles from "./head.module.css";

export function Head({ ticket, workflow }: { readonly ticket: TicketAnswer; readonly workflow: Workflow }) {
  const { card } = ticket;
  return (
    <header className={styles.head}>
      <div>
        <TitleForm ticket={ticket} />
        <div className={styles.facts}>
          <Priority value={card.priority} />
          {card.estimate !== null && <span>Estimate {card.estimate}</span>}
          {card.type !== undefined && <span>{card.type}</span>}
          {card.milestone !== undefined && <span>Milestone {card.milestone}</span>}
          {card.iteration !== undefined && <span>Iteration {card.iteration}</span>}
          {card.labels.map((label) => (
            <span key={label} className={styles.label}>
              {label}
            </span>
          ))}
          {ticket.evidence && <Proof evidence={ticket.evidence} />}
          <Blocking ticket={ticket} />
          <span>
            opened <Time at={ticket.createdAt} />, <Ago at={ticket.createdAt} />
          </span>
        </div>
      </div>
      <Plate ticket={ticket} workflow={workflow} />
    </header>
  );
}

/** Its commit, and every fact about it. */
function Proof({ evidence: { head, named, chips } }: { readonly evidence: TicketEvidence }) {
  return (
    <>
      {head !== null && (
        <span title={named ? `${named.who} named it` : undefined}>
          commit <code>{head.slice(0, 7)}</code>
        </span>
      )}
      <Chips chips={chips} />
    </>
  );
}

function Ago({ at }: { readonly at: string }) {
  const ms = useNow(30_000) - Date.parse(at);
  return <>{ms < 60_000 ? "just now" : `${showDuration(ms)} ago`}</>;
}

function Blocking({ ticket }: { readonly ticket: TicketAnswer }) {
  const open = ticket.card.openBlockers;
  const blocks = ticket.blocks.filter((other) => !other.closed);
  if (open.length === 0 && blocks.length === 0) return <span>not blocked, blocks nothing</span>;
  return (
    <>
      {open.length > 0 && (
        <span>
          blocked by{" "}
          {open.map((key) => (
            <Key key={key} ticket={key} />
          ))}
        </span>
      )}
      {blocks.length > 0 && (
        <span>
          blocks{" "}
          {blocks.map((other) => (
            <Key key={other.key} ticket={other.key} />
          ))}
        </span>
      )}
    </>
  );
}

/** Where it stands, and since when. */
function Plate({ ticket, workflow }: { readonly ticket: TicketAnswer; readonly workflow: Workflow }) {
  const { state, enteredAt, claim } = ticket.card;
  const spec = state === null ? undefined : workflow.states[state];
  const now = useNow(30_000);
  const colour = spec?.human ? "var(--human)" : lineOf(workflow).colourOf(state);
  return (
    <div className={styles.plate} style={{ "--c": colour }}>
      <StateMark workflow={workflow} state={state} silent />
      <div>
        <b>{state ?? "No state"}</b>
        <small>{standing(spec, claim?.holder ?? null)}</small>
      </div>
      <span className={cx("berth", spec?.human && "warn")}>
        {showDuration(Math.max(0, now - Date.parse(enteredAt)))}
      </span>
    </div>
  );
}

function standing(spec: Workflow["states"][string] | undefined, holder: string | null): string {
  if (spec?.terminal) return "closed";
  if (holder !== null) return `held by ${holder}`;
  if (spec?.human) return "waits for a person";
  return spec?.lock ? "nobody holds it" : "open";
}
