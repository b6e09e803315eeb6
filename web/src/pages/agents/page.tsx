// What each agent is doing: one row for each. Their sessions are the second view of it.

import { useState } from "react";
import { Link } from "wouter";
import type { AgentsAnswer, AgentStanding, AgentView, SessionLane } from "../../../../src/http/contract.ts";
import { useAgents } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { useKeys } from "../../lib/keys.ts";
import { useTitle } from "../../lib/title.ts";
import { count, sessionPath, showKey } from "../../lib/words.ts";
import { Answered, EmptyState } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { Time } from "../../parts/facts.tsx";
import { useWidth } from "../../plot/use-width.ts";
import { AxisTimes } from "../sessions/axis.tsx";
import { AgentRow } from "./row.tsx";
import { ViewSwitch } from "./view-switch.tsx";
import { fittingStep, hoursFor, STEPS, zoomed } from "./zoom.ts";
import "../sessions/sessions.css";
import "./agents.css";

const MINUTE = 60_000;
const DIVISIONS = 4;
/** The outcome of work that went well. */
const GOOD = "success";
const MOST_TROUBLE = 6;

export function AgentsPage() {
  useTitle("Agents");
  const [chosen, setChosen] = useState<number | null>(null);
  const query = useAgents(hoursFor(chosen ?? 1));
  const now = useNow(10_000);
  const minutes = chosen ?? fittingStep(query.data?.agents ?? [], now);
  const zoom = (by: 1 | -1) => setChosen(zoomed(minutes, by));
  useKeys({ "+": () => zoom(1), "=": () => zoom(1), "-": () => zoom(-1) });
  return (
    <div className="agents-page">
      <header className="agents-top">
        <h1>Agents</h1>
        <ViewSwitch current="/agents" />
        {query.data && <p className="dim">{summary(query.data.agents)}</p>}
        <Zoom minutes={minutes} fitted={chosen === null} onZoom={zoom} onFit={() => setChosen(null)} />
      </header>
      <Answered query={query} what="The agents" rows={6}>
        {(answer) => (answer.agents.length === 0 ? <Nobody /> : <Box answer={answer} minutes={minutes} now={now} />)}
      </Answered>
    </div>
  );
}

interface ZoomProps {
  readonly minutes: number;
  readonly fitted: boolean;
  readonly onZoom: (by: 1 | -1) => void;
  readonly onFit: () => void;
}

function Zoom({ minutes, fitted, onZoom, onFit }: ZoomProps) {
  return (
    <div className="agents-zoom" role="group" aria-label="How much time the lanes show">
      <span className="dim small">{fitted ? "Fitted to what is live" : "Chosen"}</span>
      <Button
        small
        aria-label="Show less time"
        aria-keyshortcuts="+"
        disabled={minutes === STEPS[0]}
        onClick={() => onZoom(1)}
      >
        +
      </Button>
      <Button small look={fitted ? "main" : "plain"} aria-pressed={fitted} title="Fit to what is live" onClick={onFit}>
        {spanWords(minutes)}
      </Button>
      <Button
        small
        aria-label="Show more time"
        aria-keyshortcuts="-"
        disabled={minutes === STEPS.at(-1)}
        onClick={() => onZoom(-1)}
      >
        −
      </Button>
    </div>
  );
}

interface BoxProps {
  readonly answer: AgentsAnswer;
  readonly minutes: number;
  readonly now: number;
}

