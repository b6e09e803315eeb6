import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { everything, expectWholeChain, verbatim } from "../../../test/support/store/contents.ts";
import { creating, creation, entry, plan } from "../../../test/support/store/plans.ts";
import { postgresBoards } from "../../../test/support/store/postgres-boards.ts";
import type { Change, Columns } from "../../app/commit/changes.ts";
import type { Entry } from "../../app/commit/plan.ts";
import { StoreError } from "../errors.ts";
import { preparePlan } from "../ledger/prepare.ts";

const boards = postgresBoards();

describe("the ledger", () => {
  it.each([
    "UPDATE ledger SET kind = 'x'",
    "DELETE FROM ledger",
    "TRUNCATE ledger CASCADE",
    "DELETE FROM ledger_text",
    "TRUNCATE ledger_text",
    "UPDATE ledger_text SET content = 'x'",
    "UPDATE ledger_text SET name = 'x', content = NULL, salt = NULL",
    "DELETE FROM head",
    "TRUNCATE head",
  ])("refuses %s", async (sql) => {
    const driver = await boards.open();
    await driver.commit(creating("1"));
    const client = await boards.connect();
    await expect(client.query(sql)).rejects.toThrow("the ledger is append-only");
  });

  it("lets text be blanked, in one step with the row that says so, and the chain still verifies", async () => {
    const driver = await boards.open();
    await driver.commit(plan([], entry("comment", "1", [], { secret: "hunter2", other: "stays" })));
    const request = {
      sender: "ann",
      tool: "t",
      subject: "1",
      id: "r",
      arguments: "a",
      answer: "it is hunter2, hunter2",
    };
    await driver.commit(preparePlan({ id: randomUUID(), checks: [], entries: [], request }));
    const blanks = [{ seq: 1, name: "secret", recorded: { from: "hunter2", to: "[redacted]" } }];
    const stale = plan([{ table: "ticket", key: "1", version: 5 }], entry("redact", "1"));
    expect(await driver.redact(stale, blanks)).toEqual({ kind: "stale" });
    const texts = () => driver.all("SELECT name, content FROM ledger_text ORDER BY name", []);
    expect(await texts()).toContainEqual({ name: "secret", content: "hunter2" });
    const redaction = plan([], entry("redact", "1"));
    expect(await driver.redact(redaction, blanks)).toMatchObject({ kind: "done", seq: 2 });
    const answers = await driver.all("SELECT answer FROM request", []);
    expect(answers).toEqual([{ answer: "it is [redacted], [redacted]" }]);
    expect(await texts()).toEqual([
      { name: "other", content: "stays" },
      { name: "secret", content: null },
    ]);
    await expectWholeChain(driver, 2);
  });

  it("moves between boards as it is", async () => {
    const source = await boards.open();
    await source.commit(plan([], creation("0"), creation("1", { parent: "0" })));
    await Promise.all(
      Array.from({ length: 1200 }, (_, index) => source.commit(creating(String(index + 2), { parent: "0" }))),
    );
    const rows = await verbatim(source);
    const answered = { sender: "ann", tool: "t", subject: "1", id: "r", arguments: "a", answer: "🚂", seq: 3, at: 7 };
    const target = await boards.open();
    await target.load(async (loader) => {
      await loader.append(rows.slice(0, 2));
      await loader.append(rows.slice(2));
      await loader.append([]);
      await loader.record([answered]);
    });
    expect(await everything(target)).toEqual({ ...(await everything(source)), request: [answered] });
    await expectWholeChain(target, 1202);
    expect(await target.all("SELECT children FROM ticket WHERE key = ?", ["0"])).toEqual([{ children: 1201 }]);
    expect(await target.commit(creating("new"))).toMatchObject({ seq: 1203 });
  });

  it("stays empty where filling it fails", async () => {
    const driver = await boards.open();
    const filling = driver.load(async (loader) => {
      await loader.record([
        { sender: "ann", tool: "t", subject: "1", id: "r", arguments: "a", answer: "b", seq: 3, at: 7 },
      ]);
      throw new Error("the source is broken");
    });
    await expect(filling).rejects.toThrow("the source is broken");
    expect(await driver.all("SELECT * FROM request", [])).toEqual([]);
    await driver.commit(creating("1"));
    await expect(driver.load(() => Promise.resolve())).rejects.toBeInstanceOf(StoreError);
  });

  it("is read as it was at one moment, whatever others write meanwhile", async () => {
    const driver = await boards.open();
    await driver.commit(creating("1"));
    const count = "SELECT COUNT(*) AS n FROM ledger";
    const seen = await driver.snapshot(async (reader) => {
      const before = await reader.all(count, []);
      await driver.commit(creating("2"));
      return [before, await reader.all(count, [])];
    });
    expect(seen).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    expect(await driver.all(count, [])).toEqual([{ n: 2 }]);
  });

  it("shows sessions as the view that others read", async () => {
    const driver = await boards.open();
    const session = (set: Columns<"session">): Change[] => [{ table: "session", key: { id: "s1" }, set }];
    const of = (kind: Entry["kind"], to: string, set: Columns<"session">, texts?: Entry["texts"]): Entry => ({
      ...entry(kind, "s1", session(set), texts),
      subject: { type: "session", key: "s1" },
      data: { to },
    });
    const start = { ticket: "1", state: "a", started_at: 1_700_000_000_123, entered_at: 1, seen_at: 1, version: 1 };
    await driver.commit(plan([], of("create", "a", start)));
    await driver.commit(
      plan([], of("move", "b", { state: "b", completed_at: 0, outcome: "ok" }, { metadata: `{"pr":7}` })),
    );
    const [row] = await driver.all("SELECT * FROM ralph_sessions", []);
    const at = (await driver.all("SELECT at FROM ledger ORDER BY seq", [])).map((one) =>
      new Date(Number(one["at"])).toISOString(),
    );
    expect({ ...row, state_history: JSON.parse(String(row?.["state_history"])) as unknown }).toEqual({
      id: "s1",
      ticket_id: "1",
      outcome: "ok",
      current_state: "b",
      state_history: [
        { state: "a", timestamp: at[0], metadata: {}, action: "session_created" },
        { state: "b", timestamp: at[1], metadata: { pr: 7 } },
      ],
      started_at: "2023-11-14T22:13:20.123Z",
      completed_at: "1970-01-01T00:00:00.000Z",
    });
  });
});

