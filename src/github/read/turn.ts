// One look at a time on one store: processes that want the same at the same moment wait for the one that is at it.

import { randomUUID } from "node:crypto";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Clock } from "../client/clock.ts";

const NOTE = "github-turn";
/** Longer than a look takes; a process that dies in the middle holds the others up for so long. */
const LEASE_MS = 20_000;
const PAUSE_MS = 200;
const FREE = "0";

type Store = Pick<TrackerStore, "notes" | "now">;

/** `still`: asked each time before it is waited on; false: what was wanted is there, and `look` is not called. */
export async function inTurn(
  store: Store,
  clock: Clock,
  still: () => Promise<boolean>,
  look: () => Promise<void>,
): Promise<void> {
  const mine = randomUUID();
  for (;;) {
    if (!(await still())) return;
    const before = await store.notes.get(NOTE);
    const now = await store.now();
    const until = Number((before ?? FREE).split(" ")[0]);
    const taken = `${now + LEASE_MS} ${mine}`;
    if (until > now || !(await store.notes.replace(NOTE, before, taken))) {
      await clock.sleep(PAUSE_MS);
      continue;
    }
    try {
      return await look();
    } finally {
      await store.notes.replace(NOTE, taken, FREE);
    }
  }
}
