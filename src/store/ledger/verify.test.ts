import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { appOn, maria } from "../../../test/support/worlds/world.ts";
import { writeHistory, type History } from "../../../test/support/store/history.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { backupStore } from "../transfer/backup.ts";
import type { Problem } from "./chain.ts";
import type { Driver, Reader } from "../driver.ts";
import { readHead, showHead } from "./head.ts";
import { chainHash, GENESIS } from "./prepare.ts";
import { openBoard, openDriver } from "../open.ts";
import { verifyStore, type VerifyOptions, type Verdict } from "./verify.ts";

let untouched: string;
let history: History;
const folders: string[] = [];

/** The same history for every test: each gets a copy to tamper with. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-verify-"));
  untouched = join(folder, "copy.db");
  const board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  history = await writeHistory(appOn(board));
  await backupStore(board.driver, untouched);
  await board.close();
  return () => rmSync(folder, { recursive: true });
});

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("verify", () => {
  it("finds nothing on a board that nobody has tampered with", async () => {
    const verdict = await verifyAfter(() => {});
    expect(verdict).toMatchObject({ ok: true, rows: history.last, redactions: 1, head: { seq: history.last } });
  });

  it("finds nothing on an empty board", async () => {
    const driver = await openDriver({ database: join(newFolder(), "board.db") });
    expect(await verifyStore(driver, { expect: { seq: 0, hash: GENESIS } })).toMatchObject({ ok: true, rows: 0 });
    await driver.close();
  });

  it("says how far it is", async () => {
    const driver = await openDriver({ database: copy() });
    const seen: [number, number][] = [];
    await verifyStore(driver, { onProgress: (done, total) => seen.push([done, total]) });
    await driver.close();
    expect(seen.at(-1)).toEqual([history.last, history.last]);
  });

  it("sees one moment of a board that others go on writing to", async () => {
    const database = copy();
    const [driver, board] = await Promise.all([openDriver({ database }), openBoard({ database })]);
    // Each page that is read lets somebody else write.
    const busy: Driver = Object.create(driver, {
      snapshot: {
        value: <T>(use: (reader: Reader) => Promise<T>) =>
          driver.snapshot((reader) =>
            use({
              ...reader,
              read: async (select, params) => {
                const rows = await reader.read(select, params);
                await createTicket(appOn(board), maria, { title: "More", parent: "1" });
                return rows;
              },
            }),
          ),
      },
    }) as Driver;
    expect(await verifyStore(busy)).toMatchObject({ ok: true, rows: history.last });
    expect((await board.ledger.head()).seq).toBeGreaterThan(history.last);
    await Promise.all([driver.close(), board.close()]);
  });
});

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

describe("verify finds, in the tables,", () => {
  it.each<[string, string, (rows: History) => number | null, string]>([
    [
      "a state that no row of the ledger set",
      "UPDATE ticket SET state = 'Done' WHERE key = '4'",
      (rows) => rows.propagate + 1,
      `state of ticket 4 is "Done"; by row ROW of the ledger it is "Human Needed".`,
    ],
    [
      "a title that somebody else wrote",
      "UPDATE ticket SET title = 'x' WHERE key = '2'",
      (rows) => rows.edit,
      `title of ticket 2 is "x"; by row ROW of the ledger it is "Find out about the cache".`,
    ],
    [
      "a claim that nobody took",
      "UPDATE ticket SET claim_connection = 'eve', claim_expires = 9999999999999 WHERE key = '3'",
      (rows) => rows.create + 2,
      `claim_connection of ticket 3 is "eve"`,
    ],
    ["a fence", "UPDATE ticket SET fence = 7 WHERE key = '2'", (rows) => rows.claim, "fence of ticket 2 is 7"],
    [
      "a version",
      "UPDATE ticket SET version = version + 1 WHERE key = '2'",
      (rows) => rows.last,
      "version of ticket 2",
    ],
    [
      "a ticket that was deleted",
      "DELETE FROM blocker WHERE ticket = '5'; DELETE FROM ticket WHERE key = '5'",
      (rows) => rows.create + 4,
      "blocker 5 2 is missing; row ROW of the ledger was the last to set it.",
    ],
    [
      "a ticket that was added",
      `INSERT INTO ticket (key, number, repo, title, body, state, labels, created_at, updated_at, entered_at, version,
        closed, fence) VALUES ('9', 9, '', 'x', '', 'Backlog', '[]', 1, 1, 1, 1, 0, 0)`,
      () => null,
      "ticket 9 stands in the table, but the ledger knows nothing of it.",
    ],
    [
      "a blocker that was removed",
      "DELETE FROM blocker WHERE ticket = '3' AND blocked_by = '2'",
      (rows) => rows.link,
      "blocker 3 2 is missing; row ROW of the ledger was the last to set it.",
    ],
    [
      "a blocker that came back",
      "INSERT INTO blocker (ticket, blocked_by, since) VALUES ('5', '4', 1)",
      (rows) => rows.link + 1,
      "open_blockers of ticket 5 is 2; by row ROW of the ledger it is 1.",
    ],
    [
      "an item that came back",
      "INSERT INTO item (run, number, title, type, documented) VALUES ('p/s1', 2, 'Second', 'bug', 1)",
      (rows) => rows.run,
      "item p/s1 2 stands in the table, but row ROW took it away.",
    ],
    [
      "a count of open blockers",
      "UPDATE ticket SET open_blockers = 0 WHERE key = '3'",
      (rows) => rows.propagate - 1,
      "open_blockers of ticket 3 is 0; by row ROW of the ledger it is 1.",
    ],
    [
      "a count of children",
      "UPDATE ticket SET children = 2 WHERE key = '1'",
      (rows) => rows.propagate - 2,
      "children of ticket 1 is 2; by row ROW of the ledger it is 3.",
    ],
    ["a comment", "UPDATE comment SET body = 'No' WHERE body = 'It is the cache'", (rows) => rows.comment, `is "No"`],
    [
      "a redacted text that came back",
      `UPDATE comment SET body = 'hunter2' WHERE body = '[redacted]'`,
      (rows) => rows.redact,
      `is "hunter2"; by row ROW of the ledger it is "[redacted]".`,
    ],
    ["a session", "UPDATE session SET outcome = 'x'", (rows) => rows.run - 2, `outcome of session s1 is "x"`],
    ["a run", "UPDATE run SET state = 'x'", (rows) => rows.run - 1, "state of run p/s1"],
    ["a task", "UPDATE task SET details = '{}'", (rows) => rows.run - 1, "details of task p/s1 t1"],
    ["a workflow's rules", "UPDATE workflow SET body = '{}'", (rows) => rows.adopt, "body of workflow"],
    ["the workflow in force", "UPDATE force SET since = 1", (rows) => rows.adopt, "since of force ticket is 1"],
    [
      "the earliest of several changes",
      "UPDATE ticket SET fence = 7 WHERE key = '2'; UPDATE ticket SET labels = '[]' WHERE key = '1'",
      (rows) => rows.create,
      "labels of ticket 1",
    ],
  ])("%s", async (_, sql, row, detail) => {
    const problem = problemOf(await verifyAfter((db) => db.exec(`PRAGMA foreign_keys = OFF; ${sql}`)));
    expect(problem.what).toBe("table_changed");
    expect(problem.seq).toBe(row(history));
    expect(problem.detail).toContain(detail.replace("ROW", String(problem.seq)));
  });

  it("what the last row did, where that row was removed and the head set back", async () => {
    const problem = problemOf(
      await verifyAfter((db) => {
        remove(db, history.last);
        headToLast(db);
      }),
    );
    expect(problem).toMatchObject({ what: "table_changed" });
    expect(problem.detail).toContain("of ticket 2");
  });
});

describe("verify with a head that was noted", () => {
  it("passes while the row is in the chain, by number and hash or by hash alone", async () => {
    const { head } = await verifyAfter(() => {});
    expect(await verifyAfter(() => {}, { expect: head })).toMatchObject({ ok: true });
    expect(await verifyAfter(() => {}, { expect: { seq: null, hash: head.hash } })).toMatchObject({ ok: true });
    const earlier = hashOf(history.move);
    expect(await verifyAfter(() => {}, { expect: { seq: history.move, hash: earlier } })).toMatchObject({ ok: true });
  });

  it("finds a chain that was rewritten as a whole, which nothing else does", async () => {
    const { head } = await verifyAfter(() => {});
    const rewrite = (db: DatabaseSync): void => {
      set(db, "ledger", history.refuse, "payload", `replace(payload, '"via":"stdio"', '"via":"cli"')`);
      rechain(db, history.refuse);
    };
    expect(await verifyAfter(rewrite)).toMatchObject({ ok: true });
    const byNumber = await verifyAfter(rewrite, { expect: head });
    expect(problemOf(byNumber)).toMatchObject({ seq: history.last, what: "history_rewritten" });
    const byHash = await verifyAfter(rewrite, { expect: { seq: null, hash: head.hash } });
    expect(problemOf(byHash)).toMatchObject({ seq: null, what: "history_rewritten" });
    const before = { seq: history.move, hash: hashOf(history.move) };
    expect(await verifyAfter(rewrite, { expect: before })).toMatchObject({ ok: true });
  });

  it("finds a tail that was cut off without a trace", async () => {
    const cut = (db: DatabaseSync): void => {
      db.exec("DELETE FROM request; DELETE FROM comment; DELETE FROM blocker; DELETE FROM item; DELETE FROM task");
      db.exec("DELETE FROM run; DELETE FROM session; DELETE FROM ticket");
      db.exec("DELETE FROM ledger_text WHERE seq > 1; DELETE FROM ledger WHERE seq > 1");
      headToLast(db);
    };
    expect(await verifyAfter(cut)).toMatchObject({ ok: true, rows: 1 });
    const expected = { seq: history.move, hash: hashOf(history.move) };
    const problem = problemOf(await verifyAfter(cut, { expect: expected }));
    expect(problem).toMatchObject({ seq: history.move, what: "history_rewritten" });
    expect(problem.detail).toContain("ends with row 1");
  });

  it("reads what it shows", () => {
    const head = { seq: 12, hash: "a".repeat(64) };
    expect(readHead(showHead(head))).toEqual(head);
    expect(readHead(head.hash.toUpperCase())).toEqual({ seq: null, hash: head.hash });
    for (const wrong of ["", "12", "12:abc", `-1:${head.hash}`, `${head.hash}0`]) expect(readHead(wrong)).toBeNull();
  });
});

describe("the database itself", () => {
  it.each([
    "UPDATE ledger SET payload = 'x' WHERE seq = 1",
    "DELETE FROM ledger WHERE seq = 1",
    "UPDATE ledger_text SET content = 'x' WHERE seq = 2",
    "DELETE FROM ledger_text WHERE seq = 2",
    "DELETE FROM head",
  ])("does not take: %s", (sql) => {
    const db = new DatabaseSync(copy());
    expect(() => db.exec(sql)).toThrow("append-only");
    db.close();
  });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-verify-"));
  folders.push(folder);
  return folder;
}

function copy(): string {
  const file = join(newFolder(), "board.db");
  const db = new DatabaseSync(untouched, { readOnly: true });
  db.prepare("VACUUM INTO ?").run(file);
  db.close();
  return file;
}

/** As somebody with a plain SQL client would: the guards first. */
async function verifyAfter(tamper: (db: DatabaseSync) => void, options: VerifyOptions = {}): Promise<Verdict> {
  const database = copy();
  const db = new DatabaseSync(database, { enableForeignKeyConstraints: false });
  db.exec("PRAGMA synchronous = OFF");
  const guards = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%RAISE%'").all();
  for (const { name } of guards) db.exec(`DROP TRIGGER ${String(name)}`);
  tamper(db);
  db.close();
  const driver = await openDriver({ database, synchronous: "OFF" });
  try {
    return await verifyStore(driver, options);
  } finally {
    await driver.close();
  }
}

