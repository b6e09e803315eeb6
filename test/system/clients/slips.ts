// An agent that slips again and again, and does nothing but the first thing that each refusal's `Recovery:` says, as its
// client shows it.

import { firstCall, type Call } from "../../support/engine/follower.ts";
import type { Script, Step } from "./follow.ts";

const reason = "As it is meant.";

interface Slip {
  readonly slip: string;
  readonly call: Call;
  /** The same call, spelt right. */
  readonly meant?: Call;
}

/** Each is what the agent does when it has come through the one before. */
export const SLIPPED: readonly Slip[] = [
  { slip: "is in the wrong phase", call: { command: "ralph_impl", intent: "lock", reason } },
  {
    slip: "misspells a state",
    call: { command: "ralph_research", to_state: "Ready for Plam", reason },
    meant: { command: "ralph_research", to_state: "Ready for Plan", reason },
  },
  { slip: "forgets the lock", call: { command: "ralph_plan", intent: "complete", reason } },
  {
    slip: "gives both an intent and a state",
    call: { command: "ralph_plan", intent: "complete", to_state: "Plan in Review", reason },
  },
];

/** A refusal that leads nowhere is not followed for ever. */
const MOST_CALLS = 5 * SLIPPED.length;

/** Gemini CLI holds a call back whose word is none of those that the tool lists: the server never hears of it. */
const HELD_BACK = "must be equal to one of the allowed values";

export function isHeldBack(shown: string): boolean {
  return shown.includes(HELD_BACK);
}

/** `shown` gets what the client showed of each answer. */
export function slips(number: number, shown: string[]): Script {
  return (results) => {
    shown.splice(0, shown.length, ...results);
    if (results.length >= MOST_CALLS) return null;
    let slip = 0;
    let call = SLIPPED[0]?.call;
    let token: string | undefined;
    for (const result of results) {
      if (!call) return null;
      if (isHeldBack(result)) {
        call = SLIPPED[slip]?.meant;
        continue;
      }
      const text = plainly(result);
      const recovery = recoveryIn(text);
      if (recovery === null) {
        token = /"token":\s*"([^"]+)"/.exec(text)?.[1] ?? token;
        slip += 1;
        call = SLIPPED[slip]?.call;
      } else {
        const told = firstCall(recovery, call);
        call = told?.does === "handoff" ? told.call : undefined;
      }
    }
    return call ? stepOf(number, call, token) : null;
  };
}

function stepOf(number: number, { claim, ...call }: Call, token: string | undefined): Step {
  return { tool: "handoff_ticket", input: { number, ...call, ...(claim ? { claim: token } : {}) } };
}

/** The rest of the line that it begins; null: nothing was refused. */
function recoveryIn(text: string): string | null {
  return /(?:^|\n)Recovery: ([^\n]*)/.exec(text)?.[1] ?? null;
}

/** Clients put an answer into JSON, some of them twice. */
export function plainly(shown: string): string {
  return shown.replaceAll(/\\+n/g, "\n").replaceAll(/\\+"/g, '"');
}
