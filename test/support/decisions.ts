// After a test: every verdict that it left in the ledger comes out the same when it is decided again.

import { expect } from "vitest";
import { checkDecisions, type DecisionsReport } from "../../src/app/replay/check-decisions.ts";
import { machinesOf } from "../../src/app/replay/machines.ts";
import type { App } from "../../src/app/app.ts";
import { shipped } from "../../src/workflows/shipped.ts";

function decisionsOn({ board, machine }: Pick<App, "board" | "machine">): Promise<DecisionsReport> {
  return checkDecisions(board, machinesOf(board, [machine, shipped("ticket"), shipped("ticket-proof")]));
}

export async function decidesTheSameAgain({ app }: { readonly app: App }): Promise<void> {
  const { differences, left } = await decisionsOn(app);
  expect(differences).toEqual([]);
  expect(left.forgotten).toBe(0);
}
