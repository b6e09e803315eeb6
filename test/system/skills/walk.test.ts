// Does following the skills to the letter work? Their calls are made as they stand there, in their order, over stdio; what
// they leave open (7, TOKEN, ID, other tickets' numbers) is filled in from earlier answers, as a model would.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { CALLS, type ShownCall } from "./calls.ts";
import { runProgramSync } from "../../support/program.ts";
const folder = mkdtempSync(join(tmpdir(), "signalbox-walk-"));
const database = join(folder, "board.db");
const client = new StdioClient(database);
const made = new Set<ShownCall>();

beforeAll(() => client.initialize());
afterAll(async () => {
  await client.leave();
  rmSync(folder, { recursive: true });
});

type Answer = Record<string, unknown>;

/** An agent at work on one ticket. */
class Agent {
  readonly number: number;
  /** What the texts call #5 and #8. */
  readonly others: Record<number, number> = {};
  token = "";
  session = "";

  constructor(number: number) {
    this.number = number;
  }

  /** The calls of a skill, in order; `but` leaves out those that another situation is for. */
  async follow(skill: string, but: (call: ShownCall) => boolean = () => false): Promise<void> {
    const calls = CALLS.filter((call) => call.skill === skill && !but(call));
    expect(calls).not.toEqual([]);
    for (const call of calls) await this.make(call);
  }

