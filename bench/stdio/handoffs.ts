// Handoffs as agents make them: a ticket's whole life, and such as are refused.

import type { App, Caller } from "../../src/app/app.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import { tell } from "../../src/engine/surfaces/tell.ts";
import type { Answer, Call } from "./server-process.ts";

interface Asked {
  readonly command: string;
  readonly intent?: string;
  readonly to_state?: string;
}

/** From the first look at it to the review of what was built; each move is legal after the one before. */
const LIFE: readonly Asked[] = [
  { command: "triage", to_state: "Research Needed" },
  { command: "research", intent: "lock" },
  { command: "research", intent: "complete" },
  { command: "plan", intent: "lock" },
  { command: "plan", intent: "complete" },
  { command: "review", intent: "complete" },
  { command: "impl", intent: "lock" },
  { command: "impl", intent: "complete" },
];

/** On a ticket that nobody has looked at yet: a step too early, no such step, nothing to finish, not for this command. */
const REFUSED: readonly Asked[] = [
  { command: "impl", intent: "lock" },
  { command: "triage", to_state: "In Review" },
  { command: "research", intent: "complete" },
  { command: "review", to_state: "In Progress" },
];

export function livesOf(keys: readonly string[]): readonly Call[] {
  return keys.flatMap((key) => LIFE.map((asked) => handoffCall(key, asked)));
}

export function refusedOn(keys: readonly string[]): readonly Call[] {
  return keys.flatMap((key) => REFUSED.map((asked) => handoffCall(key, asked)));
}

function handoffCall(key: string, asked: Asked): Call {
  const reason = "What there was to do here is done, and it is written down where the next one will look.";
  return { tool: "handoff_ticket", args: { number: Number(key), ...asked, reason } };
}

/** The same calls without a server: what they are answered, and what they leave in the store. */
export async function rehearse(app: App, caller: Caller, calls: readonly Call[]): Promise<readonly Rehearsed[]> {
  const answers: Rehearsed[] = [];
  for (const { args } of calls) {
    const { number, command, intent, to_state: toState, reason } = args as Asked & { number: number; reason: string };
    const answer = await handoff(app, caller, { key: String(number), command, intent, toState, reason });
    if (isRefusal(answer)) {
      const { error, recovery } = tell(answer, "mcp");
      answers.push({ isError: true, structuredContent: { code: answer.code, error, recovery, ...answer.facts } });
    } else answers.push({ structuredContent: { ...answer } });
  }
  return answers;
}

type Rehearsed = Pick<Answer, "isError" | "structuredContent">;
