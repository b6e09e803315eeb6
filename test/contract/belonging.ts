// What belongs to whom: a claimed ticket to its holder, a session to its agent, a run to whoever works it; and which
// processes an agent has.

import { expect } from "vitest";
import { clientGone } from "../../src/app/claims/client-gone.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { HOST, isServed } from "../../src/app/processes/is-live.ts";
import { ThisProcess } from "../../src/app/processes/this-process.ts";
import { completeSkill } from "../../src/app/runs/complete-skill.ts";
import { updateRun } from "../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../src/app/runs/update-task-status.ts";
import { completeSession } from "../../src/app/sessions/complete-session.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { disconnectSessions } from "../../src/app/sessions/disconnect.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
import { viewSession } from "../../src/app/sessions/view-session.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import type { App, Caller } from "../../src/app/app.ts";
import { atDoor } from "../../src/engine/names.ts";
import { accepted, hand, lastRow, locked, newTicket, refused, ticketIn, ticketOf } from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, START, uma, vic, type Test, type World } from "../support/worlds/world.ts";

const RUN = { project: "shop", session: "monday" };
/** No process has this id: it is more than any system gives out. */
const NOBODYS_PID = 2 ** 30;
const annByToken = agent(atDoor("ann", "token"));

export function belonging(test: Test): void {
  test("leaves title, body, estimate and links of a claimed ticket to its holder", async (world) => {
    const key = await researching(world);
    const other = await newTicket(world);
    const edit = (caller: Caller, fields: object) => updateTicket(world.app, caller, { key, ...fields });
    for (const fields of [
      { title: "T" },
      { body: "B" },
      { estimate: "L" },
      { addBlockers: [other] },
      { parent: other },
    ]) {
      const refusal = refused(await edit(bob, fields), "claim_conflict");
      expect(refusal.facts).toMatchObject({ number: Number(key), holder: "ann" });
      expect(refusal.recovery).toContain("add_comment");
      expect(await lastRow(world, key)).toMatchObject({ kind: "refuse", data: { code: "claim_conflict" } });
    }
    expect(await ticketOf(world, key)).toMatchObject({ title: "a ticket", estimate: null, parent: null });
    accepted(await edit(bob, { priority: "P1", labels: ["seen"] }));
    accepted(await addComment(world.app, bob, { key, body: "Should be L." }));
    accepted(await edit(ann, { title: "Hers", addBlockers: [other] }));
    accepted(await edit(maria, { title: "A person's" }));
    expect((await ticketOf(world, key)).title).toBe("A person's");
  });

  test("lets whoever has the token edit a claimed ticket, and nobody with another one", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    accepted(await updateTicket(world.app, bob, { key, title: "By its token", claim: token }));
    refused(await updateTicket(world.app, bob, { key, title: "x", claim: `${token}x` }), "claim_lost");
    await world.advance(20 * MINUTE);
    accepted(await updateTicket(world.app, bob, { key, title: "Its lease has run out" }));
  });

  test("puts no child under a ticket that another agent holds, and takes none away", async (world) => {
    const child = await newTicket(world);
    const key = await ticketIn(world, "Research Needed");
    accepted(await updateTicket(world.app, maria, { key: child, parent: key }));
    const { token } = await locked(world, ann, key, "research");
    const create = (caller: Caller, fields: object) => createTicket(world.app, caller, { title: "part", ...fields });
    const refusal = refused(await create(bob, { parent: key }), "claim_conflict");
    expect(refusal.error).toContain("children are among its links");
    expect(await lastRow(world, key)).toMatchObject({ kind: "refuse" });
    const away = { key: child, parent: null, command: "split" };
    refused(await updateTicket(world.app, bob, away), "claim_conflict");
    const loose = await newTicket(world);
    refused(await updateTicket(world.app, bob, { key: loose, parent: key }), "claim_conflict");
    // What only waits for it holds nobody up.
    accepted(await create(bob, { blockedBy: [key] }));
    accepted(await create(bob, { parent: key, claim: token }));
    accepted(await create(ann, { parent: key }));
    accepted(await create(maria, { parent: key }));
    accepted(await updateTicket(world.app, ann, away));
  });

  test("keeps a claim with the kind of door that it was taken through", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, annByToken, key, "research");
    const complete = { command: "research", intent: "complete" };
    const refusal = refused(await hand(world, ann, key, complete), "claim_conflict");
    expect(refusal.error).toContain("taken over HTTP, with a token, and you come over stdio");
    expect(refusal.recovery).toContain("claim set to the token");
    const release = refused(await releaseClaim(world.app, ann, { key, reason: "mine" }), "claim_conflict");
    expect(release.error).toContain("the kind of door");
    refused(await updateTicket(world.app, ann, { key, title: "mine" }), "claim_conflict");
    const nameless = agent(atDoor("ann", "http"));
    expect(refused(await hand(world, nameless, key, complete), "claim_conflict").error).toContain("without a token");
    accepted(await hand(world, ann, key, { ...complete, claim: token }));
  });

  test("knows an agent by its connection too, and says so to one of the same name", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await locked(world, uma, key, "research");
    const elsewhere = agent("office", "uma");
    const refusal = refused(
      await hand(world, elsewhere, key, { command: "research", intent: "complete" }),
      "claim_conflict",
    );
    expect(refusal.error).toContain("You are called uma too, but on another connection");
    const stranger = refused(
      await hand(world, bob, key, { command: "research", intent: "complete" }),
      "claim_conflict",
    );
    expect(stranger.error).not.toContain("You ");
  });

  test("refuses reports on the session of another agent that is there, and an end of it", async (world) => {
    await serve(world, "ann");
    const sessionId = await reporting(world, ann);
    const refusal = refused(await report(world, bob, sessionId, "testing"), "not_your_session");
    expect(refusal.facts).toMatchObject({ sessionId, holder: "ann", state: "analyzing" });
    expect(refusal.recovery).toContain("create_ralph_session");
    refused(await completeSession(world.app, bob, { sessionId, outcome: "failure" }), "not_your_session");
    accepted(await report(world, ann, sessionId, "implementing"));
    expect(accepted(await viewSession(world.app, sessionId))).toMatchObject({ agent: "ann", state: "implementing" });
    accepted(await completeSession(world.app, maria, { sessionId, outcome: "failure", reason: "by hand" }));
  });

  test("tells agents of one connection apart by their names, where both say them", async (world) => {
    await serve(world, "desk");
    const sessionId = await reporting(world, uma);
    refused(await report(world, vic, sessionId, "testing"), "not_your_session");
    // It forgot to say which one it is.
    accepted(await report(world, agent("desk"), sessionId, "implementing"));
    accepted(await report(world, uma, sessionId, "testing"));
  });

  test("gives an idle session to the first agent that reports on it", async (world) => {
    for (const name of ["ann", "bob"]) await serve(world, name);
    const { sessionId } = accepted(await createSession(world.app, ann, { ticket: await newTicket(world) }));
    accepted(await report(world, bob, sessionId, "analyzing"));
    expect(accepted(await viewSession(world.app, sessionId))).toMatchObject({ agent: "bob" });
    refused(await report(world, ann, sessionId, "testing"), "not_your_session");
    accepted(await report(world, bob, sessionId, "implementing"));
  });

  test("opens another session for an agent whose first one was taken over", async (world) => {
    const ticket = await newTicket(world);
    const first = accepted(await createSession(world.app, ann, { ticket }));
    accepted(await report(world, bob, first.sessionId, "analyzing"));
    const second = accepted(await createSession(world.app, ann, { ticket }));
    expect(second).toMatchObject({ existing: false });
    expect(second.sessionId).not.toBe(first.sessionId);
  });

  test("gives a session whose process is gone to the first agent that reports on it", async (world) => {
    await serve(world, "ann", NOBODYS_PID);
    const killed = await reporting(world, ann);
    accepted(await report(world, bob, killed, "testing"));
    expect(accepted(await viewSession(world.app, killed))).toMatchObject({ agent: "bob" });
    await serve(world, "ann");
    const left = await reporting(world, ann);
    await disconnectSessions(world.app, ann, "ann");
    accepted(await report(world, bob, left, "testing"));
  });

  test("lets the holder of the ticket's claim report, whoever opened the session", async (world) => {
    for (const name of ["ann", "bob"]) await serve(world, name);
    const ticket = await researching(world);
    const { sessionId } = accepted(await createSession(world.app, bob, { ticket }));
    accepted(await report(world, bob, sessionId, "analyzing"));
    accepted(await report(world, ann, sessionId, "testing"));
    refused(await report(world, uma, sessionId, "committing"), "not_your_session");
  });

  test("keeps the session of an agent over HTTP with it until nothing was heard of it for long", async (world) => {
    const sessionId = await reporting(world, annByToken);
    refused(await report(world, ann, sessionId, "testing"), "not_your_session");
    await world.advance(16 * MINUTE);
    accepted(await report(world, ann, sessionId, "testing"));
    // Without a token every call comes from somebody else.
    const nameless = await reporting(world, agent(atDoor("cursor-1", "http")));
    accepted(await report(world, agent(atDoor("cursor-2", "http")), nameless, "testing"));
    expect(accepted(await viewSession(world.app, nameless))).toMatchObject({ agent: "cursor-1@http" });
  });

  test("lets only whoever works a run drop its tasks and change the type of its items", async (world) => {
    for (const name of ["ann", "bob"]) await serve(world, name);
    await begin(world);
    const drop = (caller: Caller, task: string) =>
      updateTaskStatus(world.app, caller, { ...RUN, task, status: "dropped", reason: "not needed" });
    const retype = (caller: Caller, type: string) =>
      updateRun(world.app, caller, { ...RUN, items: [{ number: 1, type }] });
    const refusal = refused(await drop(bob, "a"), "not_your_run");
    expect(refusal.facts).toMatchObject({ workers: ["ann"] });
    expect(refused(await retype(bob, "task"), "not_your_run").error).toContain("The type of item 1");
    // Whoever adds to a run does not work it by that.
    accepted(await updateRun(world.app, bob, { ...RUN, tasks: [{ id: "d" }], items: [{ number: 1, title: "Cart" }] }));
    refused(await drop(bob, "a"), "not_your_run");
    accepted(await drop(ann, "a"));
    accepted(await retype(ann, "task"));
    accepted(await retype(maria, "code"));
    accepted(await drop(maria, "b"));
    accepted(await updateTaskStatus(world.app, bob, { ...RUN, task: "c", status: "in_progress" }));
    accepted(await drop(bob, "d"));
  });

  test("gives a run whose worker is gone to the next", async (world) => {
    await serve(world, "ann", NOBODYS_PID);
    await begin(world);
    accepted(await updateTaskStatus(world.app, bob, { ...RUN, task: "a", status: "dropped", reason: "not needed" }));
    const run = { project: "shop", session: "by token" };
    accepted(await completeSkill(world.app, annByToken, { ...run, skill: "collab-start" }));
    accepted(await updateRun(world.app, annByToken, { ...run, tasks: [{ id: "a" }] }));
    const drop = () => updateTaskStatus(world.app, bob, { ...run, task: "a", status: "dropped", reason: "no" });
    refused(await drop(), "not_your_run");
    await world.advance(16 * MINUTE);
    accepted(await drop());
  });

  test("cuts leases when the last process of an agent has gone, and not before", async (world) => {
    const [first, second] = [process(world), process(world)];
    const key = await researching(world);
    for (const one of [first, second]) await one.self.enter(world.board, "ann");
    await clientGone(first.app, ann, "ann", first.self);
    expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 20 * MINUTE);
    await clientGone(second.app, ann, "ann", second.self);
    expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 2 * MINUTE);
  });

  test("takes no process for live that was killed here, or was not heard of elsewhere", async (world) => {
    const is = () => isServed(world.board, "ann");
    expect(await is()).toBe(false);
    await serve(world, "ann", NOBODYS_PID);
    expect(await is()).toBe(false);
    await serve(world, "bob");
    expect(await is()).toBe(false);
    await serve(world, "ann", 1, "another machine");
    expect(await is()).toBe(true);
    await world.advance(2 * MINUTE);
    expect(await is()).toBe(true);
    await world.advance(MINUTE);
    expect(await is()).toBe(false);
    await serve(world, "ann");
    expect(await is()).toBe(true);
    expect(await isServed(world.board, "ann@token")).toBeNull();
  });

  test("marks the sessions that a process has worked on, and a twin's only with the last one", async (world) => {
    const [first, second] = [process(world), process(world)];
    for (const one of [first, second]) await one.self.enter(world.board, "ann");
    const mine = await reporting({ ...world, app: first.app }, ann);
    const handedOn = await reporting({ ...world, app: first.app }, ann);
    const twins = await reporting({ ...world, app: second.app }, ann);
    accepted(await report({ ...world, app: second.app }, ann, handedOn, "testing"));
    const marked = async () => {
      const seen = await Promise.all([mine, handedOn, twins].map((id) => viewSession(world.app, id)));
      return seen.map((session) => accepted(session).disconnected);
    };
    await clientGone(first.app, ann, "ann", first.self);
    expect(await marked()).toEqual([true, false, false]);
    await clientGone(second.app, ann, "ann", second.self);
    expect(await marked()).toEqual([true, true, true]);
  });
}

