import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBoardOf, type FleetBoard } from "../fleet/boards.ts";
import { Desk } from "../../support/clients/desk.ts";
import { COMMANDS, follow, isAstray, STATES } from "../../support/clients/following.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { SLIPS, type Call } from "../../support/engine/follower.ts";

const LONGER_THAN_A_LEASE_MS = 61 * 60_000;
const FAMILIES = ["alone", "arrived", "late"] as const;
const HOLDING = { research: "Research in Progress", plan: "Plan in Progress", impl: "In Progress" } as const;

/** Each takes every other field of the board of states and commands: here a call is several requests. */
describe.each([
  ["may act as anybody", {}, 0],
  ["is limited to planning", { SIGNALBOX_COMMANDS: "plan" }, 1],
])("an agent on GitHub that does what its refusals say, and %s", (_, env, field) => {
  let board: FleetBoard;
  let desk: Desk;
  let setter: Desk;

  const connect = async (more: Record<string, string>): Promise<Desk> => {
    const client = new StdioClient(board.database, { ...board.env, ...more });
    await client.initialize();
    return new Desk(client);
  };
  beforeAll(async () => {
    board = await openBoardOf("github");
    setter = await connect({ SIGNALBOX_AGENT: "setter" });
    desk = await connect({ SIGNALBOX_AGENT: "desk", ...env });
  });
  afterAll(async () => {
    for (const { client } of [desk, setter]) await client.leave();
    await board.close();
  });

  /** By hand on the site; its family is there before it. */
  async function ticketIn(state: string, family: (typeof FAMILIES)[number]): Promise<number> {
    const parent = family === "alone" ? {} : { parent: await setter.ticket() };
    if (family !== "alone") {
      await board.move(await setter.ticket(parent), family === "late" ? "Research Needed" : "Ready for Plan");
    }
    const number = await setter.ticket(parent);
    await board.move(number, state);
    return number;
  }

  it("is never led astray, whatever slips, alone and in groups", async () => {
    const slips = Object.values(SLIPS);
    let slipped = 0;
    const astray: string[] = [];
    for (const [row, state] of STATES.entries()) {
      for (const [column, command] of COMMANDS.entries()) {
        if ((row + column) % 2 !== field) continue;
        const slip = slips[(row + 3 * column) % slips.length]?.(command);
        const family = FAMILIES[(row + 2 * column) % FAMILIES.length] ?? "alone";
        if (!slip) throw new Error("no slip");
        const number = await ticketIn(state, family);
        const texts = await follow(desk, { number }, slip, "me");
        if (texts.length === 0) continue;
        slipped++;
        const end = String(await setter.stateOf(number));
        if (isAstray(state, end))
          astray.push(`${command} in ${state}, ${family}, came to ${end}:\n${texts.join("\n")}`);
      }
    }
    console.log(`${slipped} slips on GitHub, ${astray.length} of them led astray`);
    expect(slipped).toBeGreaterThan(20);
    expect(astray).toEqual([]);
  });

  it("leaves what others hold, and is led right on what they have left", async () => {
    const held: { number: number; command: keyof typeof HOLDING }[] = [];
    for (const command of ["research", "plan", "impl"] as const)
      held.push({ ...(await setter.held(command)), command });
    const slip = (command: string): Call => SLIPS["forgets the lock"]?.(command) ?? { reason: "" };
    for (const { number, command } of held) {
      const texts = await follow(desk, { number }, slip(command), "me");
      expect(texts).toHaveLength(1);
      expect(await setter.ok("get_ticket", { number })).toMatchObject({
        state: HOLDING[command],
        claim: { holder: "setter" },
      });
    }
    await board.pass(LONGER_THAN_A_LEASE_MS);
    for (const { number, command } of held) {
      await follow(desk, { number }, slip(command), "me");
      expect(isAstray(HOLDING[command], String(await setter.stateOf(number)))).toBe(false);
    }
  });
});
