import { existsSync, readdirSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appOn, move, openStore, researchable } from "../../../../test/support/processes/app.ts";
import { audit } from "../../../../test/support/processes/audit.ts";
import { Child } from "../../../../test/support/processes/child.ts";
import type { OpenerSetup } from "../../../../test/support/processes/opener.ts";
import { freshPlace, type Place } from "../../../../test/support/processes/place.ts";
import { MIGRATIONS, type Migration } from "../../migrations/list.ts";
import { verifyStore } from "../../ledger/verify.ts";

const FURTHER = [
  "CREATE TABLE extra (id TEXT)",
  "ALTER TABLE extra ADD COLUMN note TEXT; INSERT INTO extra VALUES ('a', 'b')",
];
const KNOWN = MIGRATIONS.length;
const upTo = (further: number): readonly Migration[] => [
  ...MIGRATIONS,
  ...FURTHER.slice(0, further).map((sqlite, index) => ({ version: KNOWN + index + 1, sqlite, postgres: "" })),
];

let place: Place;
let file: string;

beforeEach(async () => {
  place = await freshPlace("sqlite");
  file = place.address.database;
});

afterEach(() => place.remove());

/** A board with one ticket; where its ledger ends. */
async function begin(): Promise<number> {
  const store = await openStore(place.address);
  await researchable(appOn(store));
  const { seq } = await store.ledger.head();
  await store.close();
  return seq;
}

function ask(path: string, sql: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return Object.values(db.prepare(sql).get() ?? {})[0];
  } finally {
    db.close();
  }
}

async function openAndDie(setup: Omit<OpenerSetup, "database">): Promise<void> {
  const child = new Child("opener", "opener.ts", { ...place.address, ...setup });
  await child.hear();
  child.tell("open");
  await child.ended();
}

describe("a migration", () => {
  it("keeps a copy of what was there before", async () => {
    const seq = await begin();
    const store = await openStore(place.address, { migrations: upTo(2) });
    await store.close();
    const copy = `${file}.schema-${KNOWN}`;
    expect(ask(file, "PRAGMA user_version")).toBe(KNOWN + 2);
    expect(ask(copy, "PRAGMA user_version")).toBe(KNOWN);
    expect(ask(copy, "PRAGMA integrity_check")).toBe("ok");
    expect(ask(copy, "SELECT seq FROM head")).toBe(seq);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it("does not overwrite the copy of an earlier one", async () => {
    const seq = await begin();
    await (await openStore(place.address, { migrations: upTo(1) })).close();
    const db = new DatabaseSync(file);
    db.exec(`DROP TABLE extra; PRAGMA user_version = ${KNOWN}`);
    db.close();
    const again = await openStore(place.address);
    await researchable(appOn(again));
    await again.close();
    await (await openStore(place.address, { migrations: upTo(1) })).close();
    expect(ask(`${file}.schema-${KNOWN}`, "SELECT seq FROM head")).toBe(seq);
    const copies = readdirSync(place.folder).filter((name) => name.includes(".schema-"));
    expect(copies).toHaveLength(2);
  });

  it("makes no copy of a board that is new", async () => {
    await begin();
    expect(readdirSync(place.folder)).toEqual(["board.db"]);
  });

  it.each([
    [1, "before"],
    [1, "after"],
    [2, "before"],
    [2, "after"],
  ] as const)(
    "that is killed in its further step %i, %s it is carried out, leaves the old schema",
    async (step, when) => {
      const seq = await begin();
      await openAndDie({ further: FURTHER, dieAt: { version: KNOWN + step, when } });
      const old = await openStore(place.address);
      expect((await audit(old)).problems).toEqual([]);
      await old.close();
      const store = await openStore(place.address, { migrations: upTo(2) });
      expect((await store.ledger.head()).seq).toBe(seq);
      expect(await verifyStore(store.driver)).toMatchObject({ ok: true });
      await researchable(appOn(store));
      await store.close();
      expect(ask(file, "SELECT note FROM extra")).toBe("b");
      expect(existsSync(`${file}.schema-${KNOWN}.partial`)).toBe(false);
    },
  );

  it.each(["before", "after"] as const)("that is killed %s it makes a new board leaves none", async (when) => {
    await openAndDie({ dieAt: { version: 1, when } });
    expect(await begin()).toBe(2);
  });

  it("is done once, whoever comes at the same moment", async () => {
    const seq = await begin();
    const openers = Array.from(
      { length: 6 },
      (_, index) => new Child(`opener-${index}`, "opener.ts", { ...place.address, further: FURTHER }),
    );
    try {
      for (const opener of openers) await opener.hear();
      for (const opener of openers) opener.tell("open");
      for (const opener of openers) expect(await opener.hear()).toBe(seq);
      for (const opener of openers) opener.tell("close");
      for (const opener of openers) await opener.ended();
    } finally {
      await Promise.all(openers.map((opener) => opener.kill()));
    }
    expect(ask(file, "SELECT count(*) FROM extra")).toBe(1);
    expect(readdirSync(place.folder).filter((name) => name.includes(".schema-"))).toHaveLength(1);
  });
});

describe("a process that knows another schema", () => {
  it("is refused when it opens a newer one, and told to upgrade", async () => {
    await (await openStore(place.address, { migrations: upTo(2) })).close();
    const opened = openStore(place.address);
    await expect(opened).rejects.toMatchObject({ code: "store_newer" });
    await expect(opened).rejects.toThrow(/Upgrade Signalbox here and restart it/);
  });

  it("is refused at its next write when another has upgraded the file under it, and can still read", async () => {
    const old = await openStore(place.address);
    const key = await researchable(appOn(old));
    const { seq } = await old.ledger.head();
    const upgraded = await openStore(place.address, { migrations: upTo(1) });
    await expect(move(appOn(old), key, "Human Needed")).rejects.toMatchObject({ code: "store_newer" });
    expect((await old.tickets.get(key))?.state).toBe("Research Needed");
    expect((await old.ledger.head()).seq).toBe(seq);
    await move(appOn(upgraded), key, "Human Needed");
    await upgraded.close();
    await old.close();
  });

  it("is refused at its next write when the file is older than it, and told what to do", async () => {
    const store = await openStore(place.address, { migrations: upTo(1) });
    const key = await researchable(appOn(store));
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${KNOWN}`);
    db.close();
    const moved = move(appOn(store), key, "Human Needed");
    await expect(moved).rejects.toMatchObject({ code: "store_older" });
    await expect(moved).rejects.toThrow(/signalbox migrate/);
    await store.close();
  });
});
