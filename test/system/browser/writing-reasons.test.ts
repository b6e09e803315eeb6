// A person writes in the smaller forms while agents change what they are about at every letter.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { openBoard } from "../../../src/store/open.ts";
import { agent, appOn, MINUTE, person } from "../../support/worlds/world.ts";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { Stage, submitPlan } from "./stage.ts";
import { runLife } from "./story/runs.ts";
import { movesOf, type Mover } from "./circling.ts";
import { deedsOfPeople, ledgerHead, pause, writeWhileMoved, SOON } from "./writing.ts";

const RUN = { project: "spokeshop/till", session: "returns-2" };

let stage: Stage;
let ada: StdioClient;
let knot: StdioClient;
/** Of knot, and silent since half an hour. */
let silent: { readonly id: string; readonly ticket: number };

beforeAll(async () => {
  stage = await Stage.open({}, fill);
  [ada, knot] = await Promise.all([stage.agent("ada"), stage.agent("knot")]);
});

afterAll(() => stage.close());

describe("a text that is written while agents change what it is about", () => {
  it("is kept in a comment, which may be sent all the same", async () => {
    const number = await submitPlan(ada, "Commented on");
    const page = await stage.person(`/ticket/${number}`);
    const field = page.getByRole("textbox", { name: "New comment" });
    const before = await ledgerHead(stage);
    const move = movesOf(ada, "ada", number, "Plan in Review");
    const text = await writeWhileMoved({ stage, page, field, move, letters: 20, harmless: true });
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => field.inputValue(), SOON).toBe("");
    await page.getByRole("region", { name: "Comments" }).getByText(text.trim()).waitFor();
    expect((await deedsOfPeople(stage, before)).map(({ kind }) => kind)).toEqual(["comment"]);
    await page.context().close();
  });

  it("is kept in a release, and the claim is released only once the person has chosen again", async () => {
    const number = await submitPlan(ada, "Released");
    await ada.ok("handoff_ticket", { number, command: "review", intent: "reject", reason: "Again" });
    const move = movesOf(ada, "ada", number, "Ready for Plan");
    await move();
    const page = await stage.person(`/ticket/${number}`);
    const panel = page.getByRole("region", { name: "Claim" });
    await panel.getByRole("button", { name: "Release" }).click();
    const field = panel.getByRole("textbox", { name: "Reason for the release" });
    const before = await ledgerHead(stage);
    const text = await writeWhileMoved({ stage, page, field, move, letters: 20 });
    expect(await deedsOfPeople(stage, before)).toEqual([]);

    for (let words = ""; !words.endsWith("Plan in Progress");) {
      words = await move();
      await panel.getByText(words).waitFor();
    }
    await pause(page);
    await panel.getByRole("button", { name: "Still release the claim of ada" }).click();
    expect(await deedsOfPeople(stage, before)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await panel.getByText("Last held by ada").waitFor();
    const deeds = await deedsOfPeople(stage, before);
    expect(deeds.map(({ kind, texts }) => [kind, texts["reason"]])).toEqual([["release", text.trim()]]);
    await page.context().close();
  });

  it("is kept when the end of a session is written about and its agent comes back", async () => {
    const triage = { number: silent.ticket, command: "triage", to_state: "Ready for Plan", reason: "Clear" };
    await ada.ok("handoff_ticket", triage);
    const page = await stage.person("/sessions");
    await page.getByRole("button", { name: "End as timeout" }).click();
    const field = page.getByRole("textbox", { name: "Why do you end the session of knot?" });
    const before = await ledgerHead(stage);
    const text = await writeWhileMoved({ stage, page, field, move: reportsAndMoves(), letters: 25 });
    expect(await deedsOfPeople(stage, before)).toEqual([]);

    await pause(page);
    await page.getByRole("button", { name: "Still end it" }).click();
    await page.keyboard.press("Control+Enter");
    await page.getByText("The session of knot has ended.").waitFor();
    const deeds = await deedsOfPeople(stage, before);
    expect(deeds.map(({ subject, texts }) => [subject.key, texts["reason"]])).toEqual([[silent.id, text.trim()]]);
    await page.context().close();
  });

  it("is kept when a task is to be dropped and an agent takes it up again", async () => {
    const page = await stage.person("/runs/spokeshop%2Ftill/returns-2");
    await page.getByRole("button", { name: "Drop", exact: true }).click();
    const field = page.getByRole("textbox", { name: "Why do you drop transfer?" });
    const before = await ledgerHead(stage);
    const text = await writeWhileMoved({ stage, page, field, move: taskMoves("transfer"), letters: 25 });
    expect(await deedsOfPeople(stage, before)).toEqual([]);

    await pause(page);
    await page.getByRole("button", { name: "Still drop it" }).click();
    await page.keyboard.press("Control+Enter");
    await page.getByText("transfer was dropped.").waitFor();
    const deeds = await deedsOfPeople(stage, before);
    expect(deeds.map(({ data, texts }) => [data["task"], data["status"], texts["reason"]])).toEqual([
      ["transfer", "dropped", text.trim()],
    ]);
    await page.context().close();
  });

  it("is kept when the task is completed meanwhile, and can’t be sent any more", async () => {
    const page = await stage.person(`/runs/spokeshop%2Ftill/returns-2`);
    await page.getByRole("button", { name: "slip" }).click();
    await page.getByRole("button", { name: "Drop", exact: true }).click();
    await page.keyboard.type("Not needed");
    await ada.ok("update_task_status", { ...RUN, task: "slip", status: "completed" });
    await page.getByText("slip moved by ada meanwhile: completed").waitFor();
    await page.getByText("A task that is completed can’t be dropped.").waitFor();
    expect(await page.getByRole("button", { name: "Still drop it" }).count()).toBe(0);
    await page.keyboard.press("Enter");
    expect(await page.getByRole("textbox", { name: "Why do you drop slip?" }).inputValue()).toBe("Not needed");
    await page.context().close();
  });
});

