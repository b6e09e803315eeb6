import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appOn, move, openStore, person, researchable } from "../../../test/support/processes/app.ts";
import { audit } from "../../../test/support/processes/audit.ts";
import { Child } from "../../../test/support/processes/child.ts";
import { mountSmallDisk, withoutRights } from "../../../test/support/processes/disk.ts";
import { freshPlace, type Place } from "../../../test/support/processes/place.ts";
import { addComment } from "../../app/tickets/comment.ts";
import type { StoreBoard } from "../board.ts";
import type { StoreError } from "../errors.ts";
import { verifyStore } from "../ledger/verify.ts";

let place: Place;
let file: string;
const open: StoreBoard[] = [];
const children: Child[] = [];

beforeEach(async () => {
  place = await freshPlace("sqlite");
  file = place.address.database;
});

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(children.splice(0).map((child) => child.kill()));
  for (const board of open.splice(0)) await board.close();
  await place.remove();
});

async function openAt(database: string, options: Parameters<typeof openStore>[1] = {}): Promise<StoreBoard> {
  const board = await openStore({ database }, options);
  open.push(board);
  return board;
}

async function failure(action: Promise<unknown>): Promise<StoreError> {
  try {
    await action;
  } catch (error) {
    return error as StoreError;
  }
  throw new Error("it went well");
}

/** Writes until it can't; how many it wrote. */
async function fill(board: StoreBoard, key: string): Promise<{ written: number; error: StoreError }> {
  const body = randomBytes(20_000).toString("hex");
  for (let written = 0; ; written++) {
    try {
      await addComment(appOn(board), person, { key, body });
    } catch (error) {
      return { written, error: error as StoreError };
    }
  }
}

async function expectWhole(board: StoreBoard): Promise<void> {
  expect((await audit(board)).problems).toEqual([]);
  expect((await verifyStore(board.driver)).ok).toBe(true);
}

describe("a disk that is full", () => {
  it("is a clear error, leaves nothing half written, and needs no restart once there is room", async ({ skip }) => {
    const disk = await mountSmallDisk("3m");
    if (!disk) return skip("this user can't mount a small disk; the test below fills a file instead");
    try {
      const board = await openAt(join(disk.folder, "board.db"));
      const key = await researchable(appOn(board));
      const { written, error } = await fill(board, key);
      expect(error).toMatchObject({ code: "store_full" });
      expect(error.message).toContain("no restart is needed");
      expect(await board.tickets.comments(key)).toHaveLength(written);
      await expectWhole(board);

      await disk.remount("size=12m");
      await move(appOn(board), key, "Human Needed");
      await expectWhole(board);
      await open.pop()?.close();
      await expectWhole(await openAt(join(disk.folder, "board.db")));
      await open.pop()?.close();
    } finally {
      await disk.unmount();
    }
  });

  it("refuses to begin a board there, and takes one when there is room", async ({ skip }) => {
    const disk = await mountSmallDisk("64k");
    if (!disk) return skip("this user can't mount a small disk");
    try {
      const database = join(disk.folder, "board.db");
      expect(await failure(openAt(database))).toMatchObject({ code: "store_full" });
      await disk.remount("size=4m");
      await researchable(appOn(await openAt(database)));
      await open.pop()?.close();
    } finally {
      await disk.unmount();
    }
  });

  it("is the same as a file that may not grow", async () => {
    const define = vi.spyOn(DatabaseSync.prototype, "function");
    const board = await openAt(file);
    const key = await researchable(appOn(board));
    const limit = (pages: number): void => {
      for (const db of define.mock.contexts as DatabaseSync[]) db.exec(`PRAGMA max_page_count = ${pages}`);
    };
    limit(1);
    const { written, error } = await fill(board, key);
    expect(error).toMatchObject({ code: "store_full" });
    expect(await board.tickets.comments(key)).toHaveLength(written);
    await expectWhole(board);
    limit(1_000_000);
    await move(appOn(board), key, "Human Needed");
    await expectWhole(board);
  });
});

