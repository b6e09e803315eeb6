// Where a ticket's group stands, and whether it may plan: questions that are answered, never moved upon.

import type { Actor, Key } from "../../engine/facts.ts";
import { convergenceOf, type Convergence } from "../../engine/groups/convergence.ts";
import { positionOf, type Position } from "../../engine/position/position.ts";
import type { Refusal } from "../../engine/refusal.ts";
import type { App } from "../app.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { readGroups } from "./group.ts";

/** `actor`: what comes next is told for what they may act as. */
export async function detectPosition(app: App, actor: Actor, key: Key): Promise<Position | Refusal> {
  const read = await readGroups(app, key);
  return read ? positionOf(app.machine, { now: read.facts.now, ...read }, actor) : noSuchTicket(key);
}

export async function checkConvergence(app: App, key: Key, targetState: string): Promise<Convergence | Refusal> {
  const read = await readGroups(app, key);
  return read ? convergenceOf(app.machine, read.group, read.key, targetState) : noSuchTicket(key);
}
