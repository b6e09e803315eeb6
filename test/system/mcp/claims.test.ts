// Who holds a ticket, over real servers: tokens lost, leases run out, clients gone and back, calls made twice.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { openBoard } from "../../../src/store/open.ts";
import { appOn, person } from "../../contract/world.ts";
import { openOffice, type Desk, type Office } from "./desk.ts";

let office: Office;

interface SeenClaim {
  readonly token?: string;
  readonly holder: string;
  readonly fence: number;
  readonly expiresAt: string;
}

const RESEARCH = { command: "research", reason: "next" };
const PLAN = { command: "plan", reason: "next" };

function claimOf(answer: Record<string, unknown>): SeenClaim {
  return answer["claim"] as SeenClaim;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(50);
  }
}

function untilRunOut(desk: Desk, number: number): Promise<void> {
  return until("the lease runs out", async () => {
    const { claim } = (await desk.ok("get_ticket", { number })) as { claim: { expired: boolean } | null };
    return claim?.expired === true;
  });
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
async function drag(number: number, toState: string): Promise<void> {
  const board = await openBoard({ database: office.database });
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

  it("gets the same answer, with the token again for the holder alone, and changes nothing", async () => {
    const number = await desk.ticketIn("Research Needed");
    const lock = { number, ...RESEARCH, intent: "lock", request_id: "lock-1", agent: "ann" };
    const first = await desk.ok("handoff_ticket", lock);
    const head = await ledgerHead(desk);
    expect(await desk.ok("handoff_ticket", lock)).toEqual(first);
    const { token: _, ...bare } = claimOf(first);
    expect(await desk.ok("handoff_ticket", { ...lock, agent: "bob" })).toEqual({ ...first, claim: bare });
    expect(await ledgerHead(desk)).toEqual(head);

    // After the ticket has moved on, too.
    await desk.hand(number, { ...RESEARCH, intent: "complete", agent: "ann" });
    expect(await desk.ok("handoff_ticket", lock)).toEqual(first);
    expect(await desk.stateOf(number)).toBe("Ready for Plan");
  });

  it("is one pick, and one new ticket", async () => {
    const create = { title: "Once", request_id: "create-1" };
    const first = await desk.ok("create_ticket", create);
    expect(await desk.ok("create_ticket", create)).toEqual(first);
    await desk.hand(Number(first["number"]), { command: "triage", to_state: "Ready for Plan" });
    const pick = { workflowState: "Ready for Plan", claim: true, ...PLAN, request_id: "pick-1", agent: "ann" };
    const picked = await desk.ok("pick_actionable_issue", pick);
    expect(picked).toMatchObject({ found: true, claim: { holder: "desk/ann" } });
    expect(await desk.ok("pick_actionable_issue", pick)).toEqual(picked);
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
    const lease = { seconds: 1, states: { "Plan in Progress": 1200, "In Progress": 6 }, graceSeconds: 1 };
    const file = join(office.folder, "short-leases.json");
    writeFileSync(file, JSON.stringify({ ...shipped, lease }));
    env = { SIGNALBOX_WORKFLOW: file };
    desk = await office.connect({ ...env, SIGNALBOX_AGENT: "desk" });
  });
  afterAll(() => office.close());

  it("that ran out and was not taken still counts for its holder, with a warning", async () => {
    const { number, token } = await desk.held("research", "ann");
    await untilRunOut(desk, number);
    const done = await desk.ok("handoff_ticket", { number, ...RESEARCH, intent: "complete", claim: token });
    expect(done).toMatchObject({ newState: "Ready for Plan" });
    expect(done["warnings"]).toEqual([
      `Your lease on #${number} had run out; nobody had taken it, so it still counted.`,
    ]);
  });

  it("that ran out can be taken over, and the former holder is told so", async () => {
    const { number, token } = await desk.held("research", "ann");
    await untilRunOut(desk, number);
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
    await until("the abandoned ticket is found", async () => {
      const { issue } = (await desk.ok("pick_actionable_issue", look)) as { issue: { number: number } | null };
      return issue?.number === number;
    });
    const picked = await desk.ok("pick_actionable_issue", { ...look, claim: true, ...RESEARCH, agent: "bob" });
    expect(picked).toMatchObject({ found: true, issue: { number }, claim: { holder: "desk/bob", fence: 2 } });
    await desk.hand(number, { ...RESEARCH, intent: "complete", claim: claimOf(picked).token });
  });

  it("on a ticket that a person put there by hand runs out as well", async () => {
    const number = await desk.ticketIn("Research Needed");
    await drag(number, "Research in Progress");
    const lock = { number, ...RESEARCH, intent: "lock", agent: "ann" };
    await until("the abandoned lock can be taken", async () => !(await desk.call("handoff_ticket", lock)).isError);
    const [row] = (await historyOf(number)).slice(-1);
    expect(row).toMatchObject({ kind: "stay", data: { from: "Research in Progress", to: "Research in Progress" } });
  });

  it("is made whole by a sign of life once half of it is gone, and not before", async () => {
    const { number } = await desk.held("impl", "ann");
    const expiry = async (): Promise<number> => {
      const { claim } = (await desk.ok("get_ticket", { number })) as { claim: { expiresAt: string } };
      return Date.parse(claim.expiresAt);
    };
    const first = await expiry();
    await desk.ok("add_comment", { number, body: "at it", agent: "ann" });
    expect(await expiry()).toBe(first);
    await sleep(first - 2_900 - Date.now());
    await desk.ok("add_comment", { number, body: "somebody else's word", agent: "bob" });
    expect(await expiry()).toBe(first);
    await desk.ok("add_comment", { number, body: "still at it", agent: "ann" });
    expect(await expiry()).toBeGreaterThan(first);
  });

  it("is cut to a grace when its client leaves, and its token counts for as long as nobody takes it", async () => {
    const ann = await office.connect({ ...env, SIGNALBOX_AGENT: "ann" });
    const { number, token } = await ann.held("plan");
    expect(await ann.client.leave()).toBe(0);
    await untilRunOut(desk, number);
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
    await untilRunOut(desk, number);
    const taken = await desk.ok("handoff_ticket", { number, ...PLAN, intent: "lock", agent: "bob" });
    expect(taken).toMatchObject({ changed: false, claim: { holder: "desk/bob", fence: 2 } });
    const back = await office.connect({ ...env, SIGNALBOX_AGENT: "ann" });
    const complete = { number, ...PLAN, intent: "complete" };
    expect(await back.refused("handoff_ticket", complete)).toMatchObject({ code: "claim_lost", holder: "desk/bob" });
    expect(await back.refused("handoff_ticket", { ...complete, claim: token })).toMatchObject({ code: "claim_lost" });
  });

  it("lasts through a reconnect within the grace, for the same session of a client", async () => {
    const session = { SIGNALBOX_WORKFLOW: env["SIGNALBOX_WORKFLOW"] ?? "", CLAUDE_CODE_SESSION_ID: "s-1" };
    const before = await office.connect(session);
    const { number } = await before.held("plan");
    // The new connection is there before the old one has gone.
    const after = await office.connect(session);
    await before.client.leave();
    const done = await after.ok("handoff_ticket", { number, ...PLAN, intent: "complete" });
    expect(done).toMatchObject({ newState: "Plan in Review" });
  });
});
