import { useState } from "react";
import { Link } from "wouter";
import type { Stats, Workflow } from "../../../../src/http/contract.ts";
import { useBoard, useStats } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { dayLong, MOVES, rowsPath } from "../../lib/rows.ts";
import { useTitle } from "../../lib/title.ts";
import { Answered, EmptyState } from "../../parts/answers.tsx";
import { Segmented } from "../../parts/controls.tsx";
import { Panel } from "../../parts/panel.tsx";
import { BarList } from "../../plot/bar-list.tsx";
import { CycleDots } from "../../plot/cycle-dots.tsx";
import { DayBars } from "../../plot/day-bars.tsx";
import { StateBands } from "../../plot/state-bands.tsx";
import { listPath } from "../board/list/address.ts";
import { Figures } from "./figures.tsx";
import { Evidence, Oldest, SessionOutcomes } from "./lists.tsx";
import "./stats.css";

const SPANS = [
  { value: 7, label: "7 days" },
  { value: 14, label: "14 days" },
  { value: 90, label: "90 days" },
];

export function StatsPage() {
  useTitle("Stats");
  const [days, setDays] = useState(14);
  const query = useStats(days);
  const workflow = useBoard().data?.workflow;
  return (
    <div className="stats-page">
      <header className="stats-top">
        <h1>Stats</h1>
        <span className="dim">Everything here is read from the ledger.</span>
        <Segmented label="Of the last" value={days} options={SPANS} onChange={setDays} />
      </header>
      <Answered query={query} what="The figures" rows={6}>
        {({ stats }) => (workflow ? <Board stats={stats} workflow={workflow} /> : null)}
      </Answered>
    </div>
  );
}

function Board({ stats, workflow }: { readonly stats: Stats; readonly workflow: Workflow }) {
  const { tickets, refusals } = stats;
  const end = workflow.pipeline?.at(-1);
  if (tickets.open + tickets.closed === 0 && refusals.attempts === 0) return <Nothing />;
  return (
    <>
      <Figures stats={stats} />
      <div className="stats-two">
        <Panel title="Throughput" note="tickets finished a day">
          <DayBars
            label="Tickets finished a day"
            counted="finished"
            pathOf={
              end === undefined
                ? undefined
                : (day) => rowsPath({ kind: MOVES, about: "ticket", state: end, ...dayLong(day) })
            }
            days={tickets.throughput}
            colour="var(--done)"
            height={214}
            minWidth={420}
          />
        </Panel>
        <Panel title="Cycle time" note={cycleNote(stats)}>
          {tickets.cycles.length === 0 ? (
            <p className="dim">Nothing was finished in these days.</p>
          ) : (
            <CycleDots
              cycles={tickets.cycles}
              spread={tickets.cycle}
              days={tickets.throughput.map((day) => day.day)}
              height={214}
              minWidth={420}
            />
          )}
        </Panel>
      </div>
      <div className="stats-wide">
        <TimeInState stats={stats} workflow={workflow} />
        <Refusals stats={stats} />
      </div>
      {stats.evidence && <Evidence evidence={stats.evidence} from={stats.from} />}
      <div className="stats-two">
        <Oldest stats={stats} workflow={workflow} />
        <SessionOutcomes stats={stats} />
      </div>
    </>
  );
}

function cycleNote({ tickets: { cycle }, leastSamples }: Stats): string {
  const few = cycle.count > 0 && cycle.p85Ms === null ? `; p85 from ${leastSamples} on, ${cycle.count} so far` : "";
  return `from the start to the end, one dot a ticket${few}`;
}

function TimeInState({
  stats: { tickets, leastSamples, days },
  workflow,
}: {
  readonly stats: Stats;
  readonly workflow: Workflow;
}) {
  const now = useNow(60_000);
  const order = [...new Set([...(workflow.pipeline ?? []), ...Object.keys(workflow.states)])];
  const states = tickets.states
    .filter((entry) => !workflow.states[entry.state]?.terminal && (entry.count > 0 || entry.now > 0))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <Panel
      title="Time in state, and what stands there now"
      note={`band: median to p85, from ${leastSamples} visits on. Dot: an open ticket, with its number once it is unusually old`}
    >
      {states.length === 0 ? (
        <p className="dim">No ticket has left a state yet.</p>
      ) : (
        <StateBands
          workflow={workflow}
          states={states}
          now={now}
          minWidth={680}
          oldPath={(state) => listPath({ state, old: String(days) })}
        />
      )}
    </Panel>
  );
}

function Refusals({ stats: { refusals, days, from } }: { readonly stats: Stats }) {
  const most = Math.max(1, ...refusals.byCode.map((entry) => entry.count));
  return (
    <Panel title="Refusals" note={`a day, and why in ${days} days`}>
      <DayBars
        label="Refusals a day"
        counted="refused"
        pathOf={(day) => rowsPath({ refused: true, ...dayLong(day) })}
        days={refusals.byDay}
        colour="var(--danger)"
        height={170}
        minWidth={300}
      />
      <div className="stats-codes">
        <BarList
          label="Refusals by reason"
          rows={refusals.byCode.slice(0, 6).map((entry) => ({
            id: entry.code,
            name: entry.code.replaceAll("_", " "),
            part: entry.count / most,
            value: (
              <Link className="ref" href={rowsPath({ refused: true, code: entry.code, from })}>
                {entry.count.toLocaleString("en")}
              </Link>
            ),
            colour: "var(--danger)",
          }))}
        />
      </div>
    </Panel>
  );
}

function Nothing() {
  return (
    <section className="panel padded">
      <EmptyState title="Nothing to count yet." commands={['signalbox ticket new "Fix login"', "signalbox init"]}>
        As soon as tickets move, the ledger tells how long they take and where they wait.
      </EmptyState>
    </section>
  );
}
