// Every fault at every request: nothing is lost, nothing is done twice, nothing is called a success that is not written,
// and in the end GitHub, the mirror and the ledger say the same.

import { describe, expect, it, onTestFinished } from "vitest";
import { advanceChildren } from "../../../src/app/tickets/advance.ts";
import { pickIssue } from "../../../src/app/tickets/pick.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { GitHubError } from "../../../src/github/client/errors.ts";
import { markerIn } from "../../../src/github/tracker/marker.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { hand } from "../../support/worlds/steps.ts";
import { ann, bob, MINUTE } from "../../support/worlds/world.ts";
import type { Fault } from "../../support/github/fake/faults.ts";
import { Site, TOKEN, type Machine } from "../../support/github/world.ts";

const FAULTS: readonly Fault[] = [
  { kind: "unauthorized" },
  { kind: "forbidden" },
  { kind: "forbidden", retryAfter: 30 },
  { kind: "too-many" },
  { kind: "too-many", retryAfter: 2 },
  { kind: "limited", limit: "primary" },
  { kind: "limited", limit: "secondary" },
  { kind: "bad-gateway", when: "before" },
  { kind: "bad-gateway", when: "after" },
  { kind: "drop", when: "before" },
  { kind: "drop", when: "after" },
  { kind: "slow" },
  { kind: "garbage", body: "<html>" },
  { kind: "garbage", body: "{}" },
];

const STALE: Fault = { kind: "stale", writes: 1 };

const PARTS: readonly Fault[] = ["t0_state", "t0_comment_0", "t1_state", "t1_comment_1"].flatMap((alias) =>
  (["before", "after"] as const).flatMap((when) =>
    ["Something went wrong while executing your query.", "You may not"].map((message): Fault => ({
      kind: "part",
      alias,
      message,
      when,
    })),
  ),
);

interface Scenario {
  readonly name: string;
  readonly refLocks: boolean;
  readonly requests: number;
  /** How many of them only look. */
  readonly looks: number;
  /** What it may have moved. */
  readonly tickets: readonly number[];
  readonly act: (machine: Machine) => Promise<object>;
}

const SCENARIOS: readonly Scenario[] = [false, true].flatMap((refLocks): Scenario[] => [
  {
    name: `a handoff${refLocks ? ", the claim a ref" : ""}`,
    refLocks,
    requests: refLocks ? 4 : 2,
    looks: 1,
    tickets: [1],
    act: (machine) => hand(machine, ann, "1", { command: "research", intent: "lock" }),
  },
  {
    name: `a pick with claim${refLocks ? ", the claim a ref" : ""}`,
    refLocks,
    requests: refLocks ? 5 : 3,
    looks: 2,
    tickets: [1],
    act: (machine) =>
      pickIssue(machine.app, ann, { workflowState: "Research Needed", claim: true, command: "research", reason: "r" }),
  },
  ...(refLocks
    ? []
    : [
        {
          name: "an advance",
          refLocks,
          requests: 3,
          looks: 2,
          tickets: [3, 4],
          act: (machine: Machine) => advanceChildren(machine.app, ann, { key: "2", targetState: "Research Needed" }),
        },
      ]),
]);

/** Where an answer never comes, the client gives up soon; where one does, it waits for it on the slowest of machines. */
function timeoutFor(fault: Fault | null): number {
  return fault?.kind === "slow" ? 500 : 60_000;
}

