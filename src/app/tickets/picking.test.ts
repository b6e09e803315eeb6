import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { accepted, refused } from "../../../test/support/worlds/steps.ts";
import { agent, ann, appOn, maria } from "../../../test/support/worlds/world.ts";
import type { Actor } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import { openBoard } from "../../store/open.ts";
import { advanceChildren } from "./advance.ts";
import { createTicket } from "./create.ts";
import { handoff } from "./handoff.ts";
import { pickIssue } from "./pick.ts";
import { updateTicket } from "./update.ts";
import { viewTicket } from "./view.ts";

async function newApp(): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-picking-"));
  const board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  onTestFinished(async () => {
    await board.close();
    rmSync(folder, { recursive: true });
  });
  return appOn(board);
}

const NONE = { tooLarge: 0, blocked: 0, held: 0, noRoom: 0, guarded: 0 };

it("says what was passed over where nothing was found", async () => {
  const app = await newApp();
  const make = (fields: object = {}) => createTicket(app, maria, { title: "One", ...fields });
  await make({ estimate: "L" });
  await make({ blockedBy: ["1"] });
  await make();
  const look = { workflowState: "Backlog", maxEstimate: "S" };
  expect(await pickIssue(app, ann, look)).toMatchObject({ found: true, issue: { number: 3 } });
  await handoff(app, ann, { key: "3", command: "triage", toState: "Ready for Plan", reason: "go" });
  expect(await pickIssue(app, ann, look)).toEqual({
    found: false,
    issue: null,
    alternatives: 0,
    passedOver: { ...NONE, tooLarge: 1, blocked: 1 },
  });
  await handoff(app, ann, { key: "3", command: "plan", intent: "lock", reason: "go" });
  expect(await pickIssue(app, ann, { workflowState: "Plan in Progress" })).toMatchObject({
    found: false,
    passedOver: { ...NONE, held: 1 },
  });
});

it("offers nothing that only a person moves on", async () => {
  const refusal = refused(await pickIssue(await newApp(), ann, { workflowState: "Human Needed" }), "human_gate");
  expect(refusal.error).toContain("Research Needed for researchers");
});

it("lets children follow as a command that the connection may act as, with a reason that stands on the ticket", async () => {
  const app = await newApp();
  await createTicket(app, maria, { title: "Parent" });
  await createTicket(app, maria, { title: "Child", parent: "1" });
  await handoff(app, ann, { key: "1", command: "triage", toState: "Research Needed", reason: "go" });
  const planner = agent("planner");
  const limited = { ...planner, actor: { ...planner.actor, commands: ["plan"] } as Actor };
  const input = { key: "1", targetState: "Research Needed" };
  const refusal = refused(await advanceChildren(app, limited, input), "command_not_allowed");
  expect(refusal.recovery).toBe('retry with command="ralph_plan".');
  refused(await advanceChildren(app, ann, { ...input, command: "plam" }), "unknown_command");
  accepted(await advanceChildren(app, limited, { ...input, command: "plan", reason: "all are known by now" }));
  const { comments } = accepted(await viewTicket(app, "2"));
  expect(comments.at(-1)?.body).toContain("**Reason**: all are known by now");
});

it("lets nobody be blocked by its own parent or child", async () => {
  const app = await newApp();
  for (const title of ["Parent", "Blocked by the child"]) await createTicket(app, maria, { title });
  await createTicket(app, maria, { title: "Child", parent: "1" });
  accepted(await updateTicket(app, maria, { key: "2", addBlockers: ["3"] }));
  const { error } = refused(await updateTicket(app, maria, { key: "3", addBlockers: ["1"] }), "blocked_by_family");
  expect(error).toContain("#3 can't be blocked by #1, its own parent");
  refused(await updateTicket(app, maria, { key: "1", addBlockers: ["3"] }), "blocked_by_family");
  refused(await updateTicket(app, maria, { key: "3", parent: "2" }), "blocked_by_family");
  refused(await createTicket(app, maria, { title: "New", parent: "1", blockedBy: ["1"] }), "blocked_by_family");
});
