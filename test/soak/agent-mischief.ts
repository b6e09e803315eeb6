// What no agent should do: each time there is one right answer.

import type { Asker, Heard } from "./agent-ask.ts";
import { NEVER, OVERTAKEN } from "./agent-codes.ts";
import { ticketsIn, type Memory } from "./agent-work.ts";

/** Refused one way or another; where it is not, the checker knows whether it was right. */
const ANYTHING: ReadonlySet<string> = new Set([
  ...OVERTAKEN,
  "command_not_allowed",
  "intent_ambiguous",
  "intent_not_mapped",
  "reject_goes_back",
  "ticket_not_found",
]);
const STATES = ["Backlog", "Research in Progress", "Plan in Progress", "In Progress", "In Review", "Done", "Canceled"];
const COMMANDS = ["triage", "split", "research", "plan", "review", "impl", "hero"];
const INTENTS = ["lock", "complete", "close", "cancel", "reject"];

export async function misbehave(asker: Asker, memory: Memory): Promise<void> {
  const { random } = asker;
  const tries = [wander, intrude, reuseRequest, useSpentToken, forgeToken, askForNothing, letGoOfOthers];
  await random.oneOf(tries)?.(asker, memory);
}

/** Anywhere at all. */
async function wander(asker: Asker): Promise<void> {
  const { random } = asker;
  const number = await anyTicket(asker);
  const word = random.chance(0.5) ? { to_state: random.oneOf(STATES) } : { intent: random.oneOf(INTENTS) };
  const args = { number, command: random.oneOf(COMMANDS), ...word, reason: "Why not?" };
  await asker.ask("handoff_ticket", args, ANYTHING);
}

/** Into a ticket that somebody works on. */
async function intrude(asker: Asker): Promise<void> {
  const { random } = asker;
  const [state, command] = random.chance(0.5) ? ["Research in Progress", "research"] : ["Plan in Progress", "plan"];
  const number = random.oneOf(await ticketsIn(asker, state ?? ""))?.["number"];
  if (number === undefined) return;
  const intent = random.chance(0.5) ? "complete" : "escalate";
  await asker.ask("handoff_ticket", { number, command, intent, reason: "I know better." }, ANYTHING);
}

async function reuseRequest(asker: Asker): Promise<void> {
  const request_id = asker.newId();
  const number = await anyTicket(asker);
  const first = { number, body: "Said once.", request_id };
  await asker.ask("add_comment", first, NEVER);
  const second = { ...first, body: "And something else." };
  expectCode(asker, await asker.ask("add_comment", second, new Set(["request_reused"])), "request_reused");
}

/** A claim that is over opens nothing, whoever holds the ticket by now. */
export async function useSpentToken(asker: Asker, memory: Memory): Promise<void> {
  const spent = asker.random.oneOf(memory.spent);
  if (!spent) return;
  const args = { number: spent.number, command: "research", intent: "complete", claim: spent.token, reason: "Mine!" };
  const heard = await asker.ask("handoff_ticket", args, new Set(["claim_lost"]));
  expectCode(asker, heard, "claim_lost");
}

async function forgeToken(asker: Asker): Promise<void> {
  const number = await anyTicket(asker);
  const args = { number, command: "impl", intent: "complete", claim: "1.AAAAAAAAAAAAAAAAAAAAAAAAAAA", reason: "Mine!" };
  expectCode(asker, await asker.ask("handoff_ticket", args, new Set(["claim_lost"])), "claim_lost");
}

async function askForNothing(asker: Asker): Promise<void> {
  const args = { number: 999_999_999, body: "Is anybody there?" };
  expectCode(asker, await asker.ask("add_comment", args, new Set(["ticket_not_found"])), "ticket_not_found");
}

async function letGoOfOthers(asker: Asker, memory: Memory): Promise<void> {
  const number = await anyTicket(asker);
  if (number === memory.held?.number) return;
  const may = new Set(["not_claimed", "claim_conflict", "claim_lost"]);
  await asker.ask("release_claim", { number, reason: "It is not mine." }, may);
}

/** One that is there: on a board that is still empty it makes one. */
async function anyTicket(asker: Asker): Promise<number> {
  const { tickets } = await asker.mustGet("list_tickets", { limit: 100, open: asker.random.chance(0.8) });
  const found = asker.random.oneOf(tickets as readonly { readonly number: number }[]);
  if (found) return found.number;
  return Number((await asker.mustGet("create_ticket", { title: "The first" }))["number"]);
}

function expectCode(asker: Asker, heard: Heard, code: string): void {
  asker.world.notes.count("tries that must be refused");
  if (heard.accepted) asker.world.notes.breach(`${asker.name} had to be refused with ${code}, and was not`);
}
