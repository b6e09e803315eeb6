// One simulated agent: a process of its own, with a server of its own, that knows nothing but what the tools answer.

import * as z from "zod";
import type { Workflow } from "../engine/workflow/format.ts";
import { workflowSchema } from "../workflows/schema.ts";
import { workOne, type WorkContext } from "./build.ts";
import { Checkout } from "./checkout.ts";
import { Client } from "./client.ts";
import { review, Triager } from "./unlocked-work.ts";
import { ToolCaller } from "./tool-caller.ts";
import { orders, STOP, type Orders, type Told } from "./messages.ts";
import { Random } from "./random.ts";
import { tradesOf } from "./roles.ts";
import { walkRuns } from "./skill-run.ts";

const ALONE_MS = 5000;

export async function runAgent(text: string): Promise<void> {
  const given = orders.parse(JSON.parse(text));
  const stop = untilStopped();
  const env = { ...process.env, SIGNALBOX_AGENT: given.name };
  const checkout = given.project === null ? null : await Checkout.open(given.project, given.name, env);
  const client = await Client.start(env, given.name, checkout?.folder);
  tell({ kind: "ready", server: client.serverId });
  try {
    await live(client, checkout, given, stop);
  } catch (error) {
    tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  } finally {
    await client.leave();
    if (process.connected) process.disconnect();
  }
}

async function live(client: Client, checkout: Checkout | null, given: Orders, stop: AbortSignal): Promise<void> {
  const workflow: Workflow = workflowSchema.parse(await client.read("signalbox://workflow/ticket"));
  const all = tradesOf(workflow);
  const trades = given.trades.flatMap((command) => all.find((trade) => trade.command === command) ?? []);
  const random = new Random(given.seed);
  const otherWork = trades[0]?.picks ?? workflow.start;
  const caller = new ToolCaller({ client, random, tell, pace: given.pace, stop, otherWork, checkout });
  if (given.trades.length === 0) return walkRuns(caller, given.name);
  const context: WorkContext = {
    caller,
    workflow,
    checkout,
    habits: given.habits,
    reports: await client.words("update_session_state", "state"),
    outcomes: await client.words("complete_ralph_session", "outcome"),
    waiting: new Set(),
    worked: { tickets: 0 },
  };
  const triage = given.triages ? new Triager(caller, workflow) : null;
  while (!caller.stopped) {
    const busy =
      (await triage?.work()) ||
      (given.reviewsAfterMs !== null && (await review(caller, workflow, given.reviewsAfterMs))) ||
      (await workFirst(context, trades));
    await caller.work(busy ? 150 : 600, busy ? 400 : 1200);
  }
}

/** In the trade that it likes best and that has something to do. */
async function workFirst(context: WorkContext, trades: readonly Parameters<typeof workOne>[1][]): Promise<boolean> {
  for (const trade of trades) {
    if (context.caller.stopped) return false;
    if (await workOne(context, trade)) return true;
  }
  return false;
}

/** When the stage says so, or has ended. */
function untilStopped(): AbortSignal {
  const stop = new AbortController();
  process.on("message", (message) => {
    if (z.literal(STOP).safeParse(message).success) stop.abort();
  });
  process.once("disconnect", () => {
    stop.abort();
    // What still waits by then waits for ever: nobody is left to end it from outside.
    setTimeout(() => process.exit(1), ALONE_MS).unref();
  });
  // Ctrl-C goes to every process of a terminal; the stage says in which order they end.
  process.on("SIGINT", () => undefined);
  return stop.signal;
}

function tell(what: Told): void {
  if (process.connected) process.send?.(what);
}
