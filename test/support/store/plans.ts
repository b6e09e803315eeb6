// Plans as short as they can be: what a store does with them is what is looked at.

import { randomUUID } from "node:crypto";
import type { Change, Columns } from "../../../src/app/commit/changes.ts";
import type { Entry, Plan } from "../../../src/app/commit/plan.ts";
import { preparePlan, type PreparedPlan } from "../../../src/store/ledger/prepare.ts";

export function plan(checks: Plan["checks"], ...entries: Entry[]): PreparedPlan {
  return preparePlan({ id: randomUUID(), checks, entries });
}

export function creating(key: string, set: Columns<"ticket"> = {}): PreparedPlan {
  return plan([{ table: "ticket", key, version: 0 }], creation(key, set));
}

export function touching(key: string, version: number): PreparedPlan {
  const change: Change = { table: "ticket", key: { key }, set: { version: version + 1 } };
  return plan([{ table: "ticket", key, version }], entry("edit", key, [change]));
}

export function entry(kind: Entry["kind"], key: string, changes: Change[] = [], texts: Entry["texts"] = {}): Entry {
  return { kind, subject: { type: "ticket", key }, by: { via: "test" }, data: {}, changes, texts };
}

let numbers = 1000;

export function creation(key: string, set: Columns<"ticket"> = {}): Entry {
  const number = numbers++;
  const times = { created_at: 1, updated_at: 1, entered_at: 1 };
  const ticket: Columns<"ticket"> = {
    number,
    repo: "",
    title: "t",
    body: "b",
    labels: "[]",
    ...times,
    version: 1,
    closed: 0,
    fence: 0,
  };
  return entry("create", key, [{ table: "ticket", key: { key }, set: { ...ticket, ...set } }]);
}
