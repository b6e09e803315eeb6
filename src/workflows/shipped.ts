// The workflows that come with Signalbox, compiled when first asked for.

import session from "../../workflows/session.json" with { type: "json" };
import skill from "../../workflows/skill.json" with { type: "json" };
import ticket from "../../workflows/ticket.json" with { type: "json" };
import { compile, type Machine } from "../engine/compile.ts";
import type { Workflow } from "../engine/workflow.ts";

export type ShippedName = "ticket" | "session" | "skill";

// JSON modules are typed with `string` where the format has unions; a test holds the files to the schema.
export const SHIPPED = {
  ticket: ticket as Workflow,
  session: session as Workflow,
  skill: skill as Workflow,
} satisfies Record<ShippedName, Workflow>;

const machines = new Map<ShippedName, Machine>();

export function shipped(name: ShippedName): Machine {
  const known = machines.get(name);
  if (known) return known;
  const machine = compile(SHIPPED[name]);
  machines.set(name, machine);
  return machine;
}
