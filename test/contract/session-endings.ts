// A session ends by itself when its ticket is closed or another agent claims it; its own agent may still say how it went.
// And sessions that a person opened: nobody's, until an agent takes them up.

import { expect } from "vitest";
import { completeSession } from "../../src/app/sessions/complete-session.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
import { listSessions, viewSession } from "../../src/app/sessions/view-session.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import type { Caller } from "../../src/app/app.ts";
import { disconnectSessions } from "../../src/app/sessions/disconnect.ts";
import { listLanes } from "../../src/app/sessions/lanes.ts";
import { viewSessionPage } from "../../src/app/pages/session-page.ts";
import { meanwhile } from "./races.ts";
import {
  accepted,
  hand,
  iso,
  lastRow,
  locked,
  newTicket,
  put,
  refused,
  seqOf,
  ticketIn,
} from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, START, uma, vic, type Test, type World } from "../support/worlds/world.ts";

export function sessionEndings(test: Test): void {
  test("ends the sessions on a ticket that is closed, in the step that closes it", async (world) => {
    const key = await ticketIn(world, "In Review");
    const [one, two] = [await at(world, ann, key, "implementing"), await at(world, uma, key, "testing")];
    const elsewhere = await at(world, ann, await newTicket(world), "testing");
    await world.advance(5 * MINUTE);
    const before = await seqOf(world);
    const { event } = accepted(await hand(world, maria, key, { toState: "Done" }));
    // The answer names the row of the move.
    expect(await lastRow(world, key)).toMatchObject({ seq: event, kind: "move", data: { to: "Done" } });
    expect(await seqOf(world)).toBe(before + 3);
    for (const [id, state] of [
      [one, "implementing"],
      [two, "testing"],
    ] as const) {
      expect(await see(world, id)).toMatchObject({
        state,
        outcome: null,
        completedAt: iso(START + 5 * MINUTE),
        silent: false,
        ended: { at: iso(START + 5 * MINUTE), why: "closed", ticketState: "Done", claimedBy: null },
      });
      const [row] = await world.board.ledger.history({ type: "session", key: id }, 1);
      expect(row).toMatchObject({ kind: "edit", data: { ticket: key, ended: "closed", state } });
      expect(row?.by).not.toHaveProperty("person");
    }
    expect(await see(world, elsewhere)).toMatchObject({ completedAt: null, ended: null });
    expect((await listSessions(world.app, { open: true })).map(({ id }) => id)).toEqual([elsewhere]);
  });

  test("ends the sessions of others on a ticket that an agent claims, and no others", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const others = [await at(world, ann, key, "analyzing"), await at(world, vic, key, "analyzing")];
    const own = await at(world, uma, key, "analyzing");
    // An agent of the same connection that left out its name may be the same one.
    const nameless = await at(world, agent("desk"), key, "analyzing");
    await locked(world, uma, key, "research");
    for (const id of others) {
      expect(await see(world, id)).toMatchObject({ outcome: null, ended: { why: "claimed", claimedBy: "desk/uma" } });
    }
    for (const id of [own, nameless]) expect(await see(world, id)).toMatchObject({ completedAt: null, ended: null });
  });

  test("ends sessions where a ticket is picked with its claim", async (world) => {
    const key = await ticketIn(world, "Research Needed", { estimate: "S" });
    const id = await at(world, ann, key, "analyzing");
    const picked = accepted(
      await pickIssue(world.app, bob, {
        workflowState: "Research Needed",
        claim: true,
        command: "research",
        reason: "next",
      }),
    );
    expect(picked.found).toBe(true);
    expect(await see(world, id)).toMatchObject({ ended: { why: "claimed", claimedBy: "bob" } });
  });

  test("leaves sessions open through every other step of their ticket", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    const id = await at(world, ann, key, "analyzing");
    accepted(await hand(world, ann, key, { command: "research", intent: "complete", claim: token }));
    await put(world, key, "Plan in Progress");
    expect(await see(world, id)).toMatchObject({ completedAt: null, ended: null });
  });

  test("takes from its own agent how the work went, once, and keeps when it ended", async (world) => {
    const key = await ticketIn(world, "In Review");
    const sessionId = await at(world, ann, key, "reviewing");
    await world.advance(MINUTE);
    await put(world, key, "Done");
    await world.advance(9 * MINUTE);
    const told = await completeSession(world.app, ann, {
      sessionId,
      outcome: "success",
      metadata: { files: ["a.ts"] },
    });
    expect(accepted(told)).toMatchObject({ previousState: "reviewing", newState: "done", outOfOrder: false });
    const view = await see(world, sessionId);
    expect(view).toMatchObject({
      state: "done",
      outcome: "success",
      completedAt: iso(START + MINUTE),
      ageMs: MINUTE,
      files: ["a.ts"],
      ended: { why: "closed" },
    });
    // What was said later took no time.
    expect(view.timeInState.find(({ state }) => state === "reviewing")?.ms).toBe(MINUTE);
    const again = await completeSession(world.app, ann, { sessionId, outcome: "failure" });
    expect(refused(again, "session_completed").error).toContain("already completed");
    expect(await see(world, sessionId)).toMatchObject({ outcome: "success" });
  });

  test("refuses reports after the end, and tells how to go on; and a person has nothing to end", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const sessionId = await at(world, ann, key, "analyzing");
    await locked(world, bob, key, "research");
    const late = refused(
      await updateSessionState(world.app, ann, { sessionId, state: "testing" }),
      "session_completed",
    );
    expect(late.error).toContain("already completed");
    expect(late.recovery).toContain("complete_ralph_session");
    expect(late.recovery).toContain("create_ralph_session");
    const ask = { sessionId, outcome: "timeout", reason: "It hangs." };
    refused(await completeSession(world.app, maria, ask), "session_completed");
    // Nor has the agent that claimed the ticket: the work was not its own.
    refused(await completeSession(world.app, bob, { sessionId, outcome: "success" }), "session_completed");
    // Its agent is not kept from saying how it went by what a person asked for.
    accepted(await completeSession(world.app, ann, { sessionId, outcome: "failure", error: "Taken over." }));
    expect(await see(world, sessionId)).toMatchObject({ outcome: "failure", error: "Taken over." });
  });

  test("opens a new session for an agent whose last one ended with its ticket", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const first = await at(world, ann, key, "analyzing");
    await locked(world, bob, key, "research");
    const second = accepted(await createSession(world.app, ann, { ticket: key }));
    expect(second).toMatchObject({ existing: false, state: "idle" });
    expect(second.sessionId).not.toBe(first);
  });

  test("loses no report that comes between the look and the step that ends the session", async (world) => {
    const key = await ticketIn(world, "In Review");
    const sessionId = await at(world, ann, key, "implementing");
    const slow = meanwhile(world, "sessions.list", async () => {
      accepted(await updateSessionState(world.app, ann, { sessionId, state: "testing" }));
    });
    accepted(await hand(slow, maria, key, { toState: "Done" }));
    const view = await see(world, sessionId);
    expect(view).toMatchObject({ state: "testing", outcome: null, ended: { why: "closed" } });
    expect(view.history.map(({ state }) => state)).toEqual(["idle", "implementing", "testing"]);
  });

  test("gives a session that a person opened to the agent that it is meant for", async (world) => {
    const key = await newTicket(world);
    const opened = accepted(await createSession(world.app, maria, { ticket: key, agent: "uma" }));
    expect(opened).toMatchObject({ state: "idle", existing: false });
    const { sessionId } = opened;
    expect(await see(world, sessionId)).toMatchObject({ agent: "uma", owned: false, state: "idle" });
    const [row] = await world.board.ledger.history({ type: "session", key: sessionId }, 1);
    expect(row).toMatchObject({ kind: "create", by: { person: "Maria" } });
    expect(accepted(await createSession(world.app, maria, { ticket: key, agent: "uma" }))).toMatchObject({
      sessionId,
      existing: true,
    });
    // Others get one of their own.
    expect(accepted(await createSession(world.app, vic, { ticket: key })).sessionId).not.toBe(sessionId);
    expect(accepted(await createSession(world.app, uma, { ticket: key }))).toMatchObject({ sessionId, existing: true });
    expect(await see(world, sessionId)).toMatchObject({ agent: "desk/uma", owned: true });
    accepted(await updateSessionState(world.app, uma, { sessionId, state: "analyzing" }));
  });

  test("gives a session that is meant for nobody to the first agent that asks", async (world) => {
    const key = await newTicket(world);
    const { sessionId } = accepted(await createSession(world.app, maria, { ticket: key }));
    expect(await see(world, sessionId)).toMatchObject({ agent: "nobody yet", owned: false });
    expect(accepted(await createSession(world.app, ann, { ticket: key })).sessionId).toBe(sessionId);
    const other = accepted(await createSession(world.app, maria, { ticket: key })).sessionId;
    accepted(await updateSessionState(world.app, vic, { sessionId: other, state: "analyzing" }));
    expect(await see(world, other)).toMatchObject({ agent: "desk/vic", owned: true });
    expect(accepted(await createSession(world.app, bob, { ticket: key })).sessionId).not.toBe(sessionId);
  });

  test("ends a session that nobody took up where another agent claims the ticket", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const meant = accepted(await createSession(world.app, maria, { ticket: key, agent: "ann" })).sessionId;
    const anybody = accepted(await createSession(world.app, maria, { ticket: key })).sessionId;
    await locked(world, bob, key, "research");
    expect(await see(world, meant)).toMatchObject({ ended: { why: "claimed", claimedBy: "bob" } });
    expect(await see(world, anybody)).toMatchObject({ completedAt: null, ended: null });
  });

  test("shows a long session in pages that stay small, and every entry once", async (world) => {
    const key = await newTicket(world);
    const { sessionId } = accepted(await createSession(world.app, ann, { ticket: key }));
    const states = ["analyzing", "implementing", "testing"];
    for (let n = 0; n < 70; n++) {
      const metadata = { n, text: "x".repeat(n % 10 === 0 ? 16_000 : 10) };
      accepted(await updateSessionState(world.app, ann, { sessionId, state: states[n % 3] ?? "", metadata }));
    }
    const seen: unknown[] = [];
    for (let before: number | undefined, pages = 0; pages < 10; pages++) {
      const page = accepted(await viewSessionPage(world.app, sessionId, { before }));
      expect(JSON.stringify(page).length).toBeLessThan(300_000);
      expect(page.session.entries).toBe(71);
      seen.unshift(...page.session.history.map(({ metadata }) => metadata?.["n"]));
      if (page.olderBefore === null) break;
      before = page.olderBefore;
    }
    expect(seen).toEqual([undefined, ...Array.from({ length: 70 }, (_, n) => n)]);
    const [lane] = await listLanes(world.app, { open: true }, 10);
    expect(JSON.stringify(lane).length).toBeLessThan(30_000);
  });

  test("shows a session with what was refused around it, its ticket's states, and when it ends", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { sessionId } = accepted(await createSession(world.app, ann, { ticket: key }));
    await locked(world, ann, key, "research");
    await world.advance(MINUTE);
    refused(await hand(world, ann, key, { command: "research", toState: "Done" }), "invalid_transition");
    await disconnectSessions(world.app, ann, "ann");
    const page = accepted(await viewSessionPage(world.app, sessionId));
    expect(page).toMatchObject({
      ticket: { key, state: "Research in Progress", closed: false },
      claim: { holder: "ann", expired: false },
      disconnectedAt: iso(START + MINUTE),
      endsAt: iso(START + 3 * MINUTE),
    });
    expect(page.visits.at(-1)).toMatchObject({ state: "Research in Progress", until: null });
    const refusal = page.around.find(({ kind }) => kind === "refuse");
    expect(refusal).toMatchObject({ code: "invalid_transition", refusal: { recovery: expect.any(String) as string } });
    // What came much later is not part of it.
    await world.advance(3 * MINUTE);
    accepted(await completeSession(world.app, ann, { sessionId, outcome: "failure" }));
    await world.advance(60 * MINUTE);
    await put(world, key, "Backlog");
    const later = accepted(await viewSessionPage(world.app, sessionId));
    expect(later.around.some(({ from, to }) => from !== null && to === "Backlog")).toBe(false);
    expect(later).toMatchObject({ endsAt: null, session: { history: [{ ms: 4 * MINUTE }, { ms: null }] } });
  });

  test("refuses a person's session on a ticket that is not there, or for a name that can't be kept", async (world) => {
    refused(await createSession(world.app, maria, { ticket: "9" }), "ticket_not_found");
    const ticket = await newTicket(world);
    refused(await createSession(world.app, maria, { ticket, agent: "x".repeat(201) }), "too_long");
    refused(await createSession(world.app, maria, { ticket, agent: "a\0" }), "unstorable_text");
    expect(await listSessions(world.app, {})).toEqual([]);
  });
}

/** A session that stands in this state. */
async function at(world: World, caller: Caller, ticket: string, state: string): Promise<string> {
  const { sessionId } = accepted(await createSession(world.app, caller, { ticket }));
  accepted(await updateSessionState(world.app, caller, { sessionId, state }));
  return sessionId;
}

async function see(world: World, id: string) {
  return accepted(await viewSession(world.app, id));
}
