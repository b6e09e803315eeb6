// Files are edited while the session still says that the agent is getting ready, or there is no session at all: it is told
// which call to make. It never blocks.

import type { Machine } from "../../engine/workflow/compile.ts";
import type { HookAnswer } from "./answer.ts";
import type { HookEvent } from "./event.ts";
import { showKey } from "../../engine/facts.ts";
import { keyIn, type Work } from "./work.ts";

export function remind(event: HookEvent, work: Work, sessions: Machine): HookAnswer {
  const [session] = work.sessions;
  const [claim] = work.claims;
  if (!session && !claim) return null;
  const ticket = claim ? keyIn(claim) : "";
  const { early, working } = stagesOf(sessions);
  if (session && !early.includes(session.state)) return null;
  const report = working === null ? "" : `update_session_state with state="${working}"`;
  const advice = session
    ? `Your session on ${showKey(session.ticket)} still says "${session.state}" while you edit files: call ${report} and sessionId="${session.id}".`
    : `You edit files for ${showKey(ticket)}, and nobody can see it: call create_ralph_session with ticket=${claim?.repo === undefined ? ticket : `"${ticket}"`}${report === "" ? "" : `, then ${report}`}.`;
  if (session && working === null) return null;
  return { hookSpecificOutput: { hookEventName: event.kind, additionalContext: advice } };
}

/** Getting ready is the start and what comes directly after it; then work begins. */
function stagesOf({ workflow, states }: Machine): { early: readonly string[]; working: string | null } {
  const onward = (name: string): readonly string[] =>
    (states.get(name)?.next ?? []).filter((next) => states.get(next)?.terminal === false);
  const early = [workflow.start, ...onward(workflow.start)];
  const working = early.slice(1).flatMap(onward);
  return { early, working: working.find((name) => !early.includes(name)) ?? null };
}
