// What happened, for the record, without the agent's help: an agent that has just locked a ticket is at work on it, and one
// whose client has ended is not.

import { isRecord, isTool, type HookEvent } from "./event.ts";
import { keyIn } from "./work.ts";

export type Observation =
  | { readonly saw: "lock"; readonly ticket: string; readonly holder: string }
  | { readonly saw: "end" }
  | { readonly saw: "nothing" };

export function observe(event: HookEvent): Observation {
  if (event.kind === "SessionEnd") return { saw: "end" };
  if (event.kind !== "PostToolUse") return { saw: "nothing" };
  const answer = answerIn(event.response);
  const claim = answer?.["claim"];
  // Only a lock is answered with a token.
  if (!answer || !isRecord(claim) || typeof claim["token"] !== "string") return { saw: "nothing" };
  const subject = isTool(event, "pick_actionable_issue") ? answer["issue"] : answer;
  if (!isRecord(subject) || typeof subject["number"] !== "number") return { saw: "nothing" };
  const { number, repo } = subject;
  const ticket = keyIn(typeof repo === "string" ? { number, repo } : { number });
  return { saw: "lock", ticket, holder: typeof claim["holder"] === "string" ? claim["holder"] : "" };
}

/** Clients hand on a tool's answer in several wrappings: as it is, as structured content, or as text within content. */
function answerIn(response: unknown): Record<string, unknown> | null {
  if (typeof response === "string") return readJson(response);
  if (Array.isArray(response)) return response.map((part) => answerIn(part)).find((answer) => answer !== null) ?? null;
  if (!isRecord(response)) return null;
  if (isRecord(response["structuredContent"])) return response["structuredContent"];
  if (response["content"] !== undefined) return answerIn(response["content"]);
  return typeof response["text"] === "string" ? readJson(response["text"]) : response;
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
