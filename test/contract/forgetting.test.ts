import { afterEach, describe, expect, it } from "vitest";
import { makePostgresWorld } from "../support/worlds/postgres-world.ts";
import { makeSqliteWorld } from "../support/worlds/sqlite-world.ts";
import { newTicket, put, stateOf } from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, type World } from "../support/worlds/world.ts";
import { Sweeper } from "../../src/setup/sweeper.ts";
import type { StoreBoard } from "../../src/store/board.ts";
import { verifyStore } from "../../src/store/ledger/verify.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { followMerge } from "../../src/app/tickets/follow-merge.ts";
import { forgetRequests } from "../../src/app/ledger/forget-requests.ts";

const quiet = (): void => {};
const DAY = 24 * 60 * MINUTE;

let world: World<StoreBoard> | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

describe.each([
  ["SQLite", makeSqliteWorld],
  ["PostgreSQL", makePostgresWorld],
])("answers to requests on %s", (_, make) => {
  it("are forgotten by their age, however many there are, and the ledger stays whole", async () => {
    world = await make();
    const { app, board } = world;
    const key = await newTicket(world);
    const say = (body: string, by = ann) => addComment(app, by, { key, body, requestId: body });
    for (let count = 0; count < 5; count++) await say(`old ${count}`);
    await world.advance(10 * DAY);
    await say("new");
    const before = (await board.now()) - 5 * DAY;
    expect(await board.ledger.forgetRequests(before, [], 2)).toBe(2);
    expect(await forgetRequests(board, 5)).toBe(3);
    expect(await forgetRequests(board, 5)).toBe(0);
    expect(await say("new")).toMatchObject({ repeated: true });
    expect(await say("old 1")).not.toHaveProperty("repeated");
    expect(await say("new", bob)).not.toHaveProperty("repeated");
    expect(await verifyStore(board.driver)).toMatchObject({ ok: true });
  });

  it("are kept of merges: an old one does not lead a ticket on again", async () => {
    world = await make();
    const follow = [{ fact: "landed", from: "In Review", to: "Done" }];
    const { machine } = world.app;
    const app = { ...world.app, machine: { ...machine, workflow: { ...machine.workflow, follow } } };
    const key = await newTicket(world);
    await put(world, key, "In Review");
    const by = { login: "maria", isPerson: true };
    const merged = { key, state: "In Review", commit: null, verdict: "pass", url: "https://x/1", by } as const;
    await followMerge(app, merged);
    expect(await stateOf(world, key)).toBe("Done");
    await put(world, key, "In Review");
    await createTicket(app, maria, { title: "Other", requestId: "r" });
    await world.advance(40 * DAY);
    expect(await forgetRequests(world.board, 30)).toBe(1);
    expect(await followMerge(app, merged)).toMatchObject({ repeated: true });
    // Nor is it seen anew where nobody's name stands on it.
    const ofAnApp = { ...merged, by: { login: "app", isPerson: false } };
    const first = await followMerge(app, ofAnApp);
    await world.advance(40 * DAY);
    expect(await forgetRequests(world.board, 30)).toBe(0);
    expect(await followMerge(app, ofAnApp)).toEqual({ ...first, repeated: true });
    expect(await stateOf(world, key)).toBe("In Review");
  });
});

it("answers to requests are looked through by a server when it starts, unless they are to be kept for ever", async () => {
  world = await makeSqliteWorld();
  const { app } = world;
  await createTicket(app, maria, { title: "One", requestId: "r" });
  await world.advance(31 * DAY);
  const recorded = async (days: number): Promise<number> => {
    await new Sweeper(() => Promise.resolve(app), "http", quiet, days).stop();
    return (await world?.board.driver.all("SELECT id FROM request", []))?.length ?? 0;
  };
  expect(await recorded(0)).toBe(1);
  expect(await recorded(32)).toBe(1);
  expect(await recorded(30)).toBe(0);
});
