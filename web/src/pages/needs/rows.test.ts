import { expect, it } from "vitest";
import type { MoveView, NeedView } from "../../../../src/http/contract.ts";
import { makeCard, ticketWorkflow as workflow } from "../../testing/boards.ts";
import { actionsOf } from "./actions.ts";
import { isQuestion, rowsOf, verbsOf } from "./rows.ts";

it("makes one row of everything that a ticket waits for", () => {
  const rows = rowsOf(
    [
      need("silent_session", "7", "In Progress"),
      need("state", "8", "In Review"),
      need("stale_claim", "7", "In Progress"),
    ],
    workflow,
  );
  expect(rows.map((row) => [row.card.key, row.needs.length])).toEqual([
    ["7", 2],
    ["8", 1],
  ]);
});

it("names what is asked for by the edge that leads on, and by a question where none does", () => {
  const rows = rowsOf(
    [
      need("state", "1", "Plan in Review"),
      need("state", "2", "In Review"),
      need("state", "3", "Human Needed"),
      need("stale_claim", "4", "In Progress"),
      need("silent_session", "5", "In Progress"),
    ],
    workflow,
  );
  expect(verbsOf(rows)).toEqual(["Approve", "Accept", "Answer", "Release", "End"].map((verb) => ({ verb, count: 1 })));
});

it("knows a question, which arms nothing", () => {
  expect(isQuestion([need("state", "3", "Human Needed")], workflow)).toBe(true);
  expect(isQuestion([need("state", "1", "Plan in Review")], workflow)).toBe(false);
  expect(isQuestion([need("stale_claim", "4", "In Progress")], workflow)).toBe(false);
});

it("offers the move that leads on first, and illegal ones not at all", () => {
  const [row] = rowsOf([need("state", "1", "Plan in Review")], workflow);
  if (!row) throw new Error("no row");
  const actions = actionsOf(
    row,
    [
      move("Human Needed", "Escalate"),
      move("In Progress", "Approve"),
      move("Done", "Move to Done", false),
      move("Ready for Plan", "Ask again"),
    ],
    workflow,
  );
  expect(actions.map(({ label }) => label)).toEqual(["Approve", "Escalate", "Ask again"]);
});

it("offers every edge until it is known which moves are legal", () => {
  const [row] = rowsOf([need("state", "1", "In Review")], workflow);
  if (!row) throw new Error("no row");
  expect(actionsOf(row, null, workflow).map(({ label }) => label)).toEqual(["Accept", "Send back", "Escalate"]);
});

it("offers to release a claim that ran out and to end a silent session, but no move that is the agent's", () => {
  const [row] = rowsOf([need("silent_session", "7", "In Progress"), need("stale_claim", "7", "In Progress")], workflow);
  if (!row) throw new Error("no row");
  expect(actionsOf(row, [move("In Review", "Submit work")], workflow).map(({ id }) => id)).toEqual(["release", "end"]);
});

it("offers a person who looks at a contradiction the moves, and to leave it there", () => {
  const [row] = rowsOf([need("contradicted", "7", "In Progress")], workflow);
  if (!row) throw new Error("no row");
  const ids = actionsOf(row, [move("Human Needed", "Escalate")], workflow).map(({ id }) => id);
  expect(ids).toEqual(["move Human Needed", "looked"]);
});

it("offers to take a dragged card back to where it was, past the graph", () => {
  const dragged = { ...need("dragged_ungated", "7", "Done"), from: "In Progress" };
  const [row] = rowsOf([dragged], workflow);
  if (!row) throw new Error("no row");
  const moves = [move("In Progress", "Move to In Progress", false), move("Backlog", "Move to Backlog", false)];
  expect(actionsOf(row, moves, workflow).map(({ id }) => id)).toEqual(["override In Progress", "looked"]);
});

function need(kind: NeedView["kind"], key: string, state: string): NeedView {
  const session = { id: "s", agent: "knot", state: "implementing", indicator: null, since: "", silent: true };
  const card = makeCard(Number(key), state, {});
  return { kind, since: card.enteredAt, card, lastWord: null, session: kind === "silent_session" ? session : null };
}

function move(to: string, label: string, legal = true): MoveView {
  return { to, label, legal, override: !legal, why: null, recovery: null, warnings: [], takes: null, lacks: [] };
}
