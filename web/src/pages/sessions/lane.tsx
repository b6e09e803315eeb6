import { Link } from "wouter";
import type { Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { showDuration, showSeconds } from "../../lib/time.ts";
import { count, sessionPath, showKey, ticketPath } from "../../lib/words.ts";
import { Age, Lease, Time } from "../../parts/facts.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { Button } from "../../parts/controls.tsx";
import { EndForm } from "./end-form.tsx";
import type { Lane, Segment } from "./lanes.ts";

interface LaneProps {
  readonly lane: Lane;
  readonly workflow: Workflow;
  /** Of the track, in pixels: a name that does not fit is left out. */
  readonly width: number;
  readonly mayEnd: boolean;
  /** Its form is open. */
  readonly ending: boolean;
  readonly onEnding: (open: boolean) => void;
}

export function LaneRow({ lane, workflow, width, mayEnd, ending, onEnding }: LaneProps) {
  const { session } = lane;
  const leftOpen = session.completedAt !== null && session.outcome === null;
  return (
    <li className={cx("lane", session.completedAt !== null && "ended")}>
      <div className="lane-who">
        <Lamp
          state={session.state}
          indicator={session.indicator}
          silent={session.silent || leftOpen}
          label={`${session.agent}: ${leftOpen ? "left open" : session.silent ? "silent" : session.state}`}
        />
        <div>
          <Link href={sessionPath(session.id)} className="lane-agent" title={`The session of ${session.agent}`}>
            {session.agent}
          </Link>
          <p>
            <Link href={ticketPath(session.ticket)} className="num">
              {showKey(session.ticket)}
            </Link>{" "}
            {session.title}
          </p>
        </div>
      </div>
      <Track lane={lane} width={width} />
      <div className="lane-facts">
        <Doing lane={lane} />
        <div className="lane-more">
          <Results lane={lane} />
          {mayEnd && !ending && (
            <Button small onClick={() => onEnding(true)}>
              End as timeout
            </Button>
          )}
        </div>
      </div>
      {ending && <EndForm session={session} workflow={workflow} onClose={() => onEnding(false)} />}
    </li>
  );
}

export function Track({ lane, width }: TrackProps) {
  return (
    <div className="lane-bed">
      <Run lane={lane} width={width} />
    </div>
  );
}

interface TrackProps {
  readonly lane: Lane;
  readonly width: number;
}

/** What of one session lies on its bed. */
export function Run({ lane, width }: TrackProps) {
  const { whole, cut, segments, silence, refusals, outOfOrder } = lane;
  return (
    <>
      {whole && <div className={cx("lane-run", cut && "cut")} style={between(whole)} aria-hidden="true" />}
      {segments.map((segment, index) => (
        <i
          key={index}
          className="lane-segment"
          style={{ ...between(segment), "--c": segment.colour }}
          title={`${segment.state}, ${showDuration(segment.ms)}`}
          aria-hidden="true"
        >
          {fits(segment, width) && <span>{segment.state}</span>}
        </i>
      ))}
      {silence && (
        <i className="lane-silence" style={between(silence)} aria-hidden="true">
          {(silence.to - silence.from) * width > 92 && <span>silent</span>}
        </i>
      )}
      {refusals.map(({ at, row }) => (
        <i
          key={row.seq}
          className="lane-refusal"
          style={{ left: percent(at) }}
          title={`Refused at ${showSeconds(row.at)}: ${(row.code ?? "").replaceAll("_", " ")}`}
          aria-hidden="true"
        />
      ))}
      {outOfOrder.map(({ at, state }, index) => (
        <i
          key={index}
          className="lane-order"
          style={{ left: percent(at) }}
          title={`${state} was reported out of order`}
          aria-hidden="true"
        >
          !
        </i>
      ))}
      <span className="vh">{inWords(lane)}</span>
    </>
  );
}

function Doing({ lane: { session } }: { readonly lane: Lane }) {
  return (
    <p className="lane-doing">
      <b>{standing(session)}</b>{" "}
      <span>
        {session.completedAt === null ? (
          <Age since={session.silent ? session.seenAt : session.since} />
        ) : (
          <>
            at <Time at={session.completedAt} />
          </>
        )}
      </span>
      {session.claim && session.completedAt === null && (
        <Lease expiresAt={session.claim.expiresAt} expired={session.claim.expired} />
      )}
    </p>
  );
}

/** One that ended with its ticket has no outcome until its agent says so. */
function standing({ completedAt, outcome, silent, state }: Lane["session"]): string {
  if (completedAt === null) return silent ? "silent" : state;
  return outcome === null ? "left open" : state;
}

function Results({ lane: { session, outOfOrder } }: { readonly lane: Lane }) {
  const tests = session.testResults;
  const parts = [
    tests && tests.failed > 0 ? (
      <span key="tests">
        {tests.passed} pass, <b className="danger">{tests.failed} fail</b>
      </span>
    ) : (
      tests && <span key="tests">{tests.passed} pass</span>
    ),
    tests && tests.skipped > 0 && <span key="skipped">{tests.skipped} skipped</span>,
    session.files.length > 0 && (
      <span key="files" title={session.files.join("\n")}>
        {count(session.files.length, "file", "files")}
      </span>
    ),
    session.error !== null && (
      <span key="error" title={session.error}>
        {session.error}
      </span>
    ),
    session.disconnected && session.completedAt === null && <span key="gone">disconnected</span>,
    (outOfOrder.length > 0 || session.outOfOrder > 0) && (
      <b key="order" className="lane-amber">
        out of order
      </b>
    ),
  ].filter(Boolean);
  return (
    <p className="lane-results">
      {parts.flatMap((part, index) => (index === 0 ? [part] : [<span key={`dot ${index}`}> · </span>, part]))}
    </p>
  );
}

function fits(segment: Segment, width: number): boolean {
  return (segment.to - segment.from) * width > segment.state.length * 6.3 + 6;
}

function between({ from, to }: { readonly from: number; readonly to: number }) {
  return { left: percent(from), right: percent(1 - to) };
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}

function inWords({ segments, silence, refusals, outOfOrder }: Lane): string {
  const phases = segments.map((segment) => `${segment.state} ${showDuration(segment.ms)}`).join(", ");
  return [
    phases,
    silence ? "then silent" : "",
    refusals.length > 0 ? count(refusals.length, "refusal", "refusals") : "",
    outOfOrder.length > 0 ? `${count(outOfOrder.length, "report", "reports")} out of order` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}
