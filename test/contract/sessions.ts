// Sessions: opened once, reported in any order, ended by somebody or by time, and read back from the ledger.

import { expect } from "vitest";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { disconnectSessions } from "../../src/app/sessions/disconnect.ts";
import { completeSession } from "../../src/app/sessions/complete-session.ts";
import { listTickets } from "../../src/app/tickets/list.ts";
import { myWork } from "../../src/app/sessions/my-work.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
import { sweepSessions } from "../../src/app/sessions/sweep.ts";
import { listSessions, viewSession } from "../../src/app/sessions/view-session.ts";
import { viewTicket } from "../../src/app/tickets/view.ts";
import type { App, Caller } from "../../src/app/app.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { shipped } from "../../src/workflows/shipped.ts";
import { accepted, iso, locked, newTicket, refused, seqOf, ticketIn } from "../support/worlds/steps.ts";
import {
  agent,
  ann,
  bob,
  maria,
  MINUTE,
  SECOND,
  START,
  uma,
  vic,
  type Test,
  type World,
} from "../support/worlds/world.ts";

const WORKFLOW: Workflow = shipped("session").workflow;

// Rows are where a session is, columns what is reported: + in order, = again, o out of order, n refused, x completed.
const PAIRS = `
              idle  analyzing  implementing  testing  committing  reviewing  done  failed
idle           n        +           o           o         o           o       n      n
analyzing      n        =           +           o         o           o       n      n
implementing   n        o           =           +         o           o       n      n
testing        n        o           +           =         +           o       n      n
committing     n        o           o           o         =           +       n      n
reviewing      n        o           o           o         o           =       n      n
done           x        x           x           x         x           x       x      x
failed         x        x           x           x         x           x       x      x
`;