function Box({ answer, minutes, now }: BoxProps) {
  const [ref, width] = useWidth();
  const [unfolded, setUnfolded] = useState(false);
  const windowMs = minutes * MINUTE;
  const of = (standing: AgentStanding) => answer.agents.filter((agent) => agent.standing === standing);
  const rows = (agents: readonly AgentView[], label: string) => (
    <ol aria-label={label}>
      {agents.map((agent) => (
        <AgentRow
          key={agent.name}
          agent={agent}
          workflow={answer.workflow}
          now={now}
          windowMs={windowMs}
          width={width ?? 0}
        />
      ))}
    </ol>
  );
  const wrong = answer.agents
    .flatMap((agent) => agent.sessions)
    .filter(({ completedAt, outcome }) => completedAt !== null && outcome !== GOOD);
  const [live, silent, idle, ended] = [of("live"), of("silent"), of("idle"), of("ended")];
  return (
    <section className="panel agents" aria-label="Agents">
      <Axis ref={ref} now={now} windowMs={windowMs} />
      {live.length === 0 && <p className="agents-none dim">No agent is at work.</p>}
      {rows(live, "At work")}
      {silent.length > 0 && (
        <>
          <h2 className="agents-head">
            <span className="cap">Silent</span>
            <span className="dim">{silenceWords(answer)}</span>
          </h2>
          {rows(silent, "Silent")}
        </>
      )}
      {idle.length > 0 && (
        <>
          <h2 className="agents-head">
            <span className="cap">Without a ticket</span>
          </h2>
          {rows(idle, "Without a ticket")}
        </>
      )}
      {(ended.length > 0 || wrong.length > 0) && (
        <>
          <div className="agents-head">
            <h2 className="cap">Ended</h2>
            <Ended agents={ended} wrong={wrong} minutes={minutes} />
            <Button small look="quiet" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
              {unfolded ? "Fold" : "Unfold"}
            </Button>
          </div>
          {unfolded && rows(ended, "Ended")}
        </>
      )}
    </section>
  );
}

/** In a line; what went wrong leads to its session. */
function Ended({ agents, wrong, minutes }: EndedProps) {
  const sessions = agents.flatMap((agent) => agent.sessions);
  return (
    <p className="dim">
      {count(agents.length, "agent", "agents")}, {count(sessions.length, "session", "sessions")} in the last{" "}
      {spanWords(hoursFor(minutes) * 60)}
      {wrong.length > 0 && `; ${wrong.length} failed or left open: `}
      {wrong.slice(0, MOST_TROUBLE).map((session, index) => (
        <span key={session.id}>
          {index > 0 && ", "}
          <Link href={sessionPath(session.id)} className="ref">
            {session.agent} on {showKey(session.ticket)}
          </Link>{" "}
          {session.completedAt !== null && (
            <>
              at <Time at={session.completedAt} />
            </>
          )}
        </span>
      ))}
      {wrong.length > MOST_TROUBLE && (
        <>
          {" and "}
          <Link href="/sessions" className="ref">
            {wrong.length - MOST_TROUBLE} more
          </Link>
        </>
      )}
    </p>
  );
}

interface EndedProps {
  readonly agents: readonly AgentView[];
  /** Sessions of anybody that did not end well. */
  readonly wrong: readonly SessionLane[];
  readonly minutes: number;
}

interface AxisProps {
  readonly ref: ReturnType<typeof useWidth>[0];
  readonly now: number;
  readonly windowMs: number;
}

function Axis({ ref, now, windowMs }: AxisProps) {
  return (
    <div className="agents-axis" aria-hidden="true">
      <span>Agent</span>
      <span>Ticket now</span>
      <AxisTimes ref={ref} now={now} windowMs={windowMs} divisions={DIVISIONS} />
      <span>Doing</span>
      <span className="agents-words">Last refusal, in its words</span>
    </div>
  );
}

function summary(agents: readonly AgentView[]): string {
  const of = (standing: AgentStanding) => agents.filter((agent) => agent.standing === standing).length;
  const here = agents.length - of("ended");
  return `${count(here, "agent", "agents")}: ${of("live")} at work, ${of("silent")} silent, ${of("idle")} without a ticket`;
}

function silenceWords({ workflow }: AgentsAnswer): string {
  const minutes = Math.round((workflow.silence?.staleSeconds ?? 0) / 60);
  const since = minutes > 0 ? `No call for ${minutes} minutes.` : "No call for a long time.";
  return `${since} Once its lease has run out, another agent can claim the ticket.`;
}

function spanWords(minutes: number): string {
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1440 ? `${minutes / 60}h` : `${minutes / 1440}d`;
}

function Nobody() {
  return (
    <section className="panel padded">
      <EmptyState title="No agent has called yet." commands={["signalbox init --client claude"]}>
        Connect an agent to this board. Its row begins here with its first call.
      </EmptyState>
    </section>
  );
}
