import { describe, expect, it, vi } from "vitest";
import { borrowed, startPostgres } from "../../../test/support/postgres.ts";
import { expectWholeChain } from "../../../test/support/store/contents.ts";
import { creating, touching } from "../../../test/support/store/plans.ts";
import { StoreError } from "../errors.ts";
import type { PostgresDriver } from "./driver.ts";
import { openPostgres } from "./open.ts";

describe.skipIf(borrowed !== undefined)("a database that goes away", () => {
  it("loses nothing that it has acknowledged, does nothing twice, and is used again without being opened again", async () => {
    const server = await startPostgres({ durable: true });
    const driver = await openPostgres({ url: server.url });
    try {
      const heard = vi.fn<() => void>();
      driver.watch(heard);
      const done = new Map<string, number>();
      const failures = new Set<string>();
      const work = { goes: true };
      const workOn = async (key: string): Promise<void> => {
        let version = 0;
        while (work.goes) {
          const next = version === 0 ? creating(key) : touching(key, version);
          try {
            const outcome = await driver.commit(next);
            if (outcome.kind === "done") {
              done.set(next.id, outcome.seq);
              version++;
              continue;
            }
          } catch (error) {
            if (!(error instanceof StoreError)) throw error;
            failures.add(error.code);
          }
          version = (await currentVersion(driver, key)) ?? version;
        }
      };
      const workers = Promise.all(Array.from({ length: 8 }, (_, index) => workOn(`w${index}`)));
      for (let round = 1; round <= 3; round++) {
        const enough = done.size + 50;
        await vi.waitFor(() => expect(done.size).toBeGreaterThan(enough), { timeout: 60_000 });
        await server.kill();
        await expect(driver.all("SELECT 1 AS one", [])).rejects.toMatchObject({ code: "store_unreachable" });
        await server.restart();
      }
      const enough = done.size + 50;
      heard.mockClear();
      await vi.waitFor(() => expect(done.size).toBeGreaterThan(enough), { timeout: 60_000 });
      work.goes = false;
      await workers;
      expect(heard).toHaveBeenCalled();
      expect([...failures].filter((code) => code !== "store_unreachable")).toEqual([]);
      const rows = await driver.all("SELECT seq, plan FROM ledger ORDER BY seq", []);
      const kept = new Map(rows.map((row) => [row["plan"], row["seq"]]));
      expect(kept.size).toBe(rows.length);
      for (const [id, seq] of done) expect(kept.get(id)).toBe(seq);
      await expectWholeChain(driver, rows.length);
    } finally {
      await driver.close();
      await server.stop();
    }
  });
});

async function currentVersion(driver: PostgresDriver, key: string): Promise<number | null> {
  try {
    const [row] = await driver.all("SELECT version FROM ticket WHERE key = ?", [key]);
    return Number(row?.["version"] ?? 0);
  } catch (error) {
    if (error instanceof StoreError && error.code === "store_unreachable") return null;
    throw error;
  }
}
