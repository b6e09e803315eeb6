// A span of time in one sentence, and how busy it was.

import { Fragment } from "react";
import { Link } from "wouter";
import type { LedgerSummary } from "../../../../src/http/contract.ts";
import { useLedgerSummary } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { cx } from "../../lib/cx.ts";
import { ledgerPath, momentOf } from "../../lib/ledger-link.ts";
import { showDuration, showMoment, showTime } from "../../lib/time.ts";
import { count } from "../../lib/words.ts";
import { pastPath } from "../../lib/past.ts";
import type { Address } from "./address.ts";

const MINUTE = 60_000;

export function Summary({ address }: { readonly address: Address }) {
  const now = useNow(MINUTE);
  const from = momentOf(address.filters.from ?? null);
  const to = momentOf(address.filters.to ?? null) ?? now + MINUTE;
  const span =
    from === null || to <= from ? null : { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { data } = useLedgerSummary(span);
  if (span === null || !data) return null;
  const { summary } = data;
  return (
    <section className="panel ledger-summary" aria-label="What happened in this span">
      <div className="ledger-figures">
        <h2>
          {showTime(summary.from, now)} to {showTime(summary.to, now)}
        </h2>
        <p>
          {count(summary.rows, "row", "rows")} by {count(summary.agents, "agent", "agents")} and{" "}
          {count(summary.people, "person", "people")}
          {summary.kinds.length > 0 && ": "}
          {summary.kinds.map(({ kind, count: n }, index) => (
            <Fragment key={kind}>
              {index > 0 && ", "}
              <Link href={ledgerPath({ ...address.filters, kind })} className={cx(kind === "refuse" && "danger")}>
                {count(n, ...(WORDS[kind] ?? ([kind, kind] as const)))}
              </Link>
            </Fragment>
          ))}
          {summary.routine > 0 && `; the rest are sessions and leases`}.
        </p>
      </div>
      <div>
        <Bars summary={summary} />
        {summary.rows > 0 && (
          <Link href={pastPath(summary.from)} className="ledger-watch">
            Watch it on the board
          </Link>
        )}
      </div>
    </section>
  );
}

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  move: ["move", "moves"],
  refuse: ["refusal", "refusals"],
  override: ["override", "overrides"],
  undo: ["undo", "undos"],
  propagate: ["move with a parent", "moves with a parent"],
  create: ["new ticket or run", "new tickets and runs"],
  edit: ["edit", "edits"],
  link: ["link", "links"],
  comment: ["comment", "comments"],
  release: ["release", "releases"],
  issue: ["new key", "new keys"],
  revoke: ["revoked key", "revoked keys"],
  fact: ["fact", "facts"],
  retract: ["fact taken back", "facts taken back"],
  adopt: ["adopted workflow", "adopted workflows"],
  map: ["mapped ticket", "mapped tickets"],
  redact: ["redaction", "redactions"],
  rename: ["new name", "new names"],
  void: ["given up", "given up"],
};

const HEIGHT = 46;

/** `bare`: without words around it. */
export function Bars({ summary, bare = false }: { readonly summary: LedgerSummary; readonly bare?: boolean }) {
  const now = useNow(MINUTE);
  const most = Math.max(1, ...summary.slots.map(({ rows }) => rows));
  return (
    <div className="ledger-bars" data-bare={bare}>
      <p aria-hidden="true">
        <span>
          <i />
          rows in {showDuration(summary.slotMs)}
        </span>
        <span>
          <i className="no" />
          refused
        </span>
      </p>
      <svg
        viewBox={`0 0 ${summary.slots.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The busiest ${showDuration(summary.slotMs)} has ${count(most, "row", "rows")}.`}
      >
        {summary.slots.map(({ at, rows, refused }, index) => {
          const height = rows === 0 ? 1 : Math.max(3, (rows / most) * HEIGHT);
          const no = refused === 0 ? 0 : Math.max(3, (refused / most) * HEIGHT);
          return (
            <g key={at}>
              <title>{`${showMoment(at)}: ${count(rows, "row", "rows")}, ${refused} refused`}</title>
              <rect x={index * 10 + 1} y={HEIGHT - height} width="8" height={height} className="bar" />
              {no > 0 && <rect x={index * 10 + 1} y={HEIGHT - height} width="8" height={no} className="no" />}
            </g>
          );
        })}
      </svg>
      <p className="ledger-axis">
        <span>{showTime(summary.from, now)}</span>
        <span>{showTime(summary.to, now)}</span>
      </p>
    </div>
  );
}
