// The work itself, by the tools alone: tickets are made, looked at, taken, worked on phase by phase, and handed on.

import type { Asker, Content } from "./agent-ask.ts";
import { ENDED, NEVER, OVERTAKEN } from "./agent-codes.ts";

interface Trade {
  readonly command: string;
  readonly picks: string;
}

const TRADES: readonly Trade[] = [
  { command: "research", picks: "Research Needed" },
  { command: "plan", picks: "Ready for Plan" },
  { command: "impl", picks: "In Progress" },
];
const ENOUGH_NEW = 8;
const FAMILIES = 0.15;
const MOST_REMEMBERED = 20;

/** What it remembers. */
export interface Memory {
  /** A ticket that it holds now. */
  held: { readonly number: number; readonly token: string } | null;
  /** Of tickets that it has handed on: none of them opens anything any more. */
  readonly spent: { readonly number: number; readonly token: string }[];
  /** Tickets that it has made, and that wait for each other. */
  readonly linked: number[];
}

/** One thing or another that wants doing. */
export async function workOne(asker: Asker, memory: Memory): Promise<void> {
  const { random } = asker;
  if (random.chance(0.25) && (await triage(asker))) return;
  if (random.chance(0.3) && (await judge(asker))) return;
  const start = random.whole(0, TRADES.length - 1);
  for (let turn = 0; turn < TRADES.length; turn++) {
    const trade = TRADES[(start + turn) % TRADES.length];
    if (trade && (await practise(asker, memory, trade))) return;
  }
  if (!(await triage(asker)) && !(await judge(asker))) await bringAlong(asker, memory);
  await makeMore(asker, memory);
}

async function practise(asker: Asker, memory: Memory, { command, picks }: Trade): Promise<boolean> {
  const reason = "The first in the queue.";
  const args = { workflowState: picks, claim: true, command, reason };
  const heard = await asker.ask("pick_actionable_issue", args, OVERTAKEN);
  const issue = heard.content["issue"] as Content | null | undefined;
  if (!heard.accepted || !issue) return false;
  await workOn(asker, memory, command, issue["number"] as number, heard.content["claim"] as Content);
  return true;
}

export async function workOn(
  asker: Asker,
  memory: Memory,
  command: string,
  number: number,
  claim: Content,
): Promise<void> {
  const { random } = asker;
  const token = String(claim["token"]);
  memory.held = { number, token };
  const session = random.chance(0.7) ? await openSession(asker, number) : null;
  for (const state of ["analyzing", "implementing", "testing"]) {
    await asker.think();
    if (session !== null) await asker.ask("update_session_state", { sessionId: session, state }, ENDED);
    if (random.chance(0.3)) await asker.mustGet("add_comment", { number, body: `${asker.name} is ${state}.` });
  }
  await asker.think();
  const escalates = random.chance(0.05);
  const intent = escalates ? "escalate" : "complete";
  const gives = random.chance(0.04);
  if (escalates && !gives) asker.world.escalated.push(number);
  const release = { number, claim: token, reason: "Somebody else knows more." };
  const handOn = { number, command, intent, claim: token, reason: "As far as it goes." };
  const heard = gives
    ? await asker.ask("release_claim", release, OVERTAKEN)
    : await asker.ask("handoff_ticket", handOn, OVERTAKEN);
  memory.held = null;
  if (!heard.accepted && heard.code === "claim_lost") asker.world.notes.count("late writes refused by the fence");
  if (heard.accepted || heard.code === "claim_lost") memory.spent.push({ number, token });
  if (memory.spent.length > MOST_REMEMBERED) memory.spent.shift();
  if (session !== null) await asker.ask("complete_ralph_session", { sessionId: session, outcome: "success" }, ENDED);
}

async function openSession(asker: Asker, number: number): Promise<string> {
  return String((await asker.mustGet("create_ralph_session", { ticket: number }))["sessionId"]);
}

/** New tickets are sent on. */
async function triage(asker: Asker): Promise<boolean> {
  const { random } = asker;
  const fresh = random.oneOf(await ticketsIn(asker, "Backlog"));
  if (!fresh) return false;
  await asker.think();
  const to_state = random.chance(0.8) ? "Research Needed" : "Ready for Plan";
  const reason = "Worth doing.";
  const args = { number: fresh["number"], command: "triage", to_state, from_state: "Backlog", reason };
  await asker.ask("handoff_ticket", args, OVERTAKEN);
  return true;
}

/** Plans are approved or sent back; what is built is accepted. */
async function judge(asker: Asker): Promise<boolean> {
  const { random } = asker;
  const state = random.chance(0.5) ? "Plan in Review" : "In Review";
  const waiting = random.oneOf(await ticketsIn(asker, state));
  if (!waiting) return false;
  await asker.think();
  const yes = state === "In Review" ? "close" : "complete";
  const intent = state === "Plan in Review" && random.chance(0.1) ? "reject" : yes;
  const args = { number: waiting["number"], command: "review", intent, from_state: state, reason: "Read it." };
  await asker.ask("handoff_ticket", args, OVERTAKEN);
  return true;
}

/** A blocked ticket is not picked; but its group waits for it. */
async function bringAlong(asker: Asker, memory: Memory): Promise<void> {
  const number = memory.linked.shift();
  if (number === undefined) return;
  const reason = "Its group waits for it.";
  const lock = { number, command: "research", intent: "lock", reason };
  const heard = await asker.ask("handoff_ticket", lock, OVERTAKEN);
  const claim = heard.content["claim"] as Content | undefined;
  if (heard.accepted && claim) await workOn(asker, memory, "research", number, claim);
  else if (!heard.accepted && heard.code === "claim_conflict") memory.linked.push(number);
}

async function makeMore(asker: Asker, memory: Memory): Promise<void> {
  const { random } = asker;
  const waiting = await ticketsIn(asker, "Backlog");
  if (waiting.length >= ENOUGH_NEW) return;
  if (random.chance(FAMILIES)) return makeFamily(asker, memory);
  for (let made = random.whole(1, 3); made > 0; made--) {
    const number = await makeTicket(asker, {});
    if (random.chance(0.1)) await asker.mustGet("update_ticket", { number, priority: "P0", labels: ["urgent"] });
  }
}

/** A parent that moves on, and its children with it; one of them waits for another. */
async function makeFamily(asker: Asker, memory: Memory): Promise<void> {
  const parent = await makeTicket(asker, {});
  const first = await makeTicket(asker, { parent });
  const second = await makeTicket(asker, { parent, blockedBy: [first] });
  const third = await makeTicket(asker, { parent });
  await asker.mustGet("update_ticket", { number: third, addBlockedBy: [second] });
  memory.linked.push(second, third);
  await asker.think();
  const to_state = "Research Needed";
  await asker.ask("handoff_ticket", { number: parent, command: "triage", to_state, reason: "Go." }, OVERTAKEN);
  await asker.ask("advance_children", { number: parent, targetState: to_state }, NEVER_ALONE);
}

/** Somebody else may have moved the parent first, or on. */
const NEVER_ALONE: ReadonlySet<string> = new Set([...OVERTAKEN, "target_ahead_of_parent"]);

async function makeTicket(asker: Asker, links: Content): Promise<number> {
  const estimate = asker.random.chance(0.5) ? "S" : "XS";
  const heard = await asker.ask("create_ticket", { title: `Made by ${asker.name}`, estimate, ...links }, NEVER);
  return Number(heard.content["number"]);
}

export async function ticketsIn(asker: Asker, state: string): Promise<readonly Content[]> {
  const { tickets } = await asker.mustGet("list_tickets", { state, limit: 20 });
  return tickets as readonly Content[];
}
