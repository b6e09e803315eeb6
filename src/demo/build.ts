// One ticket worked on: taken, reported on phase by phase, and handed on.

import type { Workflow } from "../engine/workflow/format.ts";
import { check, handedOff, listed, picked, position, session, type Listed } from "./answers.ts";
import type { Checkout } from "./checkout.ts";
import type { ToolCaller } from "./tool-caller.ts";
import type { Orders } from "./messages.ts";
import { completeIntent, escalateIntent, lockIntent, takesCommit, type Trade } from "./roles.ts";

export interface WorkContext {
  readonly caller: ToolCaller;
  readonly workflow: Workflow;
  /** Where its work is committed; null: nowhere. */
  readonly checkout: Checkout | null;
  readonly habits: Orders["habits"];
  /** What a session can be said to be at, in order, and how it can end. */
  readonly reports: readonly string[];
  readonly outcomes: readonly string[];
  /** Tickets that were refused for their group's sake: who has been told that goes by what the server offers. */
  readonly waiting: Set<number>;
  readonly worked: { tickets: number };
}

interface Held {
  readonly number: number;
  readonly title: string;
  readonly token: string;
}

/** false: there was nothing to do in this trade. */
export async function workOne(context: WorkContext, trade: Trade): Promise<boolean> {
  const held = (await takeOver(context, trade)) ?? (await pick(context, trade)) ?? (await helpGroup(context, trade));
  if (!held) return false;
  await workOn(context, trade, held);
  return true;
}

/** A ticket whose holder is gone. */
async function takeOver(context: WorkContext, trade: Trade): Promise<Held | null> {
  const stranded = (await ticketsIn(context.caller, trade.lock)).find(({ claim }) => claim?.expired);
  return stranded ? lock(context, trade, stranded, "Its lease ran out and nobody works on it.") : null;
}

async function pick(context: WorkContext, trade: Trade): Promise<Held | null> {
  const { caller, habits } = context;
  const workflowState = trade.picks;
  // Who looks first and takes it later may find that somebody else was faster.
  if (caller.random.chance(habits.hesitates)) {
    const { issue } = picked.parse(await caller.ask("pick_actionable_issue", { workflowState }));
    if (!issue) return null;
    if (!context.waiting.has(issue.number)) {
      await caller.work(200, 700);
      return lock(context, trade, issue, "It is the first in the queue.");
    }
  }
  const { command } = trade;
  const reason = "It is the first in the queue.";
  const answer = picked.parse(
    await caller.ask("pick_actionable_issue", { workflowState, claim: true, command, reason }),
  );
  const { issue, claim, skipped } = answer;
  if (issue && claim?.token !== undefined) {
    caller.tell(`takes #${issue.number} ${issue.title}`);
    return { number: issue.number, title: issue.title, token: claim.token };
  }
  const [waiting] = skipped ?? [];
  if (waiting && !context.waiting.has(waiting.number) && caller.random.chance(habits.mischief)) {
    caller.tell(`tries #${waiting.number} before its group is ready`);
    await lock(context, trade, { ...waiting, title: "" }, "Surely this one can begin already.");
  }
  return null;
}

/** A blocked ticket is not picked; but where its group waits for it, somebody has to bring it along. */
async function helpGroup(context: WorkContext, trade: Trade): Promise<Held | null> {
  const { caller } = context;
  for (const ticket of await ticketsIn(caller, trade.picks)) {
    if (ticket.claim && !ticket.claim.expired) continue;
    const { convergence } = position.parse(await caller.ask("detect_pipeline_position", { number: ticket.number }));
    if (!convergence.required || convergence.met) continue;
    if (!convergence.blocking.some(({ number }) => number === ticket.number)) continue;
    return lock(context, trade, ticket, "Its group waits for it.");
  }
  return null;
}

async function ticketsIn(caller: ToolCaller, state: string): Promise<readonly Listed[]> {
  return listed.parse(await caller.ask("list_tickets", { state, limit: 50 })).tickets;
}

async function lock(
  { caller, workflow, waiting }: WorkContext,
  { command }: Trade,
  { number, title }: { readonly number: number; readonly title: string },
  reason: string,
): Promise<Held | null> {
  const attempt = await caller.attempt(
    "handoff_ticket",
    { number, command, intent: lockIntent(workflow), reason },
    title !== "",
  );
  if (attempt.refused) {
    if (check.safeParse(attempt.followed).success) waiting.add(number);
    return null;
  }
  const token = handedOff.parse(attempt.content).claim?.token;
  if (token === undefined) return null;
  caller.tell(`locks #${number} ${title}`);
  return { number, title, token };
}

async function workOn(context: WorkContext, trade: Trade, held: Held): Promise<void> {
  const { caller, habits, outcomes } = context;
  const { number, token: claim } = held;
  caller.ticket = number;
  const { sessionId } = session.parse(await caller.ask("create_ralph_session", { ticket: number }));
  const dies = ++context.worked.tickets === habits.diesAt;
  const { open, finished } = await reportPhases(context, sessionId, number, dies);
  const [success = "", failure = success] = outcomes;
  if (!finished) {
    await caller.ask("release_claim", { number, claim, reason: "The day is over." });
    await caller.ask("complete_ralph_session", {
      sessionId: open,
      outcome: failure,
      error: "Stopped before it was done.",
    });
    return;
  }
  const escalated = await handOn(context, trade, held);
  const end = escalated ? { outcome: failure, error: "Not decidable without a person." } : { outcome: success };
  await caller.ask("complete_ralph_session", { sessionId: open, ...end });
  caller.ticket = null;
}

