import { useState } from "react";
import { Link } from "wouter";
import type { SessionsAnswer, Workflow } from "../../../../src/http/contract.ts";
import { MOST_SESSIONS, useSessions } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { useMayAct, useMayOperate } from "../../lib/may.ts";
import { showTime } from "../../lib/time.ts";
import { Answered, EmptyState } from "../../parts/answers.tsx";
import { Button, Segmented } from "../../parts/controls.tsx";
import { Time } from "../../parts/facts.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { useWidth } from "../../plot/use-width.ts";
import { count, sessionPath } from "../../lib/words.ts";
import { useTitle } from "../../lib/title.ts";
import { ViewSwitch } from "../agents/view-switch.tsx";
import { AxisTimes } from "./axis.tsx";
import { LaneRow } from "./lane.tsx";
import { lanesOf, type Lane } from "./lanes.ts";
import { OpenForm } from "./open-form.tsx";
import "./sessions.css";

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const SPANS = [
  { value: 10, label: "10m" },
  { value: 30, label: "30m" },
  { value: 60, label: "1h" },
  { value: 240, label: "4h" },
  { value: DAY_MINUTES, label: "1d" },
  { value: 7 * DAY_MINUTES, label: "7d" },
  { value: 30 * DAY_MINUTES, label: "30d" },
];
/** The outcome of work that went well. */
const GOOD = "success";
const MOST_TROUBLE = 12;
/** What the server gives at the most. */
const MOST_SHOWN = 1000;
const HOUR_SPAN = 60;
const DIVISIONS = 6;

export function SessionsPage() {
  useTitle("Sessions");
  const [chosen, setChosen] = useState<number | null>(null);
  /** Where the window ends; null: now. */
  const [until, setUntil] = useState<string | null>(null);
  const [limit, setLimit] = useState(MOST_SESSIONS);
  const [opening, setOpening] = useState(false);
  const may = useMayAct();
  const query = useSessions(hoursOf(chosen, until), until, limit);
  const now = useNow(10_000);
  const end = until === null ? now : Date.parse(until);
  const minutes = chosen ?? (until === null ? fittingSpan(query.data, now) : HOUR_SPAN);
  const walk: Walk = { minutes, until, limit, onUntil: setUntil, onMore: () => setLimit(MOST_SHOWN) };
  return (
    <div className="sessions-page">
      <header className="sessions-top">
        <h1>Sessions</h1>
        <ViewSwitch current="/sessions" />
        {query.data && <Summary answer={query.data} minutes={minutes} end={until === null ? null : end} />}
        {query.data && <Legend workflow={query.data.workflow} />}
        <Segmented label="Show the last" value={minutes} options={SPANS} onChange={setChosen} />
        {!opening && (
          <Button small disabled={!may.act} title={may.why ?? undefined} onClick={() => setOpening(true)}>
            New session
          </Button>
        )}
      </header>
      {opening && <OpenForm onClose={() => setOpening(false)} />}
      <Answered query={query} what="The sessions" rows={8}>
        {(answer) => <Box answer={answer} end={until === null ? null : end} walk={walk} />}
      </Answered>
    </div>
  );
}

/** Until somebody chooses, a whole day is read: what went wrong in it is named, also where its lane is too long ago. */
function hoursOf(chosen: number | null, until: string | null): number {
  if (chosen === null) return until === null ? DAY_MINUTES / HOUR_SPAN : 1;
  return Math.max(1, chosen / HOUR_SPAN);
}

/** Sessions that went wrong before the window that is shown. */
function Trouble({ answer, before }: { readonly answer: SessionsAnswer; readonly before: number }) {
  const wrong = answer.sessions.filter(
    ({ completedAt, outcome }) => completedAt !== null && Date.parse(completedAt) < before && outcome !== GOOD,
  );
  if (wrong.length === 0) return null;
  return (
    <p className="lanes-trouble">
      <span className="cap">Before</span>
      {wrong.slice(0, MOST_TROUBLE).map((session) => (
        <span key={session.id}>
          <Lamp state={session.state} indicator={session.indicator} silent={session.outcome === null} size="s" />
          <Link href={sessionPath(session.id)} className="ref">
            {session.agent}
          </Link>{" "}
          {session.outcome === null ? "left open" : session.state} <Time at={session.completedAt ?? ""} />
        </span>
      ))}
      {wrong.length > MOST_TROUBLE && <span>and {wrong.length - MOST_TROUBLE} more</span>}
    </p>
  );
}

/** How far back the lanes are looked at. */
interface Walk {
  readonly minutes: number;
  readonly until: string | null;
  readonly limit: number;
  readonly onUntil: (until: string | null) => void;
  readonly onMore: () => void;
}

