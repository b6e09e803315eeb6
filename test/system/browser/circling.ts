// A ticket that an agent takes round in circles, at every letter that somebody writes about it.

import type { StdioClient } from "../../support/clients/stdio-client.ts";

/** Full of letters that are shortcuts somewhere. */
export const WORDS = "ask jo, go on; keep same name, make each book easy to see again ";

/** Does the next thing to the subject; gives the words that a page has to say about it. */
export type Mover = () => Promise<string>;

/** Planned, submitted, sent back. `at`: where it stands. The words are those of a form that is about it. */
export function movesOf(agent: StdioClient, name: string, number: number, at: PlanState): Mover {
  let state = at;
  let token: string | undefined;
  return async () => {
    const { command, intent, to } = ROUND[state];
    const claim = token === undefined ? {} : { claim: token };
    const answer = await agent.ok("handoff_ticket", { number, command, intent, reason: "Round it goes", ...claim });
    token = (answer["claim"] as { token?: string } | undefined)?.token;
    if (answer["newState"] !== to) throw new Error(`#${number} went to ${String(answer["newState"])}, not to ${to}`);
    state = to;
    return `#${number} moved by ${name} meanwhile: ${state}`;
  };
}

type PlanState = "Ready for Plan" | "Plan in Progress" | "Plan in Review";

const ROUND: Readonly<Record<PlanState, { command: string; intent: string; to: PlanState }>> = {
  "Ready for Plan": { command: "plan", intent: "lock", to: "Plan in Progress" },
  "Plan in Progress": { command: "plan", intent: "complete", to: "Plan in Review" },
  "Plan in Review": { command: "review", intent: "reject", to: "Ready for Plan" },
};