export function sessions(test: Test): void {
  test("opens a session in the start state, with its first entry in the history", async (world) => {
    const key = await newTicket(world, { title: "Look" });
    const opened = accepted(await createSession(world.app, uma, { ticket: key }));
    expect(opened).toMatchObject({ number: 1, state: "idle", existing: false, event: await seqOf(world) });
    expect(await see(world, opened.sessionId)).toMatchObject({
      ticket: key,
      title: "Look",
      agent: "desk/uma",
      state: "idle",
      indicator: "gray dot",
      outcome: null,
      completedAt: null,
      silent: false,
      disconnected: false,
      outOfOrder: 0,
      entries: 1,
      history: [{ state: "idle", timestamp: iso(START), metadata: {}, action: "session_created" }],
    });
  });

  test("opens a session on no ticket that is not there", async (world) => {
    refused(await createSession(world.app, ann, { ticket: "9" }), "ticket_not_found");
    refused(await createSession(world.app, ann, { ticket: "\0" }), "ticket_not_found");
    expect(await listSessions(world.app, {})).toEqual([]);
  });

  test("gives the same agent its open session again, and others one of their own", async (world) => {
    const key = await newTicket(world);
    const first = await open(world, uma, key);
    const before = await seqOf(world);
    expect(accepted(await createSession(world.app, uma, { ticket: key }))).toMatchObject({
      sessionId: first,
      existing: true,
    });
    expect(await seqOf(world)).toBe(before);
    const others = [
      await open(world, vic, key),
      await open(world, ann, key),
      await open(world, uma, await newTicket(world)),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
    accepted(await completeSession(world.app, uma, { sessionId: first, outcome: "success" }));
    expect(await open(world, uma, key)).not.toBe(first);
  });

  test("opens one session where the same agent asks many times at once", async (world) => {
    const key = await newTicket(world);
    const ids = await Promise.all(Array.from({ length: 8 }, () => open(world, ann, key)));
    expect(new Set(ids).size).toBe(1);
    expect(await listSessions(world.app, { open: true })).toHaveLength(1);
  });

  for (const mode of ["observe", "enforce"] as const) {
    test(`answers every report in every state as the table says, in mode ${mode}`, async (world) => {
      const app = withWorkflow(world, { mode });
      const key = await newTicket(world);
      for (const [from, reported, mark] of cells(PAIRS)) {
        const id = await sessionAt(world, key, from);
        const before = await see(world, id);
        const answer = await updateSessionState(app, bob, { sessionId: id, state: reported, metadata: { n: 1 } });
        const after = await see(world, id);
        const what = `${from} → ${reported} in mode ${mode}`;
        if (mark === "+" || mark === "=" || (mark === "o" && mode === "observe")) {
          expect(accepted(answer), what).toMatchObject({
            success: true,
            previousState: from,
            newState: reported,
            outOfOrder: mark === "o",
            warnings: mark === "o" ? [expect.stringContaining("Out of order")] : [],
          });
          expect(after.state, what).toBe(reported);
          expect(after.entries, what).toBe(before.entries + 1);
          expect(after.history.at(-1), what).toMatchObject({ state: reported, metadata: { n: 1 } });
          expect(after.outOfOrder - before.outOfOrder, what).toBe(mark === "o" ? 1 : 0);
        } else {
          const code = { o: "out_of_order", n: "not_reportable", x: "session_completed" }[mark] ?? "";
          refused(answer, code);
          expect(after, what).toEqual(before);
          const [row] = await world.board.ledger.history({ type: "session", key: id }, 1);
          expect(row, what).toMatchObject({ kind: "refuse", data: { code, from } });
        }
      }
    });
  }

  test("refuses unknown and completed sessions, states and outcomes in words", async (world) => {
    const key = await newTicket(world);
    const id = await open(world, ann, key);
    for (const unknown of ["nope", "'", "__proto__"]) {
      const report = await updateSessionState(world.app, ann, { sessionId: unknown, state: "testing" });
      expect(refused(report, "session_not_found").error).toContain("not found");
      const end = await completeSession(world.app, ann, { sessionId: unknown, outcome: "success" });
      expect(refused(end, "session_not_found").error).toContain("not found");
      expect(refused(await viewSession(world.app, unknown), "session_not_found").error).toContain("not found");
    }
    expect(
      refused(await updateSessionState(world.app, ann, { sessionId: id, state: "tessting" }), "unknown_state").error,
    ).toContain('"testing"');
    refused(await completeSession(world.app, ann, { sessionId: id, outcome: "constructor" }), "unknown_outcome");
    accepted(await completeSession(world.app, ann, { sessionId: id, outcome: "failure", error: "No disk." }));
    const late = await updateSessionState(world.app, ann, { sessionId: id, state: "testing" });
    expect(refused(late, "session_completed").error).toContain("already completed");
    const again = await completeSession(world.app, ann, { sessionId: id, outcome: "success" });
    expect(refused(again, "session_completed").error).toContain("already completed");
    expect(await see(world, id)).toMatchObject({ state: "failed", outcome: "failure", error: "No disk.", entries: 2 });
  });

  test("keeps the times of a session's states", async (world) => {
    const id = await open(world, ann, await newTicket(world));
    for (const [state, minutes] of [
      ["analyzing", 1],
      ["implementing", 2],
      ["testing", 3],
      ["implementing", 4],
    ] as const) {
      await world.advance(minutes * MINUTE);
      accepted(await updateSessionState(world.app, ann, { sessionId: id, state }));
    }
    await world.advance(5 * MINUTE);
    const minutesIn = async (): Promise<object> =>
      Object.fromEntries((await see(world, id)).timeInState.map(({ state, ms }) => [state, Math.round(ms / MINUTE)]));
    expect(await minutesIn()).toEqual({ idle: 1, analyzing: 2, implementing: 8, testing: 4 });
    expect(Math.round((await see(world, id)).ageMs / MINUTE)).toBe(5);
    accepted(await completeSession(world.app, ann, { sessionId: id, outcome: "failure" }));
    await world.advance(MINUTE);
    expect(await minutesIn()).toEqual({ idle: 1, analyzing: 2, implementing: 8, testing: 4 });
    expect(Math.round((await see(world, id)).ageMs / MINUTE)).toBe(15);
  });

  test("shows the newest files and test results, and the error of the last report alone", async (world) => {
    const id = await open(world, ann, await newTicket(world));
    const report = async (metadata: Record<string, unknown>): Promise<void> => {
      accepted(await updateSessionState(world.app, ann, { sessionId: id, state: "testing", metadata }));
    };
    await report({ files: ["a.ts", 7, "b.ts"], testResults: { passed: 3 }, error: "one failed" });
    expect(await see(world, id)).toMatchObject({
      files: ["a.ts", "b.ts"],
      testResults: { passed: 3, failed: 0, skipped: 0 },
      error: "one failed",
    });
    await report({ testResults: { passed: 4, failed: "x" }, files: "none" });
    expect(await see(world, id)).toMatchObject({
      files: ["a.ts", "b.ts"],
      testResults: { passed: 4, failed: 0, skipped: 0 },
      error: null,
    });
  });

  test("takes metadata within bounds only, and gives it back as it was", async (world) => {
    const id = await open(world, ann, await newTicket(world));
    const report = (metadata: Record<string, unknown>) =>
      updateSessionState(world.app, ann, { sessionId: id, state: "analyzing", metadata });
    const kept = {
      constructor: 1,
      "": null,
      nested: { list: [1, [2, { x: "ü\u2028💡'\"" }]] },
      action: "y",
      state: "z",
    };
    accepted(await report(kept));
    expect((await see(world, id)).history.at(-1)?.metadata).toEqual(kept);
    const before = await seqOf(world);
    expect(refused(await report({ text: "x".repeat(16 * 1024) }), "too_long").facts).toMatchObject({ limit: 16_384 });
    refused(await report({ deep: nested(5000) }), "bad_metadata");
    refused(await report({ ["k".repeat(201)]: 1 }), "bad_metadata");
    refused(await report(JSON.parse('{"__proto__": {"a": 1}}') as Record<string, unknown>), "bad_metadata");
    refused(await report({ list: ["fine", "a\0b"] }), "unstorable_text");
    refused(await report({ "\ud800": 1 }), "bad_metadata");
    const error = "x".repeat(4 * 1024 + 1);
    refused(await completeSession(world.app, ann, { sessionId: id, outcome: "failure", error }), "too_long");
    expect(await seqOf(world)).toBe(before);
  });

  test("answers the same request the same, and does it once", async (world) => {
    const key = await newTicket(world);
    const ask = { ticket: key, requestId: "open-1" };
    const opened = accepted(await createSession(world.app, ann, ask));
    const report = { sessionId: opened.sessionId, state: "testing", metadata: { a: 1 }, requestId: "r1" };
    const first = accepted(await updateSessionState(world.app, ann, report));
    await world.advance(MINUTE);
    expect(await updateSessionState(world.app, ann, report)).toEqual({ ...first, repeated: true });
    refused(await updateSessionState(world.app, ann, { ...report, metadata: { a: 2 } }), "request_reused");
    const end = { sessionId: opened.sessionId, outcome: "failure", requestId: "e1" };
    const ended = accepted(await completeSession(world.app, ann, end));
    expect(await completeSession(world.app, ann, end)).toEqual({ ...ended, repeated: true });
    expect(await createSession(world.app, ann, ask)).toEqual({ ...opened, repeated: true });
    const view = await see(world, opened.sessionId);
    expect(view.entries).toBe(3);
    expect(view.history.map(({ timestamp }) => timestamp).slice(1)).toEqual([
      first.transitionedAt,
      ended.transitionedAt,
    ]);
  });

  test("lets a person end a session, with a reason", async (world) => {
    const id = await open(world, ann, await newTicket(world));
    refused(await completeSession(world.app, maria, { sessionId: id, outcome: "timeout" }), "blank_reason");
    accepted(await completeSession(world.app, maria, { sessionId: id, outcome: "timeout", reason: "It hangs." }));
    const [row] = await world.board.ledger.history({ type: "session", key: id }, 1);
    expect(row).toMatchObject({
      kind: "move",
      by: { person: "Maria" },
      data: { outcome: "timeout" },
      texts: { reason: "It hangs." },
    });
  });

  test("loses no report where many come at once", async (world) => {
    const id = await open(world, ann, await newTicket(world));
    const states = ["analyzing", "implementing", "testing", "committing"];
    await Promise.all(
      Array.from({ length: 24 }, async (_, n) =>
        accepted(
          await updateSessionState(world.app, agent(`a${n}`), {
            sessionId: id,
            state: states[n % 4] ?? "",
            metadata: { n },
          }),
        ),
      ),
    );
    const { history, state } = await see(world, id);
    expect(
      history
        .slice(1)
        .map(({ metadata }) => Number(metadata?.["n"]))
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 24 }, (_, n) => n));
    expect(history.at(-1)?.state).toBe(state);
  });

  test("counts a session as silent until something is heard of its agent, which leaves no row", async (world) => {
    const id = await open(world, uma, await newTicket(world));
    await world.advance(15 * MINUTE - SECOND * 30);
    expect(await see(world, id)).toMatchObject({ silent: false });
    await world.advance(MINUTE);
    expect(await see(world, id)).toMatchObject({ silent: true });
    const before = await seqOf(world);
    await world.board.sessions.noteSeen({ connection: "desk", agent: "vic" });
    await world.board.sessions.noteSeen({ connection: "desk", agent: null });
    expect(await see(world, id)).toMatchObject({ silent: true });
    await world.board.sessions.noteSeen({ connection: "desk", agent: "uma" });
    expect(await see(world, id)).toMatchObject({ silent: false });
    expect(await seqOf(world)).toBe(before);
    // A workflow that says nothing of time-outs leaves the end to people.
    await world.advance(1000 * MINUTE);
    expect(await sweepSessions(world.app, "test")).toBe(0);
  });

  test("ends a silent session where the workflow says when", async (world) => {
    const app = withWorkflow(world, { silence: { staleSeconds: 60, graceSeconds: 60, timeoutSeconds: 600 } });
    const key = await newTicket(world);
    const [heard, silent] = [await open(world, ann, key), await open(world, bob, key)];
    await world.advance(9 * MINUTE);
    expect(await sweepSessions(app, "test")).toBe(0);
    await world.board.sessions.noteSeen({ connection: "ann", agent: null });
    await world.advance(2 * MINUTE);
    expect(await sweepSessions(app, "test")).toBe(1);
    expect(await see(world, heard)).toMatchObject({ state: "idle", outcome: null });
    expect(await see(world, silent)).toMatchObject({
      state: "failed",
      outcome: "timeout",
      error: expect.stringContaining("600 s") as string,
    });
  });

  test("ends a disconnected session after the grace, once, whoever sweeps", async (world) => {
    const key = await newTicket(world);
    const ids = [await open(world, ann, key), await open(world, bob, key)];
    await world.advance(SECOND);
    expect(await disconnectSessions(world.app, ann, "ann")).toBe(1);
    expect(await see(world, ids[0] ?? "")).toMatchObject({ disconnected: true, silent: false, entries: 1 });
    await world.advance(2 * MINUTE - 10 * SECOND);
    expect(await sweepSessions(world.app, "test")).toBe(0);
    await world.advance(20 * SECOND);
    const swept = await Promise.all(Array.from({ length: 4 }, () => sweepSessions(world.app, "test")));
    expect(swept.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    expect(await see(world, ids[0] ?? "")).toMatchObject({
      state: "failed",
      outcome: "timeout",
      disconnected: false,
      entries: 2,
    });
    expect(await see(world, ids[1] ?? "")).toMatchObject({ state: "idle", outcome: null });
  });

  test("takes any sign of life within the grace for a return", async (world) => {
    const key = await newTicket(world);
    const byReport = await open(world, uma, key);
    const byCall = await open(world, vic, key);
    const byOpening = await open(world, agent("desk"), key);
    await world.advance(SECOND);
    expect(await disconnectSessions(world.app, uma, "desk")).toBe(3);
    await world.advance(MINUTE);
    accepted(await updateSessionState(world.app, uma, { sessionId: byReport, state: "analyzing" }));
    await world.board.sessions.noteSeen({ connection: "desk", agent: "vic" });
    expect(await open(world, agent("desk"), key)).toBe(byOpening);
    await world.advance(10 * MINUTE);
    expect(await sweepSessions(world.app, "test")).toBe(0);
    for (const id of [byReport, byCall, byOpening]) {
      expect(await see(world, id)).toMatchObject({ disconnected: false, outcome: null });
    }
  });

  test("gives an agent that lost its context its sessions and claims, without tokens", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const id = await open(world, uma, key);
    const { token } = await locked(world, uma, key, "research");
    await open(world, vic, key);
    const mine = await myWork(world.app, uma);
    expect(mine.sessions.map((session) => session.id)).toEqual([id]);
    expect(mine.claims).toMatchObject([
      { number: 1, holder: "desk/uma", state: "Research in Progress", expired: false },
    ]);
    expect(JSON.stringify(mine)).not.toContain(token);
    expect(await myWork(world.app, vic)).toMatchObject({ sessions: [{ agent: "desk/vic" }], claims: [] });
    // Who has forgotten its name too sees what the connection has.
    expect((await myWork(world.app, agent("desk"))).sessions).toHaveLength(2);
    expect(await myWork(world.app, bob)).toEqual({ sessions: [], claims: [] });
  });

  test("shows on a claim what its holder is doing right now", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const free = await newTicket(world);
    await open(world, vic, key);
    await locked(world, uma, key, "research");
    const lampOf = async (): Promise<unknown> => accepted(await viewTicket(world.app, key)).claim?.session;
    expect(await lampOf()).toBeNull();
    const id = await open(world, uma, key);
    accepted(await updateSessionState(world.app, uma, { sessionId: id, state: "testing" }));
    const lamp = { id, agent: "desk/uma", state: "testing", indicator: "cyan spinner", silent: false };
    expect(await lampOf()).toMatchObject(lamp);
    const { tickets } = accepted(await listTickets(world.app, {}));
    expect(tickets.map(({ number, claim }) => [String(number), claim?.session?.id])).toEqual([
      [key, id],
      [free, undefined],
    ]);
    expect(await see(world, id)).toMatchObject({ claim: { expired: false } });
  });

  test("lists sessions by what is asked, the newest first, and bounded", async (world) => {
    const [one, two] = [await newTicket(world), await newTicket(world)];
    const first = await open(world, ann, one);
    await world.advance(MINUTE);
    const second = await open(world, ann, two);
    accepted(await completeSession(world.app, ann, { sessionId: first, outcome: "failure" }));
    const ids = async (...ask: Parameters<World["board"]["sessions"]["list"]>): Promise<readonly string[]> =>
      (await world.board.sessions.list(...ask)).map((session) => session.id);
    expect(await ids({}, 10)).toEqual([second, first]);
    expect(await ids({}, 1)).toEqual([second]);
    expect(await ids({ open: true }, 10)).toEqual([second]);
    expect(await ids({ tickets: [one, two, "77"] }, 10)).toEqual([second, first]);
    expect(await ids({ tickets: [] }, 10)).toEqual([]);
    expect(await ids({ connection: "bob" }, 10)).toEqual([]);
    const { completedAt } = (await world.board.sessions.get(first)) ?? {};
    expect(await ids({ endedSince: completedAt ?? 0 }, 10)).toEqual([second, first]);
    expect(await ids({ endedSince: (completedAt ?? 0) + MINUTE }, 10)).toEqual([second]);
  });
}

