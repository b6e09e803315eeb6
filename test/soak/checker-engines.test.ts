// The checker on boards that the program itself has written, on both engines: it finds nothing, and misses nothing that
// somebody changed behind the program's back.

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import type { StoreBoard } from "../../src/store/board.ts";
import { agent, appOn, move, openStore, person, researchable } from "../support/processes/app.ts";
import { ENGINES, freshPlace, type Place } from "../support/processes/place.ts";
import { Checker } from "./checker.ts";
import { postgresSource, sqliteSource } from "./source.ts";

const WORKFLOW = join(import.meta.dirname, "../../workflows/ticket.json");

describe.each(ENGINES)("a board on %s", (engine) => {
  let place: Place;
  let board: StoreBoard;
  let checker: Checker;

  beforeEach(async () => {
    place = await freshPlace(engine);
    const { database, board: name = "" } = place.address;
    board = await openStore(place.address);
    const open = () => (engine === "sqlite" ? sqliteSource(database) : postgresSource(database, name));
    checker = new Checker(open, { workflow: WORKFLOW, tell: () => undefined });
  });

  afterEach(async () => {
    await board.close();
    await place.remove();
  });

  it("is followed while it is worked on, and found in order", async () => {
    await workABit(board, checker);
    expect(await checker.finish()).toEqual([]);
    expect(checker.counts).toMatchObject({ "tickets made": 4, comments: 1, "sessions begun": 1, "children led on": 1 });
    expect(checker.counts["rows of the ledger"]).toBe((await board.ledger.head()).seq);
  });

  it("is found out where words, links or a claim were changed behind the ledger's back", async () => {
    await workABit(board, checker);
    const driver = board.driver;
    await driver.all("UPDATE comment SET body = 'No.' RETURNING id", []);
    await driver.all("UPDATE ticket SET parent = NULL WHERE key = '3' RETURNING key", []);
    await driver.all("UPDATE ticket SET claim_connection = 'eve', claim_expires = 1 WHERE key = '1' RETURNING key", []);
    expect((await checker.finish()).toSorted()).toEqual([
      expect.stringMatching(/^table: comment .*: body is No\., and sha256/),
      "table: ticket 1: claim_connection is eve, and null by the ledger",
      "table: ticket 1: claim_expires is 1, and null by the ledger",
      "table: ticket 2: children is 1, and 2",
      "table: ticket 3: parent is null, and 2 by the ledger",
    ]);
  });
});

/** A bit of everything, by two agents and a person. */
async function workABit(board: StoreBoard, checker: Checker): Promise<void> {
  const app = appOn(board);
  const [amy, bob] = [agent("amy"), agent("bob")];
  const key = await researchable(app);
  const lock = { key, command: "research", intent: "lock", reason: "to find out", requestId: "r1" };
  const told = await handoff(app, amy, lock);
  if (!("event" in told)) throw new Error("it was refused");
  checker.acknowledge({
    agent: "amy",
    tool: "handoff_ticket",
    key,
    event: Number(told.event),
    from: "Research Needed",
    to: "Research in Progress",
    fence: 1,
    askedAt: 1,
    toldAt: 2,
  });
  await handoff(app, bob, { ...lock, requestId: "r2" });
  await checker.follow();
  await addComment(app, bob, { key, body: "How is it going?" });
  await createSession(app, amy, { ticket: key });
  await releaseClaim(app, amy, { key, reason: "something else came up" });
  await updateTicket(app, bob, { key, title: "Find out more", labels: ["old"] });
  await createTicket(app, person, { title: "Both of these" });
  for (const title of ["One", "Two"]) await createTicket(app, person, { title, parent: "2", blockedBy: ["1"] });
  await move(app, "3", "Research Needed");
  await move(app, "2", "Research Needed");
  await advanceChildren(app, amy, { key: "2", targetState: "Research Needed" });
}
