// What callers write for an argument that they know by another name, from other servers or by guess.

import { nearest } from "../../engine/words.ts";

const REMARKS = ["comment", "message", "note"];

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  number: ["issue_number", "ticket_number", "issue", "issue_id", "ticket", "ticket_id", "id", "key"],
  ticket: ["number", "issue_number", "ticket_number", "issue", "issue_id", "id", "key"],
  to_state: ["state", "status", "target", "target_state", "new_state", "workflow_state"],
  from_state: ["current_state", "previous_state", "expected_state"],
  targetState: ["state", "status", "target", "to_state", "workflow_state"],
  workflowState: ["state", "status", "from_state"],
  state: ["status", "workflow_state", "to_state", "new_state", "phase"],
  maxEstimate: ["estimate", "size", "max_size"],
  command: ["role", "as", "acting_as"],
  intent: ["action"],
  reason: ["why", "body", "text", "description", ...REMARKS],
  body: ["text", "content", "description", ...REMARKS],
  title: ["name", "summary", "subject"],
  text: ["query", "search", "q", "title"],
  label: ["labels"],
  labels: ["label", "tags"],
  limit: ["first", "per_page", "page_size", "count", "max"],
  cursor: ["after", "next_cursor"],
  claim: ["token", "claim_token"],
  blockedBy: ["blockers", "depends_on", "add_blocked_by"],
  addBlockedBy: ["blocked_by", "blockers", "depends_on"],
  parent: ["parent_number", "parent_id", "epic"],
  sessionId: ["session", "id"],
  session: ["session_id"],
  project: ["project_id", "project_name"],
  outcome: ["status", "result", "state"],
  task: ["task_id", "id"],
  status: ["state"],
  skill: ["name", "skill_name"],
  request_id: ["idempotency_key"],
  agent: ["agent_name", "agent_id"],
};

/** The argument that was probably meant, of those that a call has not given. */
export function meantBy(
  name: string,
  known: readonly string[],
  given: { has(name: string): boolean },
): string | undefined {
  const wanted = bare(name);
  const free = known.filter((one) => !given.has(one));
  return (
    free.find((one) => bare(one) === wanted) ??
    free.find((one) => aliasesOf(one, known).some((alias) => bare(alias) === wanted)) ??
    (isAlias(wanted) ? undefined : nearest(name, free))
  );
}

/** A word of its own, and no slip of another: "comment" is not "command". */
function isAlias(wanted: string): boolean {
  return Object.values(ALIASES).some((aliases) => aliases.some((alias) => bare(alias) === wanted));
}

function aliasesOf(name: string, known: readonly string[]): readonly string[] {
  const aliases = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? []) : [];
  // The body of a whole ticket: whoever has a remark to make does not mean to replace it.
  const isTicketText = name === "body" && known.includes("title");
  return isTicketText ? aliases.filter((alias) => !REMARKS.includes(alias)) : aliases;
}

/** `toState`, `to_state` and `to-state` are one. */
function bare(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}
