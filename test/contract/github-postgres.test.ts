// The same contract where the store beside GitHub is a PostgreSQL that machines share: as far as writing goes, as all
// reading is the store's own.

import { trackerStore } from "../../src/store/tracker-store.ts";
import { boardContract } from "./board-contract.ts";
import { NOT_ON_GITHUB } from "./not-on-github.ts";
import { makePostgresWorld } from "../support/worlds/postgres-world.ts";
import { appOn, type World } from "../support/worlds/world.ts";
import { Site } from "../support/github/world.ts";

async function makeWorld(): Promise<World> {
  const local = await makePostgresWorld();
  const site = await Site.open();
  const board = await site.board(trackerStore(local.board.driver, true), false);
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

const themes = ["creating a ticket", "commenting on a ticket", "the same request twice", "advancing children", "races"];

/** Those of these themes. */
const HERE: ReadonlySet<string> = new Set([
  "leaves a child without a state where it is",
  "numbers tickets that come in together one after the other, and their links with them",
]);
const skip = NOT_ON_GITHUB.filter(({ test }) => HERE.has(test));

boardContract({ name: "GitHub and PostgreSQL", make: makeWorld, themes, skip });
