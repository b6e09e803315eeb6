import { describe, expect, it } from "vitest";
import { groupWith, leaf, MACHINE } from "../../../test/support/engine/boards.ts";
import { advance, goTo, machine, oneItem, setStatus, threeItems, update } from "../../../test/support/engine/runs.ts";
import type { Actor } from "../facts.ts";
import { dueOn } from "../position/due.ts";
import type { RunFacts } from "./routers.ts";
import { handoffsOf, itemsHandedOff } from "./ticket-handoffs.ts";

const ANN: Actor = { kind: "agent", identity: { connection: "ann", agent: null } };
const STEPS = (MACHINE.workflow.position?.phases ?? []).map(({ step }) => step);
const HELD = { claim: { holder: { connection: "ann", agent: null }, fence: 1, since: 0, expiresAt: 10 } };

/** What is due at the run's step for item 1, whose ticket is in this state. */
function due(run: RunFacts, state: string, held = false): string[] {
  const whole = groupWith(leaf("1", { state, ...(held ? HELD : {}) }));
  const calls = handoffsOf(machine, run, 1, STEPS, dueOn(MACHINE, { now: 5, whole }, "1", ANN));
  return calls.map(({ item, when, command, intent, to_state }) => `${item} ${when}: ${command} ${intent ?? to_state}`);
}

function planned(run: RunFacts, ...ids: string[]): RunFacts {
  return update(run, { tasks: ids.map((id, at) => ({ id, item: 1, dependsOn: at > 0 ? [ids[at - 1] ?? ""] : [] })) });
}

describe("the items whose tickets are handed off", () => {
  it("are the one at work, those of the batch, or all of them; and none where the context is cleared", () => {
    const run = threeItems();
    expect(itemsHandedOff(machine, goTo(run, "brainstorm-exploring"))).toEqual([1]);
    expect(itemsHandedOff(machine, goTo(run, "clear-bs1"))).toEqual([]);
    const tasks = [
      { id: "a", item: 1, dependsOn: [] },
      { id: "b", item: 2, dependsOn: ["a"] },
      { id: "c", item: 3, dependsOn: [] },
    ];
    const ready = goTo(update(run, { tasks }), "ready-to-implement");
    expect(itemsHandedOff(machine, ready)).toEqual([1, 2, 3]);
    expect(itemsHandedOff(machine, goTo(ready, "execute-batch"))).toEqual([1, 3]);
  });
});

describe("the handoffs of an item's ticket", () => {
  const exploring = goTo(oneItem("code"), "brainstorm-exploring");
  const clarifying = goTo(exploring, "brainstorm-clarifying");
  const drafted = goTo(planned(exploring, "a", "b"), "rough-draft-handoff");
  const building = goTo(drafted, "execute-batch");

  it("begin the work of the step, and hand the ticket on at its end", () => {
    expect(due(exploring, "Research Needed")).toEqual(["1 before: ralph_research lock"]);
    expect(due(exploring, "Research in Progress", true)).toEqual(["1 after: ralph_research complete"]);
    expect(due(clarifying, "Ready for Plan")).toEqual(["1 before: ralph_plan lock"]);
    expect(due(drafted, "Plan in Progress", true)).toEqual(["1 after: ralph_plan complete"]);
  });

  it("keep a ticket in hand while the run comes to the same work again", () => {
    expect(due(clarifying, "Plan in Progress", true)).toEqual([]);
    expect(due(building, "In Progress", true)).toEqual([]);
    const last = advance(setStatus(building, "a", "completed"));
    expect(due(goTo(last, "execute-batch"), "In Progress", true)).toEqual(["1 after: ralph_impl complete"]);
  });

  it("hand a ticket on after the batch that ends the item's tasks, whatever was dropped", () => {
    expect(due(setStatus(setStatus(building, "a", "completed"), "b", "dropped"), "In Progress", true)).toEqual([
      "1 after: ralph_impl complete",
    ]);
  });

  it("let a ticket catch up that lags behind its run", () => {
    expect(due(clarifying, "Research Needed")).toEqual(["1 before: ralph_research lock"]);
    expect(due(clarifying, "Research in Progress", true)).toEqual(["1 before: ralph_research complete"]);
    expect(due(building, "Ready for Plan")).toEqual(["1 before: ralph_plan lock"]);
  });

  it("leave a ticket alone that is ahead of its run, or waits for a person", () => {
    expect(due(exploring, "Ready for Plan")).toEqual([]);
    expect(due(clarifying, "In Progress", true)).toEqual([]);
    expect(due(goTo(drafted, "ready-to-implement"), "Plan in Review")).toEqual([]);
    expect(due(building, "Plan in Review")).toEqual([]);
    expect(due(building, "Canceled")).toEqual([]);
  });

  it("are none at a step without work on tickets, or with steps that the ticket's workflow does not know", () => {
    expect(due(goTo(exploring, "clear-bs1"), "Research Needed")).toEqual([]);
    const whole = groupWith(leaf("1", { state: "Research Needed" }));
    const ticket = dueOn(MACHINE, { now: 5, whole }, "1", ANN);
    expect(handoffsOf(machine, clarifying, 1, ["other"], { ...ticket, step: "other" })).toEqual([]);
  });
});
