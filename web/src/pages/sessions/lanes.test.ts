import { describe, expect, it } from "vitest";
import sessionFile from "../../../../workflows/session.json" with { type: "json" };
import type { EventView, SessionsAnswer, SessionView, Workflow } from "../../../../src/http/contract.ts";
import { lanesOf } from "./lanes.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const HOUR = 3_600_000;
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

describe("lanes", () => {
  it("show each state from its report to the next, and the last until now", () => {
    const [lane] = lanesOf(
      answer([
        session({}, [
          ["analyzing", 60],
          ["implementing", 30],
        ]),
      ]),
      NOW,
      HOUR,
    ).live;
    expect(lane?.segments.map(({ state, from, to }) => [state, from, to])).toEqual([
      ["analyzing", 0, 0.5],
      ["implementing", 0.5, 1],
    ]);
  });

  it("show a state that was reported again as one", () => {
    const again = session({}, [
      ["analyzing", 60],
      ["analyzing", 45],
      ["implementing", 30],
      ["implementing", 10],
    ]);
    const [lane] = lanesOf(answer([again]), NOW, HOUR).live;
    expect(lane?.segments.map(({ state, from, to }) => [state, from, to])).toEqual([
      ["analyzing", 0, 0.5],
      ["implementing", 0.5, 1],
    ]);
  });

  it("cut off what lies before the window", () => {
    const [lane] = lanesOf(
      answer([
        session({}, [
          ["analyzing", 200],
          ["implementing", 120],
        ]),
      ]),
      NOW,
      HOUR,
    ).live;
    expect(lane?.cut).toBe(true);
    expect(lane?.segments.map(({ state, from, to }) => [state, from, to])).toEqual([["implementing", 0, 1]]);
  });

  it("end with the session, and leave out one that ended before the window", () => {
    const recent = session({ id: "recent", completedAt: minutesAgo(30) }, [
      ["analyzing", 45],
      ["done", 30],
    ]);
    const old = session({ id: "old", completedAt: minutesAgo(90) }, [
      ["analyzing", 120],
      ["done", 90],
    ]);
    const { ended } = lanesOf(answer([recent, old]), NOW, HOUR);
    expect(ended.map((lane) => lane.session.id)).toEqual(["recent"]);
    expect(ended[0]?.segments.map(({ state, to }) => [state, to])).toEqual([["analyzing", 0.5]]);
  });

  it("show silence from the last sign of life", () => {
    const quiet = session({ silent: true, seenAt: minutesAgo(15) }, [["implementing", 60]]);
    const [lane] = lanesOf(answer([quiet]), NOW, HOUR).silent;
    expect(lane?.segments[0]?.to).toBe(0.75);
    expect(lane?.silence).toEqual({ from: 0.75, to: 1 });
  });

  it("carry the refusals of their ticket while they were open, and reports out of order", () => {
    const own = session(
      {},
      [
        ["analyzing", 40],
        ["reviewing", 15],
      ],
      1,
    );
    const rows = [refusal("7", 30), refusal("7", 50), refusal("8", 30)];
    const [lane] = lanesOf({ ...answer([own]), refusals: rows }, NOW, HOUR).live;
    expect(lane?.refusals.map(({ at }) => at)).toEqual([0.5]);
    expect(lane?.outOfOrder).toEqual([{ at: 0.75, state: "reviewing" }]);
  });
});

function answer(sessions: readonly SessionView[]): SessionsAnswer {
  return {
    seq: 1,
    now: minutesAgo(0),
    workflow: sessionFile as Workflow,
    sessions,
    more: false,
    earlier: null,
    refusals: [],
  };
}

function session(
  changes: Partial<SessionView>,
  reports: readonly (readonly [string, number])[],
  outOfOrderAt?: number,
): SessionView {
  return {
    id: "s",
    ticket: "7",
    title: null,
    agent: "wren",
    state: reports.at(-1)?.[0] ?? "",
    indicator: null,
    outcome: null,
    startedAt: minutesAgo(reports[0]?.[1] ?? 0),
    completedAt: null,
    since: minutesAgo(reports.at(-1)?.[1] ?? 0),
    ageMs: 0,
    seenAt: minutesAgo(0),
    silent: false,
    disconnected: false,
    outOfOrder: 0,
    entries: reports.length,
    timeInState: [],
    history: reports.map(([state, minutes], index) => ({
      state,
      timestamp: minutesAgo(minutes),
      metadata: {},
      ...(index === outOfOrderAt ? { outOfOrder: true as const } : {}),
    })),
    claim: null,
    files: [],
    testResults: null,
    error: null,
    owned: true,
    ended: null,
    ...changes,
  };
}

function refusal(ticket: string, minutes: number): EventView {
  return {
    seq: minutes,
    at: minutesAgo(minutes),
    kind: "refuse",
    subject: { type: "ticket", key: ticket },
    who: "wren",
    person: false,
    via: "mcp",
    from: null,
    to: null,
    command: null,
    intent: null,
    code: "not_an_edge",
    texts: {},
    refusal: null,
    data: {},
  };
}
