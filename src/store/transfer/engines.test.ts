import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ann, appOn, maria } from "../../../test/support/worlds/world.ts";
import { compareStores } from "../../../test/support/store/compare.ts";
import { exportLines, manyTickets } from "../../../test/support/store/export-file.ts";
import { event, SECRET, writeHistory } from "../../../test/support/store/history.ts";
import { postgresBoards } from "../../../test/support/store/postgres-boards.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { redactText } from "../../app/ledger/redact.ts";
import { backupStore } from "./backup.ts";
import { storeBoard } from "../board.ts";
import type { Driver } from "../driver.ts";
import { openDriver } from "../open.ts";
import { verifyStore } from "../ledger/verify.ts";
import { importStore } from "./import.ts";

const boards = postgresBoards();
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe("between the engines", () => {
  it("a board goes from SQLite to PostgreSQL and back, and is the same", async () => {
    const [first, middle, last] = [await sqlite(), await boards.open(), await sqlite()];
    await writeHistory(appOn(storeBoard(first)));
    const lines = await exportLines(first);
    await importStore(middle, lines);
    expect(await compareStores(first, middle)).toBeNull();
    const linesAgain = await exportLines(middle);
    await importStore(last, linesAgain);
    expect(await compareStores(first, last)).toBeNull();
    expect(linesAgain.slice(1, -1)).toEqual(lines.slice(1, -1));
    for (const driver of [first, middle, last]) {
      expect(await verifyStore(driver)).toMatchObject({ ok: true, redactions: 1 });
    }
  });

  it("a board that was kept on PostgreSQL goes to SQLite, and both go on alike", async () => {
    const [from, to] = [await boards.open(), await sqlite()];
    const history = await writeHistory(appOn(storeBoard(from)));
    await importStore(to, await exportLines(from));
    expect(await compareStores(from, to)).toBeNull();
    for (const driver of [from, to]) {
      const app = appOn(storeBoard(driver));
      expect(await createTicket(app, maria, { title: "Next" })).toMatchObject({ number: 8, event: history.last + 1 });
      expect(await verifyStore(driver)).toMatchObject({ ok: true });
    }
  });

  it("an import that is refused leaves an empty board on PostgreSQL too", async () => {
    const to = await boards.open();
    const lines = manyTickets(1_200);
    await expect(importStore(to, lines.with(1_100, "garbage"))).rejects.toMatchObject({ code: "import_refused" });
    expect(await verifyStore(to)).toMatchObject({ ok: true, rows: 0 });
    await importStore(to, lines);
    await expect(importStore(to, lines)).rejects.toMatchObject({ code: "store_not_empty" });
    expect(await verifyStore(to)).toMatchObject({ ok: true, rows: 1_200 });
  });
});

describe("on PostgreSQL", () => {
  it("a redaction takes the text from the ledger, the board and recorded answers", async () => {
    const driver = await boards.open();
    const app = appOn(storeBoard(driver));
    const asked = { title: SECRET, body: SECRET, labels: [SECRET], requestId: "x" };
    const seq = await event(createTicket(app, ann, asked));
    expect(await redactText(app, maria, { seq, reason: "A key" })).toMatchObject({ seq });
    expect(await createTicket(app, ann, asked)).toMatchObject({ title: "[redacted]" });
    expect(await app.board.tickets.get("1")).toMatchObject({ title: "[redacted]", labels: ["[redacted]"] });
    expect((await exportLines(driver)).join()).not.toContain("hunter2");
    expect(await verifyStore(driver)).toMatchObject({ ok: true, redactions: 3 });
  });

  it.each([
    ["UPDATE ledger SET payload = replace(payload, 'Research Needed', 'Done') WHERE seq = 9", 9, "row_changed"],
    ["UPDATE ledger_text SET content = 'x' WHERE seq = 9", 9, "text_changed"],
    ["UPDATE ledger_text SET salt = NULL, content = NULL WHERE seq = 9", 9, "text_blanked"],
    ["DELETE FROM ledger_text WHERE seq = 5; DELETE FROM ledger WHERE seq = 5", 5, "row_missing"],
    ["UPDATE ledger SET subject_key = 'x' WHERE seq = 5", 5, "column_changed"],
    ["UPDATE head SET seq = seq - 1", "last", "row_out_of_place"],
    ["UPDATE ticket SET labels = '[]' WHERE key = '1'", 2, "table_changed"],
    ["UPDATE item SET documented = 1", "run", "table_changed"],
  ])("verify finds %s", async (sql, row, what) => {
    const driver = await boards.open();
    const history = await writeHistory(appOn(storeBoard(driver)));
    const client = await boards.connect();
    for (const table of ["ledger", "ledger_text", "head"])
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(sql);
    const seq = row === "last" ? history.last : row === "run" ? history.run - 1 : row;
    expect(await verifyStore(driver)).toMatchObject({ ok: false, problem: { seq, what } });
  });

  it("a backup is left to PostgreSQL's own tools, and says so", async () => {
    const driver = await boards.open();
    await expect(backupStore(driver, "copy.db")).rejects.toThrow("pg_dump");
  });

  it("a board that is not there is not begun by whoever only reads", async () => {
    await boards.open();
    const missing = openDriver({ database: boards.url, board: "not_there", create: false });
    await expect(missing).rejects.toMatchObject({ code: "store_missing" });
    const there = await openDriver({ database: boards.url, board: boards.name, create: false });
    expect(await verifyStore(there)).toMatchObject({ ok: true });
    await there.close();
  });
});

async function sqlite(): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-engines-"));
  const driver = await openDriver({ database: join(folder, "board.db"), synchronous: "OFF" });
  closing.push(async () => {
    await driver.close();
    rmSync(folder, { recursive: true });
  });
  return driver;
}
