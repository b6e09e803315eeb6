// An agent that stops while it holds a ticket or has a session open is told to hand off, once.

import type { Machine } from "../../engine/workflow/compile.ts";
import { showKey } from "../../engine/facts.ts";
import { listed, showWord } from "../../engine/words.ts";
import type { HookAnswer } from "./answer.ts";
import type { HookEvent } from "./event.ts";
import { argumentsFor, keyIn, workerIn, type Work } from "./work.ts";

export function guardStop(event: HookEvent, work: Work, tickets: Machine): HookAnswer {
  const claims = work.claims.map((claim) => {
    const { state } = claim;
    const [shown, named] = [showKey(keyIn(claim)), argumentsFor(claim)];
    const command = workerIn(tickets, state);
    const as = command === null ? "" : `, command="${command}"`;
    return `You still hold ${shown}${state === null ? "" : ` (${showWord(state)})`}: call handoff_ticket with ${named}${as}, a reason, and intent="complete" if the work is done or intent="escalate" if a person is needed; else release_claim with ${named} and a reason, to give it back.`;
  });
  const sessions = work.sessions.map(
    ({ id, ticket }) =>
      `Your session on ${showKey(ticket)} is open: call complete_ralph_session with sessionId="${id}" and the outcome.`,
  );
  if (claims.length + sessions.length === 0) return null;
  const reason = `${[...claims, ...sessions].join("\n")}${work.asOf ?? ""}`;
  if (event.kind === "TeammateIdle") return { objection: reason };
  // Told already: to insist would keep it from ever stopping. The lease ends what it holds; a person is told.
  if (event.goesOn) {
    const held = listed(
      [...work.claims.map((claim) => showKey(keyIn(claim))), ...work.sessions.map(({ id }) => id)],
      "and",
    );
    return { systemMessage: `An agent stopped without handing off: ${held}. Its lease will run out.` };
  }
  return { decision: "block", reason };
}
