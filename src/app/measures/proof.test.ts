import { expect, it } from "vitest";
import { shipped } from "../../workflows/shipped.ts";
import type { Subject } from "../commit/plan.ts";
import type { BareRow } from "../ports/ledger.ts";
import type { Stats } from "../pages/views.ts";
import { Proof } from "./proof.ts";

const [A, B] = ["a".repeat(40), "b".repeat(40)];

type Row = readonly [at: number, kind: BareRow["kind"], subject: Subject, data: BareRow["data"]];

const ticket = (key: string): Subject => ({ type: "ticket", key });

const move = (at: number, key: string, from: string, to: string, data: BareRow["data"] = {}): Row => [
  at,
  "move",
  ticket(key),
  { from, to, ...data },
];

const refused = (at: number, key: string, code = "facts_missing"): Row => [at, "refuse", ticket(key), { code }];

const CHECK = { level: "witnessed", source: "check" } as const;

const said = (at: number, commit: string, verdict: string, kind: "fact" | "retract" = "fact"): Row => [
  at,
  kind,
  { type: "commit", key: commit },
  { name: "tests", verdict, ...CHECK },
];

/** Handed in, with tests that passed there. */
const handedIn = (at: number, key: string, commit: string): Row => {
  const facts = [{ name: "tests", met: true, by: { ...CHECK, verdict: "pass" } }];
  return move(at, key, "In Progress", "In Review", { commit, guards: [{ type: "facts", subject: commit, facts }] });
};

function evidenceOf(
  rows: readonly Row[],
  name: "ticket" | "ticket-proof" = "ticket-proof",
  from = 0,
): Stats["evidence"] {
  const proof = new Proof(shipped(name), from);
  for (const [index, [at, kind, subject, data]] of rows.entries())
    proof.take({ seq: index + 1, at, kind, subject, data });
  return proof.figures().evidence;
}

it("says nothing where the workflow asks for no facts", () => {
  expect(evidenceOf([move(1, "1", "In Progress", "In Review")], "ticket")).toBeUndefined();
  expect(evidenceOf([])).toEqual({ firstTimeRight: { count: 0, of: 0 }, sentBack: [], timeToEvidence: [] });
});

it("counts what was right the first time, of the tickets that came past the guard", () => {
  const evidence = evidenceOf([
    // Sent back as a plan: that says nothing about the work.
    move(1, "1", "Plan in Progress", "Plan in Review"),
    move(2, "1", "Plan in Review", "Ready for Plan"),
    move(3, "1", "Plan in Review", "In Progress"),
    handedIn(4, "1", A),
    move(5, "1", "In Review", "Done"),
    handedIn(6, "2", B),
    move(7, "2", "In Review", "In Progress"),
    handedIn(8, "2", B),
    // By way of the state for people beside the pipeline.
    handedIn(9, "3", A),
    move(10, "3", "In Review", "Human Needed"),
    move(11, "3", "Human Needed", "In Progress"),
    // Never handed in.
    move(12, "4", "Plan in Review", "In Progress"),
  ]);
  expect(evidence?.firstTimeRight).toEqual({ count: 1, of: 3 });
  expect(evidence?.sentBack).toEqual([
    { from: "Human Needed", to: "In Progress", count: 1 },
    { from: "In Review", to: "In Progress", count: 1 },
    { from: "Plan in Review", to: "Ready for Plan", count: 1 },
  ]);
});

it("does not take help for a send-back: where it was before is where it goes on", () => {
  const evidence = evidenceOf([
    move(1, "1", "Plan in Review", "In Progress"),
    move(2, "1", "In Progress", "Human Needed"),
    move(3, "1", "Human Needed", "In Progress"),
    handedIn(4, "1", A),
  ]);
  expect(evidence).toMatchObject({ firstTimeRight: { count: 1, of: 1 }, sentBack: [] });
});

it("counts in the window, and knows what came before it", () => {
  const rows = [
    handedIn(1, "1", A),
    move(2, "1", "In Review", "In Progress"),
    handedIn(12, "1", A),
    handedIn(3, "2", B),
  ];
  expect(evidenceOf(rows, "ticket-proof", 10)).toMatchObject({ firstTimeRight: { count: 0, of: 1 }, sentBack: [] });
});

it("times a fact from the first refusal for want of it, or else from the entry, to its pass", () => {
  const evidence = evidenceOf([
    move(100, "1", "Plan in Review", "In Progress"),
    refused(150, "1", "claim_required"),
    refused(200, "1"),
    said(210, A, "fail"),
    refused(220, "1"),
    said(260, A, "pass"),
    said(290, A, "pass"),
    handedIn(300, "1", A),
    move(400, "2", "Plan in Review", "In Progress"),
    said(440, B, "pass"),
    handedIn(500, "2", B),
  ]);
  // 60 and 40.
  expect(evidence?.timeToEvidence).toEqual([{ fact: "tests", count: 2, medianMs: 50, p85Ms: null, p90Ms: null }]);
});

it("takes a pass that is gone for none, and one that was there already for no wait", () => {
  const again = [move(600, "1", "In Review", "In Progress"), handedIn(700, "1", A)];
  const evidence = evidenceOf([
    move(100, "1", "Plan in Review", "In Progress"),
    said(110, A, "pass"),
    said(120, A, "pass", "retract"),
    said(300, A, "pass"),
    handedIn(500, "1", A),
    ...again,
  ]);
  expect(evidence?.timeToEvidence).toMatchObject([{ fact: "tests", count: 2, medianMs: 100 }]);
  // Another commit's pass is none of this one.
  const other = evidenceOf([move(1, "1", "Plan in Review", "In Progress"), said(2, B, "pass"), handedIn(3, "1", A)]);
  expect(other?.timeToEvidence).toEqual([]);
});

it("is not led astray by a row that says nothing", () => {
  const odd = [
    move(1, "1", "In Progress", "In Review", { guards: "none" }),
    move(2, "2", "In Progress", "In Review", {
      guards: [null, { type: "facts" }, { facts: [{ name: "tests", by: null }] }],
    }),
    [3, "fact", { type: "commit", key: A }, {}] as const,
  ];
  expect(evidenceOf(odd)).toEqual({ firstTimeRight: { count: 2, of: 2 }, sentBack: [], timeToEvidence: [] });
});