/** In turn: the agent of the session reports, which brings its lane among the live ones, and another moves its ticket. */
function reportsAndMoves(): Mover {
  const { ticket, id } = silent;
  // Its own agent's moves: a claim of another would end the session.
  const move = movesOf(knot, "knot", ticket, "Ready for Plan");
  const states = ["implementing", "testing"];
  let turn = 0;
  let moved = false;
  return async () => {
    turn += 1;
    if (turn % 5 === 0) moved = true;
    if (turn % 5 === 0) return move();
    const state = states[turn % 2] ?? "";
    await knot.ok("update_session_state", { sessionId: id, state });
    return moved ? `#${ticket} moved by knot meanwhile` : `Session moved by knot meanwhile: ${state}`;
  };
}

function taskMoves(task: string): Mover {
  const states = ["in_progress", "failed", "pending"];
  let turn = 0;
  return async () => {
    const status = states[turn % states.length] ?? "";
    turn += 1;
    await ada.ok("update_task_status", { ...RUN, task, status, reason: "Round it goes" });
    return `${task} moved by ada meanwhile: ${status.replaceAll("_", " ")}`;
  };
}

/** Half an hour ago: a session that nothing was heard of since, and a run in the middle of its batches. */
async function fill(database: string): Promise<void> {
  let now = Date.now() - 90 * MINUTE;
  const board = await openBoard({ database, clock: () => now });
  const app = appOn(board);
  // The run is about some of them.
  for (let count = 0; count < 8; count++) await createTicket(app, person("Maria"), { title: `Ticket ${count}` });
  for await (const wait of runLife(app, RUN.session, false)) now = Math.min(now + wait, Date.now() - 31 * MINUTE);
  now = Date.now() - 30 * MINUTE;
  const ticket = await createTicket(app, person("Maria"), { title: "Left alone" });
  if (isRefusal(ticket)) throw new Error(tell(ticket, "mcp").error);
  const session = await createSession(app, agent("knot"), { ticket: String(ticket.number) });
  if (isRefusal(session)) throw new Error(tell(session, "mcp").error);
  silent = { id: session.sessionId, ticket: ticket.number };
  await board.close();
}
