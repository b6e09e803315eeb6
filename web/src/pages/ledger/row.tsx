// One row of the ledger as a sentence, with its reason, what a refused caller was told, and the difference that it made.

import type { ReactNode } from "react";
import { Link } from "wouter";
import type { LedgerRowView, Workflow } from "../../../../src/http/contract.ts";
import { useLedgerRow } from "../../api/queries.ts";
import { cx } from "../../lib/cx.ts";
import { ledgerPath } from "../../lib/ledger-link.ts";
import { pastPath } from "../../lib/past.ts";
import { showMoment, showSeconds } from "../../lib/time.ts";
import { sessionPath, showKey, ticketPath } from "../../lib/words.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { RefusedMark, StateMark } from "../../parts/state-mark.tsx";
import type { Folded } from "./fold.ts";

const ICONS: Readonly<Record<string, IconName>> = {
  comment: "comment",
  edit: "pencil",
  link: "group",
  issue: "key",
  revoke: "key",
  override: "warning",
  fact: "check",
  claim: "lock",
  release: "lock",
  stay: "lock",
};

export interface RowProps extends Folded {
  readonly workflow: Workflow;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

export function Row({ row, times, workflow, isOpen, isNew, isChosen, onToggle }: RowProps) {
  return (
    <li
      className={cx("ledger-row", isOpen && "open", isNew && "new")}
      data-seq={row.seq}
      data-chosen={isChosen || undefined}
    >
      <time dateTime={row.at} title={showMoment(row.at)}>
        {showSeconds(row.at)}
      </time>
      <span className="ledger-mark">
        <Mark row={row} workflow={workflow} />
      </span>
      <div className="ledger-body">
        <p className="ledger-line">
          {row.kind === "refuse" && <b className="danger">Refused</b>}
          <b className="ledger-who">
            {row.person && <Icon name="person" small />}
            {row.who}
          </b>
          {row.command !== null && <code>{row.command}</code>} <Subject row={row} />{" "}
          <span>{row.kind === "refuse" ? askedFor(row) : row.deed}</span>
          {times > 1 && <span className="dim">{times} times in a row</span>}
        </p>
        <Said row={row} />
        {isOpen && <Closely seq={row.seq} row={row} />}
      </div>
      <div className="ledger-diff">
        <Differences row={row} />
      </div>
      <button
        type="button"
        className="ledger-number"
        aria-expanded={isOpen}
        title={isOpen ? "Close this row" : "Look at this row closely"}
        onClick={onToggle}
      >
        <span className="vh">Row </span>
        {row.seq.toLocaleString("en")}
      </button>
    </li>
  );
}

/** The line begins with "Refused", and the code stands with what is seen closely. */
function askedFor({ deed, code }: LedgerRowView): string {
  return deed.replace(`refused: ${code}`, "").trim();
}

function Mark({ row, workflow }: { readonly row: LedgerRowView; readonly workflow: Workflow }): ReactNode {
  if (row.kind === "refuse") return <RefusedMark />;
  const icon = ICONS[row.kind];
  if (icon !== undefined) return <Icon name={icon} />;
  if (row.subject.type === "ticket" && row.to !== null) return <StateMark workflow={workflow} state={row.to} silent />;
  return <Icon name="ledger" />;
}

function Subject({ row: { subject, data } }: { readonly row: LedgerRowView }): ReactNode {
  if (subject.type === "ticket") {
    return (
      <Link href={ticketPath(subject.key)} className="ledger-subject">
        {showKey(subject.key)}
      </Link>
    );
  }
  if (subject.type === "session") {
    return (
      <Link href={sessionPath(subject.key)} className="ledger-subject">
        {typeof data["ticket"] === "string" ? `${showKey(data["ticket"])} session` : "session"}
      </Link>
    );
  }
  if (subject.type === "run") {
    const [project = "", ...rest] = subject.key.split("/");
    return (
      <Link
        href={`/runs/${encodeURIComponent(project)}/${encodeURIComponent(rest.join("/"))}`}
        className="ledger-subject"
      >
        run {subject.key}
      </Link>
    );
  }
  if (subject.type === "commit") return <code title={subject.key}>{subject.key.slice(0, 7)}</code>;
  return null;
}

/** What was written: the reason, or a comment; and what a refused caller was told. */
function Said({ row }: { readonly row: LedgerRowView }): ReactNode {
  const reason = row.kind === "comment" ? bodyOf(row) : row.texts["reason"];
  return (
    <>
      {reason === null && <p className="ledger-why">[redacted]</p>}
      {typeof reason === "string" && reason !== "" && <Markdown text={reason} className="ledger-why" />}
      {row.refusal && <p className="ledger-why">{row.refusal.what ?? "[redacted]"}</p>}
      {row.refusal?.recovery && (
        <p className="ledger-recovery">
          <span>Recovery</span> {row.refusal.recovery}
        </p>
      )}
    </>
  );
}

/** Free text of a change stands under its number and its column. */
function bodyOf({ texts }: LedgerRowView): string | null | undefined {
  return Object.entries(texts).find(([name]) => name.endsWith(".body"))?.[1];
}

const SHORT = 60;

function Differences({ row }: { readonly row: LedgerRowView }): ReactNode {
  if (row.kind === "refuse") return <div>nothing changed</div>;
  return row.difference.map(({ field, before, after }, index) => (
    <div key={index}>
      {before !== null && (
        <span>
          {field} <del title={before}>{cut(before)}</del>
        </span>
      )}
      {after !== null && (
        <span>
          {field} <ins title={after}>{cut(after)}</ins>
        </span>
      )}
    </div>
  ));
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line;
}

/** What only those want who look closely. */
function Closely({ seq, row }: { readonly seq: number; readonly row: LedgerRowView }): ReactNode {
  const { data } = useLedgerRow(seq);
  const subject = row.subject.type === "ticket" ? row.subject.key : `${row.subject.type}:${row.subject.key}`;
  return (
    <dl className="ledger-proof">
      <dt>When</dt>
      <dd>{showMoment(row.at)}</dd>
      <dt>Through</dt>
      <dd>{row.via}</dd>
      {data?.proof.proof && (
        <>
          <dt>Proof</dt>
          <dd>{data.proof.proof}</dd>
        </>
      )}
      {row.code !== null && (
        <>
          <dt>Code</dt>
          <dd>
            <code>{row.code}</code>
          </dd>
        </>
      )}
      <dt>Hash</dt>
      <dd>
        {data ? (
          <>
            <code title={data.proof.hash}>{brief(data.proof.hash)}</code> after{" "}
            <code title={data.proof.after}>{brief(data.proof.after)}</code>{" "}
            <CopyButton text={data.proof.hash} label="Copy the hash" />
          </>
        ) : (
          "…"
        )}
      </dd>
      <dd className="ledger-links">
        <Link href={pastPath(row.seq)}>The board at this row</Link>
        <Link href={ledgerPath({ subject })}>Rows about {showSubject(row)} only</Link>
        <Link href={ledgerPath({ who: row.who })}>Rows by {row.who} only</Link>
      </dd>
    </dl>
  );
}

function showSubject({ subject }: LedgerRowView): string {
  return subject.type === "ticket" ? showKey(subject.key) : `this ${subject.type}`;
}

function brief(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}` : hash;
}
