// What was done on the ticket and on the session, from a little before to a little after: every call that left a row.

import { Link } from "wouter";
import type { EventView, SessionAnswer } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { rowsPath, spanOf } from "../../lib/rows.ts";
import { showMoment, showSeconds } from "../../lib/time.ts";
import { capitalise, showKey } from "../../lib/words.ts";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { RefusedMark } from "../../parts/state-mark.tsx";

interface AroundProps {
  readonly rows: readonly EventView[];
  readonly session: SessionAnswer["session"];
  readonly onOlder: (() => void) | null;
  readonly loading: boolean;
}

export function Around({ rows, session, onOlder, loading }: AroundProps) {
  const refused = rows.filter((row) => row.kind === "refuse");
  return (
    <Panel
      title="Calls around it"
      note={
        refused.length > 0 ? (
          <Link href={rowsPath({ refused: true, subject: session.ticket, ...spanOf(refused) })} className="danger">
            {refused.length} refused
          </Link>
        ) : (
          `on ${showKey(session.ticket)}`
        )
      }
    >
      {rows.length === 0 && <p className="dim">Nothing was done on the ticket.</p>}
      <ol className="calls">
        {rows.map((row) => (
          <li key={row.seq} className={cx(endsIt(row, session.id) && "here")}>
            <time dateTime={row.at} title={`${showMoment(row.at)}, row ${row.seq}`} className="num">
              {showSeconds(row.at)}
            </time>
            {row.kind === "refuse" ? <RefusedMark /> : <span />}
            <div>
              <Call row={row} agent={session.agent} />
            </div>
          </li>
        ))}
      </ol>
      {onOlder && (
        <Button small onClick={onOlder} disabled={loading}>
          Older rows
        </Button>
      )}
    </Panel>
  );
}

function Call({ row, agent }: { readonly row: EventView; readonly agent: string }) {
  const reason = row.texts["reason"];
  return (
    <>
      <p>
        {row.kind === "refuse" && <b className="danger">Refused </b>}
        {row.who !== agent && typeof row.data["ended"] !== "string" && <b>{row.who} </b>}
        <What row={row} />
      </p>
      {row.data["outOfOrder"] === true && <p className="step-odd">out of order</p>}
      {typeof reason === "string" && reason !== "" && <p className="dim">{reason}</p>}
      {row.refusal?.what != null && <p className="dim">{row.refusal.what}</p>}
      {row.refusal?.recovery != null && (
        <p className="call-recovery">
          <span className="cap">Recovery</span> {capitalise(row.refusal.recovery)}
        </p>
      )}
    </>
  );
}

function What({ row }: { readonly row: EventView }) {
  const { subject, kind, from, to, data } = row;
  if (subject.type === "session") return <OnSession row={row} />;
  if (to !== null && from !== to) {
    return (
      <>
        {row.command !== null && <code>{row.command}</code>} {row.intent} {from} <Icon name="to" small /> {to}
        {row.code !== null && <span className="faint"> {row.code.replaceAll("_", " ")}</span>}
      </>
    );
  }
  const claim = typeof data["claim"] === "object" && data["claim"] !== null ? "changed its claim" : null;
  return (
    <>
      {row.command !== null && <code>{row.command}</code>} {row.intent} {claim ?? TICKET_ACTS[kind] ?? kind}
      {row.code !== null && <span className="faint"> {row.code.replaceAll("_", " ")}</span>}
    </>
  );
}

function OnSession({ row }: { readonly row: EventView }) {
  const { kind, to, data, person } = row;
  const { outcome, ended, disconnected, fields, claimedBy } = data;
  if (kind === "create") return <>opened the session</>;
  if (kind === "refuse") return <span className="faint">{(row.code ?? "").replaceAll("_", " ")}</span>;
  if (typeof outcome === "string") {
    return (
      <>
        {person ? (
          `ended it as ${outcome}`
        ) : (
          <>
            <code>complete_ralph_session</code> {outcome}
          </>
        )}
      </>
    );
  }
  if (kind === "edit") {
    if (ended === "claimed") return <>The session ended: {String(claimedBy)} claimed the ticket.</>;
    if (ended === "closed") return <>The session ended: its ticket was closed.</>;
    if (disconnected === true) return <>The client went away.</>;
    return <>{Array.isArray(fields) && fields.includes("connection") ? "took it up" : "came back"}</>;
  }
  return (
    <>
      <code>update_session_state</code> {to}
    </>
  );
}

/** What happened to a ticket without a move; other kinds are their own words. */
const TICKET_ACTS: Readonly<Record<string, string>> = {
  claim: "cut the lease short",
  comment: "commented",
  edit: "edited the ticket",
  link: "changed its links",
  refuse: "",
  release: "released the claim",
  stay: "stayed in its state",
};

function endsIt({ subject, data }: EventView, id: string): boolean {
  return subject.key === id && (typeof data["outcome"] === "string" || typeof data["ended"] === "string");
}
