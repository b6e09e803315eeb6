// What a process may put in force when it starts, and how one that runs takes up what a person adopts.

import { expect } from "vitest";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { updateSessionState } from "../../src/app/sessions/update-session-state.ts";
import { completeSkill } from "../../src/app/runs/complete-skill.ts";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { adoptWorkflow } from "../../src/app/workflows/adopt.ts";
import { takeForceAtStart } from "../../src/app/workflows/at-start.ts";
import type { WorkflowPart } from "../../src/app/ports/workflows.ts";
import { refOf } from "../../src/engine/facts.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { CurrentApp } from "../../src/setup/current-app.ts";
import { shippedFor, useWorkflow, type ConfiguredWorkflow } from "../../src/setup/workflow.ts";
import { hashWorkflow } from "../../src/workflows/hash.ts";
import { TICKETS } from "../support/engine/boards.ts";
import { command, edge, newCommand, set, state, together, withoutState } from "../support/engine/workflow-edits.ts";
import { meanwhile } from "./races.ts";
import { accepted, newTicket, put, refused, seqOf, stateOf, ticketIn } from "../support/worlds/steps.ts";
import { ann, maria, person, type Test, type World } from "../support/worlds/world.ts";

const olga = person("Olga");
const ours = set({ title: "Ours", version: 2 })(TICKETS);
const SHIPPED = short(TICKETS);

