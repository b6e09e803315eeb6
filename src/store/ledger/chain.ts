// Walks the chain row by row, and says of each whether it follows from the one before, whether its changes fit the tables,
// and whether its texts are the ones that it names. It is the same for a ledger in a database and for one in a file.

import type { Head } from "../../app/ports/ledger.ts";
import { misfitIn } from "./check-changes.ts";
import { chainHash, digestText, GENESIS, type LedgerText, type Payload } from "./prepare.ts";
import { readPayload } from "./payload.ts";

export interface Link {
  readonly seq: number;
  readonly at: number;
  readonly payload: string;
  readonly hash: string;
  readonly texts: readonly LedgerText[];
}

export interface Problem {
  /** The first row of the ledger that is not as it should be; null: what is wrong belongs to no row. */
  readonly seq: number | null;
  readonly what: ProblemKind;
  readonly detail: string;
}

export type ProblemKind =
  | "row_missing"
  | "row_out_of_place"
  | "row_changed"
  | "row_unreadable"
  | "change_invalid"
  | "time_backwards"
  | "column_changed"
  | "text_missing"
  | "text_added"
  | "text_changed"
  | "text_blanked"
  | "text_restored"
  | "head_changed"
  | "history_rewritten"
  | "table_changed";

export class Chain {
  #head: Head = { seq: 0, hash: GENESIS, at: 0 };

  /** The last row that was found to follow. */
  get head(): Head {
    return this.#head;
  }

  next(link: Link): { readonly payload: Payload } | { readonly problem: Problem } {
    const before = this.#head;
    const { seq, at, hash } = link;
    const fault = (what: ProblemKind, detail: string, row = seq) => ({ problem: { seq: row, what, detail } });
    if (seq > before.seq + 1) {
      return fault("row_missing", `Row ${before.seq + 1} is missing: ${seq} comes next.`, before.seq + 1);
    }
    if (seq <= before.seq) return fault("row_out_of_place", `Row ${seq} comes after row ${before.seq}.`);
    if (hash !== chainHash(before.hash, seq, at, link.payload)) {
      const suspects = before.seq === 0 ? "it was" : `it, or row ${before.seq} before it, was`;
      return fault("row_changed", `Row ${seq} does not follow from what is before it: ${suspects} changed.`);
    }
    if (at < before.at) return fault("time_backwards", `Row ${seq} is older than the row before it.`);
    const payload = readPayload(link.payload);
    if (!payload) return fault("row_unreadable", `What row ${seq} says can't be read.`);
    const misfit = misfitIn(payload.changes ?? []);
    if (misfit !== null) return fault("change_invalid", `What row ${seq} changes can't be carried out: ${misfit}.`);
    const problem = checkTexts(seq, payload, link.texts);
    if (problem) return { problem };
    this.#head = { seq, hash, at };
    return { payload };
  }
}

/** Whether a blank text may be blank is another question: the row that says so comes later. */
function checkTexts(seq: number, payload: Payload, texts: readonly LedgerText[]): Problem | null {
  const digests = new Map(Object.entries(payload.texts ?? {}));
  for (const text of texts) {
    const digest = digests.get(text.name);
    if (digest === undefined) {
      return { seq, what: "text_added", detail: `Row ${seq} knows nothing of its text "${text.name}".` };
    }
    if (!isBlank(text) && digestText(text) !== digest) {
      return { seq, what: "text_changed", detail: `The text "${text.name}" of row ${seq} was changed.` };
    }
    digests.delete(text.name);
  }
  const [missing] = digests.keys();
  if (missing === undefined) return null;
  return { seq, what: "text_missing", detail: `The text "${missing}" of row ${seq} is missing.` };
}

export function isBlank(text: LedgerText): boolean {
  return text.salt === null && text.content === null;
}
