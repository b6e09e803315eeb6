// Who holds a ticket, over real servers: tokens lost, leases run out, clients gone and back, calls made twice.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { openBoard } from "../../../src/store/open.ts";
import { appOn, person } from "../../support/worlds/world.ts";
import { ShiftedClock } from "../../support/clock/shifted-clock.ts";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";

let office: Office;
let clock: ShiftedClock;

interface SeenClaim {
  readonly token?: string;
  readonly holder: string;
  readonly fence: number;
  readonly expiresAt: string;
}

const RESEARCH = { command: "research", reason: "next" };
const PLAN = { command: "plan", reason: "next" };
/** Longer than a test takes, on the slowest of machines: it is the clock that is moved. */
const LEASE_MS = 600_000;
const GRACE_MS = 300_000;

function claimOf(answer: Record<string, unknown>): SeenClaim {
  return answer["claim"] as SeenClaim;
}

async function leaseOn(desk: Desk, number: number): Promise<{ expired: boolean; expiresAt: string }> {
  const { claim } = (await desk.ok("get_ticket", { number })) as { claim: { expired: boolean; expiresAt: string } };
  return claim;
}

/** Moves the clock on to the end of the ticket's lease. */
async function runOut(desk: Desk, number: number): Promise<void> {
  const { expired, expiresAt } = await leaseOn(desk, number);
  expect(expired).toBe(false);
  clock.pass(Date.parse(expiresAt) - clock.now());
  expect(await leaseOn(desk, number)).toMatchObject({ expired: true });
}

async function ledgerHead(desk: Desk): Promise<unknown> {
  const { result } = await desk.client.request("resources/read", { uri: "signalbox://board" });
  const { contents } = result as { contents: { text: string }[] };
  return (JSON.parse(contents[0]?.text ?? "") as { head: unknown }).head;
}

async function historyOf(number: number): Promise<readonly { kind: string; data: Record<string, unknown> }[]> {
  const board = await openBoard({ database: office.database });
  try {
    return (await board.ledger.history({ type: "ticket", key: String(number) }, 100)).toReversed();
  } finally {
    await board.close();
  }
}

/** Moved by hand, along an edge, by somebody who is no agent. */
async function drag(number: number, toState: string, now = Date.now): Promise<void> {
  const board = await openBoard({ database: office.database, clock: now });
  try {
    const inForce = await board.workflows.inForce("ticket");
    if (!inForce) throw new Error("no workflow is in force");
    const app = appOn(board, { machine: compile(inForce.workflow) });
    const answer = await handoff(app, person("Maria"), { key: String(number), toState, reason: "by hand" });
    if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  } finally {
    await board.close();
  }
}

