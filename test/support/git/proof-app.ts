// A board beside a project in git, in this process: one ticket in an agent's hands, by a workflow that asks for evidence.

import { join } from "node:path";
import { checkTicket, type CheckTicketInput } from "../../../src/app/evidence/check-ticket.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff, type HandoffInput } from "../../../src/app/tickets/handoff.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { GitCheckout } from "../../../src/git/checkout.ts";
import { openBoard } from "../../../src/store/open.ts";
import { ann, appOn, operator } from "../worlds/world.ts";
import type { Project } from "./project.ts";
import { proofWorkflow } from "./proof-board.ts";

export interface ProofApp {
  check(input: Omit<CheckTicketInput, "key">): Promise<void>;
  /** Hands the work off at the checkout's HEAD, with what the agent says of it. */
  submit(evidence: Readonly<Record<string, string>>): Promise<{ readonly landed: boolean; readonly why: string }>;
  close(): Promise<void>;
}

export async function makeProofApp(project: Project): Promise<ProofApp> {
  const { folder, agent, remote } = project;
  const board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  const places = { mirror: join(folder, "mirror"), scratch: join(folder, "checks") };
  const checkout = new GitCheckout({ folder: agent.folder, ...places, env: process.env });
  const app = appOn(board, { machine: compile(proofWorkflow(remote)), git: checkout });
  const made = await createTicket(app, ann, { title: "A piece of work" });
  if (isRefusal(made)) throw new Error(tell(made, "mcp").error);
  const key = String(made.number);
  const hand = async (who: typeof ann, input: Omit<HandoffInput, "key" | "reason">) =>
    handoff(app, who, { key, reason: "to go on", ...input });
  await hand(operator, { toState: "Plan in Review" });
  const locked = await hand(ann, { command: "impl", intent: "lock" });
  if (isRefusal(locked)) throw new Error(tell(locked, "mcp").error);
  return {
    check: async (input) => {
      const seen = await checkTicket(app, ann, checkout, { key, ...input });
      if (isRefusal(seen)) throw new Error(tell(seen, "mcp").error);
    },
    submit: async (evidence) => {
      const answer = await hand(ann, { command: "impl", intent: "complete", commit: agent.head(), evidence });
      if (isRefusal(answer)) return { landed: false, why: tell(answer, "mcp").error };
      return { landed: true, why: `It stands in ${answer.newState}.` };
    },
    close: () => board.close(),
  };
}
