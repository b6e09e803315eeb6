// The session as a lane: what was reported, where its ticket stood, its tests, and every call that left a row.

import type { SessionAnswer, Workflow } from "../../../../src/http/contract.ts";
import { useNow } from "../../lib/clock.ts";
import { cx } from "../../lib/cx.ts";
import { lineOf } from "../../lib/line.ts";
import { showDuration, showSeconds, showTime } from "../../lib/time.ts";
import { StateMark } from "../../parts/state-mark.tsx";
import { useWidth } from "../../plot/use-width.ts";
import { Track } from "../sessions/lane.tsx";
import { laneOf } from "../sessions/lanes.ts";
import { Tests, testsIn } from "./metadata.tsx";

const DIVISIONS = 7;
const LEAST_MS = 60_000;

export function LanePanel({ answer, tickets }: { readonly answer: SessionAnswer; readonly tickets: Workflow }) {
  const now = useNow(10_000);
  const [ref, width] = useWidth();
  const { session, workflow, around, visits } = answer;
  const start = Date.parse(session.startedAt);
  const end = session.completedAt === null ? now : Date.parse(session.completedAt);
  const span = Math.max(LEAST_MS, end - start);
  const until = start + span;
  const place = (time: string) => Math.min(1, Math.max(0, (Date.parse(time) - start) / span));
  const inside = (time: string) => Date.parse(time) >= start && Date.parse(time) <= until;
  const refusals = around.filter((row) => row.kind === "refuse");
  const lane = laneOf({ ...session, history: answer.lane }, { workflow, refusals }, until, span);
  const tests = session.history.flatMap((step) => {
    const counts = testsIn(step.metadata);
    return counts ? [{ seq: step.seq, at: step.timestamp, counts }] : [];
  });
  const line = lineOf(tickets);
  return (
    <section className="panel session-lane" aria-label="The session as a lane" tabIndex={0}>
      <div className="session-row axis" aria-hidden="true">
        <span />
        <div ref={ref}>
          {Array.from({ length: DIVISIONS }, (_, index) => (
            <span key={index} style={{ left: `${(100 * index) / DIVISIONS}%` }}>
              {showTime(new Date(start + (span * index) / DIVISIONS).toISOString(), now)}
            </span>
          ))}
          <span className="berth">{showTime(new Date(until).toISOString(), now)}</span>
        </div>
      </div>
      <div className="session-row reported">
        <span>Reported</span>
        <Track lane={lane} width={width ?? 0} />
      </div>
      {visits.length > 0 && (
        <div className="session-row">
          <span>Ticket was</span>
          <div>
            {visits.map((visit) => (
              <span
                key={visit.from}
                className="session-visit"
                style={{
                  left: percent(place(visit.from)),
                  right: percent(1 - (visit.until === null ? 1 : place(visit.until))),
                  "--c": line.colourOf(visit.state),
                }}
                title={`${visit.state}, ${showDuration(visit.ms)}`}
              >
                <span>
                  <StateMark workflow={tickets} state={visit.state} silent />
                  {visit.state}
                </span>
              </span>
            ))}
          </div>
        </div>
      )}
      {tests.length > 0 && (
        <div className="session-row">
          <span>Tests</span>
          <div>
            {tests.map(({ seq, at, counts }) => (
              <span
                key={seq}
                className={cx("session-tests", place(at) > 0.85 && "late")}
                style={{ left: percent(place(at)) }}
              >
                <Tests tests={counts} />
              </span>
            ))}
          </div>
        </div>
      )}
      <div className="session-row">
        <span>Calls</span>
        <div>
          {around
            .filter((row) => inside(row.at))
            .map((row) => (
              <i
                key={row.seq}
                className={cx("session-call", row.kind === "refuse" && "refused")}
                style={{ left: percent(place(row.at)) }}
                title={`${showSeconds(row.at)} ${row.kind === "refuse" ? `refused: ${(row.code ?? "").replaceAll("_", " ")}` : row.kind}`}
                aria-hidden="true"
              />
            ))}
        </div>
      </div>
    </section>
  );
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}
