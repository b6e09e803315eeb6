// The shipped workflows as an app has them.

import type { RunWorkflow } from "../../src/app/app.ts";
import { hashWorkflow } from "../../src/workflows/hash.ts";
import { shipped } from "../../src/workflows/shipped.ts";

export function shippedRuns(): RunWorkflow {
  const machine = shipped("skill");
  return { machine, hash: hashWorkflow(machine.workflow), workflow: machine.workflow };
}
