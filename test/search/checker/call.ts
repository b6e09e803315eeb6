// What was called, by whom, and what came back.

import type { Who } from "./board.ts";

export interface Caller {
  readonly name: string;
  /** null: a person. */
  readonly who: Who | null;
  readonly person: string | null;
  /** A person with an operator's credential. */
  readonly operator: boolean;
  /** null: no limit. */
  readonly commands: readonly string[] | null;
  readonly via: string;
  /** Known by a name of its own, which it will have again tomorrow. */
  readonly stable: boolean;
}

export type Args = Readonly<Record<string, unknown>>;

export interface Called {
  readonly caller: Caller;
  readonly tool: string;
  readonly args: Args;
}

export interface Answer {
  readonly refused: boolean;
  /** Of a refusal. */
  readonly code: string | null;
  readonly content: Readonly<Record<string, unknown>>;
}

export function textIn(args: Args, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" ? value : undefined;
}
