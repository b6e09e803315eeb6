// One row of the ledger in words.

import type { ReactNode } from "react";
import { Link } from "wouter";
import type { EventView, Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { factWords, sessionPath } from "../../lib/words.ts";
import { Time } from "../../parts/facts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import styles from "./ticket.module.css";

const MOVES = new Set(["create", "move", "override", "undo", "propagate", "adopt", "map"]);

export interface EntryProps {
  readonly event: EventView;
  /** How often it happened in a row. */
  readonly times: number;
  readonly workflow: Workflow;
  /** The session in which it happened. */
  readonly session: string | null;
}

export function Entry({ event, times, workflow, session }: EntryProps) {
  if (event.kind === "refuse") return <Refusal event={event} session={session} />;
  if (MOVES.has(event.kind) && event.to !== null) return <Move event={event} workflow={workflow} session={session} />;
  return (
    <div className={styles.event}>
      <Time at={event.at} />
      <span className={styles.gutter}>
        <i />
      </span>
      <div>
        <p>
          <b>{event.who}</b> {times > 1 ? `renewed the lease, ${times} times in a row.` : sentence(event)}
          <SessionLink session={session} />
        </p>
        <Reason event={event} />
      </div>
    </div>
  );
}

function SessionLink({ session }: Pick<EntryProps, "session">): ReactNode {
  if (session === null) return null;
  return (
    <>
      {" "}
      <Link href={sessionPath(session)} className={cx("ref", styles.session)} title="What its agent reported meanwhile">
        session
      </Link>
    </>
  );
}

function Move({ event, workflow, session }: Omit<EntryProps, "times">) {
  return (
    <div className={styles.moved}>
      <Time at={event.at} />
      <span className={styles.gutter}>
        <span>
          <StateMark workflow={workflow} state={event.to} silent />
        </span>
      </span>
      <div>
        <p className={styles.line}>
          <Who event={event} />
          <Icon name="to" small /> <b>{event.to}</b>
          {event.kind === "override" && <span className={styles.flag}>override</span>}
          {event.kind === "undo" && <span className={styles.flag}>undo</span>}
          {event.kind === "propagate" && <span className={styles.flag}>with its parent</span>}
          <SessionLink session={session} />
        </p>
        <ClaimNote event={event} />
        <Reason event={event} />
      </div>
    </div>
  );
}

function Refusal({ event, session }: Pick<EntryProps, "event" | "session">) {
  return (
    <div className={styles.refusal}>
      <Time at={event.at} />
      <span className={styles.gutter}>
        <i />
      </span>
      <div>
        <p className={styles.line}>
          <b className="danger">Refused</b> <Who event={event} />
          {event.to !== null && (
            <>
              {event.from} <Icon name="to" small /> {event.to}
            </>
          )}
          {event.code !== null && <code className={styles.code}>{event.code}</code>}
          <SessionLink session={session} />
        </p>
        <Reason event={event} />
        <Told event={event} />
      </div>
    </div>
  );
}

/** What they were told, and the way on that they were shown. */
function Told({ event }: { readonly event: EventView }): ReactNode {
  if (event.refusal === null) return null;
  const { what, recovery } = event.refusal;
  return (
    <>
      <p className={styles.why}>{what ?? "[redacted]"}</p>
      {recovery !== null && (
        <p className={styles.recovery}>
          <span>Recovery</span> {recovery}
        </p>
      )}
    </>
  );
}

function Who({ event }: { readonly event: EventView }) {
  return (
    <>
      <b>{event.who}</b> {event.command !== null && <code>{event.command}</code>}{" "}
      {event.kind === "create" && <code>new</code>} {event.intent}{" "}
    </>
  );
}

function ClaimNote({ event }: { readonly event: EventView }): ReactNode {
  const claim = event.data["claim"];
  if (!isRecord(claim) || typeof claim["takenFrom"] !== "string") return null;
  return <p className={styles.why}>Took it over from {claim["takenFrom"]}, whose lease had run out.</p>;
}

function Reason({ event }: { readonly event: EventView }): ReactNode {
  if (event.kind === "comment") return null;
  const { reason } = event.texts;
  if (reason === undefined) return null;
  if (reason === null) return <p className={styles.why}>The reason was redacted.</p>;
  return <Markdown text={reason} className={styles.why} />;
}

export function sentence(event: EventView): string {
  const claim = event.data["claim"];
  switch (event.kind) {
    case "comment":
      return "commented.";
    case "fact":
      return `${event.data["level"] === "reported" ? "reported" : "saw"}: ${factWords(event)} (${text(event.data["level"])}${sourceOf(event)}).`;
    case "retract":
      return `took back ${text(event.data["name"])}.`;
    case "edit":
      return "edited the ticket.";
    case "link":
      return "changed what it is linked to.";
    case "release":
      return event.data["deposed"] === true
        ? `took the claim of ${text(event.data["holder"])} away.`
        : "gave the claim back.";
    case "claim":
      return `went away: the claim of ${text(event.data["holder"])} was cut short.`;
    case "rename":
      return `renamed it: it was ${text(event.data["formerKey"])}.`;
    case "redact":
      return "redacted what was written here.";
    case "stay":
      return isRecord(claim) ? claimSentence(claim) : "stayed in this state.";
    default:
      return `${event.kind.replaceAll("_", " ")}${event.to === null ? "" : ` → ${event.to}`}.`;
  }
}

/** Where it was seen; a reporting agent is named already. */
function sourceOf({ data }: EventView): string {
  return data["level"] === "reported" || typeof data["source"] !== "string" ? "" : ` by ${data["source"]}`;
}

function claimSentence(claim: Readonly<Record<string, unknown>>): string {
  if (claim["type"] === "renew") return "renewed the lease.";
  if (claim["type"] === "release") return "gave the claim back.";
  if (claim["type"] !== "acquire") return "kept the claim.";
  const taken = claim["takenFrom"];
  const fence = typeof claim["fence"] === "number" ? ` (fence ${claim["fence"]})` : "";
  return typeof taken === "string" ? `took the claim over from ${taken}${fence}.` : `took the claim${fence}.`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "somebody";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
