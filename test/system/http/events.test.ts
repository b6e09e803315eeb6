import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { updateRun } from "../../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../../src/app/runs/update-task-status.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { ann, maria } from "../../support/worlds/world.ts";
import { openHouse, type House } from "./house.ts";
import { LiveClient } from "../../support/clients/live-client.ts";

let house: House;

beforeEach(async () => {
  house = await openHouse();
});

afterEach(() => house.close());

async function make(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await createTicket(house.app, maria, { title: `Ticket ${index}` });
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("the live stream", () => {
  it("begins at the head of now, and says where that is", async () => {
    await make(3);
    const client = new LiveClient();
    await client.connect(house.url);
    await client.until((heard) => heard.length === 1);
    expect(client.heard[0]).toMatchObject({ id: 3, event: "head", data: { seq: 3 } });
    await make(2);
    await client.until((heard) => heard.length === 3);
    expect(client.rows).toEqual([4, 5]);
    await client.disconnect();
  });

  it("brings each row with how what it touched looks now", async () => {
    await make(2);
    const client = new LiveClient();
    await client.connect(house.url, 2);
    await updateTicket(house.app, maria, { key: "2", addBlockers: ["1"] });
    await handoff(house.app, maria, { key: "1", toState: "Done", reason: "Enough" });
    const opened = await createSession(house.app, ann, { ticket: "2" });
    await client.until((heard) => heard.length >= 3);
    const [linked, moved, session] = client.heard;
    expect(linked).toMatchObject({ event: "link", data: { row: { subject: { key: "2" } } } });
    expect(linked?.data.cards.map(({ key }) => key).toSorted()).toEqual(["1", "2"]);
    expect(moved).toMatchObject({
      event: "move",
      data: { row: { from: "Backlog", to: "Done", who: "Maria (person)", person: true, texts: { reason: "Enough" } } },
    });
    // What it blocked is free now.
    expect(moved?.data.cards).toMatchObject([
      { key: "1", closed: true },
      { key: "2", openBlockers: [] },
    ]);
    expect(session).toMatchObject({ event: "create", data: { session: { ticket: "2", agent: "ann" } } });
    expect(session?.data.cards).toMatchObject([{ key: "2", session: { agent: "ann" } }]);
    expect(isRefusal(opened)).toBe(false);
    await client.disconnect();
  });

  it("brings a run's row with the cards of its tickets, also of one that is no item of it any more", async () => {
    await make(2);
    const client = new LiveClient();
    await client.connect(house.url, 2);
    const run = { project: "shop", session: "monday" };
    const tasks = [{ id: "a", item: 1 }];
    const one = { ...run, item: 1, totalTasks: 1, failedTasks: 0 };
    // Cards are as they are when the row is told, so that each row is waited for.
    const told = async (rows: number) => {
      await client.until((heard) => heard.length >= rows);
      return client.heard.at(-1)?.data.cards;
    };
    await updateRun(house.app, ann, { ...run, items: [{ number: 1, title: "One", type: "code", ticket: "1" }], tasks });
    expect(await told(2)).toMatchObject([{ key: "1", runs: [one] }]);
    await updateTaskStatus(house.app, ann, { ...run, task: "a", status: "completed" });
    expect(await told(3)).toMatchObject([{ key: "1", runs: [{ ...one, completedTasks: 1 }] }]);
    await updateRun(house.app, ann, { ...run, items: [{ number: 1, ticket: "2" }] });
    expect(await told(4)).toMatchObject([
      { key: "2", runs: [{ ...one, completedTasks: 1 }] },
      { key: "1", runs: [] },
    ]);
    await client.disconnect();
  });

  it("goes on where a client was, without a gap and without a repeat, however often it goes away", async () => {
    const client = new LiveClient();
    await client.connect(house.url, 0);
    for (let round = 1; round <= 5; round++) {
      const making = make(20);
      await client.until(() => client.rows.length > (round - 1) * 20 + 5);
      await client.disconnect();
      await making;
      await client.connect(house.url);
    }
    await client.until(() => client.rows.length >= 100);
    expect(client.rows).toEqual(range(1, 100));
    await client.disconnect();
  });

  it("brings up one who was away for long, page by page, while others write", async () => {
    await make(650);
    const late = new LiveClient();
    const early = new LiveClient();
    await early.connect(house.url, 640);
    await late.connect(house.url, 0);
    await make(50);
    await Promise.all([late.until(() => late.rows.length >= 700), early.until(() => early.rows.length >= 60)]);
    expect(late.rows).toEqual(range(1, 700));
    expect(early.rows).toEqual(range(641, 700));
    await Promise.all([late.disconnect(), early.disconnect()]);
  });

  it("tells many who listen the same", async () => {
    const clients = Array.from({ length: 20 }, () => new LiveClient());
    await Promise.all(clients.map((client) => client.connect(house.url, 0)));
    await make(30);
    for (const client of clients) {
      await client.until(() => client.rows.length >= 30);
      expect(client.rows).toEqual(range(1, 30));
      expect(client.heard).toEqual(clients[0]?.heard);
      await client.disconnect();
    }
  });

  it("begins anew for one who knows more than the board does: it was put back to an older copy", async () => {
    await make(2);
    const client = new LiveClient();
    client.last = 99;
    await client.connect(house.url);
    await client.until((heard) => heard.length === 1);
    expect(client.heard[0]).toMatchObject({ id: 2, event: "head" });
    await client.disconnect();
  });

  it("does not keep others waiting for one who takes nothing", async () => {
    await make(1);
    const slow = await fetch(`${house.url}/api/events?after=0`);
    const quick = new LiveClient();
    await quick.connect(house.url, 1);
    const body = "x".repeat(60_000);
    // What the sockets on the way hold is not much against this.
    for (let index = 0; index < 60; index++)
      await make(50).then(() => addComment(house.app, maria, { key: "1", body }));
    await quick.until(() => quick.rows.length >= 60 * 51);
    expect(quick.rows).toEqual(range(2, 60 * 51 + 1));
    await slow.body?.cancel();
    await quick.disconnect();
  });
});
