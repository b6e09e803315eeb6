// The register: the state of the connection, and the last rows of the ledger.

import { Link } from "wouter";
import type { EventView } from "../../../src/http/contract.ts";
import { useConnection } from "../api/connection.ts";
import { showSeconds } from "../lib/time.ts";
import { factWords, sessionPath, showKey, ticketPath } from "../lib/words.ts";
import { Icon } from "../parts/icon.tsx";
import { SignalLamp } from "../parts/lamp.tsx";
import styles from "./register.module.css";

const SHOWN = 6;

export function Register() {
  const { status, rows, seq } = useConnection();
  return (
    <footer className={styles.register}>
      <span className={styles.live}>
        <SignalLamp lit={status === "live"} label={status === "live" ? "Connected" : "Not connected"} size="s" />
        {status === "live" ? "Live" : status === "lost" ? "Lost" : "Connecting"}
      </span>
      <ol className={styles.rows} aria-label="Latest ledger rows">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.seq}>
            <Row row={row} />
          </li>
        ))}
      </ol>
      <span>
        Ledger row <b>{seq.toLocaleString("en")}</b>
      </span>
    </footer>
  );
}

function Row({ row }: { readonly row: EventView }) {
  const refused = row.kind === "refuse";
  return (
    <>
      <span>{showSeconds(row.at)}</span>
      {refused && (
        <b className={styles.refused}>
          <Icon name="stop" small />
          refused
        </b>
      )}
      <b>{row.who}</b>
      {row.command !== null && <span>{row.command}</span>}
      {row.subject.type === "ticket" && <Link href={ticketPath(row.subject.key)}>{showKey(row.subject.key)}</Link>}
      {row.subject.type === "session" && <Link href={sessionPath(row.subject.key)}>{sessionName(row)}</Link>}
      <span>
        <What row={row} />
      </span>
    </>
  );
}

/** By the ticket that it is on. */
function sessionName({ data }: EventView): string {
  return typeof data["ticket"] === "string" ? `${showKey(data["ticket"])} session` : "session";
}

function What({ row }: { readonly row: EventView }) {
  if (row.kind === "refuse") return <>{row.code?.replaceAll("_", " ")}</>;
  if (row.to !== null && row.from !== null && row.from !== row.to) {
    return (
      <>
        {row.from} <Icon name="to" small /> {row.to}
      </>
    );
  }
  if (row.kind === "move" && row.to !== null) return <>{row.to}</>;
  if (row.kind === "fact") return <>{factWords(row)}</>;
  return <>{ACTS[row.kind] ?? row.kind.replaceAll("_", " ")}</>;
}

/** What happened without a move; other kinds are their own words. */
const ACTS: Readonly<Record<string, string>> = {
  adopt: "adopted a workflow",
  claim: "shortened a lease",
  comment: "commented",
  create: "created",
  edit: "edited",
  issue: "created a token",
  link: "linked",
  redact: "redacted",
  release: "released",
  retract: "took a fact back",
  revoke: "revoked a token",
  stay: "stayed",
};
