// A board on which several processes decide before any of them writes.

import type { Board } from "../../../src/app/ports/board.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { withCommit } from "../../support/processes/app.ts";
import { say } from "../../support/processes/child.ts";

export interface Meeting {
  readonly board: Board;
  /** The next commit waits until all the others have decided too. */
  readonly meet: () => void;
  /** Commits that came too late, since it was last asked. */
  readonly takeStale: () => number;
}

/** `go`: settled when everybody has decided. */
export function meetBefore(store: StoreBoard, go: () => Promise<unknown>): Meeting {
  let stale = 0;
  let meets = false;
  const board = withCommit(store, async (plan) => {
    if (meets) {
      meets = false;
      await say({ type: "decided" });
      await go();
    }
    const outcome = await store.commit(plan);
    if (outcome.kind === "stale") stale++;
    return outcome;
  });
  return {
    board,
    meet: () => {
      meets = true;
    },
    takeStale: () => {
      const counted = stale;
      stale = 0;
      return counted;
    },
  };
}
