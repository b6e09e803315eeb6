import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ann, appOn, maria } from "../../../test/support/worlds/world.ts";
import { compareStores } from "../../../test/support/store/compare.ts";
import { exportLines, manyTickets, rechained, withEnd } from "../../../test/support/store/export-file.ts";
import { event, SECRET, writeHistory } from "../../../test/support/store/history.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { handoff } from "../../app/tickets/handoff.ts";
import { storeBoard } from "../board.ts";
import type { Driver } from "../driver.ts";
import { openDriver } from "../open.ts";
import { HEAD } from "../ledger/queries.ts";
import { tableRows } from "../ledger/table-rows.ts";
import { TABLE_NAMES } from "../tables.ts";
import { verifyStore } from "../ledger/verify.ts";
import { exportStore } from "./export.ts";
import { importStore } from "./import.ts";

const folders: string[] = [];
const drivers: Driver[] = [];

afterEach(async () => {
  for (const driver of drivers.splice(0)) await driver.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("an export", () => {
  it("imported into an empty store makes the same store", async () => {
    const [from, to] = [await storeWithHistory(), await newStore()];
    const imported = await importStore(to, await exportLines(from));
    expect(imported).toMatchObject({ rows: (await verified(from)).rows });
    expect(imported.requests).toBeGreaterThan(3);
    expect(await compareStores(from, to)).toBeNull();
    expect(await verified(to)).toEqual(await verified(from));
    expect(await exportLines(to)).toHaveLength((await exportLines(from)).length);
  });

  it("goes on where it left off: the imported store takes new rows, and repeats recorded answers", async () => {
    const [from, to] = [await storeWithHistory(), await newStore()];
    await importStore(to, await exportLines(from));
    const app = appOn(storeBoard(to));
    const again = { key: "2", command: "research", intent: "lock", reason: "I look", requestId: "r1" };
    expect(await handoff(app, ann, again)).toMatchObject({ newState: "Research in Progress", event: 10 });
    expect(await createTicket(app, maria, { title: "Next" })).toMatchObject({ number: 8 });
    expect(await verifyStore(to)).toMatchObject({ ok: true });
  });

  it("holds no token, nor what was redacted", async () => {
    const from = await newStore();
    const board = storeBoard(from);
    const app = appOn(board);
    await writeHistory(app);
    await event(createTicket(app, ann, { title: "Mine" }));
    await event(handoff(app, maria, { key: "8", toState: "Research Needed", reason: "Go" }));
    const lock = { key: "8", command: "research", intent: "lock", reason: "I look", requestId: "r2" };
    const locked = await handoff(app, ann, lock);
    const token = "claim" in locked ? locked.claim?.token : undefined;
    const text = (await exportLines(from)).join("\n");
    expect(token).toMatch(/^\d+\.\S{20,}/);
    expect(text).toContain('"r2"');
    for (const hidden of [token ?? "", (token ?? "").split(".")[1] ?? "", SECRET]) {
      expect(text).not.toContain(hidden);
    }
  });

  it("is of one moment, whatever others write meanwhile", async () => {
    const from = await storeWithHistory();
    const app = appOn(storeBoard(from));
    const lines: string[] = [];
    const { rows } = await verified(from);
    const exported = await exportStore(from, async (line) => {
      lines.push(line.trimEnd());
      await createTicket(app, maria, { title: "Meanwhile", requestId: String(lines.length) });
    });
    expect(exported.rows).toBe(rows);
    const to = await newStore();
    expect(await importStore(to, lines)).toMatchObject({ rows });
    expect((await verified(from)).rows).toBeGreaterThan(rows);
  });

  it("of an empty store is one too", async () => {
    const [from, to] = [await newStore(), await newStore()];
    expect(await importStore(to, await exportLines(from))).toMatchObject({ rows: 0, requests: 0 });
    expect(await compareStores(from, to)).toBeNull();
  });

  it("says how far it is, and so does its import", async () => {
    const [from, to] = [await storeWithHistory(), await newStore()];
    const seen: [number, number][] = [];
    const lines: string[] = [];
    await exportStore(
      from,
      (line) => void lines.push(line.trimEnd()),
      (done, total) => seen.push([done, total]),
    );
    await importStore(to, lines, (done, total) => seen.push([done, total]));
    const { rows } = await verified(from);
    expect(seen).toEqual([
      [rows, rows],
      [rows, rows],
    ]);
  });
});

describe("an import is refused, and leaves nothing behind,", () => {
  it.each<[string, (lines: string[]) => string[], (lines: string[]) => number, RegExp]>([
    ["of an empty file", () => [], () => 1, /cut off/],
    ["of something else", () => ["<html>"], () => 1, /no signalbox-export/],
    ["of other JSON", () => ['{"format":"x"}'], () => 1, /no signalbox-export/],
    ["of a newer format", (lines) => at(lines, 1, '"version":1', '"version":2'), () => 1, /newer Signalbox/],
    ["of a newer schema", (lines) => at(lines, 1, /"schema":\d+/, '"schema":99'), () => 1, /newer Signalbox/],
    ["where a line is garbage", (lines) => lines.with(4, "garbage"), () => 5, /neither a row/],
    ["where a line is empty", (lines) => lines.with(4, ""), () => 5, /neither a row/],
    ["where a line is cut off", (lines) => lines.with(4, (lines[4] ?? "").slice(0, -9)), () => 5, /neither a row/],
    ["where the end is missing", (lines) => lines.slice(0, -1), (bad) => bad.length + 1, /cut off/],
    ["where the file ends among the rows", (lines) => lines.slice(0, 5), () => 6, /cut off/],
    ["where a row was changed", (lines) => at(lines, 10, "Research Needed", "Done"), () => 10, /Row 9 does not follow/],
    ["where a text was changed", (lines) => at(lines, 10, "Nobody", "I"), () => 10, /"reason" of row 9 was changed/],
    ["where a row is missing", (lines) => lines.toSpliced(4, 1), () => 5, /Row 4 is missing/],
    [
      "where a row is there twice",
      (lines) => lines.toSpliced(4, 0, lines[4] ?? ""),
      () => 6,
      /Row 4 comes after row 4/,
    ],
    ["where rows changed places", (lines) => swap(lines, 4, 5), () => 5, /Row 4 is missing/],
    [
      "where the last row is missing",
      (lines) => withEnd(without(lines, "row")),
      (bad) => bad.length,
      /not with the one/,
    ],
    ["where a text is missing", (lines) => at(lines, 10, /"texts":\[.*\]/, '"texts":[]'), () => 10, /is missing/],
    [
      "where a text was blanked",
      (lines) => withEnd(at(lines, 10, /"salt":"[^"]*","content":"[^"]*"/, '"salt":null,"content":null')),
      () => 10,
      /no row says that it was redacted/,
    ],
    ["where a request was changed", (lines) => atRequest(lines, "answer", "answer "), firstRequest, /neither a row/],
    ["where an answer was changed", (lines) => atRequest(lines, "event", "tneve"), (bad) => bad.length, /was changed/],
    ["where a request is missing", (lines) => without(lines, "request"), (bad) => bad.length, /\d requests before/],
    ["where a request is for no row", (lines) => atRequest(lines, /"seq":\d+/, '"seq":999'), firstRequest, /row 999/],
    [
      "where a row follows the requests",
      (lines) => lines.toSpliced(-1, 0, lines[1] ?? ""),
      (bad) => bad.length - 1,
      /after/,
    ],
    ["where something follows the end", (lines) => [...lines, lines[1] ?? ""], (bad) => bad.length, /after the end/],
  ])("%s", async (_, change, line, why) => {
    const to = await newStore();
    const good = await exportLines(await storeWithHistory());
    const bad = change(good);
    const message = expect.stringMatching(new RegExp(`^Line ${line(bad)}: .*${why.source}`));
    await expect(importStore(to, bad)).rejects.toMatchObject({ code: "import_refused", message });
    await expectEmpty(to);
    // Nothing is locked or half done: the good one goes in.
    await importStore(to, good);
    expect(await verifyStore(to)).toMatchObject({ ok: true });
  });

  it("where a row changes a column that no table has, and names the row", async () => {
    const to = await newStore();
    const lines = rechained(at(manyTickets(3), 3, /\\"estimate\\"/, '\\"estimated\\"'));
    await expect(importStore(to, lines)).rejects.toMatchObject({
      code: "import_refused",
      message: expect.stringMatching(
        /^Line 3: What row 2 changes can't be carried out: ticket has no column "estimated"\./,
      ),
    });
    await expectEmpty(to);
  });

  it("where it fails half-way, however much was written before", async () => {
    const to = await newStore();
    const lines = manyTickets(1_200);
    await expect(importStore(to, lines.with(1_100, "garbage"))).rejects.toMatchObject({ code: "import_refused" });
    await expectEmpty(to);
  });

  it("where the board is not empty, and says what to do", async () => {
    const [from, to] = [await storeWithHistory(), await newStore()];
    await createTicket(appOn(storeBoard(to)), maria, { title: "Here first" });
    await expect(importStore(to, await exportLines(from))).rejects.toMatchObject({
      code: "store_not_empty",
      recovery: expect.stringContaining("another database"),
    });
    expect(await verified(to)).toMatchObject({ rows: 1 });
  });
});

describe("100,000 tickets", () => {
  it("go in in one go, with progress", async () => {
    const to = await newStore();
    const lines = manyTickets(100_000);
    const seen: number[] = [];
    await importStore(to, lines, (done) => seen.push(done));
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.at(-1)).toBe(100_000);
    expect(await to.all("SELECT COUNT(*) AS n, SUM(children) AS c FROM ticket", [])).toEqual([
      { n: 100_000, c: 90_000 },
    ]);
    expect(await verifyStore(to)).toMatchObject({ ok: true, rows: 100_000 });
  });
});

async function newStore(): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-transfer-"));
  folders.push(folder);
  const driver = await openDriver({ database: join(folder, "board.db"), synchronous: "OFF" });
  drivers.push(driver);
  return driver;
}

