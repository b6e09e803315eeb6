// Short ways to say what tests do, again and again.

import { expect } from "vitest";
import type { Caller } from "../../../src/app/app.ts";
import { createTicket, type CreateInput } from "../../../src/app/tickets/create.ts";
import type { ClaimAnswer } from "../../../src/app/claims/claim-answer.ts";
import { handoff, type HandoffAnswer, type HandoffInput } from "../../../src/app/tickets/handoff.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import type { Change } from "../../../src/app/commit/changes.ts";
import type { LedgerRow } from "../../../src/app/commit/plan.ts";
import type { Ticket } from "../../../src/app/ports/tickets.ts";
import type { Key } from "../../../src/engine/facts.ts";
import { isRefusal, type Refusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { toldToAgent, type ToldToAgent } from "../surfaces.ts";
import { maria, operator, type World } from "./world.ts";

export function accepted<T extends object>(answer: T): Exclude<T, Refusal> {
  if (isRefusal(answer)) throw new Error(`refused: ${answer.code}: ${tell(answer, "mcp").error}`);
  return answer as Exclude<T, Refusal>;
}

/** As an agent is told. Every refusal says how to go on, in its text and beside it. */
export function refused(answer: object, code: string): ToldToAgent<Refusal> {
  expect(answer).toMatchObject({ kind: "refusal", code });
  const refusal = toldToAgent(answer as Refusal);
  expect(refusal.recovery).not.toBe("");
  expect(refusal.error).toContain(`\nRecovery: ${refusal.recovery}`);
  return refusal;
}

export async function newTicket(world: World, fields: Partial<CreateInput> = {}): Promise<Key> {
  const { number } = accepted(await createTicket(world.app, maria, { title: "a ticket", ...fields }));
  return String(number);
}

/** Put there by an operator; in a lock state it stays reserved for a lease. */
export async function ticketIn(world: World, state: string, fields: Partial<CreateInput> = {}): Promise<Key> {
  const key = await newTicket(world, fields);
  if (state !== "Backlog") await put(world, key, state);
  return key;
}

export async function put(world: World, key: Key, toState: string): Promise<void> {
  accepted(await handoff(world.app, operator, { key, toState, reason: "put there by hand" }));
}

export function hand(
  world: World,
  caller: Caller,
  key: Key,
  input: Omit<HandoffInput, "key" | "reason"> & { reason?: string },
): Promise<HandoffAnswer | Refusal> {
  return handoff(world.app, caller, { key, reason: "because", ...input });
}

export async function locked(
  world: World,
  caller: Caller,
  key: Key,
  command: string,
): Promise<ClaimAnswer & { readonly token: string }> {
  const { claim } = accepted(await hand(world, caller, key, { command, intent: "lock" }));
  if (claim?.token === undefined) throw new Error("no token in the answer to the holder");
  return { ...claim, token: claim.token };
}

export async function block(world: World, key: Key, ...blockers: readonly Key[]): Promise<void> {
  accepted(await updateTicket(world.app, maria, { key, addBlockers: blockers }));
}

export async function ticketOf(world: World, key: Key): Promise<Ticket> {
  const ticket = await world.board.tickets.get(key);
  if (!ticket) throw new Error(`there is no ticket ${key}`);
  return ticket;
}

export async function stateOf(world: World, key: Key): Promise<string | null> {
  return (await ticketOf(world, key)).state;
}

export function rowsOf(world: World, key: Key): Promise<readonly LedgerRow[]> {
  return world.board.ledger.history({ type: "ticket", key }, 1000);
}

/** The newest row about a ticket. */
export async function lastRow(world: World, key: Key): Promise<LedgerRow> {
  const [row] = await world.board.ledger.history({ type: "ticket", key }, 1);
  if (!row) throw new Error(`the ledger has nothing on ${key}`);
  return row;
}

export async function seqOf(world: World): Promise<number> {
  return (await world.board.ledger.head()).seq;
}

/** Writes past the verbs, for what they don't let happen: people do such things on a board that others keep. */
export async function meddle(world: World, key: Key, ...changes: readonly Change[]): Promise<void> {
  const outcome = await world.board.commit({
    id: world.app.newId(),
    checks: [],
    entries: [
      { kind: "edit", subject: { type: "ticket", key }, by: { person: "Maria", via: "elsewhere" }, data: {}, changes },
    ],
  });
  expect(outcome.kind).toBe("done");
}

/** A state that somebody typed. */
export async function typeState(world: World, key: Key, state: string | null): Promise<void> {
  const { version } = await ticketOf(world, key);
  await meddle(world, key, { table: "ticket", key: { key }, set: { state, version: version + 1 } });
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}
