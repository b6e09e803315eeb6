import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followLedger } from "../../../src/app/ledger/feed.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { borrowed, freshBoard, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { appOn, codeOf, openStore, person, researchable } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";

const CLEAR = new Set(["store_unreachable", "unclear"]);

describe.skipIf(borrowed !== undefined)("a PostgreSQL that goes away (with PG_TEST_URL: not ours to stop)", () => {
  let server: TestPostgres;
  let store: StoreBoard;

  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    store = await openStore({ database: server.url, board: freshBoard() });
  });

  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  it("is a clear error, loses no acknowledged move, and works again without a restart", async () => {
    const app = appOn(store);
    const keys = await Promise.all(Array.from({ length: 4 }, () => researchable(app)));
    const acknowledged: { seq: number; key: string; to: string }[] = [];
    const failed = new Set<string>();
    const enough = new AbortController();

    /** Hands one ticket back and forth, whatever happens. */
    async function work(key: string): Promise<void> {
      while (!enough.signal.aborted) {
        const state = await store.tickets.get(key).then(
          (ticket) => ticket?.state,
          (error: unknown) => void failed.add(codeOf(error)),
        );
        if (!state) {
          await sleep(5);
          continue;
        }
        const toState = state === "Human Needed" ? "Research Needed" : "Human Needed";
        try {
          const answer = await handoff(app, person, { key, toState, reason: "in spite of it" });
          if (!isRefusal(answer)) acknowledged.push({ seq: answer.event ?? 0, key, to: answer.newState });
        } catch (error) {
          failed.add(codeOf(error));
        }
      }
    }

    async function until(condition: () => boolean): Promise<void> {
      while (!condition()) await sleep(5);
    }

    const heard: number[] = [];
    const { seq: start } = await store.ledger.head();
    const following = followLedger(store, start, (rows) => void heard.push(...rows.map((row) => row.seq)));
    const working = keys.map(work);
    for (let outage = 0; outage < 3; outage++) {
      const before = acknowledged.length;
      failed.clear();
      await until(() => acknowledged.length > before + 20);
      await server.kill();
      await until(() => failed.size > 0);
      await server.restart();
      const back = acknowledged.length;
      await until(() => acknowledged.length > back + 20);
      expect([...failed].filter((code) => !CLEAR.has(code))).toEqual([]);
    }
    enough.abort();
    await Promise.all(working);

    const { problems, entries } = await audit(store);
    expect(problems).toEqual([]);
    expect(
      acknowledged.filter(({ seq, key, to }) => entries.get(seq)?.key !== key || entries.get(seq)?.to !== to),
    ).toEqual([]);
    await until(() => heard.length >= entries.size - start);
    await following.stop();
    expect(heard).toEqual([...entries.keys()].filter((seq) => seq > start));
    expect(await verifyStore(store.driver)).toMatchObject({ ok: true });
  });
});
