import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Stats } from "../../../../src/http/contract.ts";
import { rowsPath } from "../../lib/rows.ts";
import { showDuration } from "../../lib/time.ts";
import { listPath } from "../board/list/address.ts";

export function Figures({ stats: { tickets, refusals, days, from, leastSamples } }: { readonly stats: Stats }) {
  const { share } = tickets;
  const whole = share.workMs + share.humanMs + share.queueMs;
  const part = (ms: number) => (whole === 0 ? 0 : Math.round((100 * ms) / whole));
  return (
    <dl className="panel figures">
      <Figure
        name={`Finished in ${days} days`}
        value={tickets.finished.toLocaleString("en")}
        more={`was ${tickets.finishedBefore}`}
      />
      <Figure
        name="Cycle time, median"
        value={showOr(tickets.cycle.medianMs)}
        more={tickets.cycleBefore.medianMs === null ? "" : `was ${showDuration(tickets.cycleBefore.medianMs)}`}
      />
      <Figure
        name="Where the time goes"
        value={
          whole === 0 ? (
            "–"
          ) : (
            <>
              {part(share.workMs)} % <small>work</small> {part(share.humanMs)} % <small>people</small>
            </>
          )
        }
        more=""
      >
        {whole > 0 && (
          <span className="figures-share" role="img" aria-label={`the rest, ${part(share.queueMs)} %, in queues`}>
            <i style={{ flex: share.workMs, background: "var(--build)" }} />
            <i style={{ flex: share.queueMs, background: "var(--edge)" }} />
            <i style={{ flex: share.humanMs, background: "var(--human)" }} />
          </span>
        )}
      </Figure>
      <Figure
        name="Refused"
        value={
          <Link className="ref" href={rowsPath({ refused: true, from })}>
            {refusals.total.toLocaleString("en")}
          </Link>
        }
        more={
          refusals.attempts === 0
            ? ""
            : `of ${refusals.attempts.toLocaleString("en")} attempts, ${Math.round((100 * refusals.total) / refusals.attempts)} %`
        }
      />
      <Figure
        name={`Unusually old, by p85 of ${leastSamples} visits or more`}
        value={
          <Link className="ref" href={listPath({ old: String(days) })}>
            {tickets.aging.toLocaleString("en")}
          </Link>
        }
        more={`of ${tickets.open.toLocaleString("en")} open`}
      />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly more: string;
  readonly children?: ReactNode;
}

function Figure({ name, value, more, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {more !== "" && <small>{more}</small>}
        {children}
      </dd>
    </div>
  );
}

function showOr(ms: number | null): string {
  return ms === null ? "–" : showDuration(ms);
}
