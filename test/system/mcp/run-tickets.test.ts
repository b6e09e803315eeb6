// Which handoffs a run tells of, where several agents share one connection: a ticket is in the hand of the one who locked it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";

const RUN = { project: "shop", session: "monday" };
let folder: string;
let client: StdioClient;
let number: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-run-tickets-"));
  client = new StdioClient(join(folder, "board.db"));
  await client.initialize();
  number = Number((await client.ok("create_ticket", { title: "Search by author" }))["number"]);
  await client.ok("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Clear." });
  await client.ok("complete_skill", { ...RUN, skill: "collab-start" });
  await client.ok("update_run", { ...RUN, items: [{ number: 1, title: "Search", type: "code", ticket: number }] });
  for (const skill of ["gather-session-goals", "collab-clear"]) await client.ok("complete_skill", { ...RUN, skill });
});

afterEach(async () => {
  await client.leave();
  rmSync(folder, { recursive: true });
});

async function lock(agent: string): Promise<void> {
  await client.ok("handoff_ticket", { number, command: "research", intent: "lock", reason: "Mine.", agent });
}

it("tells the agent that locked the ticket how to hand it on, and the others who holds it", async () => {
  await lock("robin");
  expect(await client.ok("get_run", { ...RUN, agent: "robin" })).toMatchObject({
    handoffs: [{ item: 1, number, command: "ralph_research", intent: "complete", when: "after" }],
    items: [{ ticketNow: { note: null } }],
  });
  expect(await client.ok("get_run", { ...RUN, agent: "kim" })).toMatchObject({
    handoffs: [],
    items: [{ ticketNow: { note: expect.stringContaining("robin holds ticket") } }],
  });
});

it("lets the next agent take a ticket up at once that was given back before the context was cleared", async () => {
  await lock("robin");
  await client.ok("release_claim", { number, reason: "The context is cleared.", agent: "robin" });
  expect(await client.ok("get_run", { ...RUN, agent: "kim" })).toMatchObject({
    handoffs: [{ item: 1, number, command: "ralph_research", intent: "lock", when: "before" }],
    items: [{ ticketNow: { state: "Research in Progress", holder: null, note: null } }],
  });
  await lock("kim");
});