async function researching(world: World): Promise<string> {
  const key = await ticketIn(world, "Research Needed");
  await locked(world, ann, key, "research");
  return key;
}

function process({ app }: World): { readonly self: ThisProcess; readonly app: App } {
  const self = new ThisProcess((line) => {
    throw new Error(JSON.stringify(line));
  });
  return { self, app: { ...app, reported: self.reported } };
}

function serve({ board }: World, connection: string, pid = globalThis.process.pid, host = HOST): Promise<void> {
  return board.processes.note({ id: `${connection} ${host} ${pid}`, connection, host, pid });
}

async function reporting(world: World, caller: Caller): Promise<string> {
  const { sessionId } = accepted(await createSession(world.app, caller, { ticket: await newTicket(world) }));
  accepted(await report(world, caller, sessionId, "analyzing"));
  return sessionId;
}

function report(world: World, caller: Caller, sessionId: string, state: string): ReturnType<typeof updateSessionState> {
  return updateSessionState(world.app, caller, { sessionId, state });
}

/** By ann, with an item and three tasks. */
async function begin(world: World): Promise<void> {
  accepted(await completeSkill(world.app, ann, { ...RUN, skill: "collab-start" }));
  const tasks = ["a", "b", "c"].map((id) => ({ id }));
  accepted(await updateRun(world.app, ann, { ...RUN, items: [{ number: 1, type: "code" }], tasks }));
}
