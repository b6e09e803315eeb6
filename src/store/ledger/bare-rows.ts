// Many rows of the ledger at a time, each as light as it can be: what happened on what, without who and what was said.

import type { BareRow, Ledger } from "../../app/ports/ledger.ts";
import type { Subject } from "../../app/commit/plan.ts";
import type { Time } from "../../engine/facts.ts";
import { byKeys } from "../ask.ts";
import type { Driver, Reader } from "../driver.ts";
import { formerNames, underNewNames } from "./former-names.ts";
import { UP_TO } from "../queries.ts";
import { columns, int, maybeText, select, shape, text, type Selected } from "../select.ts";

/**
 * The ledger's times never go back, so that the rows of a time span are those between two numbers, and halving finds where
 * it begins: an index by time would cost every write, for what is asked now and then.
 */
const ROW_BEFORE = select(
  shape({ seq: int("MAX(s.low)") }),
  (list) => `WITH RECURSIVE span(low, high) AS (
      SELECT CAST(0 AS BIGINT), seq FROM head
      UNION ALL
      SELECT CASE WHEN l.at < ? THEN l.seq ELSE s.low END, CASE WHEN l.at < ? THEN s.high ELSE l.seq - 1 END
      FROM span s JOIN ledger l ON l.seq = (s.low + s.high + 1) / 2 WHERE s.low < s.high
    )
    SELECT ${list} FROM span s`,
);

const REFUSED_AFTER = select(
  shape({ n: int("COUNT(*)") }),
  (list) => `SELECT ${list} FROM ledger l WHERE l.seq > ? AND l.kind = 'refuse'`,
);

const bareCells = columns("ledger", "l", "seq", "at", "kind", "subject_type", "subject_key");

export async function readRowBefore(reader: Reader, time: Time): Promise<number> {
  const [row] = await reader.read(ROW_BEFORE, [time, time]);
  return row?.seq ?? 0;
}

export async function countRefused(reader: Reader, since: Time): Promise<number> {
  const [row] = await reader.read(REFUSED_AFTER, [await readRowBefore(reader, since)]);
  return row?.n ?? 0;
}

/** Engines differ in how they read JSON, so that what a read selects is made once for each driver. */
export function bareRows(driver: Driver): Pick<Ledger, "bareRows" | "bareRowsOn" | "tally"> {
  const BARE = shape({ ...bareCells, data: text(driver.payload("data")) });
  const AFTER = select(BARE, (list) => `SELECT ${list} FROM ledger l WHERE l.seq > ? ORDER BY l.seq ${UP_TO}`);
  const TALLY = select(
    shape({
      ...columns("ledger", "l", "subject_type", "kind"),
      code: maybeText(`CASE WHEN l.kind = 'refuse' THEN ${driver.payload("data", "code")} END`),
      n: int("COUNT(*)"),
    }),
    (list) => `SELECT ${list} FROM ledger l WHERE l.seq > ? AND l.seq <= ? GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return {
    bareRows: async (after, limit) => (await driver.read(AFTER, [after, limit])).map(toBareRow),
    async bareRowsOn(type, keys, upTo) {
      const on = (marks: string) =>
        select(
          BARE,
          (
            list,
          ) => `SELECT ${list} FROM ledger l WHERE l.subject_type = ? AND l.seq <= ? AND l.subject_key IN (${marks})
            AND l.kind NOT IN ('comment', 'edit', 'link', 'redact') ORDER BY l.seq`,
        );
      const names = type === "ticket" ? await formerNames(driver, keys) : [];
      const all = [...keys, ...names.map(({ former }) => former)];
      const rows = (await byKeys(driver, all, on, [type, upTo])).map(toBareRow);
      return names.length === 0 ? rows : underNewNames(rows, names).toSorted((a, b) => a.seq - b.seq);
    },
    async tally(after, upTo) {
      const rows = await driver.read(TALLY, [after, upTo]);
      return rows.map((row) => ({ type: row.subject_type, kind: row.kind, code: row.code, count: row.n }));
    },
  };
}

function toBareRow(row: Selected<typeof bareCells> & { readonly data: string }): BareRow {
  return {
    seq: row.seq,
    at: row.at,
    // Only what was checked when it was written gets into the ledger.
    kind: row.kind as BareRow["kind"],
    subject: { type: row.subject_type as Subject["type"], key: row.subject_key },
    data: JSON.parse(row.data) as BareRow["data"],
  };
}
