import { expect } from "vitest";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { adoptWorkflow, type AdoptInput } from "../../src/app/workflows/adopt.ts";
import { underNewNames } from "../../src/engine/compare/state-map.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { hashWorkflow } from "../../src/workflows/hash.ts";
import { TICKETS } from "../support/engine/boards.ts";
import { withoutState } from "../support/engine/workflow-edits.ts";
import { accepted, refused, seqOf, ticketIn } from "../support/worlds/steps.ts";
import { ann, MINUTE, person, type Test, type World } from "../support/worlds/world.ts";

const NAMES = { Backlog: "Inbox", "Research Needed": "To Research", "In Progress": "Building", Done: "Shipped" };
const PAIRS = Object.entries(NAMES).map(([from, to]) => ({ from, to }));
const RENAMED = underNewNames(TICKETS, new Map(Object.entries(NAMES)));

const WRONG = [
  ["a state that nobody knows", [{ from: "Baklog", to: "Inbox" }], 'Did you mean "Backlog"?'],
  ["a state that the new one does not have", [{ from: "Backlog", to: "Inbax" }], 'Did you mean "Inbox"?'],
  ["two ways for one state", [...PAIRS, { from: "backlog", to: "Building" }], 'both to "Inbox" and to "Building"'],
] as const;

