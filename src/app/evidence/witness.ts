// What a caller's word is worth. Nothing that was sent is looked at: the door has said it, or it is a report.

import { personSource } from "../../engine/evidence/fact.ts";
import { showIdentity } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import type { Level } from "../../engine/workflow/format.ts";
import type { Caller } from "../app.ts";

export interface Standing {
  readonly level: Level;
  readonly source: string;
}

export function standingOf({ actor, witness }: Caller): Standing {
  if (witness) return { level: witness.level, source: witness.source };
  const source = actor.kind === "person" ? personSource(actor.name) : showIdentity(actor.identity);
  return { level: "reported", source };
}

/** Whether what was said is theirs to take back: people take back anybody's. */
export function mayRetract(caller: Caller, said: Standing): boolean {
  if (caller.actor.kind === "person") return true;
  const { level, source } = standingOf(caller);
  return level === said.level && source === said.source;
}

export function refuseFact({ witness }: Caller, name: string): Refusal | null {
  if (!witness?.facts || witness.facts.includes(name)) return null;
  return refuse(
    "fact_not_allowed",
    `${witness.source} may not give the fact ${quote(name)}; it may give ${listed(witness.facts, "and") || "none"}.`,
    "give one of those; or ask a person for a key that names this fact too.",
    { fact: name, facts: witness.facts },
  );
}