interface Reported {
  /** The session that is open now. */
  readonly open: string;
  readonly finished: boolean;
}

/** Every phase in its order; now and then the tests fail, and it goes back by one. */
async function reportPhases(context: WorkContext, begun: string, number: number, dies: boolean): Promise<Reported> {
  const { caller, reports } = context;
  const { random } = caller;
  let open = begun;
  const phases = random.chance(0.3) ? [...reports.slice(0, 3), ...reports.slice(1)] : reports;
  for (const [index, state] of phases.entries()) {
    const failed = index === 2 && phases.length > reports.length ? 2 : 0;
    const tests = index < 2 ? {} : { testResults: { passed: random.whole(40, 60), failed, skipped: 1 } };
    const metadata = { files: filesOf(random.whole(1, 3), number), ...tests };
    const answer = await caller.ask("update_session_state", { sessionId: open, state, metadata });
    // One that was given up for silence is refused, and opened anew.
    open = session.safeParse(answer).data?.sessionId ?? open;
    await caller.work(350, 1000);
    if (caller.stopped) return { open, finished: false };
    if (dies && index === 1) return caller.die(number);
    if (index === 2) await caller.ask("add_comment", { number, body: random.oneOf(FINDINGS) ?? "" });
  }
  return { open, finished: true };
}

/** Whether it went to a person. */
async function handOn(context: WorkContext, trade: Trade, held: Held): Promise<boolean> {
  const { caller, workflow, habits } = context;
  const { number, token: claim } = held;
  const { command } = trade;
  const bare = {
    number,
    command,
    claim,
    intent: completeIntent(workflow, trade),
    reason: caller.random.oneOf(REASONS) ?? "",
  };
  const complete = { ...bare, ...(await commitWork(context, trade, held)) };
  if (caller.random.chance(habits.mischief)) {
    const tried = await caller.attempt("handoff_ticket", mischief(context, complete));
    const answer = handedOff.safeParse(tried.refused ? tried.followed : tried.content).data;
    // What it was told to do instead may have been just what it was about to do.
    if (answer?.changed) return false;
  }
  const escalate = escalateIntent(workflow);
  if (escalate !== null && caller.random.chance(0.04)) {
    await caller.ask("handoff_ticket", {
      ...bare,
      intent: escalate,
      reason: "Two readings of the requirement contradict each other.",
    });
    caller.tell(`needs a person for #${number}`);
    return true;
  }
  const { newState } = handedOff.parse({
    newState: "",
    changed: false,
    ...(await caller.ask("handoff_ticket", complete)),
  });
  caller.tell(`hands #${number} on${newState === "" ? "" : ` to ${newState}`}`);
  return false;
}

/** What is said of the work where it is handed on with a commit. Most have it checked first; one says that it is fine. */
async function commitWork(
  { caller, workflow, checkout, habits }: WorkContext,
  trade: Trade,
  { number, title }: Held,
): Promise<{ readonly commit?: string; readonly evidence?: Readonly<Record<string, string>> }> {
  if (!checkout || !takesCommit(workflow, trade)) return {};
  const works = habits.boasts || !caller.random.chance(0.2);
  const commit = await checkout.commit(number, title, works);
  if (habits.boasts) {
    caller.tell(`says that the tests of #${number} pass, and has not run them`);
    return { commit, evidence: { tests: "pass" } };
  }
  if (await checkout.run("check", String(number))) {
    caller.tell(`has #${number} checked: its tests pass`);
    return { commit };
  }
  caller.tell(`has #${number} checked: its tests fail, and it mends that`);
  const mended = await checkout.commit(number, title, true);
  await checkout.run("check", String(number));
  return { commit: mended };
}

/** Something that no workflow lets pass. */
function mischief(
  { caller, workflow }: WorkContext,
  { intent, ...complete }: { readonly intent: string; readonly number: number },
): Record<string, unknown> {
  switch (caller.random.whole(0, 2)) {
    case 0:
      caller.tell(`tries to finish #${complete.number} in one leap`);
      return { ...complete, to_state: workflow.pipeline?.at(-1) };
    case 1:
      caller.tell(`misspells what it wants for #${complete.number}`);
      return { ...complete, intent: `${intent.slice(0, -2)}${intent.slice(-1)}` };
    default:
      caller.tell(`gives no reason for #${complete.number}`);
      return { ...complete, intent, reason: " " };
  }
}

const FILES = ["readings", "queue", "upload", "route", "tiles", "plausible", "camera", "clock"];

function filesOf(count: number, number: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `app/${FILES[(number + index) % FILES.length]}.ts`);
}

const FINDINGS = [
  "Two places write this; only one of them is tested.",
  "The old code path can go: nothing calls it since the spring release.",
  "Measured on the oldest device: 31 ms, of which 20 are the index.",
  "The server already takes this; only the app does not send it.",
];

const REASONS = [
  "Everything that was asked for is there, and tested.",
  "Done; what was left open stands in the comments.",
  "Finished after a second look at the edge cases.",
];
