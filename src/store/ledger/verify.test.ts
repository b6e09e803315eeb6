import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { appOn, maria } from "../../../test/support/worlds/world.ts";
import type { History } from "../../../test/support/store/history.ts";
import { createTicket } from "../../app/tickets/create.ts";
import type { Driver, Reader } from "../driver.ts";
import { readHead, showHead } from "./head.ts";
import { GENESIS } from "./prepare.ts";
import { openBoard, openDriver } from "../open.ts";
import { verifyStore } from "./verify.ts";
import {
  history,
  prepareHistory,
  newFolder,
  copy,
  verifyAfter,
  problemOf,
  set,
  remove,
  headToLast,
  rechain,
  hashOf,
} from "../../../test/support/store/tampering.ts";

prepareHistory();

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
    [
      "a fact that was made to pass",
      `UPDATE fact SET said = replace(said, '"fail"', '"pass"') WHERE key = '#3/docs'`,
      (rows) => rows.fail,
      "said of fact #3/docs is",
    ],
    [
      "a ticket that was given another commit",
      `UPDATE ticket SET head = '${"c3".repeat(20)}' WHERE key = '7'`,
      (rows) => rows.fail + 2,
      `head of ticket 7 is "${"c3".repeat(20)}"`,
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
      db.exec("DELETE FROM run; DELETE FROM session; DELETE FROM ticket; DELETE FROM fact");
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
