// A new issue gets its number from GitHub: the plan that could only guess it is written again with the real one.

import type { Change } from "../../app/commit/changes.ts";
import type { Entry, Plan } from "../../app/commit/plan.ts";
import { refOf, type Key } from "../../engine/facts.ts";

export function renumber(plan: Plan, from: Key, to: Key): Plan {
  if (from === to) return plan;
  return {
    ...plan,
    entries: plan.entries.map((entry) => renamed(entry, from, to)),
    ...(plan.request ? { request: { ...plan.request, answer: answered(plan.request.answer, from, to) } } : {}),
  };
}

function renamed(entry: Entry, from: Key, to: Key): Entry {
  const subject = entry.subject.key === from ? { ...entry.subject, key: to } : entry.subject;
  return { ...entry, subject, changes: (entry.changes ?? []).map((change) => moved(change, from, to)) };
}

function moved(change: Change, from: Key, to: Key): Change {
  const named = (key: Key): Key => (key === from ? to : key);
  if (change.table === "blocker") {
    const { ticket, blocked_by: blocker } = change.key;
    return { ...change, key: { ticket: named(ticket), blocked_by: named(blocker) } };
  }
  if (change.table !== "ticket" || change.key.key !== from) return change;
  const { number, repo = "" } = refOf(to);
  return { ...change, key: { key: to }, set: change.set && { ...change.set, number, repo } };
}

/** The recorded answer to the call that created it. */
function answered(answer: string, from: Key, to: Key): string {
  const told = JSON.parse(answer) as Readonly<Record<string, unknown>>;
  return told["number"] === refOf(from).number ? JSON.stringify({ ...told, ...refOf(to) }) : answer;
}
