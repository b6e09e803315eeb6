import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Hub } from "../../../src/http/live/hub.ts";
import { Turns } from "../../../src/http/limits/turns.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { borrowed, freshBoard, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { appOn, openStore } from "../../support/processes/app.ts";

describe.skipIf(borrowed !== undefined)(
  "what is read once and kept (with PG_TEST_URL: a server that is not ours to stop)",
  () => {
    let server: TestPostgres;
    let store: StoreBoard;

    beforeAll(async () => {
      server = await startPostgres({ durable: true });
      store = await openStore({ database: server.url, board: freshBoard() });
    });

    afterAll(async () => {
      await store.close();
      await server.stop();
    });

    it("is read again after the database was away the first time: where the live stream begins", async () => {
      const app = appOn(store);
      const hub = new Hub({
        openApp: () => Promise.resolve(app),
        log: () => undefined,
        turns: new Turns(),
        pingMs: 60_000,
      });
      await server.kill();
      await expect(hub.listen(0)).rejects.toMatchObject({ code: "store_unreachable" });
      await server.restart();
      expect((await hub.listen(0)).over).toBe(false);
      await hub.close();
    });
  },
);
