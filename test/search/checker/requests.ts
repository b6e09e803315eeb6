// The same request twice: the recorded answer and no change; under other arguments a refusal.

import type { Answer, Called } from "./call.ts";
import { IN_FORCE } from "./rules.ts";

const SUBJECT: Readonly<Record<string, (args: Called["args"]) => string>> = {
  create_ticket: () => "board",
  pick_actionable_issue: (args) => String(args["workflowState"]),
  create_ralph_session: (args) => String(args["ticket"]),
  update_session_state: (args) => String(args["sessionId"]),
  complete_ralph_session: (args) => String(args["sessionId"]),
  complete_skill: runOf,
  update_run: runOf,
  update_task_status: runOf,
};

interface Kept {
  readonly args: string;
  readonly event: unknown;
}

/** What a call with this name has to get; null: it is the first. */
export type Repeat = { readonly as: "repeat"; readonly event: unknown } | { readonly as: "reused" };

export class Requests {
  readonly #kept = new Map<string, Kept>();

  before(called: Called): Repeat | null {
    const name = nameOf(called);
    const kept = name === null ? undefined : this.#kept.get(name);
    if (!kept) return null;
    return kept.args === argsOf(called) ? { as: "repeat", event: kept.event } : { as: "reused" };
  }

  /** Only accepted answers that wrote something are kept. */
  keep(called: Called, answer: Answer, wrote: boolean): void {
    const name = nameOf(called);
    if (name === null || answer.refused || !wrote) return;
    this.#kept.set(name, { args: argsOf(called), event: answer.content["event"] });
  }
}

function runOf(args: Called["args"]): string {
  return `${String(args["project"])} ${String(args["session"])}`;
}

/** null: it has no name, or nothing of it is kept. */
function nameOf({ tool, args, caller }: Called): string | null {
  const id = args["request_id"];
  if (typeof id !== "string" || args["dry_run"] === true) return null;
  if (tool === "pick_actionable_issue" && args["claim"] !== true) return null;
  const subject = SUBJECT[tool]?.(args) ?? String(args["number"]);
  // Who has no name that lasts shares the space of its door.
  const name = caller.stable ? (caller.who?.connection ?? caller.person) : null;
  const sender = IN_FORCE.requestsPerSender ? [caller.via, name, caller.who?.agent ?? null] : [];
  return JSON.stringify([tool, subject, id, ...sender]);
}

/** A session belongs to whoever opened it: another agent's request of the same name is another one. */
function argsOf({ tool, args, caller }: Called): string {
  const { request_id: _, agent: __, ...asked } = args;
  const own = tool === "create_ralph_session" && !IN_FORCE.requestsPerSender ? [caller.who] : [];
  return JSON.stringify([Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1)), ...own]);
}
