// Sessions at their edges: namesakes, crowds, and agents of whom much is heard but nothing reported.

import { expect } from "vitest";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { disconnectSessions } from "../../src/app/sessions/disconnect.ts";
import { completeSession } from "../../src/app/sessions/complete-session.ts";
import { ticketEvents } from "../../src/app/ledger/events.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
import { sweepSessions } from "../../src/app/sessions/sweep.ts";
import { listSessions, viewNamedSession, viewSession } from "../../src/app/sessions/view-session.ts";
import { viewTicket } from "../../src/app/tickets/view.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import { shipped } from "../../src/workflows/shipped.ts";
import { meanwhile } from "./races.ts";
import { accepted, hand, iso, locked, newTicket, refused, seqOf, ticketIn } from "../support/worlds/steps.ts";
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

export function sessionEdges(test: Test): void {
  test("gives nobody the session of somebody else whose request has the same name", async (world) => {
    const ticket = await newTicket(world);
    const ask = { ticket, requestId: "1" };
    const first = accepted(await createSession(world.app, ann, ask));
    for (const other of [bob, agent("ann", "uma")]) {
      const own = accepted(await createSession(world.app, other, ask));
      expect(own).not.toHaveProperty("repeated");
      expect(own.sessionId).not.toBe(first.sessionId);
    }
    expect(await createSession(world.app, ann, ask)).toEqual({ ...first, repeated: true });
  });

  test("tells whoever is refused a held ticket what its holder is doing there", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, uma, key, "research");
    const ask = { command: "research", intent: "lock" };
    const elsewhere = await open(world, uma, await newTicket(world));
    await open(world, vic, key);
    // Sessions of others, and elsewhere, say nothing about it.
    expect(refused(await hand(world, bob, key, ask), "claim_conflict").facts).not.toHaveProperty("session");
    const sessionId = await open(world, uma, key);
    for (const id of [sessionId, elsewhere]) {
      accepted(await updateSessionState(world.app, uma, { sessionId: id, state: "implementing" }));
    }
    await world.advance(12 * MINUTE + 30 * SECOND);
    const refusal = refused(await hand(world, bob, key, ask), "claim_conflict");
    expect(refusal.error).toContain('Right now desk/uma is at "implementing" there, for 12 min.\nRecovery: ');
    expect(refusal.facts).toMatchObject({ holder: "desk/uma", session: { id: sessionId, state: "implementing" } });
    expect(refused(await hand(world, bob, key, { ...ask, dryRun: true }), "claim_conflict")).toEqual(refusal);
    await world.advance(4 * MINUTE);
    const release = refused(await releaseClaim(world.app, bob, { key, reason: "mine" }), "claim_conflict");
    expect(release.error).toContain("for 16 min, and has been silent for a while.");
    // It is no news to whoever is refused for another reason, and none of a session that has ended.
    const own = { command: "research", toState: "Done", claim: token };
    expect(refused(await hand(world, uma, key, own), "invalid_transition").error).not.toContain("Right now");
    accepted(await completeSession(world.app, uma, { sessionId, outcome: "failure" }));
    expect(refused(await hand(world, bob, key, ask), "claim_conflict").error).not.toContain("Right now");
  });

  test("are part of what happened to their ticket, page by page", async (world) => {
    const [key, other] = [await newTicket(world), await newTicket(world)];
    const sessionId = await open(world, ann, key);
    await open(world, ann, other);
    accepted(await hand(world, maria, key, { toState: "Research Needed" }));
    accepted(await updateSessionState(world.app, ann, { sessionId, state: "analyzing" }));
    const words = async (limit: number, before: number | null): Promise<readonly string[]> =>
      (await ticketEvents(world.app, key, limit, before)).map(({ seq, subject }) => `${seq} ${subject.type}`);
    expect(await words(10, null)).toEqual(["6 session", "5 ticket", "3 session", "1 ticket"]);
    expect(await words(2, null)).toEqual(["6 session", "5 ticket"]);
    expect(await words(2, 5)).toEqual(["3 session", "1 ticket"]);
    expect(await words(10, 1)).toEqual([]);
  });

  test("finds the sessions of one agent among those of its connection, however many these are", async (world) => {
    const ticket = await newTicket(world);
    const mine = await open(world, uma, ticket);
    const [others, nameless] = [await open(world, vic, ticket), await open(world, agent("desk"), ticket)];
    const ids = async (name?: string | null): Promise<readonly string[]> => {
      const which = name === undefined ? {} : { agent: name };
      return (await world.board.sessions.list({ open: true, connection: "desk", ...which }, 1)).map(({ id }) => id);
    };
    expect([await ids("uma"), await ids("vic"), await ids(null)]).toEqual([[mine], [others], [nameless]]);
    expect(await ids("\0")).toEqual([]);
  });

  test("ends no session that is heard of at the last moment", async (world) => {
    const ticket = await newTicket(world);
    const [silent, gone] = [await open(world, ann, ticket), await open(world, bob, ticket)];
    await world.advance(MINUTE);
    await disconnectSessions(world.app, bob, "bob");
    await world.advance(20 * MINUTE);
    const late = meanwhile(world, "sessions.list", async () => {
      for (const connection of ["ann", "bob"]) await world.board.sessions.noteSeen({ connection, agent: null });
    });
    const silence = { staleSeconds: 60, graceSeconds: 60, timeoutSeconds: 600 };
    const sessions = compile({ ...shipped("session").workflow, silence });
    expect(await sweepSessions({ ...late.app, sessions }, "test")).toBe(0);
    for (const id of [silent, gone]) expect((await world.board.sessions.get(id))?.outcome).toBeNull();
  });

  test("looks for the disconnected only among those of whom nothing was heard since", async (world) => {
    const ticket = await newTicket(world);
    const [back, gone] = [await open(world, ann, ticket), await open(world, bob, ticket)];
    await world.board.sessions.noteSeen({ connection: "bob", agent: null });
    await world.advance(MINUTE);
    for (const caller of [ann, bob]) await disconnectSessions(world.app, caller, caller === ann ? "ann" : "bob");
    await world.advance(MINUTE);
    await world.board.sessions.noteSeen({ connection: "ann", agent: null });
    const found = await world.board.sessions.list({ open: true, disconnectedBefore: START + MINUTE }, 10);
    expect(found.map(({ id }) => id)).toEqual([gone]);
    expect(await world.board.sessions.list({ open: true, disconnectedBefore: START }, 10)).toEqual([]);
    expect((await world.board.sessions.get(back))?.disconnectedAt).toBe(START + MINUTE);
  });

  test("looks for the silent only among those of whom nothing was heard", async (world) => {
    const ticket = await newTicket(world);
    const [heard, silent] = [await open(world, ann, ticket), await open(world, bob, ticket)];
    await world.advance(5 * MINUTE);
    await world.board.sessions.noteSeen({ connection: "ann", agent: null });
    const found = async (seenBefore: number): Promise<readonly string[]> =>
      (await world.board.sessions.list({ open: true, seenBefore }, 10)).map(({ id }) => id).toSorted();
    expect(await found(START + MINUTE)).toEqual([silent]);
    expect(await found(START + 6 * MINUTE)).toEqual([heard, silent].toSorted());
  });

  test("opens a session once where the same agent asks at the same moment", async (world) => {
    const ticket = await newTicket(world);
    const slow = meanwhile(world, "sessions.on", () => open(world, ann, ticket));
    const late = accepted(await createSession(slow.app, ann, { ticket }));
    expect(late.existing).toBe(true);
    const rows = await world.board.ledger.history({ type: "session", key: late.sessionId }, 10);
    expect(rows.map(({ kind }) => kind)).toEqual(["create"]);
  });

  test("takes a report that somebody else's came before from where that one led", async (world) => {
    const sessionId = await open(world, ann, await newTicket(world));
    const report = (state: string, { app }: World = world) => updateSessionState(app, ann, { sessionId, state });
    const slow = meanwhile(world, "sessions.get", async () => accepted(await report("analyzing")));
    expect(accepted(await report("implementing", slow))).toMatchObject({
      previousState: "analyzing",
      outOfOrder: false,
    });
    const late = meanwhile(world, "sessions.get", async () => {
      accepted(await completeSession(world.app, ann, { sessionId, outcome: "failure" }));
    });
    refused(await report("testing", late), "session_completed");
    expect((await world.board.sessions.get(sessionId))?.version).toBe(4);
  });

  test("stands in a state since it came there, however often that is reported", async (world) => {
    const ticket = await ticketIn(world, "Research Needed");
    await locked(world, ann, ticket, "research");
    const sessionId = await open(world, ann, ticket);
    for (const state of ["testing", "testing"]) {
      await world.advance(MINUTE);
      accepted(await updateSessionState(world.app, ann, { sessionId, state }));
    }
    const { claim } = accepted(await viewTicket(world.app, ticket));
    expect(claim?.session).toMatchObject({ state: "testing", since: iso(START + MINUTE) });
  });

  test("keeps when it was heard of last: by its end nobody is heard, and after it nothing counts", async (world) => {
    const ticket = await newTicket(world);
    const [gone, ended] = [await open(world, ann, ticket), await open(world, bob, ticket)];
    await world.advance(MINUTE);
    await disconnectSessions(world.app, ann, "ann");
    accepted(await completeSession(world.app, bob, { sessionId: ended, outcome: "success" }));
    await world.advance(10 * MINUTE);
    expect(await sweepSessions(world.app, "test")).toBe(1);
    for (const connection of ["ann", "bob"]) await world.board.sessions.noteSeen({ connection, agent: null });
    expect(await world.board.sessions.get(gone)).toMatchObject({ outcome: "timeout", seenAt: START });
    expect((await world.board.sessions.get(ended))?.seenAt).toBe(START + MINUTE);
  });

  test("is no longer marked once it is heard of again", async (world) => {
    const ticket = await newTicket(world);
    const sessionId = await open(world, ann, ticket);
    await world.advance(MINUTE);
    await disconnectSessions(world.app, ann, "ann");
    expect((await world.board.sessions.get(sessionId))?.disconnectedAt).toBe(START + MINUTE);
    await world.advance(MINUTE);
    accepted(await updateSessionState(world.app, ann, { sessionId, state: "analyzing" }));
    expect((await world.board.sessions.get(sessionId))?.disconnectedAt).toBeNull();
  });

  test("hears of an agent that asks for its session by name, and not of others who look on", async (world) => {
    const sessionId = await open(world, uma, await newTicket(world));
    const heard: unknown[] = [];
    const app = { ...world.app, heard: (who: unknown) => heard.push(who) };
    for (const caller of [bob, maria, agent("desk")]) accepted(await viewNamedSession(app, caller, sessionId));
    refused(await viewNamedSession(app, uma, "nope"), "session_not_found");
    expect(heard).toEqual([{ connection: "desk", agent: "uma" }]);
  });

  test("keeps nothing of callers who have no session open", async (world) => {
    const sessionId = await open(world, ann, await newTicket(world));
    accepted(await completeSession(world.app, ann, { sessionId, outcome: "success" }));
    const before = await world.dump();
    for (const connection of ["ann", "stranger"]) await world.board.sessions.noteSeen({ connection, agent: null });
    expect(await world.dump()).toBe(before);
  });

  test("shows what was reported last, however much was refused since", async (world) => {
    const sessionId = await open(world, ann, await newTicket(world));
    accepted(
      await updateSessionState(world.app, ann, { sessionId, state: "analyzing", metadata: { files: ["a.ts"] } }),
    );
    for (let n = 0; n < 51; n++) {
      refused(await updateSessionState(world.app, ann, { sessionId, state: "idle" }), "not_reportable");
    }
    const [listed] = await listSessions(world.app, { open: true });
    expect(listed).toMatchObject({ files: ["a.ts"], entries: 2 });
  });

  test("refuses ids and requests that can't be stored like any that are not there", async (world) => {
    const ticket = await newTicket(world);
    const sessionId = await open(world, ann, ticket);
    const before = await seqOf(world);
    for (const [odd, code] of [
      ["\0", "unstorable_text"],
      ["\ud800", "unstorable_text"],
      ["x".repeat(100_000), "too_long"],
      ["'; DROP TABLE session; --", "session_not_found"],
    ] as const) {
      refused(await createSession(world.app, ann, { ticket: odd, requestId: "r" }), "ticket_not_found");
      const input = { sessionId: odd, requestId: "r" };
      refused(await updateSessionState(world.app, ann, { ...input, state: "testing" }), code);
      refused(await completeSession(world.app, ann, { ...input, outcome: "success" }), code);
      refused(await viewSession(world.app, odd), code);
    }
    for (const requestId of ["\0", "\ud800"]) {
      refused(await createSession(world.app, ann, { ticket, requestId }), "unstorable_text");
      refused(await updateSessionState(world.app, ann, { sessionId, state: "testing", requestId }), "unstorable_text");
    }
    refused(await createSession(world.app, agent("ann", "a\0"), { ticket }), "unstorable_text");
    expect(await seqOf(world)).toBe(before);
  });

  test("measures metadata in bytes as it is stored, up to the last one", async (world) => {
    const sessionId = await open(world, ann, await newTicket(world));
    const report = (text: string) =>
      updateSessionState(world.app, ann, { sessionId, state: "testing", metadata: { text } });
    const frame = JSON.stringify({ text: "" }).length;
    // An umlaut takes two bytes, a quote two in JSON.
    for (const letter of ["x", "ü", '"']) {
      const size = Buffer.byteLength(JSON.stringify(letter)) - 2;
      const fits = letter.repeat(Math.floor((16_384 - frame) / size));
      accepted(await report(fits));
      refused(await report(`${fits}${letter}`), "too_long");
      expect((await world.board.ledger.history({ type: "session", key: sessionId }, 1))[0]?.texts).toEqual({
        metadata: JSON.stringify({ text: fits }),
      });
    }
  });
}

async function open(world: World, caller: Parameters<typeof createSession>[1], ticket: string): Promise<string> {
  return accepted(await createSession(world.app, caller, { ticket })).sessionId;
}
