// Items that are tickets: what a run tells of them, what a ticket tells of its runs, and that no run moves a ticket.

import { expect } from "vitest";
import { readCards } from "../../src/app/pages/cards.ts";
import { viewTicketPage } from "../../src/app/pages/ticket-page.ts";
import type { RunName } from "../../src/app/ports/runs.ts";
import { completeSkill } from "../../src/app/runs/complete-skill.ts";
import { exportRun, viewRunPage } from "../../src/app/runs/run-page.ts";
import { updateRun, type UpdateRunAnswer } from "../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../src/app/runs/update-task-status.ts";
import { viewRun } from "../../src/app/runs/view-run.ts";
import { viewTicket } from "../../src/app/tickets/view.ts";
import type { Caller } from "../../src/app/app.ts";
import type { RunPage, RunView } from "../../src/app/pages/run-views.ts";
import { accepted, hand, newTicket, put, refused, ticketIn } from "../support/worlds/steps.ts";
import { ann, bob, MINUTE, type Test, type World } from "../support/worlds/world.ts";

const RUN: RunName = { project: "shop", session: "monday" };

async function link(world: World, ticket: string, run: RunName = RUN): Promise<UpdateRunAnswer> {
  return accepted(
    await updateRun(world.app, ann, {
      ...run,
      items: [{ number: 1, title: "Search", type: "bugfix", ticket }],
      tasks: [
        { id: "index", item: 1, files: ["src/index.ts"], description: "The index" },
        { id: "page", item: 1, dependsOn: ["index"] },
      ],
    }),
  );
}

async function view(world: World, caller: Caller = ann): Promise<RunView> {
  return accepted(await viewRun(world.app, RUN, { caller }));
}

async function page(world: World, run: RunName = RUN): Promise<RunPage> {
  return accepted(await viewRunPage(world.app, run, "cli"));
}

/** Completes skills until that one is next. */
async function leadTo(world: World, skill: string): Promise<void> {
  for (let step = 0; step < 40; step++) {
    const { skill: next } = await view(world);
    if (next === skill) return;
    accepted(await completeSkill(world.app, ann, { ...RUN, skill: next ?? "" }));
  }
  throw new Error(`${skill} never came`);
}

function setTask(world: World, caller: Caller, task: string, status: string): ReturnType<typeof updateTaskStatus> {
  return updateTaskStatus(world.app, caller, { ...RUN, task, status });
}

async function due(world: World, caller: Caller = ann): Promise<string[]> {
  const { handoffs } = await view(world, caller);
  return handoffs.map(
    ({ number, when, command, intent, to_state: state }) => `${number} ${when}: ${command} ${intent ?? state}`,
  );
}

async function note(world: World, caller: Caller = ann): Promise<string | null | undefined> {
  return (await view(world, caller)).items[0]?.ticketNow?.note;
}

