import { afterAll, beforeAll, expect, it } from "vitest";
import type { LedgerAnswer, LedgerSummaryAnswer } from "../../../src/http/contract.ts";
import { openHouse, type House } from "./house.ts";

const FORMULA = '=HYPERLINK("http://evil","a, b")';

let house: House;

beforeAll(async () => {
  house = await openHouse();
  const maria = await house.browser();
  const send = (path: string, body: unknown) => house.ask(path, { headers: maria, body });
  for (const title of ["One", "Two", "Three"]) await send("/api/tickets", { title });
  await send("/api/tickets/1/handoff", { toState: "Research Needed", reason: FORMULA });
  await send("/api/tickets/2/handoff", { toState: "Done in a way that is none", reason: "because" });
});

afterAll(() => house.close());

async function rows(query: string): Promise<readonly string[]> {
  const answer = (await house.ask(`/api/ledger?${query}`)).json as LedgerAnswer;
  return answer.rows.map(({ words }) => words);
}

it("answers with what is asked for, the newest first, and in words", async () => {
  expect(await rows("subject=1")).toEqual(["#1 Backlog → Research Needed", "#1 created in Backlog"]);
  expect(await rows("subject=%231&kind=create")).toEqual(["#1 created in Backlog"]);
  expect(await rows("refused=1")).toEqual([expect.stringContaining("refused: unknown_state")]);
  expect(await rows("q=hyperlink&state=Research%20Needed")).toEqual(["#1 Backlog → Research Needed"]);
  expect(await rows("subject=board:tokens&kind=key")).not.toEqual([]);
});

it("goes on from a row, forwards too, with the same filters", async () => {
  const { head, rows: newest } = (await house.ask("/api/ledger?kind=create&limit=1")).json as LedgerAnswer;
  expect(newest).toHaveLength(1);
  const forwards = (await house.ask("/api/ledger?after=0&kind=create&limit=1000")).json as LedgerAnswer;
  expect(forwards).toMatchObject({ head, passed: head, next: null });
  expect(forwards.rows.map(({ kind }) => kind)).toEqual(["create", "create", "create"]);
});

it.each([
  ["kind=mve", "move"],
  ["from=yesterday", "2026-11-16"],
  ["colour=red", "colour"],
])("refuses %s, and says what would fit", async (query, hint) => {
  const { status, text } = await house.ask(`/api/ledger?${query}`);
  expect([status, text]).toEqual([400, expect.stringContaining(hint)]);
});

it("is a file that a spreadsheet takes for nothing but text", async () => {
  const { headers, text } = await house.ask("/api/ledger.csv?subject=1");
  expect(headers).toMatchObject({ "content-disposition": "attachment; filename*=UTF-8''ledger.csv" });
  const [head, moved, created, rest] = text.split("\r\n");
  expect(head).toMatch(/^row,at,who,/);
  expect(moved).toContain(`"'=HYPERLINK(""http://evil"",""a, b"")"`);
  expect(created).toContain("#1 created in Backlog");
  expect(rest).toBe("");
});

it("is a file of JSON Lines, whole and in order", async () => {
  const { text } = await house.ask("/api/ledger.jsonl");
  const seqs = text
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  const { head } = (await house.ask("/api/ledger?limit=1")).json as LedgerAnswer;
  expect(seqs).toEqual(Array.from({ length: head }, (_, index) => head - index));
});

it("says what happened in a span, and nothing of one that is empty", async () => {
  const all = (await house.ask("/api/ledger/summary?from=2026-01-01&to=2027-01-01")).json as LedgerSummaryAnswer;
  expect(all.summary.rows).toBe(all.head);
  const none = (await house.ask("/api/ledger/summary?from=2025-01-01&to=2025-01-02")).json as LedgerSummaryAnswer;
  expect(none.summary).toMatchObject({ rows: 0, people: 0, agents: 0, kinds: [] });
});

it("says of a row that is not there which ones are", async () => {
  const { status, text } = await house.ask("/api/ledger/4711");
  expect([status, text]).toEqual([404, expect.stringContaining("row_not_found")]);
});
