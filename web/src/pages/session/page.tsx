// One session by its address: how it stands and why, what was reported, and what was done around it.

import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import type { EventView, SessionAnswer, SessionStepView, Workflow } from "../../../../src/http/contract.ts";
import { fetchOlderSession, useBoard, useSession } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { useKeys } from "../../lib/keys.ts";
import { showMoment } from "../../lib/time.ts";
import { useTitle } from "../../lib/title.ts";
import { sessionPath, showKey, ticketPath, unescapeName } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { Answered } from "../../parts/answers.tsx";
import { Time } from "../../parts/facts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Acts } from "./acts.tsx";
import { Around } from "./around.tsx";
import { Files } from "./files.tsx";
import { LanePanel } from "./lane-panel.tsx";
import { Steps } from "./steps.tsx";
import { Plate, StoryBox } from "./story-box.tsx";
import { storyOf } from "./story.ts";
import "../sessions/sessions.css";
import "./session.css";

export function SessionPage() {
  const id = unescapeName(useParams<{ id: string }>().id);
  const query = useSession(id);
  const board = useBoard();
  const [, navigate] = useLocation();
  const answer = query.data;
  const earlier = answer?.others.find(({ startedAt }) => startedAt <= answer.session.startedAt);
  useTitle(answer ? `${answer.session.agent} on ${showKey(answer.session.ticket)}` : "Session");
  useKeys({
    t: () => answer && navigate(ticketPath(answer.session.ticket)),
    k: () => earlier && navigate(sessionPath(earlier.id)),
    Escape: () => navigate("/sessions"),
  });
  return (
    <div className="session-page">
      <nav className="session-crumbs" aria-label="Where this is">
        <Link href="/sessions">Sessions</Link>
        <Icon name="right" small />
        <span>session {id.slice(0, 8)}</span>
        <span className="session-hints" aria-hidden="true">
          its ticket <kbd>t</kbd> earlier session <kbd>k</kbd> sessions <kbd>esc</kbd>
        </span>
      </nav>
      <Answered query={query} what="The session" rows={5}>
        {(found) =>
          board.data ? (
            <Session key={id} answer={found} tickets={board.data.workflow} />
          ) : (
            <Answered query={board} what="The board" rows={5}>
              {() => null}
            </Answered>
          )
        }
      </Answered>
    </div>
  );
}

function Session({ answer, tickets }: { readonly answer: SessionAnswer; readonly tickets: Workflow }) {
  const { session } = answer;
  const now = useNow(10_000);
  const story = storyOf(answer, now);
  const older = useOlder(answer);
  return (
    <>
      <header className="session-head">
        <div>
          <h1>
            {session.agent} <span>on</span>{" "}
            <Link href={ticketPath(session.ticket)}>
              {showKey(session.ticket)} {answer.ticket?.title ?? ""}
            </Link>
          </h1>
          <Facts answer={answer} />
        </div>
        <Plate answer={answer} story={story} now={now} />
      </header>
      <StoryBox answer={answer} story={story}>
        <Acts answer={answer} story={story} />
      </StoryBox>
      <LanePanel answer={answer} tickets={tickets} />
      <div className="session-split">
        <div>
          <Steps
            steps={older.steps}
            workflow={answer.workflow}
            agent={session.agent}
            total={session.entries}
            outOfOrder={session.outOfOrder}
            onOlder={older.moreSteps}
            loading={older.loading}
          />
          <Files steps={older.steps} />
        </div>
        <div>
          <Around rows={older.rows} session={session} onOlder={older.moreRows} loading={older.loading} />
          <Others answer={answer} />
        </div>
      </div>
    </>
  );
}

function Facts({ answer: { session, ticket } }: { readonly answer: SessionAnswer }) {
  return (
    <p className="session-facts">
      <span title={showMoment(session.startedAt)}>
        started{" "}
        <b>
          <Time at={session.startedAt} />
        </b>
      </span>
      {session.completedAt === null ? (
        <span title={showMoment(session.seenAt)}>
          last heard of{" "}
          <b>
            <Time at={session.seenAt} />
          </b>
        </span>
      ) : (
        <span title={showMoment(session.completedAt)}>
          ended{" "}
          <b>
            <Time at={session.completedAt} />
          </b>
        </span>
      )}
      {ticket && (
        <span>
          the ticket is in <b>{ticket.state ?? "no state"}</b>
        </span>
      )}
      <span className="mono">{session.id}</span>
    </p>
  );
}

function Others({ answer: { others, session } }: { readonly answer: SessionAnswer }) {
  if (others.length === 0) return null;
  return (
    <Panel title={`Other sessions on ${showKey(session.ticket)}`} note={String(others.length)}>
      <ul className="session-others">
        {others.map((other) => (
          <li key={other.id}>
            <Lamp
              state={other.state}
              indicator={other.indicator}
              silent={other.silent || (other.completedAt !== null && other.outcome === null)}
            />
            <Link href={sessionPath(other.id)} className="ref">
              {other.agent}
            </Link>
            <span className="dim">
              {other.completedAt !== null && other.outcome === null ? "left open" : other.state},{" "}
              <Time at={other.startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Older {
  readonly steps: readonly SessionStepView[];
  readonly rows: readonly EventView[];
  readonly moreSteps: (() => void) | null;
  readonly moreRows: (() => void) | null;
  readonly loading: boolean;
}

/** What was loaded before stays when the page is brought up to date: each row stands once, by its number. */
function useOlder(answer: SessionAnswer): Older {
  const [pages, setPages] = useState<readonly SessionAnswer[]>([]);
  const [more, setMore] = useState({ before: answer.olderBefore, around: answer.aroundBefore });
  const [loading, setLoading] = useState(false);
  const load = async (from: "before" | "around", seq: number) => {
    setLoading(true);
    try {
      const page = await fetchOlderSession(answer.session.id, from, seq);
      setPages((known) => [...known, page]);
      setMore((known) => ({ ...known, [from]: from === "before" ? page.olderBefore : page.aroundBefore }));
    } catch (error) {
      toast("danger", "Older rows could not be loaded.", String(error));
    } finally {
      setLoading(false);
    }
  };
  const all = [...pages, answer];
  const steps = new Map(all.flatMap(({ session }) => session.history.map((step) => [step.seq, step] as const)));
  const rows = new Map(all.flatMap(({ around }) => around.map((row) => [row.seq, row] as const)));
  const { before, around } = more;
  return {
    steps: [...steps.values()].toSorted((a, b) => a.seq - b.seq),
    rows: [...rows.values()].toSorted((a, b) => b.seq - a.seq),
    moreSteps: before === null ? null : () => void load("before", before),
    moreRows: around === null ? null : () => void load("around", around),
    loading,
  };
}