describe("a claim", () => {
  let desk: Desk;
  beforeAll(async () => {
    office = openOffice();
    desk = await office.connect({ SIGNALBOX_AGENT: "desk" });
  });
  afterAll(() => office.close());

  it("can be given back and taken anew where its token is lost", async () => {
    const { number } = await desk.held("research", "ann");
    const lock = { number, ...RESEARCH, intent: "lock", agent: "ann" };
    const refused = await desk.refused("handoff_ticket", lock);
    expect(refused).toMatchObject({ code: "claim_conflict", holder: "desk/ann" });
    expect(refused["recovery"]).toContain("give the claim back with release_claim and lock again");
    const released = await desk.ok("release_claim", { number, agent: "ann", reason: "I lost the token" });
    expect(released).toMatchObject({ released: true, holder: "desk/ann", state: "Research in Progress" });
    const again = await desk.ok("handoff_ticket", lock);
    expect(again).toMatchObject({ changed: false, newState: "Research in Progress", claim: { fence: 2 } });
  });

  it("is taken again with its token, which stays the same", async () => {
    const { number, token } = await desk.held("plan", "ann");
    const again = await desk.ok("handoff_ticket", { number, ...PLAN, intent: "lock", agent: "ann", claim: token });
    expect(again).toMatchObject({ changed: false, claim: { token, holder: "desk/ann", fence: 1 } });
  });

  it("lets its holder hand on without the token, and nobody else", async () => {
    const { number } = await desk.held("research", "ann");
    const complete = { number, ...RESEARCH, intent: "complete" };
    expect(await desk.refused("handoff_ticket", { ...complete, agent: "bob" })).toMatchObject({
      code: "claim_conflict",
      holder: "desk/ann",
    });
    expect(await desk.refused("handoff_ticket", complete)).toMatchObject({ code: "claim_conflict" });
    expect(await desk.ok("handoff_ticket", { ...complete, agent: "ann" })).toMatchObject({
      newState: "Ready for Plan",
    });
  });

  it("goes to one of two agents on one connection, and its token to whoever shows it", async () => {
    const number = await desk.ticketIn("Ready for Plan");
    const lock = { number, ...PLAN, intent: "lock" };
    const both = await Promise.all(["ann", "bob"].map((agent) => desk.call("handoff_ticket", { ...lock, agent })));
    const won = both.filter((answer) => !answer.isError);
    expect(won).toHaveLength(1);
    expect(both.find((answer) => answer.isError)?.structuredContent).toMatchObject({ code: "claim_conflict" });
    const { token } = claimOf(won[0]?.structuredContent ?? {});
    // Whoever was given the token acts for the holder.
    expect(
      await desk.ok("handoff_ticket", { number, ...PLAN, intent: "complete", agent: "third", claim: token }),
    ).toMatchObject({ newState: "Plan in Review" });
  });

  it("ends with any move out of the locked state, and anyone may go on from there", async () => {
    const { number, token } = await desk.held("research", "ann");
    await desk.hand(number, { ...RESEARCH, intent: "escalate", agent: "ann", claim: token });
    expect((await desk.ok("get_ticket", { number }))["claim"]).toBeNull();
    expect(await desk.refused("release_claim", { number, claim: token, reason: "x" })).toMatchObject({
      code: "not_claimed",
    });
  });

  it("is kept for whoever put a ticket into a lock state by hand", async () => {
    const number = await desk.ticketIn("Research Needed");
    await drag(number, "Research in Progress");
    const refused = await desk.refused("handoff_ticket", { number, ...RESEARCH, intent: "lock", agent: "ann" });
    expect(refused).toMatchObject({ code: "claim_conflict", holder: null });
    expect(refused["error"]).toContain("by hand");
  });

  it("never shows its token to others, nor in the ledger", async () => {
    const { number, token } = await desk.held("research", "ann");
    await desk.refused("handoff_ticket", { number, ...RESEARCH, intent: "lock", agent: "bob" });
    expect(JSON.stringify(await desk.ok("get_ticket", { number }))).not.toContain(token);
    expect(JSON.stringify(await desk.ok("list_tickets", {}))).not.toContain(token);
    expect(JSON.stringify(await historyOf(number))).not.toContain(token);
  });
});

