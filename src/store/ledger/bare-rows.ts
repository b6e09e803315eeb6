// Many rows of the ledger at a time, each as light as it can be: what happened on what, without who and what was said.

import type { BareRow, Tally } from "../../app/ports/ledger.ts";
import type { Subject } from "../../app/commit/plan.ts";
import type { Time } from "../../engine/facts.ts";
import { byKeys } from "../ask.ts";
import type { Driver, Reader, Row } from "../driver.ts";
import { UP_TO } from "../queries.ts";
import { number, text } from "../rows.ts";

/**
 * The ledger's times never go back, so that the rows of a time span are those between two numbers, and halving finds where
 * it begins: an index by time would cost every write, for what is asked now and then.
 */
const ROW_BEFORE = `WITH RECURSIVE span(low, high) AS (
    SELECT CAST(0 AS BIGINT), seq FROM head
    UNION ALL
    SELECT CASE WHEN l.at < ? THEN l.seq ELSE s.low END, CASE WHEN l.at < ? THEN s.high ELSE l.seq - 1 END
    FROM span s JOIN ledger l ON l.seq = (s.low + s.high + 1) / 2 WHERE s.low < s.high
  )
  SELECT MAX(low) AS seq FROM span`;

const REFUSED_AFTER = "SELECT COUNT(*) AS n FROM ledger WHERE seq > ? AND kind = 'refuse'";

const bareRow = (driver: Driver): string =>
  `SELECT l.seq, l.at, l.kind, l.subject_type, l.subject_key, ${driver.payload("data")} AS data FROM ledger l`;

export async function readRowBefore(reader: Reader, time: Time): Promise<number> {
  const [row] = await reader.all(ROW_BEFORE, [time, time]);
  return number(row?.["seq"]);
}

export async function countRefused(reader: Reader, since: Time): Promise<number> {
  const [row] = await reader.all(REFUSED_AFTER, [await readRowBefore(reader, since)]);
  return number(row?.["n"]);
}

export async function readBareRows(driver: Driver, after: number, limit: number): Promise<readonly BareRow[]> {
  const rows = await driver.all(`${bareRow(driver)} WHERE l.seq > ? ORDER BY l.seq ${UP_TO}`, [after, limit]);
  return rows.map(toBareRow);
}

export async function readBareRowsOn(
  driver: Driver,
  type: Subject["type"],
  keys: readonly string[],
  upTo: number,
): Promise<readonly BareRow[]> {
  const rows = await byKeys(
    driver,
    keys,
    (marks) => `${bareRow(driver)} WHERE l.subject_type = ? AND l.seq <= ? AND l.subject_key IN (${marks})
      AND l.kind NOT IN ('comment', 'edit', 'link', 'redact') ORDER BY l.seq`,
    [type, upTo],
  );
  return rows.map(toBareRow);
}

export async function countRows(driver: Driver, after: number, upTo: number): Promise<readonly Tally[]> {
  const code = `CASE WHEN l.kind = 'refuse' THEN ${driver.payload("data", "code")} END`;
  const rows = await driver.all(
    `SELECT l.subject_type, l.kind, ${code} AS code, COUNT(*) AS n FROM ledger l
      WHERE l.seq > ? AND l.seq <= ? GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [after, upTo],
  );
  return rows.map((row) => ({
    type: text(row["subject_type"]),
    kind: text(row["kind"]),
    code: row["code"] === null ? null : text(row["code"]),
    count: number(row["n"]),
  }));
}

function toBareRow(row: Row): BareRow {
  return {
    seq: number(row["seq"]),
    at: number(row["at"]),
    // Only what was checked when it was written gets into the ledger.
    kind: text(row["kind"]) as BareRow["kind"],
    subject: { type: text(row["subject_type"]) as Subject["type"], key: text(row["subject_key"]) },
    data: JSON.parse(text(row["data"])) as BareRow["data"],
  };
}
