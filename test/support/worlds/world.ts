// What the contract asks of a board: a fresh, empty one for each test, with a clock that stands still until it is moved.

import { randomUUID } from "node:crypto";
import type { App, Caller } from "../../../src/app/app.ts";
import type { Board } from "../../../src/app/ports/board.ts";
import { shippedRuns } from "../workflows.ts";
import { shipped } from "../../../src/workflows/shipped.ts";

export interface World<B extends Board = Board> {
  readonly board: B;
  readonly app: App;
  /** Moves the board's clock on. */
  advance(ms: number): Promise<void>;
  /** Everything that is stored, as text, without the secret that tokens are made from. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

/** What every world's clock shows at first. */
export const START = Date.UTC(2026, 10, 15, 12);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** One test of the contract, in a world of its own. */
export type Test = (title: string, body: (world: World) => Promise<void>) => void;

export function appOn(board: Board, fields: Partial<App> = {}): App {
  return {
    board,
    machine: shipped("ticket"),
    sessions: shipped("session"),
    runs: shippedRuns(),
    newId: randomUUID,
    ...fields,
  };
}

export function agent(connection: string, name: string | null = null, commands?: readonly string[]): Caller {
  const identity = { connection, agent: name };
  return { actor: { kind: "agent", identity, ...(commands ? { commands } : {}) }, via: "stdio" };
}

export function person(name: string, override = false): Caller {
  return { actor: { kind: "person", name, override }, via: "cli", proof: "key" };
}

export const ann = agent("ann");
export const bob = agent("bob");
/** Two agents on one connection. */
export const uma = agent("desk", "uma");
export const vic = agent("desk", "vic");
export const maria = person("Maria");
export const operator = person("Olga", true);
