import { expect } from "vitest";
import { adoptWorkflow, type AdoptInput } from "../../src/app/workflows/adopt.ts";
import { differenceWords } from "../../src/engine/compare/difference.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { hashWorkflow } from "../../src/workflows/hash.ts";
import { TICKETS } from "../support/engine/boards.ts";
import { edge, guarded, set, together } from "../support/engine/workflow-edits.ts";
import { accepted, newTicket, refused, seqOf, ticketIn, typeState } from "../support/worlds/steps.ts";
import { ann, person, START, type Test, type World } from "../support/worlds/world.ts";

const olga = person("Olga");

export function adopting(test: Test): void {
  test("takes a workflow into force once, with a row in the ledger", async (world) => {
    expect(await world.board.workflows.inForce("ticket")).toBeNull();
    expect(await world.board.workflows.versions()).toEqual({ ticket: 0, session: 0, run: 0 });
    const first = { name: "ticket", version: 1, hash: "one", difference: null, loosens: [] };
    expect(await adopt(world, TICKETS, "one")).toEqual({ ...first, from: null, adopted: true, event: 1 });
    const inForce = { hash: "one", version: 1, since: START, workflow: TICKETS };
    expect(await world.board.workflows.inForce("ticket")).toEqual(inForce);
    expect(await world.board.workflows.versions()).toEqual({ ticket: 1, session: 0, run: 0 });
    expect(await world.board.ledger.after(0, 10)).toMatchObject([
      {
        seq: 1,
        kind: "adopt",
        subject: { type: "board", key: "ticket" },
        by: { person: "Olga", via: "cli", proof: "key" },
        data: { name: "ticket", version: 1, from: null, to: "one" },
      },
    ]);
    expect(await adopt(world, TICKETS, "one")).toMatchObject({ hash: "one", from: "one", adopted: false, event: null });
    expect(await seqOf(world)).toBe(1);
  });

  test("goes to another one and back, and keeps them all", async (world) => {
    const other = { ...TICKETS, title: "Another" };
    await newTicket(world);
    for (const [workflow, hash] of [
      [TICKETS, "one"],
      [other, "two"],
      [TICKETS, "one"],
      [other, "two"],
    ] as const) {
      expect(await adopt(world, workflow, hash)).toMatchObject({ hash, adopted: true });
      expect(await world.board.workflows.inForce("ticket")).toMatchObject({ hash, workflow });
    }
    expect(await world.board.workflows.get("one")).toEqual(TICKETS);
    expect(await world.board.workflows.get("two")).toEqual(other);
    expect(await world.board.workflows.get("three")).toBeNull();
    const rows = await world.board.ledger.history({ type: "board", key: "ticket" }, 10);
    expect(rows.map((row) => [row.data["from"], row.data["to"]])).toEqual([
      ["one", "two"],
      ["two", "one"],
      ["one", "two"],
      [null, "one"],
    ]);
  });

  test("refuses a workflow that would strand tickets, with the list", async (world) => {
    const hash = hashWorkflow(TICKETS);
    await adopt(world, TICKETS, hash);
    for (let i = 0; i < 3; i++) await ticketIn(world, "Research Needed");
    await ticketIn(world, "In Review");
    await ticketIn(world, "Backlog");
    const refusal = refused(
      await adopt(world, without("Research Needed", "In Review", "Canceled"), "two"),
      "workflow_strands_tickets",
    );
    const states = refusal.facts["states"] as { state: string }[];
    expect(states.toSorted((a, b) => (a.state < b.state ? -1 : 1))).toEqual([
      { state: "In Review", count: 1 },
      { state: "Research Needed", count: 3 },
    ]);
    expect(refusal.error).toContain('"Research Needed" (3)');
    expect((await world.board.workflows.inForce("ticket"))?.hash).toBe(hash);
    expect(await world.board.workflows.get("two")).toBeNull();
    expect(accepted(await adopt(world, without("Canceled"), "three")).adopted).toBe(true);
  });

  test("is not kept back by states that people typed", async (world) => {
    await adopt(world, TICKETS, "one");
    await typeState(world, await newTicket(world), "Somewhere");
    await typeState(world, await newTicket(world), null);
    expect(accepted(await adopt(world, without("Canceled"), "two")).adopted).toBe(true);
  });

  test("is taken into force by one of many who start at once", async (world) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => adopt(world, TICKETS, "one")));
    expect(answers.filter((answer) => "adopted" in answer && answer.adopted)).toHaveLength(1);
    expect(await seqOf(world)).toBe(1);
  });

  test("takes the place of the one before, whatever its own name is", async (world) => {
    await adopt(world, TICKETS, "one");
    expect(accepted(await adopt(world, { ...TICKETS, name: "bugs" }, "two")).adopted).toBe(true);
    expect(await world.board.workflows.inForce("ticket")).toMatchObject({ hash: "two", version: 2 });
  });

  test("says in the ledger how it differs, and what it loosens", async (world) => {
    await adopt(world, TICKETS, "one");
    const edit = together(
      guarded("Ready for Plan", "Plan in Progress", []),
      edge("In Progress", "Done"),
      set({ title: "Ours", inputs: "warn" }),
    );
    const adoption = accepted(await adopt(world, edit(TICKETS), "two"));
    const loosens = [
      "inputs: enforce → warn: a command may act in a state that it does not expect",
      'guard gone: "Ready for Plan" → "Plan in Progress" no longer asks for group_convergence on "Ready for Plan"',
      'new edge "In Progress" → "Done", around the gate "In Review"',
    ];
    expect(adoption).toMatchObject({ adopted: true, from: "one", loosens });
    expect(adoption.difference && differenceWords(adoption.difference)).toEqual([
      'edges: + "In Progress" → "Done"',
      'guards: - "Ready for Plan" → "Plan in Progress": group_convergence on "Ready for Plan" (enforce)',
      "also different: title, inputs",
    ]);
    const [row] = await world.board.ledger.history({ type: "board", key: "ticket" }, 1);
    expect(row).toMatchObject({ kind: "adopt", by: { person: "Olga" } });
    expect(row?.data).toEqual({
      name: "ticket",
      version: 1,
      from: "one",
      to: "two",
      difference: adoption.difference,
      loosens,
    });
  });

  test("is a person's decision: no agent puts a workflow in force", async (world) => {
    refused(await adoptWorkflow(world.app, ann, { part: "ticket", workflow: TICKETS, hash: "one" }), "person_only");
    expect(await seqOf(world)).toBe(0);
  });

  test("only says what would happen where it is asked to", async (world) => {
    await adopt(world, TICKETS, "one");
    const looser = set({ mode: "observe" })(TICKETS);
    const dry = await adopt(world, looser, "two", { dryRun: true });
    expect(dry).toMatchObject({ adopted: false, dryRun: true, from: "one", event: null });
    expect(dry).toMatchObject({ loosens: ["mode: enforce → observe: a step off the graph is only recorded"] });
    expect(await seqOf(world)).toBe(1);
  });

  test("is refused where another one than the person saw is in force by now", async (world) => {
    const [one, two, three] = ["one", "two", "three"].map((title) => set({ title })(TICKETS)) as [
      Workflow,
      Workflow,
      Workflow,
    ];
    accepted(await adopt(world, one, "one", { from: null }));
    refused(await adopt(world, two, "two", { from: null }), "workflow_changed");
    refused(await adopt(world, two, "two", { from: "three" }), "workflow_changed");
    expect(await seqOf(world)).toBe(1);
    expect(accepted(await adopt(world, three, "three", { from: "one" })).adopted).toBe(true);
  });

  test("compares with the shipped one where none is in force", async (world) => {
    const workflow = set({ propagation: "any" })(TICKETS);
    const adoption = await adoptWorkflow(world.app, olga, {
      part: "ticket",
      workflow,
      hash: "one",
      otherwise: TICKETS,
    });
    expect(adoption).toMatchObject({ from: null, loosens: ["propagation: linked-before → any"] });
  });
}

function adopt(world: World, workflow: Workflow, hash: string, more: Partial<AdoptInput> = {}) {
  return adoptWorkflow(world.app, olga, { part: "ticket", workflow, hash, ...more });
}

function without(...states: readonly string[]): Workflow {
  const left = Object.entries(TICKETS.states).filter(([name]) => !states.includes(name));
  return { ...TICKETS, states: Object.fromEntries(left) };
}
