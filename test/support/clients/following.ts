// An agent over a real server's stdio that knows only the text of its refusals, and does the first call in each.

import { PIPELINE } from "../engine/boards.ts";
import { firstCall, type Call } from "../engine/follower.ts";
import type { Desk } from "./desk.ts";

/** Without the end: whoever gets there without having asked for it was led astray. */
const ORDER: readonly string[] = PIPELINE.slice(0, -1);

export const STATES = [
  "Backlog",
  "Research Needed",
  "Ready for Plan",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Done",
];
export const COMMANDS = ["triage", "split", "research", "plan", "review", "impl", "hero"];
const MOST_STEPS = 4;

interface Ticket {
  readonly number: number;
  readonly token?: string | undefined;
}

/** What it was told, until a call was accepted or it was sent to other work. */
export async function follow(
  desk: Desk,
  { number, token }: Ticket,
  slip: Call,
  agent: string,
): Promise<readonly string[]> {
  const texts: string[] = [];
  let call = slip;
  for (let step = 0; step <= MOST_STEPS; step++) {
    const { claim, ...args } = call;
    const answer = await desk.call("handoff_ticket", { number, agent, ...args, ...(claim ? { claim: token } : {}) });
    if (!answer.isError) return texts;
    const { error, recovery } = answer.structuredContent;
    texts.push(String(error));
    const told = firstCall(String(recovery), call);
    if (told?.does === "pick") {
      await desk.ok("pick_actionable_issue", { workflowState: told.workflowState });
      return texts;
    }
    if (told?.does !== "handoff") throw new Error(`it names no call: ${String(error)}`);
    call = told.call;
  }
  throw new Error(`it does not come to rest:\n${texts.join("\n")}`);
}

export function isAstray(from: string, to: string): boolean {
  return from !== to && ORDER.indexOf(to) < ORDER.indexOf(from);
}
