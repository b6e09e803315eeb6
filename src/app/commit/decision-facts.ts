// What a verdict rested on, in its ledger row: enough to decide it again from the rows before. What those rows add up to
// (where the ticket stood, who held it, what was said of its commit, who did what) is not said twice.

import { hash } from "node:crypto";
import type { TicketFacts } from "../../engine/claims/claims.ts";
import type { GivenCommit, OtherWork } from "../../engine/evidence/snapshot.ts";
import type { Actor, Time } from "../../engine/facts.ts";
import type { GuardResult } from "../../engine/tickets/guards.ts";
import { RULES } from "../../engine/tickets/handoff.ts";
import { canonicalText } from "../../engine/workflow/canonical.ts";
import type { Machine } from "../../engine/workflow/compile.ts";

export interface DecisionFacts {
  /** The engine's rules and the workflow: `1.5ee87b9a1c2d`. */
  readonly rules: string;
  /** What was asked for; absent: a handoff. "other": what is not decided again. */
  readonly asked?: "release" | "other";
  /** The store's time; absent where the row's own change says it. */
  readonly now?: Time;
  /** Of the ticket, where a refusal was written though it may have changed meanwhile. */
  readonly version?: number;
  /** What the token was worth; absent: none came. */
  readonly token?: Exclude<TicketFacts["token"], "none">;
  /** The claim that another machine's lease tells of. */
  readonly lease?: Pick<TicketFacts, "claim" | "fence">;
  /** Where a refused caller believed the ticket to be, and who they believed to hold it. */
  readonly seen?: string | null;
  readonly holder?: string;
  /** The commands that an agent may act as; absent: all. */
  readonly commands?: readonly string[];
  /** A person might have gone past the graph. */
  readonly override?: true;
  /** The reason was blank. */
  readonly blank?: true;
  /** Nobody would know this caller again. */
  readonly unnamed?: true;
  /** The commit that was named: its hash, or the word for it and why nobody knows it. */
  readonly commit?: string | Extract<GivenCommit, { kind: "unknown" }>;
  /** Tickets that were handed in with that work already. */
  readonly others?: readonly OtherWork[];
  /** What the guards saw that held it up; what they saw of an accepted move is in the row's data. */
  readonly guards?: readonly GuardResult[];
}

const WORKFLOW_DIGITS = 12;

const known = new WeakMap<Machine, string>();

/** The rules that a machine decides by. */
export function rulesOf(machine: Machine): string {
  let rules = known.get(machine);
  if (rules === undefined) {
    rules = `${RULES}.${hashOf(machine).slice(0, WORKFLOW_DIGITS)}`;
    known.set(machine, rules);
  }
  return rules;
}

/** The whole hash of its workflow. */
export function hashOf({ workflow }: Machine): string {
  return hash("sha256", canonicalText(workflow));
}

/** Whether rows name this workflow by these rules. */
export function namesWorkflow(rules: string, workflow: string): boolean {
  return rules.slice(rules.indexOf(".") + 1) === workflow.slice(0, WORKFLOW_DIGITS);
}

/** The engine's part of it. */
export function engineOf(rules: string): number {
  return Number(rules.slice(0, rules.indexOf(".")));
}

/** What an actor may do, as far as the row's author does not say it. */
export function standingFacts(actor: Actor): Pick<DecisionFacts, "commands" | "override"> {
  if (actor.kind === "person") return actor.override ? { override: true } : {};
  return actor.commands ? { commands: actor.commands } : {};
}

/** What is not in the ledger of whoever has the ticket. */
export function claimFacts(
  ticket: Pick<TicketFacts, "token" | "claim" | "fence"> & { readonly elsewhere?: true },
): Pick<DecisionFacts, "token" | "lease"> {
  const { token, claim, fence, elsewhere } = ticket;
  return { ...(token === "none" ? {} : { token }), ...(elsewhere ? { lease: { claim, fence } } : {}) };
}
