// What to know before deciding: the last word, the group, the way here.

import type { Card, TicketAnswer, Workflow } from "../../../../src/http/contract.ts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { standingOf, useNewestCard } from "../../api/newest.ts";
import { useBoard, useTicket } from "../../api/queries.ts";
import { lineOf } from "../../lib/line.ts";
import { lastLook, noteLook } from "../../lib/looks.ts";
import { usePhone } from "../../lib/phone.ts";
import { showDuration } from "../../lib/time.ts";
import { count, sessionPath, showKey, ticketPath } from "../../lib/words.ts";
import { Answered } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { Age, Lease, Priority, Time } from "../../parts/facts.tsx";
import { Chips } from "../../parts/evidence/chips.tsx";
import { PullChip } from "../../parts/evidence/pull-chip.tsx";
import { FactMark } from "../../parts/evidence/fact-mark.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { StateMark, StateName } from "../../parts/state-mark.tsx";
import { Decision } from "./decision.tsx";
import { Plan } from "./plan.tsx";
import { byProgress, PROOF, type NeedRow } from "./rows.ts";
import { SinceThen } from "./since.tsx";

interface DetailProps {
  readonly row: NeedRow;
  /** Why it waits now; nothing where it no longer does. */
  readonly needs: NeedRow["needs"];
  readonly workflow: Workflow;
  /** "3 of 8". */
  readonly place: string;
  readonly onBack: () => void;
  readonly onDeciding: (deciding: boolean) => void;
  readonly onDone: (sentence: string, moved: boolean) => void;
  readonly onSnooze: () => void;
}

export function Detail(props: DetailProps) {
  const { row, needs, workflow, onBack, onDeciding, onDone, onSnooze } = props;
  const me = useBoard().data?.you.name ?? null;
  const query = useTicket(row.card.key);
  const asked = query.data?.card;
  const card = useNewestCard(asked && asked.version > row.card.version ? asked : row.card);
  const group = query.data?.group;
  const look = useLook(card.key, query.data);
  const phone = usePhone();
  const place = group ? group.members.findIndex((member) => member.key === card.key) + 1 : 0;
  return (
    <section className="need-detail" aria-label={`${showKey(card.key)} ${card.title}`}>
      <div className="need-inner">
        {/* It covers the list, and with it the heading of the page. */}
        {phone && <h1 className="vh">Needs you</h1>}
        <p className="need-back">
          <Button small look="quiet" onClick={onBack}>
            ← All
          </Button>
          <span className="dim">{props.place}</span>
        </p>
        {standingOf(card) === standingOf(row.card) ? (
          <Why card={card} needs={row.needs} workflow={workflow} />
        ) : (
          <Moved card={card} seen={row.card.state} workflow={workflow} />
        )}
        <h2 className="need-title" tabIndex={-1}>
          {card.title}
        </h2>
        <p className="need-facts">
          <Link href={ticketPath(card.key)} className="ref num">
            {showKey(card.key)}
          </Link>
          <Priority value={card.priority} />
          {card.estimate !== null && <span>Estimate {card.estimate}</span>}
          {group && group.members.length > 1 && (
            <span>
              Group, {place} of {group.members.length}
            </span>
          )}
          {card.claim && (
            <span className="state">
              held by {card.claim.holder} <Lease expiresAt={card.claim.expiresAt} expired={card.claim.expired} />
            </span>
          )}
        </p>
        {card.chips.length > 0 && <Chips chips={card.chips} />}
        {card.pull && <PullChip pull={card.pull} />}
        <Proof needs={row.needs} />
        <Answered query={query} what="The ticket" rows={2}>
          {(ticket) => (
            <div className="need-read">
              <div>
                {ticket.evidence && row.needs.some((need) => PROOF.has(need.kind)) && <Lacking ticket={ticket} />}
                <Plan ticket={ticket} seen={look.at} />
              </div>
              <div>
                <SinceThen ticket={ticket} me={me} look={look.seq} />
                <More ticket={ticket} workflow={workflow} />
              </div>
            </div>
          )}
        </Answered>
      </div>
      <Decision
        card={card}
        needs={needs}
        moves={asked && standingOf(asked) === standingOf(card) ? (query.data?.moves ?? null) : null}
        timeline={query.data?.timeline}
        workflow={workflow}
        onDeciding={onDeciding}
        onDone={onDone}
        onSnooze={onSnooze}
        onLookAgain={() => void query.refetch({ cancelRefetch: false })}
      />
    </section>
  );
}

