// A new issue gets its number and its id from GitHub: the plan that could only guess them is written again with the real ones.

import type { Change } from "../../app/commit/changes.ts";
import type { Entry, Plan } from "../../app/commit/plan.ts";
import { refOf, type Key } from "../../engine/facts.ts";

export function renumber(plan: Plan, from: Key, { key: to, id }: Made): Plan {
  const { newNumbers: _, ...asked } = plan;
  return {
    ...asked,
    entries: plan.entries.map((entry) => renamed(entry, from, to, id)),
    ...(plan.request ? { request: { ...plan.request, answer: answered(plan.request.answer, from, to) } } : {}),
  };
}

interface Made {
  readonly key: Key;
  readonly id: string;
}

function renamed(entry: Entry, from: Key, to: Key, id: string): Entry {
  const subject = entry.subject.key === from ? { ...entry.subject, key: to } : entry.subject;
  return { ...entry, subject, changes: (entry.changes ?? []).map((change) => moved(change, from, to, id)) };
}

function moved(change: Change, from: Key, to: Key, id: string): Change {
  const named = (key: Key): Key => (key === from ? to : key);
  if (change.table === "blocker") {
    const { ticket, blocked_by: blocker } = change.key;
    return { ...change, key: { ticket: named(ticket), blocked_by: named(blocker) } };
  }
  if (change.table !== "ticket" || change.key.key !== from) return change;
  const { number, repo = "" } = refOf(to);
  return { ...change, key: { key: to }, set: change.set && { ...change.set, number, repo, node_id: id } };
}

/** The recorded answer to the call that created it. */
function answered(answer: string, from: Key, to: Key): string {
  const told = JSON.parse(answer) as Readonly<Record<string, unknown>>;
  return told["number"] === refOf(from).number ? JSON.stringify({ ...told, ...refOf(to) }) : answer;
}
