import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Told } from "../../../test/support/processes/agent-worker.ts";
import { appOn, openStore, researchable } from "../../../test/support/processes/app.ts";
import { audit } from "../../../test/support/processes/audit.ts";
import { Child } from "../../../test/support/processes/child.ts";
import { freshPlace, type Place } from "../../../test/support/processes/place.ts";
import type { StoreError } from "../errors.ts";
import { verifyStore } from "../ledger/verify.ts";

let place: Place;
let file: string;

beforeEach(async () => {
  place = await freshPlace("sqlite");
  file = place.address.database;
});

afterEach(() => place.remove());

async function failure(): Promise<StoreError> {
  try {
    await (await openStore(place.address)).close();
  } catch (error) {
    return error as StoreError;
  }
  throw new Error("it went well");
}

/** A process that has written so many tickets, and is killed. */
async function killedAfter(tickets: number): Promise<void> {
  const child = new Child("killed", "agent-worker.ts", { ...place.address, name: "killed" });
  expect(await child.hear()).toBe("ready");
  for (let made = 0; made < tickets; made++) {
    const body = randomBytes(1000).toString("hex");
    const told = await child.ask<Told>({ do: "create", input: { title: `Ticket ${made}`, body } });
    expect(told.error).toBeUndefined();
  }
  await child.kill();
}

/** How many tickets are there, of a store that must be whole in itself. */
async function wholeTickets(): Promise<number> {
  const store = await openStore(place.address);
  try {
    expect((await audit(store)).problems).toEqual([]);
    expect(await verifyStore(store.driver)).toMatchObject({ ok: true });
    return (await store.tickets.nextNumber()) - 1;
  } finally {
    await store.close();
  }
}

function checkpoint(): void {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

function rootPageOf(table: string): number {
  const db = new DatabaseSync(file);
  try {
    return Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table)?.["rootpage"]);
  } finally {
    db.close();
  }
}

function overwrite(path: string, from: number, bytes: Uint8Array): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, bytes, 0, bytes.length, from);
  closeSync(descriptor);
}

describe("a file that is not ours", () => {
  it.each([
    ["a text", Buffer.from("My notes, which are no database.\n".repeat(100))],
    ["a short text", Buffer.from("hi")],
    ["a database whose beginning is gone", Buffer.alloc(8192)],
  ])("is refused and left as it is: %s", async (_, content) => {
    writeFileSync(file, content);
    const error = await failure();
    expect(error).toMatchObject({ code: "store_corrupt" });
    expect(error.message).toContain("left as it is");
    expect(readFileSync(file).equals(content)).toBe(true);
    expect(readdirSync(place.folder)).toEqual(["board.db"]);
  });

  it.each(["DELETE", "WAL"])("is refused and left as it is: another program's database (%s)", async (mode) => {
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE ticket (id TEXT); PRAGMA user_version = 1`);
    db.close();
    const before = readFileSync(file);
    const error = await failure();
    expect(error).toMatchObject({ code: "store_failed" });
    expect(error.message).toContain("another program");
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(place.folder)).toEqual(["board.db"]);
  });

  it("is taken where it is an empty database, which nobody has used yet", async () => {
    const db = new DatabaseSync(file);
    db.exec("PRAGMA journal_mode = WAL");
    db.close();
    expect(await wholeTickets()).toBe(0);
  });
});

describe("a file that is damaged after an unclean end", () => {
  async function damage(): Promise<Buffer> {
    await killedAfter(30);
    checkpoint();
    const { size } = statSync(file);
    overwrite(file, Math.floor(size / 8192) * 4096, randomBytes(4096 * 4));
    return readFileSync(file);
  }

  it("is set aside, never overwritten, and the way back is shown", async () => {
    const damaged = await damage();
    const error = await failure();
    expect(error).toMatchObject({ code: "store_corrupt" });
    const aside = readdirSync(place.folder).find((name) => name.startsWith("board.db.damaged-"));
    expect(error.message).toContain(join(place.folder, aside ?? ""));
    expect(error.recovery).toMatch(/backup.*\.recover/s);
    expect(readFileSync(join(place.folder, aside ?? "")).equals(damaged)).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(await wholeTickets()).toBe(0);
    expect(readFileSync(join(place.folder, aside ?? "")).equals(damaged)).toBe(true);
  });

  it("is set aside by one of two processes that find it, and the other leaves the new board alone", async () => {
    await damage();
    const results = await Promise.allSettled([openStore(place.address), openStore(place.address)]);
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as StoreError] : []));
    for (const result of results) if (result.status === "fulfilled") await result.value.close();
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => "store_corrupt"));
    const aside = readdirSync(place.folder).filter((name) => /damaged-[^.]*Z$/.test(name));
    expect(aside).toHaveLength(1);
  });

  it("is looked over on the next start where damage was met at work", async () => {
    const store = await openStore(place.address);
    for (let made = 0; made < 3; made++) await researchable(appOn(store));
    await store.close();
    overwrite(file, (rootPageOf("ticket") - 1) * 4096, randomBytes(4096));
    const child = new Child("worker", "agent-worker.ts", { ...place.address, name: "worker" });
    expect(await child.hear()).toBe("ready");
    const input = { key: "1", toState: "Human Needed", reason: "to meet the damage" };
    const told = await child.ask<Told>({ do: "handoff", input });
    expect(told.error?.code).toBe("store_corrupt");
    child.tell({ do: "end" });
    await child.ended();
    expect(await failure()).toMatchObject({ code: "store_corrupt", recovery: expect.stringContaining("backup") });
  });
});

describe("a WAL", () => {
  it("that is deleted after an unclean end leaves the board as it was at its last checkpoint", async () => {
    await killedAfter(5);
    checkpoint();
    await killedAfter(5);
    rmSync(`${file}-wal`);
    expect(await wholeTickets()).toBe(5);
  });

  it("that is deleted before its first checkpoint leaves an empty board, and no half of one", async () => {
    await killedAfter(5);
    rmSync(`${file}-wal`);
    expect(await wholeTickets()).toBe(0);
  });

  it.each([0.05, 0.3, 0.5, 0.77, 0.99])(
    "that is cut off at %d of its length leaves the moves before that",
    async (part) => {
      await killedAfter(12);
      truncateSync(`${file}-wal`, Math.floor(statSync(`${file}-wal`).size * part));
      const left = await wholeTickets();
      expect(left).toBeLessThanOrEqual(12);
      if (part > 0.9) expect(left).toBeGreaterThan(6);
    },
  );

  it("that is damaged in the middle leaves the moves before that", async () => {
    await killedAfter(12);
    overwrite(`${file}-wal`, Math.floor(statSync(`${file}-wal`).size / 2), randomBytes(100));
    const left = await wholeTickets();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(12);
  });

  it("whose index is deleted after an unclean end loses nothing", async () => {
    await killedAfter(5);
    rmSync(`${file}-shm`);
    expect(await wholeTickets()).toBe(5);
  });
});
