// Real numbers in place of a plan's stand-ins, inside the commit: the ledger, the tables and the recorded answer all say
// the number that the ticket got, and the chain is made over that.

import type { Change } from "../../app/commit/changes.ts";
import { numberText, numberValue, type NewNumbers } from "../../app/commit/new-numbers.ts";
import type { AnyChange, Value } from "../tables.ts";
import type { PreparedPlan, PreparedRow } from "./prepare.ts";

export function numberPlan(plan: PreparedPlan, numbers: NewNumbers, next: number): PreparedPlan {
  const { request } = plan;
  return {
    ...plan,
    newNumbers: null,
    rows: plan.rows.map((row) => numberRow(row, numbers, next)),
    request: request && { ...request, answer: numberText(request.answer, numbers, next) },
  };
}

function numberRow(row: PreparedRow, numbers: NewNumbers, next: number): PreparedRow {
  return {
    ...row,
    subject_key: numberText(row.subject_key, numbers, next),
    payload: numberText(row.payload, numbers, next),
    changes: row.changes.map((change) => numberChange(change, numbers, next)),
  };
}

function numberChange(change: Change, numbers: NewNumbers, next: number): Change {
  const { key, set }: AnyChange = change;
  const numbered = (values: Readonly<Record<string, Value | undefined>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, numberValue(value, numbers, next)]));
  return { ...change, key: numbered(key), set: set && numbered(set) } as Change;
}
