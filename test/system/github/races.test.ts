// Ten machines that share nothing but GitHub, on one ticket at the same moment: one succeeds, nine are told.

import { describe, expect, it, onTestFinished } from "vitest";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { markerIn } from "../../../src/github/tracker/marker.ts";
import { lostRace } from "../../../src/github/write/races.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { accepted, hand, rowsOf, stateOf } from "../../support/worlds/steps.ts";
import { agent, ann, bob, MINUTE } from "../../support/worlds/world.ts";
import type { Issue } from "../../support/github/fake/world.ts";
import { Site, type Machine } from "../../support/github/world.ts";

async function start(state: string, count: number, refLocks: boolean) {
  const site = await Site.open({ remember: 20 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const issue = github.addIssue(repository, "Wanted", { project, card: { "Workflow State": state, Estimate: "XS" } });
  const machines: Machine[] = [];
  for (let at = 0; at < count; at++) {
    const machine = await site.machine({ refLocks });
    await machine.board.tickets.get("1");
    machines.push(machine);
  }
  site.clock.pass(MINUTE);
  return { site, issue, machines };
}

/** The moves that stand under the issue. */
function movesUnder(site: Site, issue: Issue): readonly string[] {
  return site.github.see(issue).comments.flatMap(({ body }) => markerIn(body)?.move?.to ?? []);
}

describe.each([{ refLocks: true }, { refLocks: false }])("ten machines, claims as refs: $refLocks", ({ refLocks }) => {
  it.each([
    { what: "to one state", targets: ["Research Needed"] },
    { what: "to two states", targets: ["Research Needed", "Ready for Plan"] },
    { what: "to three, two of which close it", targets: ["Ready for Plan", "Done", "Canceled"] },
  ])("triage without a claim, $what: one succeeds, nine are told", async ({ targets }) => {
    const { site, issue, machines } = await start("Backlog", 10, refLocks);
    const answers = await Promise.all(
      machines.map((machine, at) =>
        hand(machine, agent(`agent ${at}`), "1", { command: "triage", toState: targets[at % targets.length] ?? "" }),
      ),
    );
    const winners = answers.filter((answer) => !isRefusal(answer));
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(isRefusal)) expect(answer.what).toMatchObject(expect.anything());
    const [winner] = winners;
    if (!winner || isRefusal(winner)) throw new Error("nobody won");
    // GitHub, and every store, say what the one was told.
    const card = site.github.see(issue);
    expect(card.card?.["Workflow State"]).toBe(winner.newState);
    expect(movesUnder(site, issue)).toEqual([winner.newState]);
    expect(card.closed).toBe(["Done", "Canceled"].includes(winner.newState));
    for (const machine of machines) {
      expect(await stateOf(machine, "1")).toBe(winner.newState);
      expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
      expect(await machine.store.pending.on(["1"])).toEqual([]);
    }
  });

  it("lock it: one holds it, where claims are refs", async () => {
    const { site, issue, machines } = await start("Research Needed", 10, refLocks);
    const answers = await Promise.all(
      machines.map((machine, at) => hand(machine, agent(`agent ${at}`), "1", { command: "research", intent: "lock" })),
    );
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    expect(movesUnder(site, issue)).toEqual(["Research in Progress"]);
  });
});

it("takes back what lost where the process died between the write and the look", async () => {
  const { site, issue, machines } = await start("Backlog", 2, true);
  const [one, two] = [machines[0] as Machine, machines[1] as Machine];
  // Both have looked; the second one's write arrives after the first one's, and its answer is lost.
  const late = two.board.tickets.forHandoff("1", { group: false, blockers: false });
  await late;
  site.github.faults.plan({ kind: "drop", when: "after" }, { on: "Write", skip: 1 });
  site.github.faults.plan({ kind: "bad-gateway", when: "before" }, { on: "Handoff", skip: 2, times: 50 });
  const [first, second] = await Promise.all([
    hand(one, ann, "1", { command: "triage", toState: "Research Needed" }),
    hand(two, bob, "1", { command: "triage", toState: "Ready for Plan" }).catch((error: unknown) => error),
  ]);
  site.github.faults.clear();
  accepted(first as object);
  expect(second).toMatchObject({ code: "unclear" });
  site.clock.pass(2 * MINUTE);
  expect(await stateOf(two, "1")).toBe("Research Needed");
  expect(await stateOf(one, "1")).toBe("Research Needed");
  expect(movesUnder(site, issue)).toEqual(["Research Needed"]);
  expect((await rowsOf(two, "1")).map(({ kind }) => kind)).toContain("void");
});

it("counts a move only from where the moves before it led", () => {
  const comment = (id: string, store: string, from: string, to: string) => ({
    id,
    author: "octo",
    body: "",
    at: 1_000,
    marker: { store, id: `${id}.0`, agent: null, person: null, move: { from, to, command: null, intent: null } },
  });
  const [a, b, c] = [comment("a", "A", "x", "y"), comment("b", "B", "x", "z"), comment("c", "C", "y", "w")];
  const seen = { key: "1", comments: [], since: 0 };
  expect(lostRace(seen, "x", [a, b, c], { store: "A", marker: "a" })).toBeNull();
  expect(lostRace(seen, "x", [a, b, c], { store: "B", marker: "b" })).toEqual({ key: "1", state: "w", comment: "b" });
  expect(lostRace(seen, "y", [c, b], { store: "C", marker: "c" })).toBeNull();
  // What was seen before has led to the state that was seen.
  expect(lostRace({ ...seen, comments: [{ id: "a" }] }, "x", [a, b], { store: "B", marker: "b" })).toBeNull();
  expect(lostRace({ key: "1", since: 5_000 }, "x", [a, { ...b, at: 5_000 }], { store: "B", marker: "b" })).toBeNull();
  expect(lostRace(seen, "x", [a], { store: "B", marker: "b" })).toBeNull();
});
