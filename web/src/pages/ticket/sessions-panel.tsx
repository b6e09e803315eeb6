import { Link } from "wouter";
import type { SessionLane } from "../../../../src/http/contract.ts";
import { useWorkflow } from "../../api/queries.ts";
import { showDuration } from "../../lib/time.ts";
import { count, sessionPath } from "../../lib/words.ts";
import { readIndicator } from "../../parts/indicator.ts";
import { Lamp } from "../../parts/lamp.tsx";
import { Panel } from "../../parts/panel.tsx";
import styles from "./side.module.css";

export function SessionsPanel({ sessions }: { readonly sessions: readonly SessionLane[] }) {
  if (sessions.length === 0) return null;
  return (
    <Panel title="Sessions" note={count(sessions.length, "session", "sessions")}>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Lamp state={session.state} indicator={session.indicator} silent={session.silent} />
            <Link href={sessionPath(session.id)} className={styles.agent} title={session.agent}>
              {session.agent}
            </Link>
            <Lane session={session} />
            <span className="small dim">{ending(session)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The time of a session by what it did. */
function Lane({ session }: { readonly session: SessionLane }) {
  const workflow = useWorkflow("session", 7);
  const states = workflow.data?.workflow.states ?? {};
  const label = session.timeInState.map((entry) => `${entry.state} ${showDuration(entry.ms)}`).join(", ");
  return (
    <span className={styles.lane} role="img" aria-label={label} title={label}>
      {session.timeInState
        .filter((entry) => entry.ms > 0)
        .map((entry) => (
          <i
            key={entry.state}
            style={{ flexGrow: entry.ms, background: readIndicator(states[entry.state]?.indicator ?? null).colour }}
          />
        ))}
    </span>
  );
}

function ending(session: SessionLane): string {
  if (session.outcome === "timeout") return "timed out";
  if (session.completedAt === null) return session.silent ? "silent" : session.state;
  if (session.outcome === null) return "left open";
  const ms = Date.parse(session.completedAt) - Date.parse(session.startedAt);
  return session.outcome === "failure" ? "failed" : showDuration(ms);
}
