// A migration of a board with half a million rows, while others write to it. By hand: npm run migration

import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { MIGRATIONS, SCHEMA_VERSION } from "../../../src/store/migrations/list.ts";
import { openMaintenance } from "../../../src/store/maintain.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { openPostgres } from "../../../src/store/postgres/open.ts";
import { freshBoard, startPostgres } from "../../support/postgres.ts";
import { creation, creating, plan } from "../../support/store/plans.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "500000" }, writers: { type: "string", default: "4" } },
});
const rows = Number(values.rows);
const AT_ONCE = 200;
const NEXT = [
  ...MIGRATIONS,
  {
    version: SCHEMA_VERSION + 1,
    sqlite: "",
    postgres:
      "ALTER TABLE ticket ADD COLUMN mood text; UPDATE ticket SET mood = 'calm'; CREATE INDEX ticket_mood ON ticket (mood)",
  },
];

const server = await startPostgres({ durable: false });
const board = freshBoard();
const url = server.url;
try {
  const driver = await openPostgres({ url, board });
  const made = { number: 0 };
  while (made.number < rows) {
    const batch = Array.from({ length: 8 }, () =>
      plan(
        [],
        ...Array.from({ length: AT_ONCE }, () =>
          creation(`k${++made.number}`, { number: made.number, body: "x".repeat(200) }),
        ),
      ),
    );
    await Promise.all(batch.map((one) => driver.commit(one)));
  }
  const filled = made.number;
  console.log(`${filled} rows`);
  const [reading, writing] = [
    { longestMs: 0, count: 0 },
    { longestMs: 0, count: 0 },
  ];
  const told = new Set<string>();
  const load = { goes: true };
  const writers = Array.from({ length: Number(values.writers) }, async () => {
    const own = await openPostgres({ url, board });
    while (load.goes) {
      const began = performance.now();
      try {
        const next = ++made.number;
        if ((await own.commit(creating(`w${next}`, { number: next }))).kind === "done") writing.count++;
      } catch (error) {
        told.add(error instanceof Error && "code" in error ? String(error.code) : String(error));
        if (told.has("store_newer")) break;
      } finally {
        writing.longestMs = Math.max(writing.longestMs, performance.now() - began);
      }
    }
    await own.close();
  });
  const reader = (async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (load.goes) {
      const began = performance.now();
      await client.query(`SELECT title FROM "signalbox_${board}".ticket WHERE key = 'k7'`);
      reading.longestMs = Math.max(reading.longestMs, performance.now() - began);
      reading.count++;
      await sleep(5);
    }
    await client.end();
  })();
  await sleep(500);
  const maintenance = await openMaintenance({ database: url, board }, NEXT);
  const began = performance.now();
  await maintenance.migrate();
  const seconds = (performance.now() - began) / 1000;
  await sleep(200);
  load.goes = false;
  await Promise.all([...writers, reader]);
  await maintenance.close();
  await driver.close();
  const after = await openPostgres({ url, board, migrations: NEXT });
  const [count] = await after.all("SELECT COUNT(*) AS n FROM ledger", []);
  const verdict = await verifyStore(after);
  const missing = await after.missing();
  await after.close();
  const expected = filled + writing.count;
  console.log(
    `migrated in ${seconds.toFixed(1)} s; ${writing.count} writes acknowledged meanwhile, the longest waited ${(writing.longestMs / 1000).toFixed(1)} s; ${reading.count} reads, the longest ${(reading.longestMs / 1000).toFixed(1)} s; writers were told ${[...told].join(", ")}`,
  );
  console.log(
    `${Number(count?.["n"])} rows for ${expected} acknowledged; ${verdict.ok ? "verified" : "NOT VERIFIED"}; missing: ${missing.length}`,
  );
  if (Number(count?.["n"]) !== expected || !verdict.ok || missing.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
}