async function open(world: World, caller: Caller, ticket: string): Promise<string> {
  return accepted(await createSession(world.app, caller, { ticket })).sessionId;
}

async function see(world: World, id: string) {
  return accepted(await viewSession(world.app, id));
}

let connections = 0;

/** A session of an agent of its own that stands in this state, whatever the graph says. */
async function sessionAt(world: World, key: string, state: string): Promise<string> {
  const caller = agent(`walker-${++connections}`);
  const id = await open(world, caller, key);
  const outcome = { done: "success", failed: "failure" }[state];
  if (outcome !== undefined) accepted(await completeSession(world.app, caller, { sessionId: id, outcome }));
  else if (state !== "idle") accepted(await updateSessionState(world.app, caller, { sessionId: id, state }));
  return id;
}

function withWorkflow(world: World, fields: Partial<Workflow>): App {
  return { ...world.app, sessions: compile({ ...WORKFLOW, ...fields }) };
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function cells(table: string): [string, string, string][] {
  const [head = "", ...rows] = table.trim().split("\n");
  const columns = head.trim().split(/\s+/);
  return rows.flatMap((row) => {
    const [from = "", ...marks] = row.trim().split(/\s+/);
    return marks.map((mark, index): [string, string, string] => [from, columns[index] ?? "", mark]);
  });
}
