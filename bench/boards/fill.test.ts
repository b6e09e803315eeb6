import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { detectPosition } from "../../src/app/groups/position.ts";
import { Chain } from "../../src/store/ledger/chain.ts";
import { ledgerRows } from "../../src/store/ledger/all-rows.ts";
import { person } from "../../test/support/processes/app.ts";
import { done, makeBoard, openBenchApp, type BenchApp } from "./bench-app.ts";
import { fillLedger } from "./fill-ledger.ts";
import { addGroup, fillTickets, PICKED_STATE } from "./fill.ts";
import type { Actor } from "../../src/engine/facts.ts";

const AGENT: Actor = { kind: "agent", identity: { connection: "bench", agent: null } };

let folder = "";
let bench: BenchApp;
let group: readonly string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalbox-fill-"));
  const file = join(folder, "board.db");
  await makeBoard(file);
  fillTickets(file, 300);
  fillTickets(file, 1_000);
  group = addGroup(file, 12);
  fillLedger(file, 50, []);
  fillLedger(file, 120, ["11", "12"]);
  bench = await openBenchApp(file);
});

afterAll(async () => {
  await bench.board.close();
  await rm(folder, { recursive: true });
});

describe("a board that was filled by SQL", () => {
  it("counts blockers and children as a board does that was filled by hand", async () => {
    const wrong = await bench.board.driver.all(
      `SELECT key FROM ticket t
        WHERE open_blockers <> (SELECT COUNT(*) FROM blocker b JOIN ticket o ON o.key = b.blocked_by WHERE b.ticket = t.key AND o.closed = 0)
          OR children <> (SELECT COUNT(*) FROM ticket c WHERE c.parent = t.key)`,
      [],
    );
    expect(wrong).toEqual([]);
    const [sums] = await bench.board.driver.all(
      "SELECT COUNT(*) AS n, SUM(open_blockers) AS blocked, SUM(children) AS children FROM ticket",
      [],
    );
    // 5 of the best, and members 3, 6, 9 and 12 of the group; 49 families of ten, and the group.
    expect(sums).toEqual({ n: 1_013, blocked: 9, children: 502 });
  });

  it("has every index that the schema has, and a sound file", async () => {
    const fresh = join(folder, "fresh.db");
    await makeBoard(fresh);
    const other = await openBenchApp(fresh);
    const indexes = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name";
    const expected = await other.board.driver.all(indexes, []);
    await other.board.close();
    expect(await bench.board.driver.all(indexes, [])).toEqual(expected);
    expect(await bench.board.driver.all("PRAGMA integrity_check", [])).toEqual([{ integrity_check: "ok" }]);
    expect(await bench.board.driver.all("PRAGMA foreign_key_check", [])).toEqual([]);
  });

  it("has its best tickets blocked, so that another is picked", async () => {
    const blocked = await bench.board.driver.all(
      "SELECT key FROM ticket WHERE state = ? AND priority = 'P0' AND open_blockers = 0",
      [PICKED_STATE],
    );
    expect(blocked).toEqual([]);
    const picked = done(await pickIssue(bench.app, person, { workflowState: PICKED_STATE }));
    expect(picked).toMatchObject({ found: true, alternatives: 20, issue: { priority: "P1" } });
  });

  it("knows the group that was added, and all of it", async () => {
    const { issues } = done(await detectPosition(bench.app, AGENT, group[5] ?? ""));
    expect(issues.map(({ number }) => String(number)).toSorted()).toEqual(group.toSorted());
  });

  it("has a ledger whose chain holds, and goes on with what is done on it", async () => {
    done(await handoff(bench.app, person, { key: "211", toState: "Human Needed", reason: "It goes on." }));
    const chain = new Chain();
    for await (const link of ledgerRows(bench.board.driver)) expect(chain.next(link)).not.toHaveProperty("problem");
    expect(chain.head.seq).toBe(121);
    expect(await bench.board.ledger.head()).toEqual(chain.head);
    expect((await bench.board.ledger.history({ type: "ticket", key: "12" }, 50)).length).toBe(10);
  });
});
