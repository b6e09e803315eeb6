// The application as a process has it: an open board, and the shipped workflow, with shorter leases where asked.

import { randomUUID } from "node:crypto";
import type { App, Caller } from "../../../src/app/app.ts";
import type { Board } from "../../../src/app/ports/board.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { openBoard, type OpenOptions } from "../../../src/store/open.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { shippedRuns } from "../workflows.ts";
import type { Address } from "./place.ts";

export interface Setup extends Address {
  readonly name: string;
  /** Of every state. */
  readonly leaseSeconds?: number;
  readonly patienceMs?: number;
}

export function openStore(
  address: Address,
  options: Omit<OpenOptions, "database" | "board"> = {},
): Promise<StoreBoard> {
  const { database, board } = address;
  return openBoard({ database, ...(board === undefined ? {} : { board }), ...options });
}

export function appOn(board: Board, leaseSeconds?: number): App {
  const { workflow } = shipped("ticket");
  const lease = { graceSeconds: 120, ...workflow.lease, seconds: leaseSeconds ?? 0, states: {} };
  const machine = leaseSeconds === undefined ? shipped("ticket") : compile({ ...workflow, lease });
  return { board, machine, sessions: shipped("session"), runs: shippedRuns(), newId: randomUUID };
}

/** The same board, with something of one's own in front of its commits. */
export function withCommit(board: StoreBoard, commit: Board["commit"]): Board {
  return { ...board, commit };
}

export function agent(connection: string): Caller {
  return { actor: { kind: "agent", identity: { connection, agent: null } }, via: "test" };
}

export const person: Caller = { actor: { kind: "person", name: "Ada" }, via: "test" };

/** A new ticket that a researcher can lock; its key. */
export async function researchable(app: App): Promise<string> {
  const created = await createTicket(app, person, { title: "Find out" });
  if (isRefusal(created)) throw new Error(tell(created, "mcp").error);
  const key = String(created.number);
  await move(app, key, "Research Needed");
  return key;
}

/** As a person. */
export async function move(app: App, key: string, toState: string): Promise<void> {
  const moved = await handoff(app, person, { key, toState, reason: "to begin with" });
  if (isRefusal(moved)) throw new Error(tell(moved, "mcp").error);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
