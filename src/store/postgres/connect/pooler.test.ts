import { describe, expect, it, onTestFinished } from "vitest";
import { freshBoard } from "../../../../test/support/postgres.ts";
import { startMixer, type MixerOptions } from "../../../../test/support/proxies/mixer.ts";
import { expectWholeChain } from "../../../../test/support/store/contents.ts";
import { creating, touching } from "../../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../../test/support/store/postgres-boards.ts";
import { verifyStore } from "../../ledger/verify.ts";
import type { PostgresDriver } from "../driver.ts";

const boards = postgresBoards();

const POOLERS: Readonly<Record<string, Partial<MixerOptions>>> = {
  "refuses what a client asks for at its start": { startOptions: "refused" },
  "ignores what a client asks for at its start": { startOptions: "ignored" },
  "passes for the server itself": { startOptions: "ignored", passesForServer: true },
};

describe("a pooler that mixes connections", () => {
  it.each(Object.keys(POOLERS))("and %s leads no write to another board", { timeout: 120_000 }, async (name) => {
    const names = [freshBoard(), freshBoard()];
    const searchPaths = names.map((one) => `signalbox_${one}`);
    for (const board of names) await boards.open({ board });
    const mixer = await startMixer({ url: boards.url, backends: 4, searchPaths, ...POOLERS[name] });
    onTestFinished(() => mixer.close());
    const clients = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const board = index % 2;
        return { board, index, driver: await boards.open({ url: mixer.url, board: names[board] ?? "" }) };
      }),
    );
    await Promise.all(clients.map(({ driver, board, index }) => work(driver, `${board}-${index}`)));
    expect(mixer.switches()).toBeGreaterThan(100);
    for (const [board, one] of names.entries()) {
      const direct = await boards.open({ board: one });
      const rows = await direct.all("SELECT key, version FROM ticket ORDER BY key", []);
      expect(rows).toHaveLength(4 * 25);
      expect(rows.filter((row) => !String(row["key"]).startsWith(`${board}-`) || row["version"] !== 2)).toEqual([]);
      expect(await verifyStore(direct)).toMatchObject({ ok: true });
      await expectWholeChain(direct, 4 * 50);
    }
  });

  it("still lets commits be heard of, and long looks see one moment", async () => {
    const name = freshBoard();
    await boards.open({ board: name });
    const mixer = await startMixer({ url: boards.url, backends: 3 });
    onTestFinished(() => mixer.close());
    const here = await boards.open({ board: name });
    const there = await boards.open({ board: name, url: mixer.url });
    const heard = Promise.withResolvers<void>();
    there.watch(heard.resolve);
    await here.commit(creating("1"));
    await heard.promise;
    const counts = await there.snapshot(async (reader) => {
      const before = await reader.all("SELECT COUNT(*) AS n FROM ledger", []);
      await here.commit(creating("2"));
      return [before, await reader.all("SELECT COUNT(*) AS n FROM ledger", [])];
    });
    expect(counts).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    // Nobody listens on a connection that is another's next.
    const client = await boards.connect();
    const listening = await client.query(
      "SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND query LIKE $1 AND pid <> pg_backend_pid()",
      [`%${name}%`],
    );
    expect(listening.rows).toHaveLength(0);
  });

  it("is heard past, on an address without it", async () => {
    const name = freshBoard();
    await boards.open({ board: name });
    const mixer = await startMixer({ url: boards.url, backends: 3 });
    onTestFinished(() => mixer.close());
    const there = await boards.open({ board: name, url: mixer.url, listenUrl: boards.url });
    there.watch(() => {});
    const client = await boards.connect();
    const listens = () => client.query("SELECT FROM pg_stat_activity WHERE query = $1", [`LISTEN "signalbox_${name}"`]);
    await expect.poll(async () => (await listens()).rows.length, { timeout: 20_000 }).toBe(1);
  });
});

/** Creates, looks and changes, as an agent does. */
async function work(driver: PostgresDriver, prefix: string): Promise<void> {
  for (let made = 0; made < 25; made++) {
    const key = `${prefix}-${made}`;
    const number = made + 1000 * Number(prefix.split("-")[1]);
    expect(await driver.commit(creating(key, { number }))).toMatchObject({ kind: "done" });
    expect(await driver.all("SELECT version FROM ticket WHERE key = ?", [key])).toEqual([{ version: 1 }]);
    expect(await driver.commit(touching(key, 1))).toMatchObject({ kind: "done" });
  }
}
