import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { borrowed, startPostgres } from "../../../../test/support/postgres.ts";
import { severalHosts } from "../../../../test/support/postgres-pair.ts";
import { TcpProxy } from "../../../../test/support/proxies/tcp-proxy.ts";
import { creating } from "../../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../../test/support/store/postgres-boards.ts";

const boards = postgresBoards();

describe("an address with several hosts", () => {
  it("is used where one of them answers", async () => {
    const driver = await boards.open({ url: severalHosts("postgres://postgres@127.0.0.1:1/postgres", boards.url) });
    expect(await driver.commit(creating("1"))).toMatchObject({ kind: "done" });
  });

  it("says that none answers", async () => {
    const nobody = "postgres://postgres@127.0.0.1:1/postgres";
    await expect(boards.open({ url: severalHosts(nobody, nobody.replace(":1/", ":2/")) })).rejects.toMatchObject({
      code: "store_unreachable",
      what: expect.stringContaining("127.0.0.1:1,127.0.0.1:2/postgres"),
    });
  });
});

describe.skipIf(borrowed !== undefined)("a primary that turns read-only (with PG_TEST_URL: not ours to turn)", () => {
  it("is left at once for the host that takes writes, and by the way of a proxy too", async () => {
    const former = await startPostgres();
    onTestFinished(() => former.stop());
    await boards.open();
    const proxy = await TcpProxy.start(former.url);
    onTestFinished(() => proxy.close());
    const behind = await boards.open({ url: proxy.url, board: boards.name });
    const listed = await boards.open({ url: severalHosts(former.url, boards.url), board: boards.name });
    for (const [index, driver] of [behind, listed].entries()) {
      expect(await driver.commit(creating(`before-${index}`))).toMatchObject({ kind: "done" });
    }
    await turnReadOnly(former.url);
    // Reading goes on where it was.
    expect(await behind.all("SELECT key FROM ticket", [])).toHaveLength(2);
    await expect(behind.commit(creating("nowhere"))).rejects.toMatchObject({ code: "store_readonly" });
    // The board that both lead to now is another one of the same name: its id is not that of the former primary's.
    await expect(listed.commit(creating("elsewhere"))).rejects.toMatchObject({
      what: expect.stringContaining("Another board"),
    });
    proxy.leadTo(boards.url);
    await expect(behind.commit(creating("elsewhere"))).rejects.toMatchObject({
      what: expect.stringContaining("Another board"),
    });
    const [row] = await (
      await boards.open({ url: boards.url, board: boards.name })
    ).all("SELECT COUNT(*) AS n FROM ledger", []);
    expect(row).toEqual({ n: 0 });
  });
});

async function turnReadOnly(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("ALTER SYSTEM SET default_transaction_read_only = on");
  await client.query("SELECT pg_reload_conf()");
  await expect
    .poll(async () => (await client.query("SHOW transaction_read_only")).rows)
    .toEqual([{ transaction_read_only: "on" }]);
  await client.end();
}