describe("a file that this user may not write", () => {
  it("is a clear error when it is opened", async () => {
    await researchable(appOn(await openAt(file)));
    await open.pop()?.close();
    await chmod(file, 0o444);
    const error = await withoutRights(place.folder, () => failure(openAt(file)));
    expect(error).toMatchObject({ code: expect.stringMatching(/^store_(readonly|missing)$/) });
    expect(error.message).toContain(file);
    expect(error.recovery).toMatch(/right|may/);
    await chmod(file, 0o644);
    await expectWhole(await openAt(file));
  });

  it("is a clear error where it may not even be read", async () => {
    await openAt(file);
    await open.pop()?.close();
    await chmod(file, 0o000);
    const error = await withoutRights(place.folder, () => failure(openAt(file)));
    await chmod(file, 0o644);
    expect(error).toMatchObject({ code: "store_missing" });
    expect(error.message).toContain("EACCES");
  });

  it("is a clear error when its disk becomes read-only, and works again when it is not", async ({ skip }) => {
    const disk = await mountSmallDisk("8m");
    if (!disk) return skip("this user can't mount a disk to make it read-only");
    try {
      const database = join(disk.folder, "board.db");
      const key = await researchable(appOn(await openAt(database)));
      await open.pop()?.close();
      await disk.remount("ro");
      const error = await failure(openAt(database));
      expect(error).toMatchObject({ code: expect.stringMatching(/^store_(readonly|missing)$/) });
      expect(error.message).toContain(database);
      await disk.remount("rw");
      await move(appOn(await openAt(database)), key, "Human Needed");
      await open.pop()?.close();
    } finally {
      await disk.unmount();
    }
  });
});

describe("a folder", () => {
  it("that is missing is made", async () => {
    const database = join(place.folder, "some", "where", "board.db");
    await openAt(database);
    expect(existsSync(database)).toBe(true);
  });

  it("that can't be made is a clear error", async () => {
    writeFileSync(join(place.folder, "taken"), "");
    const error = await failure(openAt(join(place.folder, "taken", "board.db")));
    expect(error).toMatchObject({ code: "store_missing" });
    expect(error.message).toContain("can't be made");
  });

  it("that this user may not write is a clear error", async () => {
    const folder = join(place.folder, "closed");
    await mkdir(folder);
    await chmod(folder, 0o555);
    const error = await withoutRights(place.folder, () => failure(openAt(join(folder, "board.db"))));
    expect(error).toMatchObject({ code: "store_missing" });
    expect(error.message).toContain(folder);
  });

  it("that holds a link to the file elsewhere is as good as the file's own", async () => {
    const elsewhere = join(place.folder, "elsewhere");
    await mkdir(elsewhere);
    await openAt(join(elsewhere, "real.db"));
    await open.pop()?.close();
    await symlink(join(elsewhere, "real.db"), file);
    const board = await openAt(file);
    const key = await researchable(appOn(board));
    expect(await readdir(elsewhere)).toContain("real.db-wal");
    rmSync(join(elsewhere, "real.db-wal"));
    expect(await failure(move(appOn(board), key, "Human Needed"))).toMatchObject({ code: "store_missing" });
  });

  it("in the place of the file is a clear error", async () => {
    await mkdir(file);
    expect(await failure(openAt(file))).toMatchObject({ code: "store_missing" });
  });
});