describe("a call that is made twice", () => {
  let desk: Desk;
  beforeAll(async () => {
    office = openOffice();
    desk = await office.connect({ SIGNALBOX_AGENT: "desk" });
  });
  afterAll(() => office.close());

  it("gets the same answer, with a second token, and changes nothing", async () => {
    const number = await desk.ticketIn("Research Needed");
    const lock = { number, ...RESEARCH, intent: "lock", request_id: "lock-1", agent: "ann" };
    const first = await desk.ok("handoff_ticket", lock);
    const head = await ledgerHead(desk);
    const { token, ...bare } = claimOf(first);
    const again = await desk.ok("handoff_ticket", lock);
    expect(again).toEqual({ ...first, repeated: true, claim: { ...bare, token: expect.any(String) } });
    expect(claimOf(again).token).not.toBe(token);
    expect(await ledgerHead(desk)).toEqual(head);
    expect(await desk.refused("handoff_ticket", { ...lock, agent: "bob" })).toMatchObject({ code: "claim_conflict" });

    // After the ticket has moved on, too.
    await desk.hand(number, { ...RESEARCH, intent: "complete", agent: "ann" });
    expect(await desk.ok("handoff_ticket", lock)).toEqual({ ...first, repeated: true, claim: bare });
    expect(await desk.stateOf(number)).toBe("Ready for Plan");
  });

  it("is one pick, and one new ticket", async () => {
    const create = { title: "Once", request_id: "create-1" };
    const first = await desk.ok("create_ticket", create);
    expect(await desk.ok("create_ticket", create)).toEqual({ ...first, repeated: true });
    await desk.hand(Number(first["number"]), { command: "triage", to_state: "Ready for Plan" });
    const pick = { workflowState: "Ready for Plan", claim: true, ...PLAN, request_id: "pick-1", agent: "ann" };
    const picked = await desk.ok("pick_actionable_issue", pick);
    expect(picked).toMatchObject({ found: true, claim: { holder: "desk/ann" } });
    const claim = { ...claimOf(picked), token: expect.any(String) };
    expect(await desk.ok("pick_actionable_issue", pick)).toEqual({ ...picked, repeated: true, claim });
    expect(await desk.ok("pick_actionable_issue", { ...pick, request_id: "pick-2" })).not.toEqual(picked);
  });

  it("may be made again after a refusal, which is not kept", async () => {
    const number = await desk.ticket();
    const lock = { number, ...RESEARCH, intent: "lock", request_id: "later" };
    await desk.refused("handoff_ticket", lock);
    await desk.hand(number, { command: "triage", to_state: "Research Needed" });
    expect(await desk.ok("handoff_ticket", lock)).toMatchObject({ newState: "Research in Progress" });
  });

  it("writes nothing and uses nothing up where it is only a rehearsal", async () => {
    const number = await desk.ticketIn("Research Needed");
    const head = await ledgerHead(desk);
    const lock = { number, ...RESEARCH, intent: "lock", request_id: "rehearsed" };
    const tried = await desk.ok("handoff_ticket", { ...lock, dry_run: true });
    expect(tried).toMatchObject({ newState: "Research in Progress", changed: true, dryRun: true, event: null });
    expect(claimOf(tried)).not.toHaveProperty("token");
    await desk.refused("handoff_ticket", { number, ...PLAN, intent: "lock", dry_run: true });
    expect(await ledgerHead(desk)).toEqual(head);
    expect(await desk.stateOf(number)).toBe("Research Needed");
    expect(await desk.ok("handoff_ticket", lock)).not.toHaveProperty("dryRun");
  });
});

