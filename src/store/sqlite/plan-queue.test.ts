import { randomBytes } from "node:crypto";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStore } from "../../../test/support/processes/app.ts";
import { audit } from "../../../test/support/processes/audit.ts";
import { freshPlace, type Place } from "../../../test/support/processes/place.ts";
import { creating, creation, entry, plan, touching } from "../../../test/support/store/plans.ts";
import type { Outcome } from "../../app/commit/plan.ts";
import type { StoreBoard } from "../board.ts";
import { verifyStore } from "../ledger/verify.ts";

let place: Place;
let board: StoreBoard;

beforeEach(async () => {
  place = await freshPlace("sqlite");
  board = await openStore(place.address);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await board.close();
  await place.remove();
});

type Plans = readonly Parameters<StoreBoard["driver"]["commit"]>[0][];

/** All at once, as many requests do that come in at the same time. */
async function outcomes(plans: Plans): Promise<(Outcome["kind"] | { readonly failed: string })[]> {
  const settled = await Promise.allSettled(plans.map((one) => board.driver.commit(one)));
  return settled.map((one) => (one.status === "fulfilled" ? one.value.kind : { failed: String(one.reason) }));
}

async function expectWhole(): Promise<void> {
  expect((await audit(board)).problems).toEqual([]);
  expect((await verifyStore(board.driver)).ok).toBe(true);
}

const comment = (id: string, ticket: string, body: string) =>
  plan(
    [],
    entry("comment", ticket, [{ table: "comment", key: { id }, set: { ticket, author: "a", body, created_at: 1 } }]),
  );

/** How often something was put on disk from now on. */
function countCommits(): () => number {
  const run = vi.spyOn(StatementSync.prototype, "run");
  return () => (run.mock.contexts as StatementSync[]).filter(({ sourceSQL }) => sourceSQL === "COMMIT").length;
}

/** As another program does that keeps the file locked. */
function lock(): () => void {
  const db = new DatabaseSync(place.address.database);
  db.exec("BEGIN IMMEDIATE");
  return () => db.close();
}

describe("plans that come at the same time", () => {
  it("are put on disk together, and each has its own answer", async () => {
    const commits = countCommits();
    const plans = Array.from({ length: 40 }, (_, index) => creating(String(index + 1)));
    const answers = await Promise.all(plans.map((one) => board.driver.commit(one)));
    expect(answers.map((answer) => answer.kind === "done" && answer.seq)).toEqual(plans.map((_, index) => index + 1));
    expect(commits()).toBeLessThan(20);
    await expectWhole();
  });

  it("go in several batches where they are many, and nobody has to wait for all of them", async () => {
    const commits = countCommits();
    expect(new Set(await outcomes(Array.from({ length: 200 }, (_, index) => creating(String(index + 1)))))).toEqual(
      new Set(["done"]),
    );
    expect(commits()).toBeGreaterThanOrEqual(5);
    await expectWhole();
  });

  it("see what those before them have done: of two for the same version one is too late", async () => {
    await board.driver.commit(creating("1"));
    const plans = [creating("2"), touching("1", 1), touching("1", 1), touching("1", 2), creating("2"), creating("3")];
    expect(await outcomes(plans)).toEqual(["done", "done", "stale", "done", "stale", "done"]);
    await expectWhole();
  });

  it("are not harmed by one that does not fit the tables, though it had written some of its rows", async () => {
    const broken = plan(
      [],
      creation("8"),
      entry("edit", "9", [{ table: "ticket", key: { key: "9" }, set: { title: "t" } }]),
    );
    const [first, second, third] = await outcomes([creating("1"), broken, creating("2")]);
    expect([first, third]).toEqual(["done", "done"]);
    expect(second).toMatchObject({ failed: expect.stringContaining("NOT NULL") });
    expect((await board.tickets.list({}, 10, null)).items.map(({ key }) => key)).toEqual(["1", "2"]);
    expect((await board.ledger.head()).seq).toBe(2);
    await expectWhole();
  });

  it("are not harmed by one that is found out only at the very end", async () => {
    const orphan = creating("8", { parent: "no such ticket" });
    const [first, second, third, fourth] = await outcomes([creating("1"), creating("2"), orphan, creating("3")]);
    expect([first, second, fourth]).toEqual(["done", "done", "done"]);
    expect(second).not.toBe("unclear");
    expect(third).toMatchObject({ failed: expect.stringContaining("FOREIGN KEY") });
    await expectWhole();
  });

  it("are not harmed by one that the disk has no room for", async () => {
    const define = vi.spyOn(DatabaseSync.prototype, "function");
    await board.close();
    board = await openStore(place.address);
    await board.driver.commit(creating("1"));
    const limit = (pages: number): void => {
      for (const db of define.mock.contexts as DatabaseSync[]) db.exec(`PRAGMA max_page_count = ${pages}`);
    };
    const [row] = await board.driver.all("PRAGMA page_count", []);
    limit(Number(row?.["page_count"]) + 20);
    const plans = [
      touching("1", 1),
      comment("a", "1", "short"),
      comment("b", "1", randomBytes(500_000).toString("hex")),
      touching("1", 2),
      comment("c", "1", "short"),
    ];
    const told = await outcomes(plans);
    expect(told.toSpliced(2, 1)).toEqual(["done", "done", "done", "done"]);
    expect(told[2]).toMatchObject({ failed: expect.stringContaining("is full; nothing was written") });
    limit(1_000_000);
    expect(await outcomes([comment("d", "1", "there is room again"), touching("1", 3)])).toEqual(["done", "done"]);
    expect((await board.tickets.comments("1")).map(({ body }) => body)).toEqual([
      "short",
      "short",
      "there is room again",
    ]);
    await expectWhole();
  });

  it("wait together for a file that another program keeps locked, and go together when it is free", async () => {
    const letGo = lock();
    const commits = countCommits();
    const all = Promise.all(Array.from({ length: 20 }, (_, index) => board.driver.commit(creating(String(index + 1)))));
    const reading = board.tickets.list({}, 10, null);
    expect((await reading).items).toEqual([]);
    letGo();
    expect((await all).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => "done"));
    expect(commits()).toBeLessThan(10);
    await expectWhole();
  });

  it("are all told where the file stays locked, and nothing of them is written later", async () => {
    await board.close();
    board = await openStore(place.address, { patienceMs: 200 });
    const letGo = lock();
    const told = await outcomes([creating("1"), creating("2"), creating("3")]);
    for (const one of told) expect(one).toMatchObject({ failed: expect.stringContaining("locked for 0.2 s") });
    letGo();
    expect(await outcomes([creating("4")])).toEqual(["done"]);
    expect((await board.ledger.head()).seq).toBe(1);
  });

  it("are all answered before the board is closed", async () => {
    const all = outcomes(Array.from({ length: 30 }, (_, index) => creating(String(index + 1))));
    await board.close();
    expect(new Set(await all)).toEqual(new Set(["done"]));
    board = await openStore(place.address);
    expect((await board.ledger.head()).seq).toBe(30);
  });
});

describe("a plan that comes alone", () => {
  it("goes at once, however many went before it", async () => {
    const commits = countCommits();
    let immediates = 0;
    for (let count = 1; count <= 200; count++) {
      const immediate = setImmediate(() => immediates++);
      await board.driver.commit(creating(String(count)));
      clearImmediate(immediate);
    }
    expect(commits()).toBe(200);
    // Now and then one looks whether others come along.
    expect(immediates).toBeLessThan(12);
  });
});
