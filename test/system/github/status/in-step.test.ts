// Status beside a field of the state's own: it shows every state by one of its few options, and people may drag it.

import { describe, expect, it } from "vitest";
import { openStatus } from "../../../support/github/status.ts";
import { accepted, hand, lastRow, stateOf } from "../../../support/worlds/steps.ts";
import { ann } from "../../../support/worlds/world.ts";

async function begin(state: string, status: string) {
  const place = await openStatus({ inStep: true });
  const issue = place.add("Tiles", { "Workflow State": state, Status: status });
  await place.look();
  place.later();
  return { ...place, issue, both: () => Object.values(fieldsOf(place.shown(issue))) };
}

function fieldsOf(card: Readonly<Record<string, string>> | null) {
  return { state: card?.["Workflow State"], status: card?.["Status"] };
}

describe("Status, kept in step by a mapping", () => {
  it("follows every move in the same request", async () => {
    const { github, machine, both } = await begin("Research Needed", "Todo");
    github.countRequests();
    accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
    expect(github.countRequests()).toMatchObject({ requests: 2, operations: ["Handoff", "Write"] });
    expect(both()).toEqual(["Research in Progress", "In Progress"]);
    accepted(await hand(machine, ann, "1", { command: "research", intent: "complete" }));
    expect(both()).toEqual(["Ready for Plan", "Todo"]);
  });

  it("that a person drags is their move, where it can mean only one", async () => {
    const { github, machine, look, issue, both } = await begin("In Review", "In Progress");
    github.drag(issue, "Done", { field: "Status", by: "maria" });
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({
      kind: "move",
      by: { person: "maria", via: "github" },
      data: { from: "In Review", to: "Done" },
      texts: { reason: 'dragged to "Done" on GitHub' },
    });
    expect(both()).toEqual(["Done", "Done"]);
    expect(github.see(issue).closed).toBe(true);
  });

  it.each([
    [
      "may mean several",
      "Human Needed",
      "In Progress",
      "Todo",
      '"Todo" may mean "Backlog", "Research Needed" or "Ready for Plan"',
    ],
    [
      "leads nowhere",
      "In Progress",
      "In Progress",
      "Done",
      '"Done" stands for "Done" and "Canceled"; from "In Progress" it may go to',
    ],
  ])("is put back with the reason where it %s", async (_, state, status, to, reason) => {
    const { github, machine, look, issue, both } = await begin(state, status);
    github.drag(issue, to, { field: "Status", by: "maria" });
    await look();
    expect(await stateOf(machine, "1")).toBe(state);
    expect(both()).toEqual([state, status]);
    expect(github.see(issue).comments.at(-1)?.body).toContain(
      `**Status**: back from ${to} to ${status}\n**Reason**: ${reason}`,
    );
    const { length } = github.see(issue).comments;
    await look();
    expect(github.see(issue).comments).toHaveLength(length);
  });

  it("is no way round a guard: a drag past one is put back, and the refusal stands in the ledger", async () => {
    const { github, machine, look, issue, both, add } = await begin("Ready for Plan", "Todo");
    const parent = add("Bathroom", { "Workflow State": "Backlog", Status: "Todo" });
    const late = add("Taps", { "Workflow State": "Research Needed", Status: "Todo" });
    for (const child of [issue, late]) github.putUnder(child, parent);
    await look();
    github.drag(issue, "In Progress", { field: "Status", by: "maria" });
    await look();
    expect(await stateOf(machine, "1")).toBe("Ready for Plan");
    expect(await lastRow(machine, "1")).toMatchObject({ kind: "refuse", by: { person: "maria" } });
    expect(both()).toEqual(["Ready for Plan", "Todo"]);
  });
});