interface WhyProps {
  readonly card: Card;
  readonly needs: NeedRow["needs"];
  readonly workflow: Workflow;
}

function Why({ card, needs, workflow }: WhyProps) {
  return (
    <ul className="need-why">
      {needs.map((need) => (
        <li key={need.kind}>
          {need.kind === "state" ? (
            <StateMark workflow={workflow} state={card.state} silent />
          ) : need.kind === "silent_session" && need.session ? (
            <Lamp state={need.session.state} indicator={need.session.indicator} silent />
          ) : PROOF.has(need.kind) ? (
            <FactMark mark={need.kind === "contradicted" ? "contradicted" : "unknown"} />
          ) : (
            <Icon name="lock" />
          )}
          <b>{whyWords(need.kind, card.state, need.session?.agent ?? card.claim?.holder ?? "its agent")}</b>
          <span>
            <Age since={need.since} spoken />{" "}
            {need.kind === "silent_session" && need.session && (
              <Link href={sessionPath(need.session.id)} className="ref">
                its session
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What happened to its evidence, and what a person can do about it. */
function Proof({ needs }: Pick<WhyProps, "needs">) {
  const told = needs.filter((need) => need.what !== undefined);
  if (told.length === 0) return null;
  return (
    <>
      <h3>What happened</h3>
      {told.map((need) => (
        <p key={need.kind} className="need-told">
          {need.what} <span className="dim">{TO_DO[need.kind]}</span>
        </p>
      ))}
    </>
  );
}

const TO_DO: Partial<Record<NeedRow["needs"][number]["kind"], string>> = {
  contradicted: "Send it back, or say that you have looked.",
  merged_ungated: "Take it on if you are content with it, give what is missing on its page, or override.",
  dragged_ungated: "Move it back, or say that it may stay.",
};

/** It has moved while somebody was deciding. */
function Moved({ card, seen, workflow }: MovedProps) {
  return (
    <ul className="need-why" style={{ "--c": lineOf(workflow).colourOf(card.state) }}>
      <li>
        <StateMark workflow={workflow} state={card.state} silent />
        <b>{card.state ?? "No state"}</b>
        <span>
          since <Time at={card.enteredAt} />; you saw {seen ?? "no state"}
        </span>
      </li>
    </ul>
  );
}

interface MovedProps {
  readonly card: Card;
  /** The state that the person saw. */
  readonly seen: string | null;
  readonly workflow: Workflow;
}

function whyWords(kind: NeedRow["needs"][number]["kind"], state: string | null, agent: string): string {
  if (kind === "state") return state ?? "No state";
  if (kind === "contradicted") return "Its agent reported a pass, and somebody who looked saw it fail";
  if (kind === "dragged_ungated") return "It was dragged past a guard on GitHub";
  if (kind === "merged_ungated") return "Its work has landed, and the ticket has not followed";
  return kind === "stale_claim" ? `The claim of ${agent} has expired` : `${agent} is silent`;
}

/** What the ways on still ask for. */
function Lacking({ ticket: { evidence } }: { readonly ticket: TicketAnswer }) {
  const unmet = (evidence?.missing ?? []).flatMap(({ label, to, guards }) =>
    guards.flatMap(({ what }) => (what === null ? [] : [{ way: label ?? to, what }])),
  );
  if (unmet.length === 0) return null;
  return (
    <>
      <h3>Not met</h3>
      <ul>
        {unmet.map(({ way, what }) => (
          <li key={`${way} ${what}`}>
            <b>{way}</b> {what}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What this browser's person saw of it the last time; what they see now counts from the next time on. */
function useLook(
  key: string,
  ticket: TicketAnswer | undefined,
): { readonly seq: number | null; readonly at: string | null } {
  const [seq] = useState(() => lastLook(key));
  const newest = ticket?.timeline[0]?.seq;
  useEffect(() => {
    if (newest !== undefined) noteLook(key, newest);
  }, [key, newest]);
  // Words have times, rows have numbers: the last row that was seen says when that was.
  const at = seq === null ? null : (ticket?.timeline.find((row) => row.seq <= seq)?.at ?? null);
  return { seq, at };
}

const MOST_FILES = 8;

function More({ ticket, workflow }: { readonly ticket: TicketAnswer; readonly workflow: Workflow }) {
  const { card, group, sessions } = ticket;
  const files = sessions.find((session) => session.files.length > 0)?.files ?? [];
  return (
    <>
      <div className="need-two">
        <div>
          <h3>On the way here</h3>
          <Way ticket={ticket} workflow={workflow} />
        </div>
        {files.length > 0 && (
          <div>
            <h3>{count(files.length, "file", "files")} touched</h3>
            <ul className="need-files">
              {files.slice(0, MOST_FILES).map((file) => (
                <FileName key={file} path={file} />
              ))}
              {files.length > MOST_FILES && <li>and {files.length - MOST_FILES} more</li>}
            </ul>
          </div>
        )}
        {group && group.members.length > 1 && (
          <div>
            <h3>Its group</h3>
            <ul className="need-group">
              {group.members.map((member) => (
                <li key={member.key} aria-current={member.key === card.key}>
                  <Link href={ticketPath(member.key)} className="num">
                    {showKey(member.key)}
                  </Link>
                  <span>{member.title}</span>
                  <StateName workflow={workflow} state={member.state} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </>
  );
}

function Way({
  ticket: { card, visits, timeline, moves },
  workflow,
}: {
  readonly ticket: TicketAnswer;
  readonly workflow: Workflow;
}) {
  const worked = visits.filter((visit) => workflow.states[visit.state]?.lock).reduce((sum, visit) => sum + visit.ms, 0);
  const agents = [...new Set(timeline.filter((row) => !row.person && row.kind !== "refuse").map((row) => row.who))];
  const refusals = visits.reduce((sum, visit) => sum + visit.refusals, 0);
  const onward = moves.find((move) => move.legal && byProgress(workflow, card.state, move.to) === 0);
  return (
    <dl className="need-way">
      {worked > 0 && (
        <>
          <dt>At work</dt>
          <dd>
            {showDuration(worked)}
            {agents.length > 0 && `, by ${agents.slice(0, 4).join(", ")}`}
          </dd>
        </>
      )}
      <dt>Refused</dt>
      <dd>
        {refusals === 0 ? "never" : <>{count(refusals, "attempt", "attempts")}, </>}
        {refusals > 0 && (
          <Link href={ticketPath(card.key)} className="ref">
            see the timeline
          </Link>
        )}
      </dd>
      {onward && (
        <>
          <dt>Goes on to</dt>
          <dd>{onward.to}</dd>
        </>
      )}
      {card.openBlockers.length > 0 && (
        <>
          <dt>Blocked by</dt>
          <dd>{card.openBlockers.map(showKey).join(", ")}</dd>
        </>
      )}
    </dl>
  );
}

function FileName({ path }: { readonly path: string }) {
  const slash = path.lastIndexOf("/") + 1;
  return (
    <li title={path}>
      {path.slice(0, slash)}
      <b>{path.slice(slash)}</b>
    </li>
  );
}
