// What a check is, in one word: a pass of yesterday's command is no pass of today's.

import { hash } from "node:crypto";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { CheckSpec } from "../../engine/workflow/format.ts";
import { canonicalJson } from "../commit/json.ts";

export const CHECK_DEFAULTS = { seconds: 900, counts: "auto", min: 1 } as const satisfies Partial<CheckSpec>;

/** How long it may take says nothing about what it looks at, and is left out. */
export function digestOfCheck({ setup = "", run, counts, min, reports = "" }: CheckSpec): string {
  const said = { setup, run, counts: counts ?? CHECK_DEFAULTS.counts, min: min ?? CHECK_DEFAULTS.min, reports };
  return `sha256:${hash("sha256", canonicalJson(said))}`;
}

const known = new WeakMap<Machine, ReadonlyMap<string, string>>();

/** Of every check of the workflow, by the fact that it gives. */
export function checkDigests(machine: Machine): ReadonlyMap<string, string> {
  let digests = known.get(machine);
  if (!digests) {
    const checks = Object.entries(machine.workflow.checks ?? {});
    digests = new Map(checks.map(([name, check]) => [name, digestOfCheck(check)]));
    known.set(machine, digests);
  }
  return digests;
}
