// The shipped workflows with leases of a few seconds, so that they run out all the time.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sessionWorkflow, ticketWorkflow } from "../../src/demo/leases.ts";

export const PACE = 0.3;

export function writeWorkflows(folder: string): {
  readonly workflow: object;
  readonly env: Readonly<Record<string, string>>;
} {
  const workflow = ticketWorkflow(PACE);
  const [ticket, session] = [join(folder, "ticket.json"), join(folder, "session.json")];
  writeFileSync(ticket, JSON.stringify(workflow));
  writeFileSync(session, JSON.stringify(sessionWorkflow(PACE)));
  return { workflow, env: { SIGNALBOX_WORKFLOW: ticket, SIGNALBOX_SESSION_WORKFLOW: session } };
}
