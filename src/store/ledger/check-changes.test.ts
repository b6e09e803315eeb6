import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { creation } from "../../../test/support/store/plans.ts";
import type { Change } from "../../app/commit/changes.ts";
import type { Plan } from "../../app/commit/plan.ts";
import { SqliteDriver } from "../sqlite/driver.ts";
import { trackerStore } from "../tracker-store.ts";
import { misfitIn } from "./check-changes.ts";

const KEY = { key: { key: "1" } };

/** What does not fit, and why. */
const MISFITS: readonly (readonly [unknown, string])[] = [
  ["edit", "a change is no object"],
  [[], "a change is no object"],
  [{ table: "tickets", ...KEY, set: {} }, 'there is no table "tickets"'],
  [{ table: "constructor", ...KEY, set: {} }, 'there is no table "constructor"'],
  [{ ...KEY, set: {} }, "there is no table undefined"],
  [{ table: "ticket", set: {} }, "the key of ticket is no object"],
  [{ table: "ticket", key: {}, set: {} }, 'the key column "key" of ticket is missing'],
  [{ table: "blocker", key: { ticket: "1" }, set: null }, 'the key column "blocked_by" of blocker is missing'],
  [{ table: "ticket", key: { key: "1", repo: "" }, set: {} }, 'ticket has no key column "repo"'],
  [{ table: "ticket", key: { key: 1 }, set: {} }, '"key" is 1, and takes text'],
  [{ table: "ticket", key: { key: null }, set: {} }, '"key" is null, and takes text'],
  [{ table: "ticket", ...KEY }, "what is set in ticket is no object"],
  [{ table: "ticket", ...KEY, set: ["title"] }, "what is set in ticket is no object"],
  [{ table: "ticket", ...KEY, set: { titel: "new" } }, 'ticket has no column "titel"'],
  [{ table: "ticket", ...KEY, set: { children: 1 } }, 'ticket has no column "children"'],
  [{ table: "ticket", ...KEY, set: { key: "2" } }, 'ticket has no column "key"'],
  [JSON.parse('{"table":"ticket","key":{"key":"1"},"set":{"__proto__":1}}'), 'ticket has no column "__proto__"'],
  [{ table: "ticket", ...KEY, set: { title: 1 } }, '"title" is 1, and takes text'],
  [{ table: "ticket", ...KEY, set: { title: null } }, '"title" is null, and takes text'],
  [{ table: "ticket", ...KEY, set: { state: undefined } }, '"state" is undefined, and takes text or null'],
  [{ table: "ticket", ...KEY, set: { version: "2" } }, '"version" is "2", and takes a whole number'],
  [{ table: "ticket", ...KEY, set: { version: 1.5 } }, '"version" is 1.5, and takes a whole number'],
  [
    { table: "ticket", ...KEY, set: { claim_since: Number.NaN } },
    '"claim_since" is null, and takes a whole number or null',
  ],
];

const FITS: readonly Change[] = [
  { table: "ticket", ...KEY, set: { title: "new", state: null, version: 2 } },
  { table: "blocker", key: { ticket: "1", blocked_by: "2" }, set: null },
  { table: "item", key: { run: "p/s", number: 1 }, set: { documented: 1, ticket: null } },
];

describe("a change", () => {
  it.each(MISFITS)("%j does not fit", (change, why) => {
    expect(misfitIn([...FITS, change])).toBe(why);
  });

  it("fits with columns of its table and values of their types", () => {
    expect(misfitIn(FITS)).toBeNull();
  });
});

describe("a plan that was built around the types", () => {
  const plan = (change: unknown): Plan => {
    const entry = creation("1");
    return { id: "p", checks: [], entries: [{ ...entry, changes: [...(entry.changes ?? []), change as Change] }] };
  };

  it.each(MISFITS)("is refused, and nothing of it is written: %j", async (change, why) => {
    const store = await newStore();
    const error = { name: "TypeError", message: expect.stringContaining(`"create" on ticket 1`) };
    await expect(store.commit(plan(change))).rejects.toMatchObject(error);
    await expect(store.commit(plan(change))).rejects.toThrow(`does not fit the tables: ${why}.`);
    expect([await store.tickets.get("1"), (await store.ledger.head()).seq]).toEqual([null, 0]);
  });

  it("is refused before a tracker elsewhere is written to", async () => {
    const store = await newStore();
    const pending = { marker: "m", subjects: ["1"], body: "{}", leaseMs: 1000 };
    const bad = plan({ table: "ticket", ...KEY, set: { titel: "new" } });
    await expect(store.pending.begin(bad, pending)).rejects.toThrow('ticket has no column "titel"');
    expect(await store.pending.on(["1"])).toEqual([]);
  });

  it("is refused by redact too", async () => {
    const store = await newStore();
    const bad = plan({ table: "ticket", ...KEY, set: { titel: "new" } });
    await expect(store.ledger.redact(bad, 1, [])).rejects.toThrow('ticket has no column "titel"');
  });
});

async function newStore() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-changes-"));
  const driver = await SqliteDriver.open({ file: join(folder, "board.db"), synchronous: "OFF" });
  onTestFinished(async () => {
    await driver.close();
    rmSync(folder, { recursive: true });
  });
  return trackerStore(driver, false);
}
