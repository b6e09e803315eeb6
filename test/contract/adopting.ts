import { expect } from "vitest";
import { adoptWorkflow } from "../../src/app/workflows/adopt.ts";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { TICKETS } from "../support/engine/boards.ts";
import { accepted, newTicket, put, refused, seqOf, ticketIn, typeState } from "../support/worlds/steps.ts";
import { ann, type Test, type World } from "../support/worlds/world.ts";

const BY = { via: "cli", person: "Olga" };

export function adopting(test: Test): void {
  test("takes a workflow into force once, with a row in the ledger", async (world) => {
    expect(await world.board.workflows.inForce("ticket")).toBeNull();
    expect(await adopt(world, TICKETS, "one")).toEqual({ hash: "one", adopted: true });
    expect(await world.board.workflows.inForce("ticket")).toEqual({ hash: "one", version: 1, workflow: TICKETS });
    expect(await world.board.ledger.after(0, 10)).toMatchObject([
      {
        seq: 1,
        kind: "adopt",
        subject: { type: "board", key: "ticket" },
        by: BY,
        data: { name: "ticket", from: null, to: "one" },
      },
    ]);
    expect(await adopt(world, TICKETS, "one")).toEqual({ hash: "one", adopted: false });
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
      expect(await adopt(world, workflow, hash)).toEqual({ hash, adopted: true });
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
    await adopt(world, TICKETS, "one");
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
    expect((await world.board.workflows.inForce("ticket"))?.hash).toBe("one");
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

  test("tells whoever still works by the former one to restart, and writes nothing for them", async (world) => {
    await adopt(world, TICKETS, "one");
    const key = await newTicket(world);
    const app = { ...world.app, workflowVersion: 1 };
    const next = { key, command: "triage", toState: "Research Needed", reason: "next" };
    const parent = await newTicket(world);
    await newTicket(world, { parent });
    await put(world, parent, "Ready for Plan");
    await adopt(world, { ...TICKETS, title: "Another" }, "two");
    const before = await seqOf(world);
    await expect(handoff(app, ann, next)).rejects.toThrow("Another workflow has taken force");
    await expect(createTicket(app, ann, { title: "New" })).rejects.toMatchObject({ code: "workflow_changed" });
    const children = advanceChildren(app, ann, { key: parent, targetState: "Ready for Plan" });
    await expect(children).rejects.toMatchObject({ code: "workflow_changed" });
    expect(await seqOf(world)).toBe(before);
    expect(accepted(await handoff({ ...app, workflowVersion: 2 }, ann, next)).newState).toBe("Research Needed");
  });
}

function adopt(world: World, workflow: Workflow, hash: string) {
  return adoptWorkflow(world.board, { part: "ticket", workflow, hash }, BY, world.app.newId);
}

function without(...states: readonly string[]): Workflow {
  const left = Object.entries(TICKETS.states).filter(([name]) => !states.includes(name));
  return { ...TICKETS, states: Object.fromEntries(left) };
}
