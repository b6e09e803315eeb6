import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { freshBoard } from "../../../test/support/postgres.ts";
import { creating } from "../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../test/support/store/postgres-boards.ts";

const boards = postgresBoards();
/** A busy machine may take its time. */
const PATIENT = { timeout: 60_000 };

describe("watching", () => {
  it("hears of another driver's commits and of its own", async () => {
    const name = freshBoard();
    const here = await boards.open({ board: name });
    const there = await boards.open({ board: name });
    const heard = { here: vi.fn<() => void>(), there: vi.fn<() => void>() };
    here.watch(heard.here);
    const stop = there.watch(heard.there);
    await here.commit(creating("1"));
    await vi.waitFor(() => {
      expect(heard.here).toHaveBeenCalled();
      expect(heard.there).toHaveBeenCalled();
    }, PATIENT);
    stop();
    const before = heard.there.mock.calls.length;
    const calls = heard.here.mock.calls.length;
    await here.commit(creating("2"));
    await vi.waitFor(() => expect(heard.here.mock.calls.length).toBeGreaterThan(calls), PATIENT);
    expect(heard.there.mock.calls.length).toBe(before);
  });

  it("tells everybody who listens on the board's channel how far the ledger is", async () => {
    const driver = await boards.open();
    const client = await boards.connect();
    await client.query(`LISTEN "signalbox_${boards.name}"`);
    const told = once(client, "notification");
    await driver.commit(creating("1"));
    expect(await told).toMatchObject([{ payload: "1" }]);
  });

  it("hears of what was written by hand, without a notification", async () => {
    const driver = await boards.open();
    const heard = vi.fn<() => void>();
    driver.watch(heard);
    const client = await boards.connect();
    await client.query("UPDATE head SET seq = 5");
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), PATIENT);
  });
});
