// The workflows that come with Signalbox, compiled when first asked for.

import session from "../../workflows/session.json" with { type: "json" };
import skill from "../../workflows/skill.json" with { type: "json" };
import ticketProof from "../../workflows/ticket-proof.json" with { type: "json" };
import ticket from "../../workflows/ticket.json" with { type: "json" };
import { compile, type Machine } from "../engine/workflow/compile.ts";
import type { Workflow } from "../engine/workflow/format.ts";

export const SHIPPED = ["ticket", "ticket-proof", "session", "skill"] as const;
export type ShippedName = (typeof SHIPPED)[number];

// JSON modules are typed with `string` where the format has unions; a test holds the files to the schema.
const workflows: Readonly<Record<ShippedName, Workflow>> = {
  ticket: ticket as Workflow,
  "ticket-proof": ticketProof as Workflow,
  session: session as Workflow,
  skill: skill as Workflow,
};

const machines = new Map<ShippedName, Machine>();

export function shipped(name: ShippedName): Machine {
  const known = machines.get(name);
  if (known) return known;
  const machine = compile(workflows[name]);
  machines.set(name, machine);
  return machine;
}

export function isShipped(word: string): word is ShippedName {
  return (SHIPPED as readonly string[]).includes(word);
}