function problemOf(verdict: Verdict): Problem {
  if (verdict.ok) throw new Error("nothing was found");
  return verdict.problem;
}

function set(db: DatabaseSync, table: string, seq: number, column: string, expression: string): void {
  const { changes } = db.prepare(`UPDATE ${table} SET ${column} = ${expression} WHERE seq = ?`).run(seq);
  if (changes === 0) throw new Error(`nothing to change in row ${seq}`);
}

function remove(db: DatabaseSync, seq: number): void {
  db.prepare("DELETE FROM ledger_text WHERE seq = ?").run(seq);
  db.prepare("DELETE FROM ledger WHERE seq = ?").run(seq);
}

function insertCopy(db: DatabaseSync, seq: number, as: number): void {
  const columns = "at, kind, subject_type, subject_key, plan, payload, hash";
  db.prepare(`INSERT INTO ledger (seq, ${columns}) SELECT ?, ${columns} FROM ledger WHERE seq = ?`).run(as, seq);
  const texts = "name, salt, content";
  db.prepare(`INSERT INTO ledger_text (seq, ${texts}) SELECT ?, ${texts} FROM ledger_text WHERE seq = ?`).run(as, seq);
}

function headToLast(db: DatabaseSync): void {
  db.exec(`UPDATE head SET (seq, hash, at) = (SELECT seq, hash, at FROM ledger ORDER BY seq DESC LIMIT 1)`);
}

/** Makes one row's hash fit. */
function rehash(db: DatabaseSync, seq: number): void {
  const previous = db.prepare("SELECT hash FROM ledger WHERE seq = ?").get(seq - 1)?.["hash"];
  const row = db.prepare("SELECT at, payload FROM ledger WHERE seq = ?").get(seq);
  const hash = chainHash(String(previous ?? GENESIS), seq, Number(row?.["at"]), String(row?.["payload"]));
  db.prepare("UPDATE ledger SET hash = ? WHERE seq = ?").run(hash, seq);
}

/** Makes the whole chain fit again, from a row on. */
function rechain(db: DatabaseSync, from: number): void {
  for (let seq = from; seq <= history.last; seq++) rehash(db, seq);
  headToLast(db);
}

function hashOf(seq: number): string {
  const db = new DatabaseSync(untouched, { readOnly: true });
  const row = db.prepare("SELECT hash FROM ledger WHERE seq = ?").get(seq);
  db.close();
  return String(row?.["hash"]);
}