export function starting(test: Test): void {
  test("puts the shipped workflow in force on a new board, once, as the program's own doing", async (world) => {
    const starts = await Promise.all(Array.from({ length: 5 }, () => start(world, "ticket")));
    expect(starts.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
    expect(await adoptions(world)).toMatchObject([
      { by: { agent: "signalbox", via: "stdio" }, data: { name: "ticket", from: null, to: hashWorkflow(TICKETS) } },
    ]);
  });

  test("puts a file in force while the board has no ticket, and whoever starts without one works by it", async (world) => {
    await start(world, "ticket");
    expect(await start(world, "ticket", ours)).toMatchObject({ version: 2, warnings: [] });
    const other = await start(world, "ticket");
    expect(other).toMatchObject({ version: 2, warnings: [] });
    expect(other.machine.workflow.title).toBe("Ours");
    expect(await adoptions(world)).toHaveLength(2);
  });

  test("changes nothing once the board has a ticket, works by what is in force, and says so", async (world) => {
    await start(world, "ticket");
    await newTicket(world);
    const started = await start(world, "ticket", ours);
    expect(started.machine.workflow.title).toBe("Ticket");
    expect(started.warnings).toEqual([
      `this board works by ticket v1 (${SHIPPED}); the file differs: signalbox workflow adopt ours.json`,
    ]);
    expect((await start(world, "ticket", set({ title: "Ticket" })(TICKETS))).warnings).toEqual([]);
    expect(await adoptions(world)).toHaveLength(1);
  });

  test("changes nothing once the only ticket is closed, either", async (world) => {
    await start(world, "ticket");
    await ticketIn(world, "Done");
    expect((await start(world, "ticket", ours)).warnings).toHaveLength(1);
    expect(await adoptions(world)).toHaveLength(1);
  });

  for (const read of ["tickets.nextNumber", "tickets.countByState", "workflows.get"] as const) {
    test(`counts the first ticket that is made while a process starts, after ${read}`, async (world) => {
      await start(world, "ticket");
      const slow = meanwhile(world, read, () => newTicket(world));
      expect((await start(slow, "ticket", ours)).warnings).toHaveLength(1);
      expect(await adoptions(world)).toHaveLength(1);
    });
  }

  test("leaves one in force where many start at once with files of their own", async (world) => {
    const files = Array.from({ length: 6 }, (_, index) => set({ title: `File ${index}` })(TICKETS));
    await Promise.all(files.map((file) => start(world, "ticket", file)));
    const key = await newTicket(world);
    const inForce = await world.board.workflows.inForce("ticket");
    const late = await Promise.all(files.map((file) => start(world, "ticket", file)));
    expect(late.map(({ hash }) => hash)).toEqual(files.map(() => inForce?.hash));
    expect(late.filter(({ warnings }) => warnings.length === 0)).toHaveLength(1);
    const rows = await world.board.ledger.after(0, 100);
    expect(rows.at(-1)).toMatchObject({ kind: "create", subject: { key } });
    // Each took the place of the one before.
    const rests = rows.filter((row) => row.kind === "adopt").map(({ data }) => [data["from"], data["to"]]);
    expect(rests.slice(1).map(([from]) => from)).toEqual(rests.slice(0, -1).map(([, to]) => to));
  });

  test("treats workflows of sessions and runs alike", async (world) => {
    const strict = set({ mode: "enforce" })(shippedFor("session").workflow);
    expect(await start(world, "session", strict)).toMatchObject({ version: 1, warnings: [] });
    await start(world, "ticket");
    await newTicket(world);
    expect((await start(world, "session")).machine.workflow.mode).toBe("enforce");
    const lax = await start(world, "session", shippedFor("session").workflow);
    expect(lax.machine.workflow.mode).toBe("enforce");
    const named = `session v1 (${short(strict)})`;
    expect(lax.warnings).toEqual([
      `this board works by ${named}; the file differs: signalbox workflow adopt --part session ours.json`,
    ]);
    const run = await start(world, "run", set({ title: "Ours" })(shippedFor("run").workflow));
    expect(run).toMatchObject({ version: 0, warnings: [expect.stringContaining("this board works by skill v1")] });
    expect(run.machine.workflow.title).toBe(shippedFor("run").workflow.title);
  });

  const NEWER = shippedFor("ticket").workflow;

  test("replaces an older shipped workflow by a newer one that loosens nothing", async (world) => {
    const older = set({ title: "Older", propagation: "any" })(TICKETS);
    await adopt(world, older);
    await newTicket(world);
    expect(await start(world, "ticket", undefined, [hashWorkflow(older)])).toMatchObject({ version: 2, warnings: [] });
    const [row] = await world.board.ledger.history({ type: "board", key: "ticket" }, 1);
    expect(row).toMatchObject({ by: { agent: "signalbox" }, data: { to: hashWorkflow(NEWER), loosens: [] } });
    expect(row?.data["difference"]).toMatchObject({ fields: ["title", "propagation"] });
  });

  test("leaves an older shipped workflow in force that the newer one would loosen, and says so", async (world) => {
    const older = set({ propagation: "off" })(TICKETS);
    await adopt(world, older);
    const { version, warnings } = await start(world, "ticket", undefined, [hashWorkflow(older)]);
    expect({ version, warnings }).toEqual({
      version: 1,
      warnings: [
        `this board works by ticket v1 (${short(older)}); the one that comes with this program differs: signalbox workflow adopt ticket`,
      ],
    });
  });

  test("leaves an older shipped workflow in force where the newer one would strand a ticket", async (world) => {
    await adopt(world, TICKETS);
    const key = await ticketIn(world, "Canceled");
    const workflow = withoutState("Canceled")(TICKETS);
    const newer = { part: "ticket", workflow, hash: hashWorkflow(workflow), chosen: false, via: "stdio" } as const;
    const replaces = new Set([hashWorkflow(TICKETS)]);
    expect(await takeForceAtStart(world.app, { ...newer, replaces })).toBe(false);
    await put(world, key, "Done");
    expect(await takeForceAtStart(world.app, { ...newer, replaces })).toBe(true);
  });

  test("never replaces a workflow that somebody wrote, nor one that a file stands for", async (world) => {
    const theirs = set({ title: "Theirs", propagation: "any" })(TICKETS);
    await adopt(world, theirs);
    await newTicket(world);
    expect(await start(world, "ticket", undefined, ["another"])).toMatchObject({ version: 1, warnings: [] });
    expect(await start(world, "ticket", ours, [hashWorkflow(theirs)])).toMatchObject({ version: 1 });
    const broken = { ...configured("ticket", undefined), file: "gone.json", problem: "It is gone." };
    const used = await useWorkflow(world.board, broken, "stdio", new Set([hashWorkflow(theirs)]));
    expect(used).toMatchObject({ version: 1, warnings: ["It is gone. The workflow last in force stays."] });
  });
}

/** With a command that the shipped one does not have. The states are the same: a tracker elsewhere has no others. */
const WITH_TEST = together(
  set({ version: 2 }),
  newCommand("test", { inputs: ["In Review"], outputs: ["In Progress", "Done"] }),
)(TICKETS);

export function takingUp(test: Test): void {
  test("goes on by a workflow that another process adopts, without a restart", async (world) => {
    const lines: object[] = [];
    const running = await open(world, lines);
    const key = await ticketIn(world, "In Review");
    const next = { key, command: "test", toState: "In Progress", reason: "try it" };
    refused(await handoff(await running.upToDate(), ann, next), "unknown_command");
    await adopt(world, WITH_TEST);
    // The app of a call that was under way when it was adopted.
    const app = await running.upToDate();
    expect(app.machine.workflow.version).toBe(1);
    const told = `this board works by ticket v2 (${short(WITH_TEST)}) now, adopted by "Olga (person)"; this process has taken it up`;
    expect(accepted(await handoff(app, ann, next))).toMatchObject({ newState: "In Progress", warnings: [told] });
    expect(lines).toEqual([{ level: "warn", message: told }]);
    // Once.
    expect(
      accepted(await handoff(app, ann, { key, command: "impl", intent: "complete", reason: "again" })).warnings,
    ).toEqual([]);
    expect((await running.upToDate()).machine.workflow.version).toBe(2);
    expect(lines).toHaveLength(1);
  });

  test("decides by the new workflow where it was adopted between a look and its commit", async (world) => {
    const running = await open(world);
    const key = await ticketIn(world, "Ready for Plan");
    const humanGates = { ...TICKETS.humanGates, "Ready for Plan": "enforce" } as const;
    const strict = together(state("Ready for Plan", { human: true }), set({ humanGates }));
    const slow = meanwhile(world, "tickets.forHandoff", () => adopt(world, strict(TICKETS)));
    const app = { ...(await running.upToDate()), board: slow.board };
    const lock = { key, command: "plan", intent: "lock", reason: "next" };
    refused(await handoff(app, ann, lock), "human_gate");
    expect(await stateOf(world, key)).toBe("Ready for Plan");
  });

  test("decides again where the former workflow would have refused", async (world) => {
    const running = await open(world);
    const key = await ticketIn(world, "In Review");
    const looser = command("review", (spec) => ({ ...spec, inputs: [...spec.inputs, "In Review"] }))(TICKETS);
    const slow = meanwhile(world, "tickets.forHandoff", () => adopt(world, looser));
    const app = { ...(await running.upToDate()), board: slow.board };
    const asked = { key, command: "review", toState: "In Progress", reason: "not yet" };
    expect(accepted(await handoff(app, ann, asked)).newState).toBe("In Progress");
    const rows = await world.board.ledger.history({ type: "ticket", key }, 10);
    expect(rows.map((row) => row.kind)).not.toContain("refuse");
  });

  test("says of a dry run what the workflow in force says, and does not use the note up", async (world) => {
    const running = await open(world);
    const key = await ticketIn(world, "In Review");
    const app = await running.upToDate();
    await adopt(world, WITH_TEST);
    const next = { key, command: "test", toState: "In Progress", reason: "try it" };
    const dry = accepted(await handoff(app, ann, { ...next, dryRun: true }));
    expect(dry).toMatchObject({ newState: "In Progress", dryRun: true, warnings: [] });
    expect(accepted(await handoff(app, ann, next)).warnings).toHaveLength(1);
  });

  test("makes tickets, picks, follows a parent and relinks by the new workflow", async (world) => {
    const running = await open(world);
    const app = await running.upToDate();
    const [parent, blocker] = [await newTicket(world), await newTicket(world)];
    const child = await newTicket(world, { parent, blockedBy: [blocker] });
    const other = together(
      set({ start: "Research Needed" }),
      command("research", (spec) => ({ ...spec, inputs: [...spec.inputs, "Backlog"], relink: true })),
      edge("Backlog", "Research in Progress"),
    )(TICKETS);
    await adopt(world, other);
    expect(accepted(await createTicket(app, ann, { title: "New" })).state).toBe("Research Needed");
    const unlink = { key: child, removeBlockers: [blocker], command: "research" };
    expect(accepted(await updateTicket(app, ann, unlink)).links?.removed).toEqual([refOf(blocker)]);
    const pick = { workflowState: "Backlog", claim: true, command: "research", reason: "next" };
    expect(accepted(await pickIssue(app, ann, pick)).issue).toMatchObject({ workflowState: "Research in Progress" });
    accepted(await handoff(app, maria, { key: parent, toState: "Research Needed", reason: "go" }));
    const followed = accepted(await advanceChildren(app, ann, { key: parent, targetState: "Research Needed" }));
    expect(followed.advanced.length + followed.skipped.length).toBe(1);
  });

  test("lets children follow as a command that was adopted a moment ago", async (world) => {
    const app = await (await open(world)).upToDate();
    const parent = await ticketIn(world, "Research Needed");
    await newTicket(world, { parent });
    await adopt(world, WITH_TEST);
    accepted(await advanceChildren(app, ann, { key: parent, targetState: "Research Needed", command: "test" }));
    const rows = await world.board.ledger.history({ type: "ticket", key: parent }, 10);
    expect(rows.map((row) => row.kind)).not.toContain("refuse");
  });

  test("takes up workflows of sessions and runs, each for what begins or goes on by it", async (world) => {
    const running = await open(world);
    const app = await running.upToDate();
    const key = await newTicket(world);
    const session = accepted(await createSession(app, ann, { ticket: key }));
    await adopt(world, set({ mode: "enforce" })(shippedFor("session").workflow), "session");
    const report = { sessionId: session.sessionId, state: "testing" };
    refused(await updateSessionState(app, ann, report), "out_of_order");
    const runs = set({ title: "Ours" })(shippedFor("run").workflow);
    const [first, second] = ["one", "two"].map((name) => ({ project: "p", session: name, skill: "collab-start" })) as [
      Begun,
      Begun,
    ];
    accepted(await completeSkill(app, ann, first));
    await adopt(world, runs, "run");
    accepted(await completeSkill(app, ann, second));
    expect((await world.board.runs.get("p/one"))?.workflow).toBe(hashWorkflow(shippedFor("run").workflow));
    expect((await world.board.runs.get("p/two"))?.workflow).toBe(hashWorkflow(runs));
  });

  test("says that its own file differs from what was adopted, and stops saying it when that is adopted", async (world) => {
    const lines: object[] = [];
    const running = await open(world, lines, ours);
    await newTicket(world);
    await adopt(world, WITH_TEST);
    const differs = `this board works by ticket v2 (${short(WITH_TEST)}); the file differs: signalbox workflow adopt ours.json`;
    expect((await (await running.upToDate()).force?.reload())?.warnings).toEqual(["a setting", differs]);
    expect(lines).toContainEqual({ level: "error", message: differs });
    await adopt(world, ours);
    expect((await running.reload()).warnings).toEqual(["a setting"]);
  });

  test("writes nothing twice where many go on at once", async (world) => {
    const running = await open(world);
    const app = await running.upToDate();
    await adopt(world, WITH_TEST);
    const before = await seqOf(world);
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => createTicket(app, ann, { title: `${i}` })));
    expect(new Set(made.map((ticket) => accepted(ticket).number)).size).toBe(8);
    expect(await seqOf(world)).toBe(before + 8);
  });
}