describe("a file that is taken away while it is in use", () => {
  it("takes no more writes, which would be lost, and takes them again when it is put back", async () => {
    const board = await openAt(file);
    const app = appOn(board);
    const key = await researchable(app);
    renameSync(file, `${file}.away`);
    const error = await failure(move(app, key, "Human Needed"));
    expect(error).toMatchObject({ code: "store_missing" });
    expect(error.message).toContain("nothing was written");
    renameSync(`${file}.away`, file);
    await move(app, key, "Human Needed");
    await expectWhole(board);
  });

  it("takes no more writes when another was put in its place", async () => {
    const board = await openAt(file);
    const key = await researchable(appOn(board));
    renameSync(file, `${file}.away`);
    writeFileSync(file, "");
    expect(await failure(move(appOn(board), key, "Human Needed"))).toMatchObject({ code: "store_missing" });
  });

  it("takes no more writes without its WAL, where they would be lost too", async () => {
    const board = await openAt(file);
    const key = await researchable(appOn(board));
    const { seq } = await board.ledger.head();
    rmSync(`${file}-wal`);
    const error = await failure(move(appOn(board), key, "Human Needed"));
    expect(error.message).toContain("-wal was deleted");
    await open.pop()?.close();
    const again = await openAt(file);
    expect((await again.ledger.head()).seq).toBe(seq);
    await expectWhole(again);
  });

  it("is still locked for others after this process has opened it a second time", async () => {
    const board = await openAt(file);
    const key = await researchable(appOn(board));
    await openAt(file);
    await open.pop()?.close();
    // The last process to close a file removes its WAL: the other one must not think that it is the last.
    const other = new Child("other", "opener.ts", { database: file });
    children.push(other);
    await other.hear();
    expect(await other.ask("open")).toBe((await board.ledger.head()).seq);
    other.tell("close");
    await other.ended();
    await move(appOn(board), key, "Human Needed");
    expect(await readdir(place.folder)).toContain("board.db-wal");
  });
});

describe("a file that another program keeps locked", () => {
  async function lock(): Promise<Child> {
    const locker = new Child("locker", "locker.ts", { file });
    children.push(locker);
    expect(await locker.hear()).toBe("locked");
    return locker;
  }

  it("is waited for without standing still, then a clear error, and works once it is free", async () => {
    const board = await openAt(file, { patienceMs: 300 });
    const app = appOn(board);
    const key = await researchable(app);
    const locker = await lock();
    let turns = 0;
    const clock = setInterval(() => turns++, 5);
    const error = await failure(move(app, key, "Human Needed"));
    clearInterval(clock);
    expect(error).toMatchObject({ code: "store_busy" });
    expect(error.message).toContain("0.3 s");
    expect(turns).toBeGreaterThan(5);
    // Reading does not wait for writers.
    expect((await board.tickets.get(key))?.state).toBe("Research Needed");

    expect(await locker.ask("let go")).toBe("free");
    await move(app, key, "Human Needed");
    await expectWhole(board);
  });

  it("is written as soon as it is free", async () => {
    const board = await openAt(file);
    const key = await researchable(appOn(board));
    const locker = await lock();
    const moved = move(appOn(board), key, "Human Needed");
    expect(await locker.ask("let go")).toBe("free");
    await moved;
    expect((await board.tickets.get(key))?.state).toBe("Human Needed");
  });

  it("is waited for, and then a clear error, when it is opened", async () => {
    await openAt(file);
    await open.pop()?.close();
    const locker = await lock();
    expect(await failure(openAt(file, { patienceMs: 200 }))).toMatchObject({ code: "store_busy" });
    expect(await locker.ask("let go")).toBe("free");
    await openAt(file);
  });
});

describe("a clock that is set back and forth", () => {
  it("leaves the ledger's times in order", async () => {
    let now = Date.UTC(2026, 10, 15, 12);
    const board = await openAt(file, { clock: () => now });
    const app = appOn(board);
    for (const hours of [0, 1, -2, 3, -1, -5, 0.5]) {
      now += hours * 3_600_000;
      await researchable(app);
    }
    await expectWhole(board);
    const times = (await board.ledger.after(0, 100)).map((row) => row.at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe("somebody who reads for long", () => {
  it("sees one moment, and holds nobody up", async () => {
    const board = await openAt(file);
    const app = appOn(board);
    const key = await researchable(app);
    const { seq } = await board.ledger.head();
    const headOf = "SELECT seq FROM head";
    await board.driver.snapshot(async (reader) => {
      expect((await reader.all(headOf, []))[0]?.["seq"]).toBe(seq);
      for (let count = 0; count < 100; count++) await move(app, key, count % 2 ? "Research Needed" : "Human Needed");
      expect((await reader.all(headOf, []))[0]?.["seq"]).toBe(seq);
    });
    expect((await board.ledger.head()).seq).toBe(seq + 100);
    await expectWhole(board);
  });
});
