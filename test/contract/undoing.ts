import { expect } from "vitest";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { undoMove } from "../../src/app/tickets/undo.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { machineWith, TICKETS } from "../support/engine/boards.ts";
import {
  accepted,
  block,
  hand,
  lastRow,
  locked,
  newTicket,
  put,
  refused,
  rowsOf,
  stateOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { ann, appOn, bob, maria, MINUTE, operator, person, SECOND, type Test } from "../support/worlds/world.ts";

export function undoing(test: Test): void {
  test("takes a person's own last move back, and says so in the ledger", async (world) => {
    const key = await ticketIn(world, "Plan in Review");
    const moved = accepted(await hand(world, maria, key, { toState: "In Progress" }));
    await world.advance(30 * SECOND);
    const answer = accepted(await undoMove(world.app, maria, { key, event: moved.event ?? 0 }));
    expect(answer).toMatchObject({
      previousState: "In Progress",
      newState: "Plan in Review",
      undone: moved.event,
      event: (moved.event ?? 0) + 1,
    });
    expect(await ticketOf(world, key)).toMatchObject({ state: "Plan in Review", closed: false });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "undo",
      by: { person: "Maria" },
      data: { from: "In Progress", to: "Plan in Review", undoes: moved.event },
    });
    expect((await world.board.ledger.arrivals([key])).map(({ kind }) => kind)).toEqual(["undo"]);
  });

  test("goes back where no edge leads, and opens what the move had closed, without an operator", async (world) => {
    const key = await ticketIn(world, "In Review");
    accepted(await hand(world, maria, key, { toState: "Done" }));
    expect((await ticketOf(world, key)).closed).toBe(true);
    accepted(await undoMove(world.app, maria, { key }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "In Review", closed: false });
  });

  test("undoes nothing after a minute, twice, or of somebody else", async (world) => {
    const key = await ticketIn(world, "Plan in Review");
    const moved = accepted(await hand(world, maria, key, { toState: "In Progress" }));
    refused(await undoMove(world.app, person("Kim"), { key }), "nothing_to_undo");
    refused(await undoMove(world.app, ann, { key }), "person_only");
    refused(await undoMove(world.app, maria, { key, event: (moved.event ?? 0) - 1 }), "nothing_to_undo");
    await world.advance(MINUTE + SECOND);
    refused(await undoMove(world.app, maria, { key }), "nothing_to_undo");
    expect(await stateOf(world, key)).toBe("In Progress");
    // Refusals stand between, and change nothing.
    const back = accepted(await hand(world, operator, key, { toState: "Plan in Review" }));
    refused(await hand(world, ann, key, { command: "triage", intent: "close" }), "invalid_transition");
    accepted(await undoMove(world.app, operator, { key, event: back.event ?? 0 }));
    expect(refused(await undoMove(world.app, operator, { key }), "nothing_to_undo").error).toContain("is no move");
    expect((await rowsOf(world, await newTicket(world)))[0]?.kind).toBe("create");
    refused(await undoMove(world.app, maria, { key: await newTicket(world) }), "nothing_to_undo");
    refused(await undoMove(world.app, maria, { key: "99" }), "ticket_not_found");
  });

  test("undoes nothing once anything else has happened to the ticket", async (world) => {
    const happenings: readonly ((key: string) => Promise<object>)[] = [
      (key) => addComment(world.app, ann, { key, body: "I begin" }),
      (key) => updateTicket(world.app, ann, { key, title: "another" }),
      (key) => createSession(world.app, ann, { ticket: key }),
      async (key) => updateTicket(world.app, ann, { key: await newTicket(world), addBlockers: [key] }),
      (key) => newTicket(world, { parent: key }).then((number) => ({ number })),
    ];
    for (const happens of happenings) {
      const key = await ticketIn(world, "Plan in Review");
      accepted(await hand(world, maria, key, { toState: "Ready for Plan" }));
      accepted(await happens(key));
      refused(await undoMove(world.app, maria, { key }), "nothing_to_undo");
      expect(await stateOf(world, key)).toBe("Ready for Plan");
    }
    const taken = await ticketIn(world, "Plan in Review");
    accepted(await hand(world, maria, taken, { toState: "Ready for Plan" }));
    await locked(world, ann, taken, "plan");
    refused(await undoMove(world.app, maria, { key: taken }), "nothing_to_undo");
    // What happens to others is none of its business.
    const [key, other] = [await ticketIn(world, "Plan in Review"), await newTicket(world)];
    accepted(await hand(world, maria, key, { toState: "In Progress" }));
    await block(world, other, await newTicket(world));
    accepted(await undoMove(world.app, maria, { key }));
  });

  test("leaves a ticket free whose claim had ended with the move, for its holder to lock again", async (world) => {
    const key = await ticketIn(world, "Ready for Plan");
    const { token } = await locked(world, ann, key, "plan");
    accepted(await hand(world, maria, key, { toState: "Human Needed" }));
    accepted(await undoMove(world.app, maria, { key }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Plan in Progress", claim: null, reservedUntil: null });
    refused(await hand(world, ann, key, { command: "plan", intent: "complete", claim: token }), "claim_lost");
    const again = await locked(world, ann, key, "plan");
    accepted(await hand(world, ann, key, { command: "plan", intent: "complete", claim: again.token }));
  });

  test("takes the reservation of a lock state back with the move into it", async (world) => {
    const key = await ticketIn(world, "Ready for Plan");
    accepted(await hand(world, maria, key, { toState: "Plan in Progress" }));
    expect((await ticketOf(world, key)).reservedUntil).not.toBeNull();
    accepted(await undoMove(world.app, maria, { key }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Ready for Plan", reservedUntil: null });
    await locked(world, bob, key, "plan");
  });

  test("undoes no move of children with their parent, and no move that children have followed", async (world) => {
    const parent = await ticketIn(world, "Backlog");
    const child = await newTicket(world, { parent });
    accepted(await hand(world, operator, parent, { toState: "Ready for Plan" }));
    const followed = accepted(await advanceChildren(world.app, maria, { key: parent, targetState: "Ready for Plan" }));
    expect(followed.advanced).toHaveLength(1);
    refused(await undoMove(world.app, maria, { key: child }), "nothing_to_undo");
    refused(await undoMove(world.app, operator, { key: parent }), "nothing_to_undo");
    expect([await stateOf(world, parent), await stateOf(world, child)]).toEqual(["Ready for Plan", "Ready for Plan"]);
  });

  test("goes back only where there is still room, and takes up no round", async (world) => {
    const edges = TICKETS.edges.map((edge) =>
      edge.to === "In Progress" ? { ...edge, guards: [{ type: "room" as const, max: 1 }] } : edge,
    );
    const machine = machineWith({ edges });
    const app = appOn(world.board, { machine });
    const key = await ticketIn(world, "In Progress");
    accepted(await hand(world, maria, key, { toState: "In Review" }));
    const other = await newTicket(world);
    await put(world, other, "In Progress");
    refused(await undoMove(app, maria, { key }), "no_room");
    await put(world, other, "Backlog");
    accepted(await undoMove(app, maria, { key }));
    expect((await world.board.evidence.steps(key)).map(({ to }) => to)).toEqual(["In Progress"]);
  });

  test("answers the same undo twice, and does it once", async (world) => {
    const key = await ticketIn(world, "Plan in Review");
    accepted(await hand(world, maria, key, { toState: "In Progress" }));
    const asked = { key, requestId: "u1" };
    const first = accepted(await undoMove(world.app, maria, asked));
    expect(await undoMove(world.app, maria, asked)).toEqual({ ...first, repeated: true });
    expect((await rowsOf(world, key)).filter(({ kind }) => kind === "undo")).toHaveLength(1);
  });
}
