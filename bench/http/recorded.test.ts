import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../../test/support/postgres.ts";
import { appOn, openStore } from "../../test/support/processes/app.ts";
import { audit } from "../../test/support/processes/audit.ts";
import { CYCLE, makeClients, makeToken } from "./cycle.ts";
import { fill } from "./gaps.ts";
import { recordCycle } from "./recorded.ts";

it("what was recorded of one ticket's moves moves another, as long as one likes", async () => {
  const [database, board] = [await sharedPostgres(), freshBoard()];
  const store = await openStore({ database, board });
  onTestFinished(async () => {
    await store.close();
    await dropBoard(database, board);
  });
  const app = appOn(store);
  const operator = await makeToken(app, "operator", "Olga");
  const [first, second] = await makeClients(app, "client", 2, 1);
  if (!first || !second) throw new Error("there are no two clients");
  const moves = await recordCycle(store.driver, first, operator);
  expect(moves.map(({ by }) => by)).toEqual(CYCLE.map(({ by }) => by));
  for (const { reads } of moves) {
    expect(reads.filter(({ isTicket }) => isTicket)).toHaveLength(1);
    expect(reads.flatMap(({ params }) => params)).toEqual(expect.arrayContaining([{ gap: "key" }, { gap: "token" }]));
  }

  const [key = ""] = second.tickets;
  const { seq: before } = await store.ledger.head();
  for (const { plan } of [...moves, ...moves]) {
    const ticket = await store.tickets.get(key);
    if (!ticket) throw new Error("the ticket is gone");
    const { version, fence } = ticket;
    const text = fill(plan, { key, plan: randomUUID(), version, fence, now: await store.now() });
    expect(await store.driver.commit(JSON.parse(text) as PreparedPlan)).toMatchObject({ kind: "done" });
  }
  expect((await store.ledger.head()).seq).toBe(before + 6);
  expect((await audit(store)).problems).toEqual([]);
});
