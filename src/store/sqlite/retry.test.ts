import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freshPlace, type Place } from "../../../test/support/processes/place.ts";
import { letOthers, patiently } from "./retry.ts";

let place: Place;
let file: string;

beforeEach(async () => {
  place = await freshPlace("sqlite");
  file = place.address.database;
  new DatabaseSync(file).close();
});

afterEach(() => place.remove());

describe("a file's lock", () => {
  it("is left to others by nobody who has met none", async () => {
    await patiently(file, () => "free");
    expect(letOthers(file)).toBeNull();
  });

  it("is left to others once a process has had its turn, and is taken again afterwards", async () => {
    // Again, where the machine stood still for so long that the others are forgotten.
    await expect.poll(meetsAndLets).toBe(true);
    await expect
      .poll(async () => {
        await letOthers(file);
        return letOthers(file);
      })
      .toBeNull();
  });
});

/** Meets another at the lock, gets it after all, and goes on until it lets others; whether it did. */
async function meetsAndLets(): Promise<boolean> {
  const holder = new DatabaseSync(file);
  holder.exec("BEGIN IMMEDIATE");
  const other = new DatabaseSync(file, { timeout: 0 });
  const waiting = patiently(file, () => other.exec("BEGIN IMMEDIATE"));
  setTimeout(() => holder.close(), 20);
  await waiting;
  other.close();
  for (const end = performance.now() + 100; performance.now() < end; await nextTurn()) {
    if (letOthers(file) !== null) return true;
  }
  return false;
}

describe("patience", () => {
  it("ends where the lock stays in one hand, and not where others get on with their work", async () => {
    const holder = new DatabaseSync(file);
    holder.exec("BEGIN IMMEDIATE");
    const other = new DatabaseSync(file, { timeout: 0 });
    const begin = (): void => other.exec("BEGIN IMMEDIATE");
    const stuck = patiently(file, begin, { ms: 50, version: () => 1 });
    await expect(stuck).rejects.toMatchObject({ code: "store_busy" });
    let version = 0;
    const crowd = patiently(file, begin, { ms: 300, version: () => ++version });
    // Twice as long as its patience lasts where nobody gets on.
    await expect.poll(() => version).toBeGreaterThan(2);
    holder.close();
    await crowd;
    other.close();
  });
});