async function storeWithHistory(): Promise<Driver> {
  const driver = await newStore();
  await writeHistory(appOn(storeBoard(driver)));
  return driver;
}

async function verified(driver: Driver): Promise<{ rows: number; redactions: number }> {
  const verdict = await verifyStore(driver);
  if (!verdict.ok) throw new Error(verdict.problem.detail);
  return verdict;
}

async function expectEmpty(driver: Driver): Promise<void> {
  expect(await driver.all(HEAD.sql, [])).toEqual([{ seq: 0, hash: "0".repeat(64), at: 0 }]);
  for (const name of TABLE_NAMES) {
    for await (const row of tableRows(driver, name)) expect(row).toBeUndefined();
  }
  expect(await driver.all("SELECT seq FROM ledger_text UNION ALL SELECT seq FROM request", [])).toEqual([]);
}

/** Changes one line, counted from 1. */
function at(lines: string[], line: number, what: string | RegExp, by: string): string[] {
  const text = lines[line - 1] ?? "";
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`"${String(what)}" is not in line ${line}: ${text}`);
  return lines.with(line - 1, changed);
}

function atRequest(lines: string[], what: string | RegExp, by: string): string[] {
  return at(lines, firstRequest(lines), what, by);
}

/** Counted from 1. */
function firstRequest(lines: string[]): number {
  return lines.findIndex((line) => line.startsWith('{"request"')) + 1;
}

/** Without the last line of a kind. */
function without(lines: string[], kind: "row" | "request"): string[] {
  return lines.toSpliced(
    lines.findLastIndex((line) => line.startsWith(`{"${kind}"`)),
    1,
  );
}

function swap(lines: string[], a: number, b: number): string[] {
  return lines.with(a, lines[b] ?? "").with(b, lines[a] ?? "");
}
