// Who worked which task, and for how long: what a run's ledger rows add up to. A task that was set straight to its end was
// worked by somebody too, but nobody knows for how long, and nothing is made up.

import { stamp, type Time } from "../../engine/facts.ts";
import { showAuthor } from "../ledger/events.ts";
import type { LedgerRow } from "../commit/plan.ts";
import type { TaskSpellView, TaskWorkView } from "../pages/run-views.ts";

interface Spell {
  readonly who: string;
  readonly from: Time;
  until: Time | null;
  ended: string | null;
}

const AT_WORK = "in_progress";

/** The rows in the order in which they were written; the tasks in the order in which they were begun. */
export function taskWork(rows: readonly LedgerRow[], now: Time): readonly TaskWorkView[] {
  const spells = new Map<string, Spell[]>();
  for (const row of rows) {
    const { task, status } = row.data;
    if (row.kind !== "edit" || typeof task !== "string" || typeof status !== "string") continue;
    const own = spells.get(task) ?? [];
    const last = own.at(-1);
    if (last?.until === null) Object.assign(last, { until: row.at, ended: status });
    if (status === AT_WORK) own.push({ who: showAuthor(row.by), from: row.at, until: null, ended: null });
    if (own.length > 0) spells.set(task, own);
  }
  return [...spells].map(([task, own]) => {
    const views = own.map((spell) => viewSpell(spell, now));
    return { task, ms: views.reduce((sum, { ms }) => sum + ms, 0), spells: views };
  });
}

function viewSpell({ who, from, until, ended }: Spell, now: Time): TaskSpellView {
  const ms = Math.max(0, (until ?? now) - from);
  return { who, from: stamp(from), until: until === null ? null : stamp(until), ms, ended };
}
