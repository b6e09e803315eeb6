import { Link } from "wouter";
import type { Stats, Workflow } from "../../../../src/http/contract.ts";
import { MOVES, rowsPath } from "../../lib/rows.ts";
import { showDuration } from "../../lib/time.ts";
import { count } from "../../lib/words.ts";
import { Duration, Key } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { StateName } from "../../parts/state-mark.tsx";
import { Table } from "../../parts/table.tsx";
import { BarList } from "../../plot/bar-list.tsx";

const MOST = 8;

/** Work that gets old: what has stood longest where it is. */
export function Oldest({ stats, workflow }: { readonly stats: Stats; readonly workflow: Workflow }) {
  const { oldestWaiting } = stats.tickets;
  return (
    <Panel title="Waiting longest" note="in the state that they are in">
      {oldestWaiting.length === 0 ? (
        <p className="dim">Nothing waits.</p>
      ) : (
        <div className="stats-scroll">
          <Table caption="Tickets that wait longest" head={["Ticket", "Title", "State", "For"]}>
            {oldestWaiting.slice(0, MOST).map((ticket) => (
              <tr key={ticket.key}>
                <td>
                  <Key ticket={ticket.key} />
                </td>
                <td>{ticket.title}</td>
                <td>
                  <StateName workflow={workflow} state={ticket.state} />
                </td>
                <td>
                  <Duration ms={ticket.ms} />
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Panel>
  );
}

/** How sessions end, and where their time goes. */
export function SessionOutcomes({ stats: { sessions } }: { readonly stats: Stats }) {
  const ended = sessions.outcomes.reduce((sum, entry) => sum + entry.count, 0);
  const longest = Math.max(1, ...sessions.states.map((state) => state.medianMs ?? 0));
  const ends = sessions.outcomes.map((entry) => `${entry.count} ${entry.outcome}`).join(", ");
  const disorder = sessions.outOfOrder > 0 ? `${count(sessions.outOfOrder, "report", "reports")} out of order` : "";
  return (
    <Panel title="Sessions" note={[ends, disorder].filter(Boolean).join(" · ")}>
      {ended === 0 && sessions.states.length === 0 ? (
        <p className="dim">No session has ended in these days.</p>
      ) : (
        <BarList
          label="Median time in each state of a session"
          rows={sessions.states.map((state) => ({
            id: state.state,
            name: (
              <>
                {state.state} <span className="dim">{count(state.count, "time", "times")}</span>
              </>
            ),
            part: (state.medianMs ?? 0) / longest,
            value: state.medianMs === null ? "–" : showDuration(state.medianMs),
            colour: "var(--ink2)",
          }))}
        />
      )}
    </Panel>
  );
}

interface EvidenceProps {
  readonly evidence: NonNullable<Stats["evidence"]>;
  /** When the window begins. */
  readonly from: string;
}

/** How work fares that is handed in with proof. */
export function Evidence({ evidence, from }: EvidenceProps) {
  const { firstTimeRight, sentBack, timeToEvidence } = evidence;
  const most = Math.max(1, ...sentBack.map((edge) => edge.count));
  const longest = Math.max(1, ...timeToEvidence.map((fact) => fact.medianMs ?? 0));
  return (
    <div className="stats-two">
      <Panel
        title="Sent back"
        note={`${firstTimeRight.count} of ${count(firstTimeRight.of, "ticket", "tickets")} right the first time, so far`}
      >
        {sentBack.length === 0 ? (
          <p className="dim">Nothing was sent back in these days.</p>
        ) : (
          <BarList
            label="What was sent back, by where from and where to"
            rows={sentBack.slice(0, MOST).map((edge) => ({
              id: `${edge.from} → ${edge.to}`,
              name: `${edge.from} → ${edge.to}`,
              part: edge.count / most,
              value: (
                <Link
                  className="ref"
                  href={rowsPath({ kind: MOVES, about: "ticket", left: edge.from, state: edge.to, from })}
                >
                  {edge.count.toLocaleString("en")}
                </Link>
              ),
              colour: "var(--human)",
            }))}
          />
        )}
      </Panel>
      <Panel title="Time to evidence" note="median, from the first refusal for want of it, or the entry into the state">
        {timeToEvidence.length === 0 ? (
          <p className="dim">No fact was asked for in these days.</p>
        ) : (
          <BarList
            label="Median time until a fact passed"
            rows={timeToEvidence.slice(0, MOST).map((fact) => ({
              id: fact.fact,
              name: (
                <>
                  {fact.fact} <span className="dim">{count(fact.count, "time", "times")}</span>
                </>
              ),
              part: (fact.medianMs ?? 0) / longest,
              value: fact.medianMs === null ? "–" : showDuration(fact.medianMs),
              colour: "var(--ink2)",
            }))}
          />
        )}
      </Panel>
    </div>
  );
}
