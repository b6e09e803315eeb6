import { describe, expect, it } from "vitest";
import type { SessionAnswer, SessionDetail } from "../../../../src/http/contract.ts";
import { makeSession, sessionWorkflow } from "../../testing/boards.ts";
import { storyOf } from "./story.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

describe("the story of a session", () => {
  it("says since when an agent is silent, and whether time ends it", () => {
    const silent = storyOf(answer({ silent: true, seenAt: minutesAgo(20) }), NOW);
    expect(silent).toMatchObject({ kind: "silent", title: "Silent" });
    expect(silent.sentences[0]).toMatch(/^heron went silent 20m ago: no call since \d\d:\d\d\.$/);
    expect(silent.sentences[1]).toContain("Nothing ends it by itself");
    const timed = storyOf(answer({ silent: true }, { endsAt: minutesAgo(-100) }), NOW);
    expect(timed.sentences[1]).toMatch(/^It ends as timeout at \d\d:\d\d, unless/);
  });

  it("says that a client went away, before it says that the agent is silent", () => {
    const gone = storyOf(answer({ silent: true, disconnected: true }, { disconnectedAt: minutesAgo(1) }), NOW);
    expect(gone).toMatchObject({ kind: "gone", title: "Disconnected" });
  });

  it("says what ended a session that was left open, and that its agent may still speak", () => {
    const ended = { at: minutesAgo(3), why: "claimed", ticketState: null, claimedBy: "wren" } as const;
    const left = storyOf(answer({ completedAt: minutesAgo(3), ended }), NOW);
    expect(left).toMatchObject({ kind: "left", title: "Left open", small: "another agent claimed the ticket" });
    expect(left.sentences.join(" ")).toMatch(/Wren claimed the ticket at .+heron never said how the work went/);
    const told = storyOf(answer({ completedAt: minutesAgo(3), ended, outcome: "success", state: "done" }), NOW);
    expect(told).toMatchObject({ kind: "ended", sentences: [expect.stringContaining("was said later")] });
  });

  it("says for whom a session waits that nobody has taken up", () => {
    expect(storyOf(answer({ owned: false }), NOW)).toMatchObject({ kind: "waiting", small: "for heron" });
    const anybody = storyOf(answer({ owned: false, agent: "nobody yet" }), NOW);
    expect(anybody.small).toBe("for the first agent that comes");
  });
});

function answer(changes: Partial<SessionDetail>, more: Partial<SessionAnswer> = {}): SessionAnswer {
  const session = makeSession("testing", {
    startedAt: minutesAgo(30),
    since: minutesAgo(10),
    seenAt: minutesAgo(0),
    ...changes,
  });
  return {
    seq: 1,
    now: minutesAgo(0),
    workflow: sessionWorkflow,
    session,
    olderBefore: null,
    lane: [],
    ticket: { key: "7", title: "A ticket", state: null, closed: false },
    claim: null,
    disconnectedAt: null,
    endsAt: null,
    visits: [],
    around: [],
    aroundBefore: null,
    others: [],
    ...more,
  };
}
