// A board of which it is heard what goes wrong beside what somebody asked for.

import { githubBoard, type GitHubBoard } from "../../../src/github/tracker/board.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import type { Machine, Site } from "../../support/github/world.ts";

/** On a machine's store. */
export async function openWatched(
  site: Site,
  { store }: Machine,
): Promise<{ readonly board: GitHubBoard; readonly troubles: readonly unknown[] }> {
  const troubles: unknown[] = [];
  const board = await githubBoard({
    store,
    client: site.client(),
    clock: site.clock,
    home: { owner: "acme", repo: "shop" },
    project: { owner: "acme", number: 7 },
    machine: shipped("ticket"),
    refLocks: false,
    onTrouble: (error) => troubles.push(error),
  });
  return { board, troubles };
}