async function board(refLocks: boolean, fault: Fault | null = null): Promise<{ site: Site; machine: Machine }> {
  const site = await Site.open({ remember: 5 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const place = (state: string) => ({ project, card: { "Workflow State": state } });
  github.addIssue(repository, "Alone", place("Research Needed"));
  const parent = github.addIssue(repository, "Parent", place("Backlog"));
  for (const title of ["Child", "Other child"]) {
    github.putUnder(github.addIssue(repository, title, place("Backlog")), parent);
  }
  github.drag(parent, "Research Needed");
  const machine = await site.machine({ refLocks, client: { timeoutMs: timeoutFor(fault) } });
  // Until the board is at rest: then a look is one request.
  for (let look = 0; look < 3; look++) {
    await machine.board.refresh();
    site.clock.pass(MINUTE);
  }
  return { site, machine };
}

describe.each(SCENARIOS)("$name", ({ refLocks, requests, looks, tickets, act }) => {
  const places = Array.from({ length: requests }, (_, index) => index);
  const cases = [
    ...places.flatMap((skip) => FAULTS.map((fault) => ({ fault, skip, shown: JSON.stringify(fault) }))),
    ...places.slice(0, looks).map((skip) => ({ fault: STALE, skip, shown: "an answer that is old" })),
    ...PARTS.map((fault) => ({ fault, skip: requests - 1, shown: JSON.stringify(fault) })),
  ];

  it.each(cases)("survives $shown at request $skip", async ({ fault, skip }) => {
    const { site, machine } = await board(refLocks, fault);
    site.github.faults.plan(fault, { skip });
    const told = await act(machine).catch((error: unknown) => error);
    site.github.faults.clear();
    if (told instanceof Error) {
      expect(told).toMatchObject({ code: expect.any(String), recovery: expect.stringMatching(/\S/) });
      expect(`${told.message} ${JSON.stringify(told)}`).not.toContain(TOKEN);
    }
    // Whoever comes by later finds the board in order, on the same machine as in another process.
    site.clock.pass(2 * MINUTE);
    const other = await site.beside(machine, { refLocks });
    for (const number of tickets) {
      await other.board.tickets.get(String(number));
      await agreeOn(site, other, number);
    }
    expect(await other.store.pending.on(["1", "2", "3", "4"])).toEqual([]);
    const moved = await movedNow(other, tickets);
    if (!(told instanceof Error) && !isRefusal(told as object)) expect(moved).toEqual(claimedBy(told));
    if (told instanceof GitHubError && told.message.includes("othing was written")) expect(moved).toEqual([]);
    expect(await verifyStore(other.store.driver)).toMatchObject({ ok: true });
    // And nothing is stuck.
    if (tickets.includes(1) && moved.length === 0) {
      expect(isRefusal(await hand(other, bob, "1", { command: "research", intent: "lock" }))).toBe(false);
      await agreeOn(site, other, 1);
    }
  });
});

describe("where the answer to a write got lost", () => {
  it.each(SCENARIOS)(
    "and GitHub then is away: $name is finished by whoever comes by",
    async ({ refLocks, tickets, act }) => {
      const { site, machine } = await board(refLocks);
      site.github.faults.plan({ kind: "drop", when: "after" }, { on: "Write" });
      site.github.faults.plan({ kind: "bad-gateway", when: "before" }, { on: "Handoff", skip: 1, times: 50 });
      const told = await act(machine).catch((error: unknown) => error);
      expect(told).toMatchObject({ code: "unclear" });
      expect(await machine.store.pending.expired(10)).toEqual([]);
      site.github.faults.clear();
      site.clock.pass(2 * MINUTE);
      expect(await machine.store.pending.expired(10)).toHaveLength(1);
      const other = await site.beside(machine, { refLocks });
      for (const number of tickets) {
        await other.board.tickets.get(String(number));
        await agreeOn(site, other, number);
      }
      expect(await movedNow(other, tickets)).toEqual(tickets);
      expect(await verifyStore(other.store.driver)).toMatchObject({ ok: true });
    },
  );

  it.each(SCENARIOS)("and the look for it sees an old board: $name is not called off for good", async (scenario) => {
    const { refLocks, tickets, act } = scenario;
    const { site, machine } = await board(refLocks);
    site.github.faults.plan({ kind: "drop", when: "after" }, { on: "Write" });
    site.github.faults.plan(STALE, { on: "Handoff", skip: 1 });
    await act(machine).catch((error: unknown) => error);
    site.github.faults.clear();
    site.clock.pass(2 * MINUTE);
    for (const number of tickets) {
      await machine.board.tickets.get(String(number));
      await agreeOn(site, machine, number);
    }
    expect(await movedNow(machine, tickets)).toEqual(tickets);
  });

  it("and it never reached GitHub: it is called off, and the ledger says so", async () => {
    const { site, machine } = await board(false);
    site.github.faults.plan({ kind: "drop", when: "before" }, { on: "Write" });
    const told = await hand(machine, ann, "1", { command: "research", intent: "lock" }).catch(
      (error: unknown) => error,
    );
    expect(told).toMatchObject({ code: "github_failed", message: expect.stringContaining("nothing was written") });
    const [row] = await machine.store.ledger.history({ type: "ticket", key: "1" }, 1);
    expect(row).toMatchObject({ kind: "void", by: { connection: "ann" } });
    await agreeOn(site, machine, 1);
  });
});

/** GitHub, the mirror and the ledger: the same state, and a comment for each move of ours, once. */
async function agreeOn(site: Site, machine: Machine, number: number): Promise<void> {
  const seen = site.github.see(site.github.issue("acme", "shop", number));
  const mirrored = await machine.store.tickets.get(String(number));
  expect(mirrored?.state).toBe(seen.card?.["Workflow State"]);
  const rows = await machine.store.ledger.history({ type: "ticket", key: String(number) }, 100);
  expect(rows.find(({ data }) => typeof data["to"] === "string")?.data["to"]).toBe(mirrored?.state);
  const markers = seen.comments.flatMap(({ body }) => markerIn(body)?.id ?? []);
  expect(new Set(markers).size).toBe(markers.length);
  const moves = rows.filter(({ kind, data }) => kind === "propagate" || (kind === "move" && data["command"] !== null));
  const commented = moves.filter(({ data }) => data["uncommented"] !== true);
  expect(markers.length).toBe(commented.length);
}

async function movedNow(machine: Machine, tickets: readonly number[]): Promise<number[]> {
  const moved: number[] = [];
  for (const number of tickets) {
    const rows = await machine.store.ledger.history({ type: "ticket", key: String(number) }, 100);
    if (rows.some(({ kind }) => kind === "move" || kind === "propagate")) moved.push(number);
  }
  return moved;
}

/** The tickets that an accepted answer says were moved. */
function claimedBy(answer: unknown): number[] {
  const { advanced, issue, number } = answer as {
    advanced?: { number: number }[];
    issue?: { number: number } | null;
    number?: number;
  };
  if (advanced) return advanced.map((one) => one.number);
  if (issue !== undefined) return issue ? [issue.number] : [];
  return number === undefined ? [] : [number];
}