interface Begun {
  readonly project: string;
  readonly session: string;
  readonly skill: string;
}

function configured(part: WorkflowPart, workflow: Workflow | undefined): ConfiguredWorkflow {
  if (!workflow) return { part, machine: shippedFor(part), file: null, problem: null };
  return { part, machine: compile(workflow), file: "ours.json", problem: null };
}

/** As a process does that starts with this file, or with none. */
function start(world: World, part: WorkflowPart, workflow?: Workflow, earlier: readonly string[] = []) {
  return useWorkflow(world.board, configured(part, workflow), "stdio", new Set(earlier));
}

/** A process that goes on; what it logs ends up in `lines`. */
function open(world: World, lines: object[] = [], workflow?: Workflow): Promise<CurrentApp> {
  return CurrentApp.open({
    board: world.board,
    workflows: {
      ticket: configured("ticket", workflow),
      session: configured("session", undefined),
      run: configured("run", undefined),
    },
    problems: workflow ? ["a setting"] : [],
    via: "stdio",
    log: (line) => void lines.push(line),
    rest: { newId: world.app.newId },
  });
}

async function adopt(world: World, workflow: Workflow, part: WorkflowPart = "ticket"): Promise<void> {
  accepted(await adoptWorkflow(world.app, olga, { part, workflow, hash: hashWorkflow(workflow) }));
}

async function adoptions(world: World) {
  return (await world.board.ledger.after(0, 1000)).filter((row) => row.kind === "adopt");
}

function short(workflow: Workflow): string {
  return hashWorkflow(workflow).slice(0, 7);
}
