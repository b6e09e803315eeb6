// The same contract where the store beside GitHub is a PostgreSQL that machines share.

import { StoreForTracker } from "../../src/store/tracker-store.ts";
import { boardContract } from "../contract/board-contract.ts";
import { makePostgresWorld } from "../contract/postgres-world.ts";
import { appOn, type World } from "../contract/world.ts";
import { NOT_ON_GITHUB } from "./not-on-github.ts";
import { Site } from "./world.ts";

async function makeWorld(): Promise<World> {
  const local = await makePostgresWorld();
  const site = await Site.open();
  const board = await site.board(new StoreForTracker(local.board.driver, true), false);
  return {
    ...local,
    board,
    app: appOn(board),
    advance: async (ms) => {
      site.clock.pass(ms);
      await local.advance(ms);
    },
    close: async () => {
      await local.close();
      await site.close();
    },
  };
}

boardContract({ name: "GitHub and PostgreSQL", make: makeWorld, skip: NOT_ON_GITHUB });
