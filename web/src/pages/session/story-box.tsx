// How the session stands, at a glance and in sentences, with what a person can do about it.

import type { ReactNode } from "react";
import type { SessionAnswer } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { showDuration } from "../../lib/time.ts";
import { Lamp } from "../../parts/lamp.tsx";
import type { Story } from "./story.ts";

const BAD = new Set<Story["kind"]>(["failed"]);
const ODD = new Set<Story["kind"]>(["silent", "gone", "left"]);

export function Plate({
  answer: { session },
  story,
  now,
}: {
  readonly answer: SessionAnswer;
  readonly story: Story;
  readonly now: number;
}) {
  const end = session.completedAt === null ? now : Date.parse(session.completedAt);
  return (
    <div className={cx("session-plate", toneOf(story))}>
      <Lamp
        state={session.state}
        indicator={session.indicator}
        silent={ODD.has(story.kind)}
        label={story.title}
        size="l"
      />
      <div>
        <b>{story.title}</b>
        <small>{story.small}</small>
      </div>
      <span className="berth" title="How long it took so far">
        {showDuration(Math.max(0, end - Date.parse(session.startedAt)))}
      </span>
    </div>
  );
}

/** The error first; then how it came to that. */
export function StoryBox({
  answer: { session },
  story,
  children,
}: {
  readonly answer: SessionAnswer;
  readonly story: Story;
  readonly children: ReactNode;
}) {
  const [first = "", ...rest] = (session.error ?? "").split("\n");
  return (
    <section className={cx("session-story", toneOf(story))} aria-label="What happened">
      <Lamp state={session.state} indicator={session.indicator} silent={ODD.has(story.kind)} label={story.title} />
      <div>
        {session.error !== null && (
          <>
            <b className={cx(BAD.has(story.kind) && "danger")}>{first}</b>
            {rest.length > 0 && <pre>{rest.join("\n")}</pre>}
          </>
        )}
        {story.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {session.error === null && story.sentences.length === 0 && <p>{quiet(story)}</p>}
      </div>
      {children}
    </section>
  );
}

function quiet(story: Story): string {
  return story.kind === "live"
    ? "Its agent is at work, and nothing is wrong."
    : "It came to its end, and no error was reported.";
}

function toneOf({ kind }: Story): string | false {
  return BAD.has(kind) ? "bad" : ODD.has(kind) ? "odd" : false;
}
