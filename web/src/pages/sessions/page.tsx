import { useState } from "react";
import type { SessionsAnswer, Workflow } from "../../../../src/http/contract.ts";
import { useSessions } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { useMayAct } from "../../lib/may.ts";
import { showTime } from "../../lib/time.ts";
import { Answered, EmptyState } from "../../parts/answers.tsx";
import { Segmented } from "../../parts/controls.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { useWidth } from "../../plot/use-width.ts";
import { LaneRow } from "./lane.tsx";
import { lanesOf, type Lane } from "./lanes.ts";
import "./sessions.css";

const MINUTE = 60_000;
const SPANS = [
  { value: 10, label: "10m" },
  { value: 30, label: "30m" },
  { value: 60, label: "1h" },
  { value: 240, label: "4h" },
];
const HOUR_SPAN = 60;
const DIVISIONS = 6;

export function SessionsPage() {
  const [chosen, setChosen] = useState<number | null>(null);
  const query = useSessions(Math.max(1, (chosen ?? 0) / 60));
  const now = useNow(10_000);
  const minutes = chosen ?? fittingSpan(query.data, now);
  return (
    <div className="sessions-page">
      <header className="sessions-top">
        <h1>Sessions</h1>
        {query.data && <Summary answer={query.data} minutes={minutes} />}
        {query.data && <Legend workflow={query.data.workflow} />}
        <Segmented label="Show the last" value={minutes} options={SPANS} onChange={setChosen} />
      </header>
      <Answered query={query} what="The sessions" rows={8}>
        {(answer) => <Box answer={answer} windowMs={minutes * MINUTE} />}
      </Answered>
    </div>
  );
}

/** The shortest that shows every live session from its beginning, up to an hour. */
function fittingSpan(answer: SessionsAnswer | undefined, now: number): number {
  const begun = (answer?.sessions ?? []).filter((session) => session.completedAt === null && !session.silent);
  if (begun.length === 0) return HOUR_SPAN;
  const oldest = Math.min(...begun.map((session) => Date.parse(session.startedAt)));
  return SPANS.find(({ value }) => value <= HOUR_SPAN && value * MINUTE >= now - oldest)?.value ?? HOUR_SPAN;
}

function Box({ answer, windowMs }: { readonly answer: SessionsAnswer; readonly windowMs: number }) {
  const now = useNow(10_000);
  const [ref, width] = useWidth();
  const mayAct = useMayAct().act;
  const [ending, setEnding] = useState<ReadonlySet<string>>(new Set());
  const { live, silent, ended } = lanesOf(answer, now, windowMs, ending);
  const { workflow } = answer;
  const rows = (lanes: readonly Lane[], mayEnd: boolean) =>
    lanes.map((lane) => (
      <LaneRow
        key={lane.session.id}
        lane={lane}
        workflow={workflow}
        width={width ?? 0}
        mayEnd={mayEnd}
        ending={ending.has(lane.session.id)}
        onEnding={(on) => setEnding((before) => toggled(before, lane.session.id, on))}
      />
    ));

  if (live.length + silent.length + ended.length === 0) return <Nothing />;
  return (
    <section className="panel lanes" aria-label="Lanes">
      <Axis ref={ref} now={now} windowMs={windowMs} />
      {live.length === 0 && <p className="lanes-none dim">No agent is at work.</p>}
      <ol aria-label="Live sessions">{rows(live, false)}</ol>
      {silent.length > 0 && (
        <>
          <h2 className="lanes-head">
            <span className="cap">Silent</span>
            <span className="dim">{silenceWords(workflow)}</span>
          </h2>
          <ol aria-label="Silent sessions">{rows(silent, mayAct)}</ol>
        </>
      )}
      {ended.length > 0 && (
        <>
          <h2 className="lanes-head">
            <span className="cap">Ended</span>
          </h2>
          <ol aria-label="Ended sessions">{rows(ended, false)}</ol>
        </>
      )}
    </section>
  );
}

interface AxisProps {
  readonly ref: ReturnType<typeof useWidth>[0];
  readonly now: number;
  readonly windowMs: number;
}

function Axis({ ref, now, windowMs }: AxisProps) {
  const times = Array.from({ length: DIVISIONS }, (_, index) => now - windowMs + (windowMs * index) / DIVISIONS);
  return (
    <div className="lanes-axis" aria-hidden="true">
      <span className="cap">Live</span>
      <div ref={ref}>
        {times.map((time, index) => (
          <span key={index} style={{ left: `${(100 * index) / DIVISIONS}%` }}>
            {showTime(new Date(time).toISOString(), time)}
          </span>
        ))}
        <span className="lanes-now berth">{showTime(new Date(now).toISOString(), now)}</span>
      </div>
      <span />
    </div>
  );
}

function Summary({ answer, minutes }: { readonly answer: SessionsAnswer; readonly minutes: number }) {
  const { live, silent, ended } = lanesOf(answer, useNow(10_000), minutes * MINUTE);
  const span = minutes === 60 ? "hour" : minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`;
  return (
    <p className="dim">
      {live.length} live, {silent.length} silent, {ended.length} ended in the last {span}
    </p>
  );
}

function Legend({ workflow }: { readonly workflow: Workflow }) {
  return (
    <ul className="sessions-legend small dim" aria-label="Legend">
      {Object.entries(workflow.states).map(([state, spec]) => (
        <li key={state}>
          <Lamp state={state} indicator={spec.indicator ?? null} size="s" />
          <span aria-hidden="true">{state}</span>
        </li>
      ))}
      <li>
        <i className="lane-refusal still" aria-hidden="true" />
        refused
      </li>
    </ul>
  );
}

function silenceWords(workflow: Workflow): string {
  const minutes = Math.round((workflow.silence?.staleSeconds ?? 0) / 60);
  const since = minutes > 0 ? `No call for ${minutes} minutes.` : "No call for a long time.";
  return `${since} Another agent can claim the ticket.`;
}

function toggled(before: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const others = [...before].filter((one) => one !== id);
  return new Set(on ? [...others, id] : others);
}

function Nothing() {
  return (
    <section className="panel padded">
      <EmptyState title="No session is open." commands={["signalbox init", "create_ralph_session { ticket, agent }"]}>
        An agent opens one when it begins on a ticket, and reports what it does. Connect an agent, and its lane begins
        here.
      </EmptyState>
    </section>
  );
}
