// A quarter of the baseline: the statements of a handoff by `pg` alone, with a pool as large as a server's.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { say, setupOf, told } from "../../test/support/processes/child.ts";
import { Statements } from "../../src/store/postgres/statements.ts";
import type { Client } from "./cycle.ts";
import { forSeconds, type Go } from "./for-seconds.ts";
import { fill } from "./gaps.ts";
import { idOf, type RecordedMove } from "./recorded.ts";

export interface StatementsSetup {
  readonly database: string;
  readonly schema: string;
  /** The version of the schema. */
  readonly known: number;
  readonly operator: string;
  readonly clients: readonly Client[];
  readonly cycle: readonly RecordedMove[];
}

/** As a server's: one that is made anew for each round costs what a server's does not. */
const POOL = { max: 10, idleTimeoutMillis: 30_000 };
/** The board's id is read by the statement itself: one more look at a row that the function reads anyway. */
const COMMIT = "SELECT board_commit($1, (SELECT value FROM meta WHERE name = 'board'), $2) AS outcomes";

const { database, schema, known, operator, clients, cycle } = setupOf() as StatementsSetup;
const statements = new Statements(schema);
const nextOrder = told<Go>();
const options = [`search_path=${schema}`, "enable_hashjoin=off", "enable_mergejoin=off", "jit=off"];
const pool = new pg.Pool({
  connectionString: database,
  ...POOL,
  options: options.map((option) => `-c ${option}`).join(" "),
});
const loops = clients.map(moveAgainAndAgain);
let waiting: { readonly text: string; readonly resolve: () => void }[] = [];
let sending = false;

await say({ type: "ready" });
for (;;) {
  const { seconds } = await nextOrder();
  await say(await forSeconds(seconds, loops));
}

function moveAgainAndAgain({ token, tickets }: Client): () => Promise<void> {
  let made = 0;
  return async () => {
    const key = tickets[made % tickets.length] ?? "";
    const move = cycle[Math.floor(made / tickets.length) % cycle.length];
    if (!move) throw new Error("there is no such move");
    made++;
    const id = idOf(move.by === "agent" ? token : operator);
    let seen = { version: 0, fence: 0, now: 0 };
    for (const { sql, params, isTicket } of move.reads) {
      const values = params.map((param) =>
        typeof param === "object" && param !== null ? (param.gap === "key" ? key : id) : param,
      );
      const { rows } = await pool.query<Record<string, string>>({ ...statements.of(sql), values });
      const [row] = rows;
      if (isTicket && row)
        seen = { version: Number(row["version"]), fence: Number(row["fence"]), now: Number(row["now"]) };
    }
    await send(fill(move.plan, { key, plan: randomUUID(), ...seen }));
  };
}

/** As ours do: one statement at a time, with whatever has come in meanwhile. One by one they take twice as long. */
function send(text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push({ text, resolve });
  if (!sending) void sendAll();
  return promise;
}

async function sendAll(): Promise<void> {
  sending = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await commit(batch.map(({ text }) => text));
    for (const { resolve } of batch) resolve();
  }
  sending = false;
}

async function commit(plans: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ outcomes: { kind: string }[] }>({
    name: "commit",
    text: COMMIT,
    values: [known, `[${plans.join(",")}]`],
  });
  if (rows[0]?.outcomes.some(({ kind }) => kind !== "done")) throw new Error(JSON.stringify(rows[0]));
}
