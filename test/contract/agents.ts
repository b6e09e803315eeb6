import { expect } from "vitest";
import type { AgentView } from "../../src/app/pages/agent-views.ts";
import { viewAgents } from "../../src/app/pages/agents.ts";
import { completeSession } from "../../src/app/sessions/complete-session.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
import { accepted, hand, locked, newTicket, refused, ticketIn } from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, uma, type Test, type World } from "../support/worlds/world.ts";

async function agentsOf(world: World, hours = 24): Promise<ReadonlyMap<string, AgentView>> {
  const { agents } = await viewAgents(world.app, hours);
  return new Map(agents.map((one) => [one.name, one]));
}

export function agents(test: Test): void {
  test("has one row for each agent, with its ticket, what it does and how it was last refused", async (world) => {
    const key = await ticketIn(world, "Ready for Plan", { title: "Planned" });
    const { expiresAt } = await locked(world, uma, key, "plan");
    const first = accepted(await createSession(world.app, uma, { ticket: key }));
    accepted(await updateSessionState(world.app, uma, { sessionId: first.sessionId, state: "analyzing" }));
    const told = refused(await hand(world, uma, key, { command: "impl", intent: "complete" }), "invalid_transition");
    await world.advance(MINUTE);
    const all = await agentsOf(world);
    expect([...all.keys()]).toEqual(["desk/uma"]);
    expect(all.get("desk/uma")).toMatchObject({
      standing: "live",
      proven: false,
      ticket: { key, title: "Planned", state: "Plan in Progress" },
      doing: { session: first.sessionId, state: "analyzing" },
      claim: { expiresAt, expired: false },
      refusal: { code: "invalid_transition", ticket: key, recovery: told.recovery },
      sessions: [{ id: first.sessionId }],
    });
  });

  test("tells agents at work from those that are silent, without a ticket, or gone", async (world) => {
    const [held, quiet, done] = [
      await ticketIn(world, "Ready for Plan"),
      await newTicket(world),
      await newTicket(world),
    ];
    accepted(await createSession(world.app, bob, { ticket: quiet }));
    const over = accepted(await createSession(world.app, agent("cat"), { ticket: done }));
    accepted(await updateSessionState(world.app, agent("cat"), { sessionId: over.sessionId, state: "analyzing" }));
    accepted(await completeSession(world.app, agent("cat"), { sessionId: over.sessionId, outcome: "failure" }));
    await world.advance(16 * MINUTE);
    await locked(world, ann, held, "plan");
    refused(await hand(world, agent("dan"), held, { command: "plan", intent: "lock" }), "claim_conflict");
    expect([...(await agentsOf(world)).values()].map(({ name, standing }) => [name, standing])).toEqual([
      ["ann", "live"],
      ["bob", "silent"],
      ["dan", "idle"],
      ["cat", "ended"],
    ]);
    await world.advance(25 * 60 * MINUTE);
    expect([...(await agentsOf(world)).keys()].toSorted()).toEqual(["ann", "bob"]);
    expect((await agentsOf(world, 48)).get("cat")?.sessions).toHaveLength(1);
  });

  test("takes no person for an agent, and no session that nobody has taken up", async (world) => {
    const key = await ticketIn(world, "Plan in Review");
    accepted(await createSession(world.app, maria, { ticket: key, agent: "wren" }));
    accepted(await hand(world, maria, key, { toState: "In Progress" }));
    expect((await viewAgents(world.app, 24)).agents).toEqual([]);
  });
}
