import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appOn, maria } from "../../../test/support/worlds/world.ts";
import { compareStores } from "../../../test/support/store/compare.ts";
import { manyTickets } from "../../../test/support/store/export-file.ts";
import { writeHistory } from "../../../test/support/store/history.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { backupStore } from "./backup.ts";
import { storeBoard } from "../board.ts";
import type { Driver } from "../driver.ts";
import { openDriver } from "../open.ts";
import { importStore } from "./import.ts";
import { verifyStore } from "../ledger/verify.ts";

let folder: string;
let driver: Driver;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-backup-"));
  driver = await openDriver({ database: join(folder, "board.db"), synchronous: "OFF" });
});

afterEach(async () => {
  await driver.close();
  rmSync(folder, { recursive: true });
});

describe("a backup", () => {
  it("is the same board in one file, with its head", async () => {
    await writeHistory(appOn(storeBoard(driver)));
    const copy = join(folder, "copy.db");
    const head = await backupStore(driver, copy);
    expect(readdirSync(folder).filter((file) => file.startsWith("copy"))).toEqual(["copy.db"]);
    const restored = await openDriver({ database: copy });
    expect(await compareStores(driver, restored)).toBeNull();
    expect(await verifyStore(restored, { expect: head })).toMatchObject({ ok: true, head });
    await restored.close();
  });

  it("is of one moment, and comes to an end, while others keep writing", async () => {
    await importStore(driver, manyTickets(5_000));
    const other = storeBoard(await openDriver({ database: join(folder, "board.db"), synchronous: "OFF" }));
    const stop = new AbortController();
    const writing = (async () => {
      let written = 0;
      for (; !stop.signal.aborted; written++) {
        await createTicket(appOn(other), maria, { title: "Meanwhile", body: "x".repeat(9_000) });
        await setImmediate();
      }
      return written;
    })();
    const head = await backupStore(driver, join(folder, "copy.db"));
    stop.abort();
    expect(await writing).toBeGreaterThan(0);
    const copy = await openDriver({ database: join(folder, "copy.db") });
    expect(await verifyStore(copy)).toMatchObject({ ok: true, head });
    expect(await verifyStore(driver, { expect: head })).toMatchObject({ ok: true });
    await copy.close();
    await other.close();
  });

  it("has no browser that is signed in, and nobody can read it who can't read the board", async () => {
    const browser = { id: "0123456789", hash: "a digest", token: "t", name: "Maria", createdAt: 1, seenAt: 1 };
    const forget = { begun: 0, used: 0 };
    await storeBoard(driver).keys.addBrowser({ ...browser, seenFrom: "here", program: "" }, forget);
    chmodSync(join(folder, "board.db"), 0o600);
    const copy = join(folder, "copy.db");
    await backupStore(driver, copy);
    expect(readFileSync(copy).includes(browser.hash)).toBe(false);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const db = new DatabaseSync(copy, { readOnly: true });
    expect(db.prepare("SELECT name FROM meta").all()).toMatchObject([{ name: "board" }]);
    db.close();
  });

  it("never takes another file's place", async () => {
    const taken = join(folder, "taken");
    writeFileSync(taken, "mine");
    await expect(backupStore(driver, taken)).rejects.toMatchObject({
      message: expect.stringContaining("there already"),
    });
    expect(readFileSync(taken, "utf8")).toBe("mine");
  });

  it("into a folder that is not there says so, and leaves nothing", async () => {
    const nowhere = join(folder, "nowhere", "copy.db");
    await expect(backupStore(driver, nowhere)).rejects.toMatchObject({ code: "store_missing" });
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });
});
