// An agent over a real server's stdio that knows only the text of its refusals, and does the first call in each.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";
import { firstCall, SLIPS, type Call } from "../../support/engine/follower.ts";

const ORDER = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
];
const STATES = ["Backlog", "Research Needed", "Ready for Plan", "Plan in Review", "In Progress", "In Review", "Done"];
const COMMANDS = ["triage", "split", "research", "plan", "review", "impl", "hero"];
const MOST_STEPS = 4;

interface Ticket {
  readonly number: number;
  readonly token?: string | undefined;
}

/** What it was told, until a call was accepted or it was sent to other work. */
async function follow(desk: Desk, { number, token }: Ticket, slip: Call, agent: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let call = slip;
  for (let step = 0; step <= MOST_STEPS; step++) {
    const { claim, ...args } = call;
    const answer = await desk.call("handoff_ticket", { number, agent, ...args, ...(claim ? { claim: token } : {}) });
    if (!answer.isError) return texts;
    const { error, recovery } = answer.structuredContent;
    texts.push(String(error));
    const told = firstCall(String(recovery), call);
    if (told?.does === "pick") {
      await desk.ok("pick_actionable_issue", { workflowState: told.workflowState });
      return texts;
    }
    if (told?.does !== "handoff") throw new Error(`it names no call: ${String(error)}`);
    call = told.call;
  }
  throw new Error(`it does not come to rest:\n${texts.join("\n")}`);
}

function isAstray(from: string, to: string): boolean {
  return from !== to && ORDER.indexOf(to) < ORDER.indexOf(from);
}

describe.each([
  ["may act as anybody", {}],
  ["is limited to planning", { SIGNALBOX_COMMANDS: "plan" }],
])("an agent that does what its refusals say, and %s", (_, env) => {
  let office: Office;
  let desk: Desk;
  let setter: Desk;

  beforeAll(async () => {
    office = openOffice();
    desk = await office.connect({ SIGNALBOX_AGENT: "desk", ...env });
    setter = await office.connect({ SIGNALBOX_AGENT: "setter" });
  });
  afterAll(() => office.close());

  it("is never led astray, whatever slips", async () => {
    const slips = Object.values(SLIPS);
    let slipped = 0;
    const astray: string[] = [];
    for (const [row, state] of STATES.entries()) {
      for (const [column, command] of COMMANDS.entries()) {
        const slip = slips[(row + column) % slips.length]?.(command);
        if (!slip) throw new Error("no slip");
        const number = await setter.ticketIn(state);
        const texts = await follow(desk, { number }, slip, "me");
        if (texts.length === 0) continue;
        slipped++;
        const end = String(await setter.stateOf(number));
        if (isAstray(state, end)) astray.push(`${command} in ${state} came to ${end}:\n${texts.join("\n")}`);
      }
    }
    console.log(`${slipped} slips over stdio, ${astray.length} of them led astray`);
    expect(slipped).toBeGreaterThan(40);
    expect(astray).toEqual([]);
  });

  it("leaves what somebody else holds", async () => {
    const { number } = await setter.held("plan", "other");
    for (const slip of Object.values(SLIPS)) await follow(desk, { number }, slip("plan"), "me");
    expect(await setter.stateOf(number)).toBe("Plan in Progress");
    expect(await setter.ok("get_ticket", { number })).toMatchObject({ claim: { holder: "setter/other" } });
  });

  it("takes up what it holds by its token", async () => {
    const number = await setter.ticketIn("Ready for Plan");
    const { token } = await desk.lock(number, "plan", "me");
    const lock = { command: "plan", intent: "lock", reason: "because" };
    const texts = await follow(desk, { number, token }, lock, "me");
    expect(texts).toHaveLength(1);
    expect(await setter.ok("get_ticket", { number })).toMatchObject({
      state: "Plan in Progress",
      claim: { holder: "desk/me" },
    });
  });

  it("is answered a forgotten lock with the lock, which the guard of its group lets through", async () => {
    const parent = await setter.ticket();
    const number = await setter.ticketIn("Ready for Plan", { parent });
    await setter.ticketIn("Ready for Plan", { parent });
    const texts = await follow(desk, { number }, { command: "plan", intent: "complete", reason: "because" }, "me");
    expect(texts).toHaveLength(1);
    expect(await setter.stateOf(number)).toBe("Plan in Progress");
  });
});
