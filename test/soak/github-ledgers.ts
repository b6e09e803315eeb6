// What the checker of ledgers says of a machine whose tickets live on GitHub. Rows that tell of what others did there are
// facts, whether the rules allow them or not: those rules are not theirs.

import type { Machine } from "./github-machines.ts";
import { sqliteSource } from "./source.ts";

/** By the first word of a breach. */
const OF_THE_RULES = /^(?:move|guard|claim): row (\d+)\b/;
/** Two machines that move a ticket without a claim at once pass both: one may close it, and the other move it elsewhere. */
const CLOSED = /^stuck: #\d+ is closed in /;
/** Fences go on from what another machine's lease says, which this ledger does not know. */
const FENCE = /has fence (\d+) \(it says \1\), after (\d+)$/;

export async function ownBreaches({ database }: Machine, breaches: readonly string[]): Promise<readonly string[]> {
  const source = await sqliteSource(database);
  try {
    const own: string[] = [];
    for (const breach of breaches) {
      const seq = OF_THE_RULES.exec(breach)?.[1];
      const [row] =
        seq === undefined ? [] : await source.all("SELECT payload FROM ledger WHERE seq = ?", [Number(seq)]);
      const [, fence, before] = FENCE.exec(breach) ?? [];
      if (CLOSED.test(breach) || (fence !== undefined && Number(fence) > Number(before))) continue;
      if (row === undefined || !isFromGitHub(String(row["payload"]))) own.push(breach);
    }
    return own;
  } finally {
    await source.close();
  }
}

function isFromGitHub(payload: string): boolean {
  const { by } = JSON.parse(payload) as { readonly by: { readonly via: string } };
  return by.via === "github";
}
