// Sessions that went wrong, each in its own way, on a board that was worked on in the last hour.

import type { Caller } from "../../../src/app/app.ts";
import { completeSession } from "../../../src/app/sessions/complete-session.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { updateSessionState } from "../../../src/app/sessions/update-session-state.ts";
import { openBoard } from "../../../src/store/open.ts";
import { accepted, hand, locked, newTicket, put } from "../../support/worlds/steps.ts";
import { agent, appOn, maria, MINUTE, type World } from "../../support/worlds/world.ts";

export interface Cases {
  /** Ids of sessions. */
  readonly failed: string;
  readonly silent: string;
  readonly left: string;
  readonly old: string;
}

/** `began`: some fifty minutes before now. */
export async function fillCases(database: string, began: number): Promise<Cases> {
  let now = began;
  const board = await openBoard({ database, synchronous: "OFF", clock: () => now });
  const world: World = {
    board,
    app: appOn(board),
    advance: async (ms) => void (now += ms),
    dump: () => Promise.resolve(""),
    close: () => board.close(),
  };
  const [godwit, heron, wren, dunlin] = ["godwit", "heron", "wren", "dunlin"].map((name) => agent(name));
  if (!godwit || !heron || !wren || !dunlin) throw new Error("an agent is missing");

  // Long before: the lanes of the last hour do not show it.
  now = began - 3 * 24 * 60 * MINUTE;
  const first = await newTicket(world, { title: "Label the shelves" });
  const old = await open(world, dunlin, first);
  await report(world, dunlin, old, "implementing", { note: "the day before yesterday" });
  await world.advance(12 * MINUTE);
  accepted(await completeSession(world.app, dunlin, { sessionId: old, outcome: "success" }));
  now = began;

  const failed = await failing(world, godwit);
  const silent = await silence(world, heron);
  const left = await leaving(world, wren);
  await world.close();
  return { failed, silent, left, old };
}

async function failing(world: World, godwit: Caller): Promise<string> {
  const key = await newTicket(world, { title: "Preview price changes before import", priority: "P1", estimate: "S" });
  await put(world, key, "Plan in Review");
  const sessionId = await open(world, godwit, key);
  await report(world, godwit, sessionId, "analyzing", { note: "Read the plan and 6 files." });
  await hand(world, godwit, key, { command: "impl", toState: "Done", reason: "Quick one" });
  await locked(world, godwit, key, "impl");
  await world.advance(4 * MINUTE);
  const files = ["src/prices/preview.ts", "src/prices/rounding.ts"];
  await report(world, godwit, sessionId, "implementing", { files, note: "Preview table with old and new price." });
  await world.advance(9 * MINUTE);
  await report(world, godwit, sessionId, "testing", { testResults: { passed: 38, failed: 3 } });
  await world.advance(3 * MINUTE);
  await report(world, godwit, sessionId, "committing", {
    commits: ["b81f02d"],
    files: [...files, "web/preview-table.tsx"],
  });
  await report(world, godwit, sessionId, "reviewing", {});
  await report(world, godwit, sessionId, "testing", {
    plan: { suites: ["import", "prices"], database: { port: 5433, shared: false } },
    output: "RUN import suite\n".repeat(40),
  });
  await world.advance(2 * MINUTE);
  const error =
    "Tests could not start: the database port 5433 is taken.\nError: listen EADDRINUSE: address already in use 127.0.0.1:5433\n    at test/helpers/pg.ts:41 (startServer)";
  accepted(await completeSession(world.app, godwit, { sessionId, outcome: "failure", error }));
  return sessionId;
}

async function silence(world: World, heron: Caller): Promise<string> {
  const key = await newTicket(world, { title: "Count the stock at night" });
  await put(world, key, "Research Needed");
  await locked(world, heron, key, "research");
  const sessionId = await open(world, heron, key);
  await report(world, heron, sessionId, "analyzing", { note: "Reading the cron table." });
  await world.advance(MINUTE);
  return sessionId;
}

async function leaving(world: World, wren: Caller): Promise<string> {
  const key = await newTicket(world, { title: "Print the receipt twice" });
  await put(world, key, "In Review");
  const sessionId = await open(world, wren, key);
  await report(world, wren, sessionId, "implementing", { files: ["src/receipt.ts"] });
  await world.advance(2 * MINUTE);
  accepted(await hand(world, maria, key, { toState: "Done", reason: "Merged by hand" }));
  return sessionId;
}

async function open(world: World, caller: Caller, ticket: string): Promise<string> {
  return accepted(await createSession(world.app, caller, { ticket })).sessionId;
}

async function report(
  world: World,
  caller: Caller,
  sessionId: string,
  state: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  accepted(await updateSessionState(world.app, caller, { sessionId, state, metadata }));
}