export function mapping(test: Test): void {
  const mapped: Test = (title, body) =>
    test(title, async (world) => {
      if (world.board.alone) return body(world);
      // Where tickets live elsewhere, nothing of it is done, and the person is told what to do.
      await adopt(world, TICKETS);
      const refusal = refused(await adopt(world, RENAMED, { map: PAIRS }), "map_elsewhere");
      expect(refusal.error).toContain("has the old states and the new ones");
      expect((await world.board.workflows.inForce("ticket"))?.hash).toBe(hashWorkflow(TICKETS));
    });

  mapped("moves tickets by a map with a row each, and back by the map that it proposes", async (world) => {
    await adopt(world, TICKETS);
    const [waiting, done, plan] = [
      await ticketIn(world, "Research Needed"),
      await ticketIn(world, "Done"),
      await ticketIn(world, "Ready for Plan"),
    ];
    const before = await world.board.tickets.get(waiting);
    await world.advance(MINUTE);
    const seq = await seqOf(world);
    const map = [...PAIRS.slice(0, 3), { from: "done", to: "SHIPPED" }];
    const dry = await adopt(world, RENAMED, { map, dryRun: true });
    expect(dry).toMatchObject({ adopted: false, dryRun: true });
    expect(await seqOf(world)).toBe(seq);
    const adopted = accepted(await adopt(world, RENAMED, { map }));
    const mapped = [
      { from: "Research Needed", to: "To Research", tickets: 1 },
      { from: "Done", to: "Shipped", tickets: 1 },
    ];
    const back = {
      map: ["Inbox=Backlog", "To Research=Research Needed", "Building=In Progress", "Shipped=Done"],
      exact: true,
    };
    expect(adopted).toMatchObject({ adopted: true, event: seq + 1, loosens: [], mapped, released: [], back });
    expect(dry).toMatchObject({ mapped, back });
    expect(await world.board.ledger.after(seq, 10)).toMatchObject([
      { kind: "adopt", data: { from: hashWorkflow(TICKETS), to: hashWorkflow(RENAMED), map: NAMES } },
      {
        kind: "map",
        subject: { key: waiting },
        by: { person: "Olga" },
        data: { from: "Research Needed", to: "To Research" },
      },
      { kind: "map", subject: { key: done }, data: { from: "Done", to: "Shipped" } },
    ]);
    // It has stood there all the while.
    const { version = 0, enteredAt } = before ?? {};
    expect(await world.board.tickets.get(waiting)).toMatchObject({
      state: "To Research",
      version: version + 1,
      enteredAt,
    });
    expect(await world.board.tickets.get(done)).toMatchObject({ state: "Shipped", closed: true });
    expect(await world.board.tickets.get(plan)).toMatchObject({ state: "Ready for Plan" });
    expect(await adopt(world, RENAMED, { map })).toMatchObject({ adopted: false });
    const pairs = adopted.back?.map.map((pair) => ({ from: pair.split("=")[0] ?? "", to: pair.split("=")[1] ?? "" }));
    expect(accepted(await adopt(world, TICKETS, { map: pairs })).adopted).toBe(true);
    expect(await world.board.tickets.get(waiting)).toMatchObject({ state: "Research Needed" });
    expect(await world.board.tickets.get(done)).toMatchObject({ state: "Done", closed: true });
  });

  mapped("keeps a claim where its ticket can be held, and else asks before it is taken", async (world) => {
    await adopt(world, TICKETS);
    const key = await ticketIn(world, "Research Needed");
    const lock = { key, command: "research", intent: "lock", reason: "mine" };
    const { claim } = accepted(await handoff(world.app, ann, lock));
    const renamed = underNewNames(TICKETS, new Map([["Research in Progress", "Researching"]]));
    const map = [{ from: "Research in Progress", to: "Researching" }];
    expect(accepted(await adopt(world, renamed, { map })).released).toEqual([]);
    const app = { ...world.app, machine: compile(renamed) };
    const done = { key, command: "research", toState: "Ready for Plan", claim: claim?.token, reason: "done" };
    expect(accepted(await handoff(app, ann, { ...done, dryRun: true }))).toMatchObject({
      previousState: "Researching",
    });

    const lost = [{ from: "Researching", to: "Research Needed" }];
    const next = withoutState("Researching")(renamed);
    const refusal = refused(await adopt(world, next, { map: lost }), "workflow_frees_tickets");
    expect(refusal.facts["tickets"]).toEqual([key]);
    expect((await world.board.workflows.inForce("ticket"))?.hash).toBe(hashWorkflow(renamed));
    const freed = accepted(await adopt(world, next, { map: lost, releaseClaims: true }));
    expect(freed.released).toEqual([key]);
    expect(await world.board.tickets.get(key)).toMatchObject({ state: "Research Needed", claim: null });
    const [row] = await world.board.ledger.history({ type: "ticket", key }, 1);
    expect(row).toMatchObject({ kind: "map", data: { claim: { type: "release", deposed: true } } });
    refused(await handoff({ ...world.app, machine: compile(next) }, ann, done), "claim_lost");
  });

  mapped("closes tickets by a map, and ends the sessions on them", async (world) => {
    await adopt(world, TICKETS);
    const key = await ticketIn(world, "In Review");
    accepted(await createSession(world.app, ann, { ticket: key }));
    const next = withoutState("In Review")(TICKETS);
    const map = [{ from: "In Review", to: "Done" }];
    expect(accepted(await adopt(world, next, { map })).mapped).toEqual([
      { from: "In Review", to: "Done", tickets: 1, closes: 1 },
    ]);
    expect(await world.board.tickets.get(key)).toMatchObject({ state: "Done", closed: true });
    expect(await world.board.sessions.list({ open: true }, 10)).toEqual([]);
  });

  for (const [what, map, says] of WRONG) {
    mapped(`refuses a map with ${what}`, async (world) => {
      await adopt(world, TICKETS);
      expect(refused(await adopt(world, RENAMED, { map }), "invalid_map").error).toContain(says);
      expect((await world.board.workflows.inForce("ticket"))?.hash).toBe(hashWorkflow(TICKETS));
    });
  }

  mapped("refuses a map that leaves a state in use out", async (world) => {
    await adopt(world, TICKETS);
    await ticketIn(world, "Research Needed");
    const refusal = refused(await adopt(world, RENAMED, { map: PAIRS.slice(0, 1) }), "workflow_strands_tickets");
    expect(refusal.facts["states"]).toEqual([{ state: "Research Needed", count: 1 }]);
    expect((await world.board.workflows.inForce("ticket"))?.hash).toBe(hashWorkflow(TICKETS));
  });
}

function adopt(world: World, workflow: Workflow, more: Partial<AdoptInput> = {}) {
  const hash = hashWorkflow(workflow);
  return adoptWorkflow(world.app, person("Olga"), { part: "ticket", workflow, hash, ...more });
}