function WalkBack({ answer, walk }: { readonly answer: SessionsAnswer; readonly walk: Walk }) {
  const now = useNow(10_000);
  const { minutes, until, limit, onUntil, onMore } = walk;
  const span = minutes * MINUTE;
  const end = until === null ? now : Date.parse(until);
  const last = lastBefore(answer, end - span);
  const back = () => {
    // Where nothing lies right before, the window goes to what does.
    onUntil(new Date(Math.min(end - span, last === null ? now : last + MINUTE)).toISOString());
  };
  const on = () => onUntil(end + span >= now ? null : new Date(end + span).toISOString());
  const begun = answer.sessions.some(({ startedAt }) => Date.parse(startedAt) < end - span);
  return (
    <div className="lanes-walk">
      <Button small disabled={last === null && !begun} onClick={back}>
        ← Earlier
      </Button>
      {until !== null && (
        <>
          <Button small onClick={on}>
            Later →
          </Button>
          <Button small onClick={() => onUntil(null)}>
            Back to now
          </Button>
        </>
      )}
      {answer.more && (
        <>
          <span>The newest {answer.sessions.length} are shown.</span>
          {limit < MOST_SHOWN && (
            <Button small onClick={onMore}>
              Show more
            </Button>
          )}
        </>
      )}
      {last === null && !begun && <span>Nothing lies before.</span>}
    </div>
  );
}

/** When the last session before a time ended; null: there is none. */
function lastBefore({ sessions, earlier }: SessionsAnswer, time: number): number | null {
  const ends = [...sessions.map(({ completedAt }) => completedAt), earlier].flatMap((at) =>
    at !== null && Date.parse(at) < time ? [Date.parse(at)] : [],
  );
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The shortest that shows every live session from its beginning, up to an hour. */
function fittingSpan(answer: SessionsAnswer | undefined, now: number): number {
  const begun = (answer?.sessions ?? []).filter((session) => session.completedAt === null && !session.silent);
  if (begun.length === 0) return HOUR_SPAN;
  const oldest = Math.min(...begun.map((session) => Date.parse(session.startedAt)));
  return SPANS.find(({ value }) => value <= HOUR_SPAN && value * MINUTE >= now - oldest)?.value ?? HOUR_SPAN;
}

interface BoxProps {
  readonly answer: SessionsAnswer;
  /** null: now. */
  readonly end: number | null;
  readonly walk: Walk;
}

function Box({ answer, end, walk }: BoxProps) {
  const present = useNow(10_000);
  const now = end ?? present;
  const windowMs = walk.minutes * MINUTE;
  const [ref, width] = useWidth();
  const mayEnd = useMayOperate().act;
  const [ending, setEnding] = useState<ReadonlySet<string>>(new Set());
  const { live, silent, ended } = lanesOf(answer, now, windowMs, ending);
  const { workflow } = answer;
  const rows = (lanes: readonly Lane[], mayBeEnded: boolean) =>
    lanes.map((lane) => (
      <LaneRow
        key={lane.session.id}
        lane={lane}
        workflow={workflow}
        width={width ?? 0}
        mayEnd={mayBeEnded}
        ending={ending.has(lane.session.id)}
        onEnding={(on) => setEnding((before) => toggled(before, lane.session.id, on))}
      />
    ));

  if (answer.sessions.length === 0 && answer.earlier === null && end === null) return <Nothing />;
  return (
    <section className="panel lanes" aria-label="Lanes">
      <Axis ref={ref} now={now} windowMs={windowMs} />
      {live.length === 0 && (
        <p className="lanes-none dim">
          {end === null ? "No agent is at work." : "Of these, none is at work any more."}
        </p>
      )}
      <ol aria-label="Live sessions">{rows(live, false)}</ol>
      {silent.length > 0 && (
        <>
          <h2 className="lanes-head">
            <span className="cap">Silent</span>
            <span className="dim">{silenceWords(workflow)}</span>
          </h2>
          <ol aria-label="Silent sessions">{rows(silent, mayEnd)}</ol>
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
      <Trouble answer={answer} before={now - windowMs} />
      <WalkBack answer={answer} walk={walk} />
    </section>
  );
}

interface AxisProps {
  readonly ref: ReturnType<typeof useWidth>[0];
  readonly now: number;
  readonly windowMs: number;
}

function Axis({ ref, now, windowMs }: AxisProps) {
  return (
    <div className="lanes-axis" aria-hidden="true">
      <span className="cap">Live</span>
      <AxisTimes ref={ref} now={now} windowMs={windowMs} divisions={DIVISIONS} />
      <span />
    </div>
  );
}

interface SummaryProps {
  readonly answer: SessionsAnswer;
  readonly minutes: number;
  /** null: now. */
  readonly end: number | null;
}

function Summary({ answer, minutes, end }: SummaryProps) {
  const now = useNow(10_000);
  const { live, silent, ended } = lanesOf(answer, end ?? now, minutes * MINUTE);
  const until = end === null ? "" : ` up to ${showTime(new Date(end).toISOString(), now)}`;
  return (
    <p className="dim">
      {live.length} live, {silent.length} silent, {ended.length} ended in{" "}
      {end === null ? `the last ${spanWords(minutes)}` : `the ${spanWords(minutes)}${until}`}
    </p>
  );
}

function spanWords(minutes: number): string {
  if (minutes < HOUR_SPAN) return `${minutes} minutes`;
  if (minutes === HOUR_SPAN) return "hour";
  return minutes < DAY_MINUTES ? `${minutes / HOUR_SPAN} hours` : count(minutes / DAY_MINUTES, "day", "days");
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
