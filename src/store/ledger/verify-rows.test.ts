import type { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";

import type { History } from "../../../test/support/store/history.ts";
import type { Problem } from "./chain.ts";

import {
  history,
  prepareHistory,
  verifyAfter,
  problemOf,
  set,
  remove,
  insertCopy,
  headToLast,
  rehash,
  rechain,
} from "../../../test/support/store/tampering.ts";

prepareHistory();

describe("verify finds, in the ledger,", () => {
  it.each<[string, (db: DatabaseSync) => void, (rows: History) => number, Problem["what"]]>([
    [
      "a payload that was edited",
      (db) => set(db, "ledger", history.move, "payload", `replace(payload, 'Research Needed', 'Done')`),
      (rows) => rows.move,
      "row_changed",
    ],
    [
      "a payload that is no JSON any more, its chain made good again",
      (db) => {
        set(db, "ledger", history.last, "payload", "'{'");
        rechain(db, history.last);
      },
      (rows) => rows.last,
      "row_unreadable",
    ],
    [
      "a column that no table has, its chain made good again",
      (db) => {
        set(db, "ledger", history.move, "payload", `replace(payload, '"entered_at":', '"entred_at":')`);
        rechain(db, history.move);
      },
      (rows) => rows.move,
      "change_invalid",
    ],
    [
      "a table that there is not, its chain made good again",
      (db) => {
        set(db, "ledger", history.move, "payload", `replace(payload, '"table":"ticket"', '"table":"tickets"')`);
        rechain(db, history.move);
      },
      (rows) => rows.move,
      "change_invalid",
    ],
    [
      "a value of another type, its chain made good again",
      (db) => {
        set(db, "ledger", history.move, "payload", `replace(payload, '"state":"Research Needed"', '"state":7')`);
        rechain(db, history.move);
      },
      (rows) => rows.move,
      "change_invalid",
    ],
    [
      "a time that was changed",
      (db) => set(db, "ledger", history.claim, "at", "at + 1"),
      (rows) => rows.claim,
      "row_changed",
    ],
    [
      "a time that goes back, its chain made good again",
      (db) => {
        set(db, "ledger", history.claim, "at", "at - 100000");
        rechain(db, history.claim);
      },
      (rows) => rows.claim,
      "time_backwards",
    ],
    ["the first row removed", (db) => remove(db, 1), () => 1, "row_missing"],
    ["a row removed in the middle", (db) => remove(db, history.refuse), (rows) => rows.refuse, "row_missing"],
    [
      "a row removed in the middle, and the later ones moved up",
      (db) => {
        remove(db, history.refuse);
        db.exec(`UPDATE ledger SET seq = seq - 1 WHERE seq > ${history.refuse};
          UPDATE ledger_text SET seq = seq - 1 WHERE seq > ${history.refuse};
          UPDATE head SET seq = seq - 1`);
      },
      (rows) => rows.refuse,
      "row_changed",
    ],
    ["the last row removed", (db) => remove(db, history.last), (rows) => rows.last, "row_missing"],
    [
      "the last row removed and the head set back, by the text that it left",
      (db) => {
        db.exec(`DELETE FROM ledger WHERE seq = ${history.last}`);
        headToLast(db);
      },
      (rows) => rows.last,
      "row_missing",
    ],
    [
      "the last row removed and the head set back, by the recorded answer that it left",
      (db) => {
        remove(db, history.last);
        headToLast(db);
        db.exec(`UPDATE request SET seq = ${history.last} WHERE id = 'r1'`);
      },
      (rows) => rows.last,
      "row_missing",
    ],
    [
      "a row added after the last",
      (db) => insertCopy(db, history.move, history.last + 1),
      (rows) => rows.last + 1,
      "row_out_of_place",
    ],
    [
      "a row added after the last, and counted by the head",
      (db) => {
        insertCopy(db, history.move, history.last + 1);
        headToLast(db);
      },
      (rows) => rows.last + 1,
      "row_changed",
    ],
    [
      "a row added in the middle, and the later ones moved down",
      (db) => {
        for (const table of ["ledger", "ledger_text"]) {
          db.exec(`UPDATE ${table} SET seq = -seq - 1 WHERE seq > ${history.move};
            UPDATE ${table} SET seq = -seq WHERE seq < 0`);
        }
        insertCopy(db, history.move, history.move + 1);
        headToLast(db);
      },
      (rows) => rows.move + 1,
      "row_changed",
    ],
    ["a row before the first", (db) => insertCopy(db, history.move, 0), () => 0, "row_out_of_place"],
    [
      "two rows that changed places",
      (db) => {
        for (const table of ["ledger", "ledger_text"]) {
          db.exec(`UPDATE ${table} SET seq = -1 WHERE seq = ${history.move};
            UPDATE ${table} SET seq = ${history.move} WHERE seq = ${history.claim};
            UPDATE ${table} SET seq = ${history.claim} WHERE seq = -1`);
        }
      },
      (rows) => rows.move,
      "row_changed",
    ],
    [
      "an edited row with a hash that fits it, by the row that follows",
      (db) => {
        set(db, "ledger", history.move, "payload", `replace(payload, 'Research Needed', 'Done')`);
        rehash(db, history.move);
      },
      (rows) => rows.move + 1,
      "row_changed",
    ],
    [
      "an edited last row with a hash that fits it, by the head",
      (db) => {
        set(db, "ledger", history.last, "payload", `replace(payload, 'Ready for Plan', 'Done')`);
        rehash(db, history.last);
      },
      (rows) => rows.last,
      "head_changed",
    ],
    ...(["kind", "subject_type", "subject_key", "plan"] as const).map(
      (column) =>
        [
          `a ${column} that the row itself does not say`,
          (db: DatabaseSync) => set(db, "ledger", history.claim, column, "'other'"),
          (rows: History) => rows.claim,
          "column_changed",
        ] as [string, (db: DatabaseSync) => void, (rows: History) => number, Problem["what"]],
    ),
    [
      "a kind that hides a redaction",
      (db) => set(db, "ledger", history.redact, "kind", "'edit'"),
      (rows) => rows.redact,
      "column_changed",
    ],
    [
      "a reason that was edited",
      (db) => set(db, "ledger_text", history.move, "content", "'Because I say so'"),
      (rows) => rows.move,
      "text_changed",
    ],
    [
      "a salt that was changed",
      (db) => set(db, "ledger_text", history.move, "salt", "'pepper'"),
      (rows) => rows.move,
      "text_changed",
    ],
    [
      "a text that was removed",
      (db) => db.exec(`DELETE FROM ledger_text WHERE seq = ${history.comment}`),
      (rows) => rows.comment,
      "text_missing",
    ],
    [
      "a text that was added",
      (db) => db.exec(`INSERT INTO ledger_text (seq, name, salt, content) VALUES (${history.link}, 'x', 'y', 'z')`),
      (rows) => rows.link,
      "text_added",
    ],
    [
      "a text that was blanked without a word",
      (db) => db.exec(`UPDATE ledger_text SET salt = NULL, content = NULL WHERE seq = ${history.refuse}`),
      (rows) => rows.refuse,
      "text_blanked",
    ],
    [
      "a blanked text before a row that was changed",
      (db) => {
        db.exec(`UPDATE ledger_text SET salt = NULL, content = NULL WHERE seq = ${history.refuse}`);
        set(db, "ledger", history.edit, "at", "at + 1");
      },
      (rows) => rows.refuse,
      "text_blanked",
    ],
    [
      "a text that lost its content and kept its salt",
      (db) => set(db, "ledger_text", history.refuse, "content", "NULL"),
      (rows) => rows.refuse,
      "text_changed",
    ],
    [
      "a head with another hash",
      (db) => db.exec(`UPDATE head SET hash = '${"f".repeat(64)}'`),
      (rows) => rows.last,
      "head_changed",
    ],
    ["a head with another time", (db) => db.exec("UPDATE head SET at = at + 1"), (rows) => rows.last, "head_changed"],
    [
      "a head that was set back",
      (db) => db.exec("UPDATE head SET seq = seq - 2"),
      (rows) => rows.last - 1,
      "row_out_of_place",
    ],
    [
      "a head that was set on",
      (db) => db.exec("UPDATE head SET seq = seq + 2"),
      (rows) => rows.last + 1,
      "row_missing",
    ],
    ["a head that is gone", (db) => db.exec("DELETE FROM head"), () => 1, "row_out_of_place"],
  ])("%s", async (_, tamper, row, what) => {
    const verdict = await verifyAfter(tamper);
    expect(problemOf(verdict)).toMatchObject({ seq: row(history), what });
  });
});
