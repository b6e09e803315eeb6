// verify --decisions and workflow try, as a person types them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { chainHash, GENESIS } from "../../../src/store/ledger/prepare.ts";
import { openBoard } from "../../../src/store/open.ts";
import { runProgram } from "../../support/program.ts";
import { accepted, refused } from "../../support/worlds/steps.ts";
import { ann, appOn, bob, operator } from "../../support/worlds/world.ts";

const SHIPPED = join(import.meta.dirname, "../../../workflows/ticket.json");
let folder: string;
let database: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-decisions-"));
  database = join(folder, "board.db");
  const board = await openBoard({ database });
  const app = appOn(board);
  accepted(await createTicket(app, operator, { title: "A ticket" }));
  accepted(await handoff(app, operator, { key: "1", toState: "Research Needed", reason: "next" }));
  const lock = { key: "1", command: "research", intent: "lock", reason: "mine" };
  accepted(await handoff(app, ann, lock));
  refused(await handoff(app, bob, lock), "claim_conflict");
  await board.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

it("says that every verdict comes out the same", async () => {
  const { status, stdout } = await runProgram(["verify", "--decisions", "--database", database]);
  expect(stdout).toContain("3 verdicts decided again, all the same");
  expect(status).toBe(0);
});

it("finds a verdict that was changed, also where the chain was made anew", async () => {
  const forged = join(folder, "forged.db");
  const db = new DatabaseSync(database);
  db.prepare("VACUUM INTO ?").run(forged);
  db.close();
  forge(forged);
  const { status, stdout } = await runProgram(["verify", "--decisions", "--json", "--database", forged]);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    decisions: { different: 1, differences: [{ seq: 4, said: "refused: no_room", found: "refused: claim_conflict" }] },
  });
  expect(status).toBe(1);
});

it("says what a workflow would have done", async () => {
  const file = join(folder, "strict.json");
  const workflow = JSON.parse(readFileSync(SHIPPED, "utf8")) as Workflow;
  const edges = workflow.edges.map((edge) =>
    edge.to === "Research in Progress" ? { ...edge, guards: [{ type: "other_hands", by: "person" }] } : edge,
  );
  writeFileSync(file, JSON.stringify({ ...workflow, version: 2, edges }));
  const text = await runProgram(["workflow", "try", file, "--database", database]);
  expect(text.stderr).toBe("");
  expect(text.stdout).toContain("1 of 2 accepted handoffs would have been refused, on 1 ticket");
  expect(text.stdout).toContain("Research Needed → Research in Progress: a person  #1 (row 3)");
  const json = await runProgram(["workflow", "try", file, "--days", "7", "--json", "--database", database]);
  expect(JSON.parse(json.stdout)).toMatchObject({ days: 7, accepted: 2, refused: 1, unexplained: 0, leftOut: 0 });
  expect((await runProgram(["workflow", "try", file, "--days", "0", "--database", database])).status).not.toBe(0);
});

/** As somebody would who can write the file, and knows how the chain is made. */
function forge(file: string): void {
  const db = new DatabaseSync(file);
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()) {
    db.exec(`DROP TRIGGER "${String(name)}"`);
  }
  db.exec(`UPDATE ledger SET payload = replace(payload, '"code":"claim_conflict"', '"code":"no_room"')`);
  let hash = GENESIS;
  for (const { seq, at, payload } of db.prepare("SELECT seq, at, payload FROM ledger ORDER BY seq").all()) {
    hash = chainHash(hash, Number(seq), Number(at), String(payload));
    db.prepare("UPDATE ledger SET hash = ? WHERE seq = ?").run(hash, Number(seq));
  }
  db.prepare("UPDATE head SET hash = ?").run(hash);
  db.close();
}