describe("reading", () => {
  it("gives numbers for integers and truths, and text for JSON", async () => {
    const driver = await boards.open();
    const sql = `SELECT 9007199254740991::bigint AS big, COUNT(*) AS n, SUM(x) AS total, true AS yes, 1 > 2 AS no,
      '{"a":1}'::jsonb AS json, NULL::bigint AS none FROM (VALUES (1::bigint), (2)) v (x)`;
    expect(await driver.all(sql, [])).toEqual([
      { big: 9007199254740991, n: 2, total: 3, yes: 1, no: 0, json: `{"a": 1}`, none: null },
    ]);
  });

  it("sorts and compares byte by byte, whatever the database's own collation is", async () => {
    const driver = await boards.open();
    const keys = ["b", "B", "a", "_", "é", "Z", "10", "9"];
    for (const [index, key] of keys.entries()) await driver.commit(creating(key, { number: index }));
    const rows = await driver.all("SELECT key FROM ticket ORDER BY key", []);
    expect(rows.map((row) => row["key"])).toEqual(keys.toSorted());
    expect(await driver.all("SELECT 1 AS found FROM ticket WHERE key = ? AND key > ?", ["a", "Z"])).toEqual([
      { found: 1 },
    ]);
  });

  it.each([
    ["quotes", `'"\`\\ $1 ? ; -- /* '' $$ {}[] \\u0041`],
    ["emoji and scripts", "🚂👩‍👩‍👧‍👦 ‏שלום עולם‎ مرحبا \u202Eabc 漢字 e\u0301"],
    ["control characters", "\u0001\t\r\n\u001F\u007F\u2028\uFEFF"],
    ["a megabyte", "🚂 ab".repeat(200_000)],
  ])("gives back %s as they went in", async (_, words) => {
    const driver = await boards.open();
    await driver.commit(plan([], creation("1", { title: words, body: words }), entry("comment", "1", [], { words })));
    const [ticket] = await driver.all("SELECT title, body FROM ticket WHERE title = ?", [words]);
    expect(ticket).toEqual({ title: words, body: words });
    expect(await driver.all("SELECT content FROM ledger_text WHERE name = ?", ["words"])).toEqual([{ content: words }]);
    await expectWholeChain(driver, 2);
  });

  it("stores the replacement character for half a surrogate pair, as UTF-8 does", async () => {
    const driver = await boards.open();
    expect(await driver.commit(creating("1", { title: "a\uD83Db" }))).toMatchObject({ kind: "done" });
    expect(await driver.all("SELECT title FROM ticket", [])).toEqual([{ title: "a\uFFFDb" }]);
  });

  it("reads everything that is connected with a ticket", async () => {
    const driver = await boards.open();
    const blocker: Change = { table: "blocker", key: { ticket: "2", blocked_by: "9" }, set: { since: 1 } };
    const made = [
      creation("1"),
      creation("2", { parent: "1" }),
      creation("3", { parent: "1" }),
      creation("9"),
      creation("8"),
    ];
    await driver.commit(plan([], ...made, entry("link", "2", [blocker])));
    const reached = async (scope: "below" | "whole", key: string) =>
      (await driver.all(`${driver.reached[scope]} SELECT id FROM reached ORDER BY id`, [key])).map((row) => row["id"]);
    for (const key of ["1", "2", "3", "9"]) expect(await reached("whole", key)).toEqual(["1", "2", "3", "9"]);
    expect(await reached("whole", "8")).toEqual(["8"]);
    expect(await reached("below", "1")).toEqual(["1", "2", "3"]);
    expect(await reached("below", "3")).toEqual(["3"]);
  });
});