  async make(call: ShownCall): Promise<Answer> {
    const answer = await client.ok(call.tool, this.#filled(call.arguments) as Answer);
    made.add(call);
    const { claim, sessionId, number } = answer as { claim?: { token?: string }; sessionId?: string; number?: number };
    if (claim?.token) this.token = claim.token;
    if (sessionId) this.session = sessionId;
    if (call.tool === "create_ticket" && number) this.others[8] ??= number;
    if (call.tool === "pick_actionable_issue") {
      expect(answer).toMatchObject({ found: true, issue: { number: this.number } });
    }
    return answer;
  }

  #filled(value: unknown): unknown {
    if (value === 7) return this.number;
    if (typeof value === "number" && this.others[value] !== undefined) return this.others[value];
    if (value === "TOKEN") return this.token || expect.fail("no token was given yet");
    if (value === "ID") return this.session || expect.fail("no session was opened yet");
    if (Array.isArray(value)) return value.map((item) => this.#filled(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#filled(item)]));
  }
}

async function newAgent(more: object = {}): Promise<Agent> {
  const { number } = await client.ok("create_ticket", { title: "The words of its title", estimate: "S", ...more });
  return new Agent(Number(number));
}

/** On a ticket that was brought into a state by the board's own words, without taking it. */
async function agentIn(state: string): Promise<Agent> {
  const agent = await newAgent();
  person("move", String(agent.number), "--to", state, "--override", "--reason", "To have it there.");
  return agent;
}

function person(...args: string[]): void {
  const env = { PATH: process.env["PATH"], HOME: folder, SIGNALBOX_DATABASE: database };
  const { status, stderr } = runProgramSync(args, { cwd: folder, env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

async function stateOf({ number }: Agent): Promise<unknown> {
  return (await client.ok("get_ticket", { number }))["state"];
}

/** Remove from what others pick. */
async function away(...agents: Agent[]): Promise<void> {
  for (const { number } of agents)
    person("move", String(number), "--to", "Canceled", "--override", "--reason", "Away.");
}

const picks = ({ tool }: ShownCall): boolean => tool === "pick_actionable_issue";
const locks = ({ arguments: { intent } }: ShownCall): boolean => intent === "lock";
const gaveUp = ({ arguments: { intent, outcome } }: ShownCall): boolean =>
  intent === "escalate" || outcome === "failure";
const finished = ({ tool, arguments: { intent, outcome } }: ShownCall): boolean =>
  (tool === "handoff_ticket" && intent === "complete") || outcome === "success";
const rejects = ({ arguments: { intent } }: ShownCall): boolean => intent === "reject";
const leadsTo = (...states: string[]) => {
  return ({ arguments: { to_state: state, intent } }: ShownCall): boolean =>
    (state !== undefined || intent !== undefined) && !states.includes(String(state ?? intent));
};
const links = ({ arguments: args }: ShownCall): boolean => args["addBlockedBy"] !== undefined;

describe("a ticket that is worked by the skills, call by call", () => {
  it("goes from the start to the end, given by its number", async () => {
    const agent = await newAgent();
    await agent.follow("triage", (call) => links(call) || leadsTo("Research Needed")(call));
    expect(await stateOf(agent)).toBe("Research Needed");
    await agent.follow("research", (call) => picks(call) || gaveUp(call));
    expect(await stateOf(agent)).toBe("Ready for Plan");
    await agent.follow("plan", (call) => picks(call) || gaveUp(call));
    expect(await stateOf(agent)).toBe("Plan in Review");
    await agent.follow("review", (call) => rejects(call) || gaveUp(call));
    expect(await stateOf(agent)).toBe("In Progress");
    await agent.follow("impl", (call) => picks(call) || rejects(call) || gaveUp(call));
    expect(await stateOf(agent)).toBe("In Review");
    person("move", String(agent.number), "--to", "Done", "--reason", "Good.");
    expect(await client.ok("get_ticket", { number: agent.number })).toMatchObject({ state: "Done", claim: null });
    expect(await client.ok("get_session", {})).toMatchObject({ sessions: [], claims: [] });
  });

  it.each([
    ["research", "Research Needed"],
    ["plan", "Ready for Plan"],
    ["impl", "In Progress"],
  ])("is picked by %s, and escalated where it can't go on", async (skill, state) => {
    const agent = await agentIn(state);
    await agent.follow(skill, (call) => locks(call) || finished(call) || rejects(call));
    expect(await stateOf(agent)).toBe("Human Needed");
    await away(agent);
  });

  it("comes back: a plan to the planners, built work to the builders", async () => {
    const planned = await agentIn("Plan in Review");
    await planned.follow("review", (call) => gaveUp(call) || finished(call));
    expect(await stateOf(planned)).toBe("Ready for Plan");
    const built = await agentIn("In Review");
    for (const call of CALLS.filter((shown) => shown.skill === "impl" && rejects(shown))) await built.make(call);
    expect(await stateOf(built)).toBe("In Progress");
    const unclear = await agentIn("Plan in Review");
    await unclear.follow("review", (call) => rejects(call) || finished(call));
    expect(await stateOf(unclear)).toBe("Human Needed");
    await away(planned, built, unclear);
  });

  it.each([
    ["Ready for Plan", "Ready for Plan"],
    ["close", "Done"],
    ["cancel", "Canceled"],
  ])("is triaged by %s, with what it waits for", async (way, state) => {
    const agent = await newAgent();
    agent.others[5] = (await newAgent()).number;
    await agent.follow("triage", leadsTo(way));
    expect(await client.ok("get_ticket", { number: agent.number })).toMatchObject({
      state,
      blockedBy: [{ number: agent.others[5] }],
    });
    person("move", String(agent.others[5]), "--to", "Canceled", "--override", "--reason", "Away.");
    if (way === state) await away(agent);
  });

  it("is split into parts of which one waits for the other", async () => {
    const agent = await newAgent({ estimate: "L" });
    await agent.follow("split");
    const { children } = (await client.ok("get_ticket", { number: agent.number })) as {
      children: { number: number }[];
    };
    expect(children).toHaveLength(2);
    expect(await client.ok("get_ticket", { number: children[1]?.number })).toMatchObject({
      blockedBy: [{ number: children[0]?.number }],
    });
    // A group: the conductors ask about it, and let its parts follow where it has gone.
    person("move", String(agent.number), "--to", "Ready for Plan", "--reason", "Clear.");
    await agent.follow("team", picks);
    for (const { number } of children) expect(await stateOf(new Agent(number))).toBe("Ready for Plan");
    await agent.follow("hero");
    expect(await stateOf(agent)).toBe("Human Needed");
    for (const { number } of children) await away(new Agent(number));
  });

  it.each(CALLS.filter((call) => call.skill === "team" && picks(call)))(
    "is given to a teammate that is idle: $arguments.workflowState",
    async (call) => {
      const agent = await agentIn(String(call.arguments["workflowState"]));
      const { claim } = (await agent.make(call)) as { claim?: { token: string } };
      expect(claim !== undefined).toBe(call.arguments["claim"] === true);
      await away(agent);
    },
  );

  it("is reported on, to a good end and to a bad one", async () => {
    for (const end of [finished, gaveUp]) await (await newAgent()).follow("report", end);
  });
});

it("leaves out no call that a skill shows", () => {
  expect(CALLS.filter((call) => !made.has(call))).toEqual([]);
});
