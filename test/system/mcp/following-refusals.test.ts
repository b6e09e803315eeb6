import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";
import { COMMANDS, follow, isAstray, STATES } from "../../support/clients/following.ts";
import { SLIPS } from "../../support/engine/follower.ts";

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
