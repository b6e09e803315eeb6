import { expect, it } from "vitest";
import type { LedgerRow } from "../../../src/app/commit/plan.ts";
import { Auditor } from "../../../src/demo/audit.ts";
import { ticketWorkflow } from "../../../src/demo/leases.ts";
import { shipped } from "../../../src/workflows/shipped.ts";

const MINUTE = 60_000;
let seq = 0;

function row(kind: LedgerRow["kind"], data: LedgerRow["data"], by: LedgerRow["by"], at: number): LedgerRow {
  return { seq: ++seq, at, kind, subject: { type: "ticket", key: "1" }, by, data, texts: {}, hash: "" };
}

const ada = { connection: "ada", via: "stdio" };
const alan = { connection: "alan", via: "stdio" };
const made = (): LedgerRow => row("create", { to: "Backlog" }, ada, 0);
const sent = (): LedgerRow => row("move", { from: "Backlog", to: "Research Needed" }, ada, 1);

function lock(holder: typeof ada, from: string, fence: number, at: number): LedgerRow {
  const claim = { type: "acquire", holder: holder.connection, fence, expiresAt: at + MINUTE, takenFrom: null };
  return row(from === "Research Needed" ? "move" : "stay", { from, to: "Research in Progress", claim }, holder, at);
}

function problemsOf(rows: readonly LedgerRow[]): readonly string[] {
  const auditor = new Auditor(ticketWorkflow(1), shipped("skill").workflow);
  for (const one of rows) auditor.take(one);
  return auditor.end().problems.map((problem) => problem.replace(/^row \d+, #1: /, ""));
}

it("finds nothing in a ledger that keeps the rules, also where a lease ran out", () => {
  const taken = lock(alan, "Research in Progress", 2, 2 * MINUTE);
  expect(problemsOf([made(), sent(), lock(ada, "Research Needed", 1, 2), taken])).toEqual([]);
});

it("finds a move along no edge, also where it was done with a lock in hand", () => {
  expect(problemsOf([made(), row("move", { from: "Backlog", to: "In Review" }, ada, 1)])).toEqual([
    'no edge leads from "Backlog" to "In Review"',
  ]);
});

it("finds a move from where the ticket did not stand", () => {
  expect(problemsOf([made(), row("move", { from: "Research Needed", to: "Ready for Plan" }, ada, 1)])).toEqual([
    'it left "Research Needed", but stood in "Backlog"',
  ]);
});

it("finds a move past a guard that was not met, or that nobody looked at", () => {
  const ready = row("move", { from: "Backlog", to: "Ready for Plan" }, ada, 1);
  const [from, to] = ["Ready for Plan", "Plan in Progress"];
  const past = 'it went past the guard from "Ready for Plan" to "Plan in Progress"';
  expect(problemsOf([made(), ready, row("move", { from, to }, ada, 2)])).toEqual([past]);
  expect(problemsOf([made(), ready, row("move", { from, to, guards: [{ met: false }] }, ada, 2)])).toEqual([past]);
  expect(problemsOf([made(), ready, row("move", { from, to, guards: [{ met: true }] }, ada, 2)])).toEqual([]);
});

it("finds two holders at once, and a fence that was given out twice", () => {
  expect(
    problemsOf([made(), sent(), lock(ada, "Research Needed", 1, 2), lock(alan, "Research in Progress", 1, 3)]),
  ).toEqual(["alan moved it while ada held it", "alan took it while ada held it", "fence 1 was given out after 1"]);
});

it("finds an agent that went past the graph, and lets a person", () => {
  const past = { from: "Backlog", to: "In Review" };
  expect(problemsOf([made(), row("override", past, ada, 1)])).toEqual(["an agent went past the graph"]);
  expect(problemsOf([made(), row("override", past, { person: "kim", via: "http" }, 1)])).toEqual([]);
});