export function runTickets(test: Test): void {
  test("an item's ticket must be there, and a run tells how it stands", async (world) => {
    const refusal = refused(
      await updateRun(world.app, ann, { ...RUN, items: [{ number: 1, title: "x", type: "code", ticket: "999" }] }),
      "ticket_not_found",
    );
    expect(refusal.recovery).toContain("list_tickets");
    const ticket = await ticketIn(world, "Research Needed", { title: "Find authors" });
    expect((await link(world, ticket)).warnings).toBeUndefined();
    expect((await view(world)).items[0]).toMatchObject({
      ticket,
      ticketNow: {
        number: Number(ticket),
        title: "Find authors",
        state: "Research Needed",
        closed: false,
        holder: null,
      },
    });
  });

  test("a run tells at each step which handoff of a ticket is due, and moves no ticket", async (world) => {
    const ticket = await ticketIn(world, "Research Needed");
    await link(world, ticket);
    expect(await due(world)).toEqual([]);
    await leadTo(world, "collab-clear");
    const answer = accepted(await completeSkill(world.app, ann, { ...RUN, skill: "collab-clear" }));
    expect(answer).toMatchObject({
      next_skill: "systematic-debugging",
      handoffs: [{ item: 1, number: Number(ticket), intent: "lock", to: "Research in Progress", when: "before" }],
    });
    expect(await due(world)).toEqual([`${ticket} before: ralph_research lock`]);

    accepted(await hand(world, ann, ticket, { command: "research", intent: "lock" }));
    expect(await due(world)).toEqual([`${ticket} after: ralph_research complete`]);
    accepted(await hand(world, ann, ticket, { command: "research", intent: "complete" }));
    expect(await due(world)).toEqual([`${ticket} before: ralph_plan lock`]);
    accepted(await hand(world, ann, ticket, { command: "plan", intent: "lock" }));
    accepted(await hand(world, ann, ticket, { command: "plan", intent: "complete" }));
    expect(await due(world)).toEqual([]);
    expect(await note(world)).toContain("where a person decides");

    await leadTo(world, "executing-plans");
    expect((await world.board.tickets.get(ticket))?.state).toBe("Plan in Review");
    await put(world, ticket, "In Progress");
    await world.advance(120 * MINUTE);
    expect(await due(world)).toEqual([`${ticket} before: ralph_impl lock`]);
    accepted(await hand(world, ann, ticket, { command: "impl", intent: "lock" }));
    expect(await due(world)).toEqual([]);
    accepted(await setTask(world, ann, "index", "completed"));
    accepted(await completeSkill(world.app, ann, { ...RUN, skill: "executing-plans" }));
    accepted(await completeSkill(world.app, ann, { ...RUN, skill: "collab-clear" }));
    expect(await due(world)).toEqual([`${ticket} after: ralph_impl complete`]);
  });

  test("a run tells whom a held ticket waits for, and what to do with one that is over or gone from the item", async (world) => {
    const ticket = await ticketIn(world, "Research Needed");
    await link(world, ticket);
    await leadTo(world, "systematic-debugging");
    accepted(await hand(world, bob, ticket, { command: "research", intent: "lock" }));
    expect(await due(world)).toEqual([]);
    expect(await note(world)).toMatch(/^bob holds ticket #\d+ until .*Leave item 1 to them/);
    expect(await due(world, bob)).toEqual([`${ticket} after: ralph_research complete`]);
    expect((await page(world)).handoffs).toMatchObject([{ intent: "complete", when: "after" }]);

    await put(world, ticket, "Human Needed");
    await put(world, ticket, "Backlog");
    await put(world, ticket, "Canceled");
    expect(await due(world)).toEqual([]);
    expect(await note(world)).toMatch(/is over \("Canceled"\).*update_run, items \[\{ number: 1, ticket: null \}\]/);
    accepted(await updateRun(world.app, ann, { ...RUN, items: [{ number: 1, ticket: null }] }));
    expect((await view(world)).items[0]).toMatchObject({ ticket: null, ticketNow: null });
  });

  test("a ticket that is over is no news once its item is worked out", async (world) => {
    const ticket = await ticketIn(world, "Canceled");
    await link(world, ticket);
    await leadTo(world, "executing-plans");
    expect(await note(world)).toContain("is over");
    for (const task of ["index", "page"]) accepted(await setTask(world, ann, task, "completed"));
    expect(await note(world)).toBeNull();
  });

  test("two runs may name one ticket: both are told, and so is who links one that is over", async (world) => {
    const ticket = await ticketIn(world, "Research Needed");
    await link(world, ticket);
    const second = { project: "shop", session: "tuesday" };
    expect((await link(world, ticket, second)).warnings).toEqual([
      expect.stringMatching(/is also item 1 of the run of project "shop", session "monday", which is under way/),
    ]);
    expect((await view(world)).items[0]?.ticketNow?.otherRuns).toEqual([{ ...second, item: 1 }]);
    const over = await ticketIn(world, "Canceled");
    const { warnings } = await link(world, over, { project: "shop", session: "wednesday" });
    expect(warnings).toEqual([expect.stringMatching(/is over \("Canceled"\): it takes no handoff any more/)]);
  });

  test("a ticket tells which runs work on it: on its card, its page, and to agents", async (world) => {
    const ticket = await newTicket(world);
    const other = await newTicket(world);
    await link(world, ticket);
    accepted(await setTask(world, bob, "index", "in_progress"));
    await world.advance(7 * MINUTE);
    accepted(await setTask(world, bob, "index", "completed"));
    const [card] = await readCards(world.app, { keys: [ticket] });
    expect(card?.runs).toEqual([{ ...RUN, item: 1, totalTasks: 2, completedTasks: 1, failedTasks: 0 }]);
    expect((await readCards(world.app, { keys: [other] }))[0]?.runs).toEqual([]);
    const index = { id: "index", status: "completed", files: ["src/index.ts"], by: "bob", workedMs: 7 * MINUTE };
    const shown = [
      { ...RUN, item: 1, state: "collab-start", done: false, tasks: [index, { id: "page", workedMs: null }] },
    ];
    expect(accepted(await viewTicket(world.app, ticket)).runs).toMatchObject(shown);
    expect(accepted(await viewTicketPage(world.app, ticket, null)).runs).toMatchObject(shown);
    expect(accepted(await viewTicket(world.app, other)).runs).toEqual([]);
  });

  test("a run's page tells who worked a task and for how long, each time, and nothing of a task that nobody began", async (world) => {
    await link(world, await newTicket(world));
    accepted(await setTask(world, bob, "index", "in_progress"));
    await world.advance(3 * MINUTE);
    accepted(await setTask(world, bob, "index", "failed"));
    await world.advance(60 * MINUTE);
    accepted(await setTask(world, ann, "index", "in_progress"));
    await world.advance(2 * MINUTE);
    expect((await page(world)).work).toMatchObject([
      {
        task: "index",
        ms: 5 * MINUTE,
        spells: [
          { who: "bob", ms: 3 * MINUTE, ended: "failed" },
          { who: "ann", ms: 2 * MINUTE, until: null, ended: null },
        ],
      },
    ]);
  });

  test("a run's page has every refusal: when, who, what was asked, and why not", async (world) => {
    await link(world, await newTicket(world));
    refused(await completeSkill(world.app, bob, { ...RUN, skill: "executing-plans" }), "wrong_skill");
    refused(await setTask(world, ann, "page", "completed"), "dependencies_open");
    refused(await setTask(world, ann, "nothing", "completed"), "unknown_task");
    refused(
      await updateRun(world.app, ann, { ...RUN, tasks: [{ id: "page", dependsOn: ["page"] }] }),
      "self_dependency",
    );
    expect((await page(world)).refusals).toMatchObject([
      { who: "bob", asked: "complete executing-plans", code: "wrong_skill" },
      {
        who: "ann",
        asked: "set page to completed",
        code: "dependencies_open",
        what: expect.stringContaining('"index"'),
      },
      { who: "ann", asked: "set a task", code: "unknown_task" },
      {
        who: "ann",
        asked: "change items or tasks",
        code: "self_dependency",
        recovery: expect.stringContaining("dependsOn"),
      },
    ]);
  });

  test("a run's page names the document of each step, and whether the step is completed", async (world) => {
    await link(world, await newTicket(world));
    await leadTo(world, "ready-to-implement");
    const steps = (await page(world)).documents.map(
      ({ path, status }) => `${path.replace("docs/runs/monday/", "")} ${status}`,
    );
    expect(steps).toEqual([
      "run.md completed",
      "goals.md completed",
      "item-1/plan.md completed",
      "ready.md current",
      "batch-0.md pending",
      "batch-1.md pending",
      "summary.md pending",
    ]);
    await leadTo(world, "executing-plans");
    accepted(await setTask(world, ann, "index", "completed"));
    accepted(await completeSkill(world.app, ann, { ...RUN, skill: "executing-plans" }));
    const batches = (await page(world)).documents.filter(({ batch }) => batch !== null);
    expect(batches.map(({ status }) => status)).toEqual(["completed", "pending"]);
  });

  test("a run tells what to say to an agent, and is exported as one document", async (world) => {
    const ticket = await ticketIn(world, "Research Needed");
    await link(world, ticket);
    expect((await page(world)).resume).toBe(
      "Go on with the Signalbox run of project shop, session monday: call get_run " +
        '{"project":"shop","session":"monday"} and use the skill that it names, now collab-start.',
    );
    accepted(await setTask(world, bob, "index", "in_progress"));
    await world.advance(7 * MINUTE);
    accepted(await setTask(world, bob, "index", "completed"));
    refused(await completeSkill(world.app, bob, { ...RUN, skill: "executing-plans" }), "wrong_skill");
    const texts = (paths: readonly string[]) =>
      Promise.resolve(
        new Map(paths.filter((path) => path.endsWith("plan.md")).map((path) => [path, "# Plan\n\nBuild it."])),
      );
    const { markdown } = accepted(await exportRun(world.app, RUN, "cli", texts));
    for (const part of [
      "# Run monday of shop",
      `Type bugfix, not documented, ticket ${ticket} (Research Needed).`,
      "- `docs/runs/monday/item-1/plan.md` (systematic-debugging: not begun)",
      "> # Plan\n>\n> Build it.",
      "- `index`, item 1: completed by bob; The index; files `src/index.ts`; worked 7 min",
      "| `index` | bob | 2026-11-15T12:",
      "| bob | complete executing-plans | `wrong_skill` |",
    ]) {
      expect(markdown).toContain(part);
    }
  });
}
