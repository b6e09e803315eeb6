// Measures of what agents really do: sessions and runs that go their way by the verbs, and what is counted of them.

import { expect } from "vitest";
import { completeSkill } from "../../src/app/runs/complete-skill.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { disconnectSessions } from "../../src/app/sessions/disconnect.ts";
import { completeSession } from "../../src/app/sessions/complete-session.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
import { readStats } from "../../src/app/measures/stats.ts";
import { sweepSessions } from "../../src/app/sessions/sweep.ts";
import { updateRun } from "../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../src/app/runs/update-task-status.ts";
import { viewRun } from "../../src/app/runs/view-run.ts";
import type { Caller } from "../../src/app/app.ts";
import { building, proof, submit, tested } from "../support/worlds/proof.ts";
import { accepted, hand, newTicket, refused } from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, type Test, type World } from "../support/worlds/world.ts";

export function measuringWork(test: Test): void {
  test("work with proof is timed until its tests passed, and counted by whether it came back", async (bare) => {
    expect(await readStats(bare.app, { days: 1 })).not.toHaveProperty("evidence");
    const world = proof(bare);
    const key = await building(world);
    await world.advance(5 * MINUTE);
    refused(await submit(world, ann, key, { evidence: { tests: "pass" } }), "facts_missing");
    await world.advance(2 * MINUTE);
    await tested(world);
    await world.advance(MINUTE);
    accepted(await submit(world, ann, key));
    const right = await readStats(world.app, { days: 1 });
    expect(right.evidence).toMatchObject({ firstTimeRight: { count: 1, of: 1 }, sentBack: [] });
    const times = right.evidence?.timeToEvidence.map(({ fact, count, medianMs }) => [fact, count, medianMs]);
    // What the commit changes was looked at when it was handed in for the first time.
    expect(new Map(times?.map(([fact, ...rest]) => [fact, rest]))).toEqual(
      new Map([
        ["work", [1, 0]],
        ["tests", [1, 2 * MINUTE]],
      ]),
    );
    accepted(await hand(world, bob, key, { command: "impl", intent: "reject" }));
    const { evidence } = await readStats(world.app, { days: 1 });
    expect(evidence).toMatchObject({
      firstTimeRight: { count: 0, of: 1 },
      sentBack: [{ from: "In Review", to: "In Progress", count: 1 }],
    });
  });

  test("sessions are timed by what their agents reported, and counted by how they ended", async (world) => {
    const ticket = await newTicket(world);
    const [done, failed, gone, silent] = [
      await open(world, ann, ticket),
      await open(world, bob, ticket),
      await open(world, agent("cleo"), ticket),
      await open(world, agent("dan"), ticket),
    ];
    const way: readonly (readonly [state: string, minutes: number])[] = [
      ["analyzing", 4],
      ["implementing", 10],
      ["testing", 2],
      ["implementing", 20],
      ["testing", 4],
      ["committing", 1],
    ];
    await world.advance(MINUTE);
    for (const [state, minutes] of way) {
      accepted(await updateSessionState(world.app, ann, { sessionId: done, state }));
      // Reported again, it is the same visit.
      await world.advance((minutes * MINUTE) / 2);
      accepted(await updateSessionState(world.app, ann, { sessionId: done, state, metadata: { files: ["a.ts"] } }));
      await world.advance((minutes * MINUTE) / 2);
    }
    accepted(await completeSession(world.app, ann, { sessionId: done, outcome: "success" }));
    accepted(await updateSessionState(world.app, bob, { sessionId: failed, state: "reviewing" }));
    refused(await updateSessionState(world.app, bob, { sessionId: failed, state: "idle" }), "not_reportable");
    accepted(await completeSession(world.app, maria, { sessionId: failed, outcome: "failure", reason: "It hangs." }));
    refused(await updateSessionState(world.app, bob, { sessionId: failed, state: "testing" }), "session_completed");
    await disconnectSessions(world.app, agent("cleo"), "cleo");
    await world.board.sessions.noteSeen({ connection: "dan", agent: null });
    const before = await readStats(world.app, { days: 1 });
    // Cleo's client is gone, and all that is heard of Dan is that it calls.
    expect(before.sessions).toMatchObject({ open: 2, silent: 1 });
    await world.advance(3 * MINUTE);
    expect(await sweepSessions(world.app, "test")).toBe(1);
    await world.advance(20 * MINUTE);
    const { sessions, refusals } = await readStats(world.app, { days: 1 });
    expect((await world.board.sessions.get(gone))?.outcome).toBe("timeout");
    expect((await world.board.sessions.get(silent))?.outcome).toBeNull();
    expect(sessions).toMatchObject({ open: 1, silent: 1, outOfOrder: 1 });
    expect(sessions.states.map(({ state, count, medianMs }) => [state, count, (medianMs ?? 0) / MINUTE])).toEqual([
      // One minute, 42 and 45: nobody was in a hurry to begin.
      ["idle", 3, 42],
      ["analyzing", 1, 4],
      ["implementing", 2, 15],
      ["testing", 2, 3],
      ["committing", 1, 1],
      ["reviewing", 1, 0],
    ]);
    expect(sessions.outcomes.toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1))).toEqual([
      { outcome: "failure", count: 1 },
      { outcome: "success", count: 1 },
      { outcome: "timeout", count: 1 },
    ]);
    expect(sessions.turnedBack).toEqual([{ from: "testing", to: "implementing", count: 1, of: 2 }]);
    // The ticket and 4 sessions were made, ann's had 12 reports and its end, bob's a report and its end, Cleo's an end,
    // and 2 were refused; that Cleo's client went away was nobody's attempt.
    expect(refusals.attempts).toBe(5 + 13 + 2 + 1 + 2);
    expect(refusals.byState).toEqual([
      { state: "failed", code: "session_completed", count: 1 },
      { state: "reviewing", code: "not_reportable", count: 1 },
    ]);
  });

  test("runs are timed by the skills that were worked on, and finished where they came to their end", async (world) => {
    const run = { project: "shop", session: "one" };
    const items = [{ number: 1, type: "bugfix", title: "It breaks" }];
    accepted(await updateRun(world.app, ann, { ...run, items, tasks: [{ id: "fix", item: 1 }] }));
    accepted(await updateTaskStatus(world.app, ann, { ...run, task: "fix", status: "completed" }));
    accepted(await completeSkill(world.app, ann, { ...run, session: "two", skill: "collab-start" }));
    refused(await completeSkill(world.app, bob, { ...run, skill: "collab-clear" }), "wrong_skill");
    for (let step = 0; ; step++) {
      const { skill, done } = accepted(await viewRun(world.app, run));
      if (done || step > 40) break;
      await world.advance((step + 1) * MINUTE);
      accepted(await completeSkill(world.app, ann, { ...run, skill: skill ?? "" }));
    }
    const { runs, refusals } = await readStats(world.app, { days: 1 });
    expect(runs).toMatchObject({ open: 1, finished: 1 });
    expect(runs.states.map(({ state, count, medianMs }) => [state, count, (medianMs ?? 0) / MINUTE])).toEqual([
      // The other run's took no time at all.
      ["collab-start", 2, 0.5],
      ["gather-goals", 1, 2],
      ["clear-pre-item", 1, 3],
      ["systematic-debugging", 1, 4],
      ["clear-post-item", 1, 5],
      ["ready-to-implement", 1, 6],
      ["clear-pre-execute", 1, 7],
      ["workflow-complete", 1, 8],
      ["cleanup", 1, 9],
    ]);
    const traffic = new Map(runs.traffic.map(({ from, to, count }) => [`${from} → ${to}`, count]));
    // Routers are walked through in one step, and seen all the same.
    expect(traffic.get("clear-pre-item → work-item-router")).toBe(1);
    expect(traffic.get("work-item-router → systematic-debugging")).toBe(1);
    expect(traffic.get("batch-router → workflow-complete")).toBe(1);
    expect(refusals.byState).toEqual([{ state: "collab-start", code: "wrong_skill", count: 1 }]);
  });
}

async function open(world: World, caller: Caller, ticket: string): Promise<string> {
  return accepted(await createSession(world.app, caller, { ticket })).sessionId;
}
