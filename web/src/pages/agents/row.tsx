import { Link } from "wouter";
import type { AgentView, Workflow } from "../../../../src/http/contract.ts";
import { useBoard } from "../../api/queries.ts";
import { cx } from "../../lib/cx.ts";
import { rowsPath } from "../../lib/rows.ts";
import { sessionPath, showKey, ticketPath } from "../../lib/words.ts";
import { Age, Lease } from "../../parts/facts.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { RefusedMark, StateMark } from "../../parts/state-mark.tsx";
import { Run } from "../sessions/lane.tsx";
import { laneOf } from "../sessions/lanes.ts";

interface AgentRowProps {
  readonly agent: AgentView;
  /** Of sessions. */
  readonly workflow: Workflow;
  readonly now: number;
  readonly windowMs: number;
  /** Of the track, in pixels. */
  readonly width: number;
}

export function AgentRow({ agent, workflow, now, windowMs, width }: AgentRowProps) {
  const { name, proven, standing, doing } = agent;
  const silent = standing === "silent";
  return (
    <li className={cx("agent", standing === "ended" && "ended")} data-agent={name}>
      <div className="agent-who">
        <Lamp
          state={doing?.state ?? "idle"}
          indicator={doing?.indicator ?? null}
          silent={silent}
          label={`${name}: ${silent ? "silent" : (doing?.state ?? (standing === "live" ? "holds a ticket" : "idle"))}`}
        />
        <div>
          {doing ? (
            <Link href={sessionPath(doing.session)} title={`The session of ${name}`}>
              <b>{name}</b>
            </Link>
          ) : (
            <b>{name}</b>
          )}
          <small>{proven ? "agent of a key" : "by its own word"}</small>
        </div>
      </div>
      <TicketNow agent={agent} />
      <div className="lane-bed">
        {agent.sessions.map((session) => (
          <Run key={session.id} lane={laneOf(session, { workflow, refusals: [] }, now, windowMs)} width={width} />
        ))}
        <Refusal at={agent.refusal?.at ?? null} now={now} windowMs={windowMs} />
      </div>
      <div className="agent-doing">
        <p>
          <b>{silent ? "silent" : (doing?.state ?? (standing === "live" ? "at work" : standing))}</b>{" "}
          {doing && <Age since={silent ? (agent.lastCall ?? doing.since) : doing.since} />}
          {agent.claim && <Lease {...agent.claim} />}
        </p>
        <small>
          {agent.lastCall === null ? (
            "no call known"
          ) : (
            <>
              last call <Age since={agent.lastCall} />
            </>
          )}
        </small>
      </div>
      <Words agent={agent} />
    </li>
  );
}

function TicketNow({ agent: { ticket, standing } }: { readonly agent: AgentView }) {
  const workflow = useBoard().data?.workflow;
  if (!ticket) {
    return (
      <div className="agent-ticket">
        <span className="dim">{standing === "idle" ? "nothing picked" : "none"}</span>
      </div>
    );
  }
  return (
    <div className="agent-ticket">
      <Link href={ticketPath(ticket.key)} title={ticket.title ?? undefined}>
        <b className="num">{showKey(ticket.key)}</b> {ticket.title}
      </Link>
      <small>
        {workflow && <StateMark workflow={workflow} state={ticket.state} silent />}
        {ticket.state ?? "no state"}
        {ticket.since !== null && (
          <>
            , <Age since={ticket.since} />
          </>
        )}
      </small>
    </div>
  );
}

function Refusal({
  at,
  now,
  windowMs,
}: {
  readonly at: string | null;
  readonly now: number;
  readonly windowMs: number;
}) {
  if (at === null) return null;
  const place = 1 - (now - Date.parse(at)) / windowMs;
  if (place < 0 || place > 1) return null;
  return <i className="lane-refusal" style={{ left: `${(place * 100).toFixed(2)}%` }} aria-hidden="true" />;
}

/** In the words that the agent was told. */
function Words({ agent: { name, refusal } }: { readonly agent: AgentView }) {
  if (!refusal) return <p className="agent-words dim">nothing refused lately</p>;
  return (
    <div className="agent-words">
      <p>
        <RefusedMark />{" "}
        <Link href={rowsPath({ refused: true, who: name })} title={`All that was refused to ${name}`}>
          <b className="danger">{refusal.code.replaceAll("_", " ")}</b>
        </Link>{" "}
        <span className="dim">
          <Age since={refusal.at} />
          {refusal.ticket !== null && (
            <>
              ,{" "}
              <Link href={ticketPath(refusal.ticket)} className="ref">
                {showKey(refusal.ticket)}
              </Link>
            </>
          )}
        </span>
      </p>
      <p className="agent-told" title={[refusal.what, refusal.recovery].filter(Boolean).join(" ")}>
        {refusal.what ?? "[redacted]"} {refusal.recovery}
      </p>
    </div>
  );
}
