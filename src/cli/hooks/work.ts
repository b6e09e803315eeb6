// What an agent has under way, as the hooks need to know it.

import type { Key, TicketRef } from "../../engine/facts.ts";
import type { Machine } from "../../engine/workflow/compile.ts";

export interface Work {
  readonly claims: readonly (TicketRef & { readonly state: string | null })[];
  readonly sessions: readonly { readonly id: string; readonly ticket: string; readonly state: string }[];
  /** As of when, where tickets were looked up elsewhere. */
  readonly asOf?: string;
}

export function keyIn({ number, repo }: TicketRef): Key {
  return repo === undefined ? String(number) : `${repo}#${number}`;
}

/** As a tool takes it. */
export function argumentsFor({ number, repo }: TicketRef): string {
  const [owner, name] = repo?.split("/") ?? [];
  return owner && name ? `number=${number}, owner="${owner}", repo="${name}"` : `number=${number}`;
}

/** The command that works in a state which it locks. */
export function workerIn(machine: Machine, state: string | null): string | null {
  const command = [...machine.commands.values()].find((candidate) => candidate.lock === state);
  return command?.shown ?? null;
}