describe("a lease", () => {
  let desk: Desk;
  let env: Record<string, string>;
  beforeAll(async () => {
    office = openOffice();
    const shipped = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../workflows/ticket.json"), "utf8"),
    ) as object;
    const lease = { seconds: LEASE_MS / 1000, states: { "Plan in Progress": 1200 }, graceSeconds: GRACE_MS / 1000 };
    const file = join(office.folder, "leases.json");
    writeFileSync(file, JSON.stringify({ ...shipped, lease }));
    clock = new ShiftedClock(join(office.folder, "clock"));
    env = { ...clock.env, SIGNALBOX_WORKFLOW: file };
    desk = await office.connect({ ...env, SIGNALBOX_AGENT: "desk" });
  });
  afterAll(() => office.close());

  it("that ran out and was not taken still counts for its holder, with a warning", async () => {
    const { number, token } = await desk.held("research", "ann");
    await runOut(desk, number);
    const done = await desk.ok("handoff_ticket", { number, ...RESEARCH, intent: "complete", claim: token });
    expect(done).toMatchObject({ newState: "Ready for Plan" });
    expect(done["warnings"]).toEqual([
      `Your lease on #${number} had run out; nobody had taken it, so it still counted.`,
    ]);
  });

  it("that ran out can be taken over, and the former holder is told so", async () => {
    const { number, token } = await desk.held("research", "ann");
    await runOut(desk, number);
    const taken = await desk.ok("handoff_ticket", { number, ...RESEARCH, intent: "lock", agent: "bob" });
    expect(taken).toMatchObject({ changed: false, claim: { holder: "desk/bob", fence: 2 } });
    const complete = { number, ...RESEARCH, intent: "complete" };
    const refused = await desk.refused("handoff_ticket", { ...complete, agent: "ann", claim: token });
    expect(refused).toMatchObject({ code: "claim_lost", holder: "desk/bob" });
    expect(refused["recovery"]).toContain("stop working on");
    await desk.ok("handoff_ticket", { ...complete, agent: "bob", claim: claimOf(taken).token });
    const rows = await historyOf(number);
    expect(rows.map((row) => row.kind)).toEqual(["create", "move", "move", "stay", "refuse", "move"]);
    expect(JSON.stringify(rows[2]?.data["claim"])).toContain("ann");
    expect(JSON.stringify(rows[3]?.data["claim"])).toContain("ann");
    expect(JSON.stringify(rows[3]?.data["claim"])).toContain("bob");
  });

  it("that ran out leaves no ticket stuck: it is found, and picked with a claim", async () => {
    const { number } = await desk.held("research", "ann");
    const look = { workflowState: "Research in Progress" };
    expect(await desk.ok("pick_actionable_issue", look)).toMatchObject({ found: false });
    await runOut(desk, number);
    expect(await desk.ok("pick_actionable_issue", look)).toMatchObject({ found: true, issue: { number } });
    const picked = await desk.ok("pick_actionable_issue", { ...look, claim: true, ...RESEARCH, agent: "bob" });
    expect(picked).toMatchObject({ found: true, issue: { number }, claim: { holder: "desk/bob", fence: 2 } });
    await desk.hand(number, { ...RESEARCH, intent: "complete", claim: claimOf(picked).token });
  });

  it("on a ticket that a person put there by hand runs out as well", async () => {
    const number = await desk.ticketIn("Research Needed");
    await drag(number, "Research in Progress", clock.now);
    const lock = { number, ...RESEARCH, intent: "lock", agent: "ann" };
    await desk.refused("handoff_ticket", lock);
    clock.pass(LEASE_MS);
    await desk.ok("handoff_ticket", lock);
    const [row] = (await historyOf(number)).slice(-1);
    expect(row).toMatchObject({ kind: "stay", data: { from: "Research in Progress", to: "Research in Progress" } });
  });

  it("is made whole by a sign of life once half of it is gone, and not before", async () => {
    const { number } = await desk.held("impl", "ann");
    const expiry = async (): Promise<number> => Date.parse((await leaseOn(desk, number)).expiresAt);
    const first = await expiry();
    clock.pass(LEASE_MS / 4);
    await desk.ok("add_comment", { number, body: "at it", agent: "ann" });
    expect(await expiry()).toBe(first);
    clock.pass(first - LEASE_MS / 2 - clock.now() + 1);
    await desk.ok("add_comment", { number, body: "somebody else's word", agent: "bob" });
    expect(await expiry()).toBe(first);
    await desk.ok("add_comment", { number, body: "still at it", agent: "ann" });
    expect(await expiry()).toBeGreaterThan(first);
  });

  it("is cut to a grace when its client leaves, and its token counts for as long as nobody takes it", async () => {
    const ann = await office.connect({ ...env, SIGNALBOX_AGENT: "ann" });
    const { number, token } = await ann.held("plan");
    expect(await ann.client.leave()).toBe(0);
    expect(await leaseOn(desk, number)).toMatchObject({ expired: false });
    clock.pass(GRACE_MS);
    expect(await leaseOn(desk, number)).toMatchObject({ expired: true });
    const back = await office.connect({ ...env, SIGNALBOX_AGENT: "ann-again" });
    expect(await back.ok("handoff_ticket", { number, ...PLAN, intent: "lock", claim: token })).toMatchObject({
      changed: false,
      claim: { token, holder: "ann", fence: 1 },
    });
  });

  it("whose grace has passed is anybody's, and the former holder's no more", async () => {
    const ann = await office.connect({ ...env, SIGNALBOX_AGENT: "ann" });
    const { number, token } = await ann.held("plan");
    await ann.client.leave();
    clock.pass(GRACE_MS);
    const taken = await desk.ok("handoff_ticket", { number, ...PLAN, intent: "lock", agent: "bob" });
    expect(taken).toMatchObject({ changed: false, claim: { holder: "desk/bob", fence: 2 } });
    const back = await office.connect({ ...env, SIGNALBOX_AGENT: "ann" });
    const complete = { number, ...PLAN, intent: "complete" };
    expect(await back.refused("handoff_ticket", complete)).toMatchObject({ code: "claim_lost", holder: "desk/bob" });
    expect(await back.refused("handoff_ticket", { ...complete, claim: token })).toMatchObject({ code: "claim_lost" });
  });

  it("lasts through a reconnect within the grace, for the same session of a client", async () => {
    const session = { ...env, CLAUDE_CODE_SESSION_ID: "s-1" };
    const before = await office.connect(session);
    const { number } = await before.held("plan");
    // The new connection is there before the old one has gone.
    const after = await office.connect(session);
    await before.client.leave();
    const done = await after.ok("handoff_ticket", { number, ...PLAN, intent: "complete" });
    expect(done).toMatchObject({ newState: "Plan in Review" });
  });
});
