// Where a ticket's group stands, and whether it may plan: questions that are answered, never moved upon.

import type { Key } from "../../engine/facts.ts";
import { convergenceOf, type Convergence } from "../../engine/groups/convergence.ts";
import { positionOf, type Position } from "../../engine/groups/position.ts";
import type { Refusal } from "../../engine/refusal.ts";
import type { App } from "../app.ts";
import { noSuchTicket } from "../commit/refused.ts";

export async function detectPosition(app: App, key: Key): Promise<Position | Refusal> {
  const facts = await app.board.tickets.group(key);
  return facts ? positionOf(app.machine, facts.group) : noSuchTicket(key);
}

export async function checkConvergence(app: App, key: Key, targetState: string): Promise<Convergence | Refusal> {
  const facts = await app.board.tickets.group(key);
  return facts ? convergenceOf(app.machine, facts.group, key, targetState) : noSuchTicket(key);
}
