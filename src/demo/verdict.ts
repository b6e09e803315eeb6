// The end of a demo: what happened, and whether every rule held.

import { storeBoard } from "../store/board.ts";
import { openDriver } from "../store/open.ts";
import { verifyStore } from "../store/ledger/verify.ts";
import { shipped } from "../workflows/shipped.ts";
import { Auditor, type Audit } from "./audit.ts";
import type { Stage } from "./stage.ts";

const PAGE = 1000;
const GONE_WITHIN_MS = 5000;

export interface Verdict extends Omit<Audit, "problems"> {
  readonly rows: number;
  /** As agents tell it; the ledger's number leaves out what was refused on no subject. */
  readonly refused: number;
  readonly recovered: number;
  readonly races: number;
  readonly crashes: number;
  /** What broke; without any, every rule held. */
  readonly broken: readonly string[];
}

export async function judge({ database, tally, processes, workflow }: Stage): Promise<Verdict> {
  const left = await processes.left(GONE_WITHIN_MS);
  const driver = await openDriver({ database, create: false });
  try {
    const board = storeBoard(driver);
    const auditor = new Auditor(workflow, shipped("skill").workflow);
    let after = 0;
    for (
      let rows = await board.ledger.after(after, PAGE);
      rows.length > 0;
      rows = await board.ledger.after(after, PAGE)
    ) {
      for (const row of rows) auditor.take(row);
      after = rows.at(-1)?.seq ?? after;
    }
    const { problems, ...counts } = auditor.end();
    const verified = await verifyStore(driver);
    return {
      ...counts,
      rows: after,
      refused: tally.refusals,
      recovered: tally.recovered,
      races: tally.races,
      crashes: tally.crashes,
      broken: [
        ...problems,
        ...tally.stuck,
        ...tally.failures,
        ...(verified.ok ? [] : [`verify: ${verified.problem.detail}`]),
        ...left.map((id) => `process ${id} was left behind`),
      ],
    };
  } finally {
    await driver.close();
  }
}
