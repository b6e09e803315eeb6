// What a refused handoff is explained from.

import type { HandoffRequest } from "../read-request.ts";
import type { Words } from "../../acts.ts";
import type { Command, Machine } from "../../workflow/compile.ts";
import type { HandoffSnapshot } from "../check-handoff.ts";
import type { Suggestions } from "../suggestions.ts";
import type { RefusalCode } from "../../refusal-codes.ts";
import { quote } from "../../words.ts";

export interface Context {
  readonly machine: Machine;
  readonly snapshot: HandoffSnapshot;
  readonly request: HandoffRequest;
  /** null for a person. */
  readonly command: Command | null;
  /** As it is shown: `#7`. */
  readonly key: string;
  readonly from: string | null;
  readonly suggestions: Suggestions;
}

export interface Explained {
  readonly code: RefusalCode;
  readonly what: Words;
  readonly facts?: Record<string, unknown>;
  /** Absent: what would be accepted now. */
  readonly recovery?: Words;
}

/** Where the ticket is now. */
export function standing({ machine, key, from }: Context): string {
  return from === null
    ? `${key} has no state, and counts as one in "${machine.workflow.start}"`
    : `${key} is in ${quote(from)}`;
}

export function allowedFrom(machine: Machine, from: string | null): readonly string[] {
  return machine.states.get(from ?? machine.workflow.start)?.next ?? [];
}
