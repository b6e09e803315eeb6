// Every workflow that was in force for a part of the board, as the ledger tells it.

import { differenceWords, type Difference } from "../../engine/compare/difference.ts";
import { stamp } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { LedgerRow } from "../commit/plan.ts";
import { showAuthor } from "./events.ts";
import type { WorkflowVersion } from "../pages/views.ts";
import type { WorkflowPart } from "../ports/workflows.ts";

const MOST = 50;

/** The newest first. */
export async function listVersions({ board }: App, part: WorkflowPart): Promise<readonly WorkflowVersion[]> {
  const rows = await board.ledger.history({ type: "board", key: part }, MOST);
  return rows.filter(({ kind }) => kind === "adopt").map(toVersion);
}

function toVersion({ seq, at, by, data }: LedgerRow): WorkflowVersion {
  const { name, version, to, difference, loosens } = data;
  return {
    seq,
    at: stamp(at),
    who: showAuthor(by),
    name: typeof name === "string" ? name : "",
    version: typeof version === "number" ? version : null,
    hash: typeof to === "string" ? to : "",
    changes: isDifference(difference) ? differenceWords(difference) : [],
    loosens: Array.isArray(loosens) ? loosens.filter((line) => typeof line === "string") : [],
  };
}

/** Written by `compareWith`; rows of earlier versions have none. */
function isDifference(value: unknown): value is Difference {
  return typeof value === "object" && value !== null && "states" in value && "edges" in value && "fields" in value;
}
