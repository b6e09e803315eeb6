import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Key } from "../../../src/engine/facts.ts";
import { HEAD } from "../../support/worlds/proof.ts";
import { faults } from "./axe.ts";
import { Stage } from "./stage.ts";
import { FAILING, fillProofBoard, PROOF_WORKFLOW, type ProofBoard } from "./story/proof-board.ts";

let stage: Stage;
let tickets: ProofBoard;

beforeAll(async () => {
  stage = await Stage.open({ SIGNALBOX_WORKFLOW: PROOF_WORKFLOW }, async (database) => {
    tickets = await fillProofBoard(database);
  });
});

afterAll(() => stage.close());

async function picture(page: Awaited<ReturnType<Stage["person"]>>, name: string): Promise<void> {
  const folder = process.env["SIGNALBOX_PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

describe("evidence in the dashboard", () => {
  it("stands on cards as chips, and on none where nothing is asked", async () => {
    const page = await stage.viewer("/");
    const card = (key: Key) => page.locator(`[data-key="${key}"]`);
    await card(tickets.contradicted).getByText("2 of 88 fail").waitFor();
    await card(tickets.asked).getByRole("img", { name: "nobody has looked yet" }).first().waitFor();
    await card(tickets.older).getByText("at 91d0e77").waitFor();
    expect(await card(tickets.contradicted).getByRole("img", { name: "contradicted" }).count()).toBe(1);
    await picture(page, "board");
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("is counted among the stats", async () => {
    const page = await stage.viewer("/stats");
    await page.getByText("3 of 4 tickets right the first time, so far").waitFor();
    await page
      .getByRole("list", { name: /What was sent back/ })
      .getByText("In Review → In Progress")
      .waitFor();
    const times = page.getByRole("list", { name: "Median time until a fact passed" });
    await times.getByText("tests 5 times").waitFor();
    expect(await faults(page)).toEqual([]);
    await picture(page, "stats");
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("says on a ticket what is known of its commit, what each way asks, and the command that gets it", async () => {
    const page = await stage.person(`/ticket/${tickets.contradicted}`);
    await page.getByText("Contradicted.").waitFor();
    await page.getByRole("heading", { name: `Evidence at ${FAILING.slice(0, 7)}` }).waitFor();
    await page.getByText("86 tests passed").waitFor();
    expect(await faults(page)).toEqual([]);
    await picture(page, "ticket");
    await page.goto(`${stage.server.url}/ticket/${tickets.asked}`);
    await page.getByRole("heading", { name: "What each way asks" }).waitFor();
    const ways = page.getByRole("listitem").filter({ hasText: "of 3 missing" });
    expect(await ways.count()).toBe(2);
    await ways.filter({ hasText: "Later:" }).getByText("Accept").waitFor();
    await page.getByText("clear, always").waitFor();
    await picture(page, "ticket-asked");
    await page.context().close();
  });

  it("lists what contradicts its agent, and what was merged past a guard, among what needs a person", async () => {
    const page = await stage.person("/needs");
    const row = (key: Key) => page.locator(`[data-ticket="${key}"]`);
    await row(tickets.contradicted).getByText("Look").waitFor();
    await row(tickets.merged).getByText("Merged").waitFor();
    await row(tickets.contradicted).click();
    await page.getByText("2 of 88").first().waitFor();
    await page.getByText("Send it back, or say that you have looked.").waitFor();
    expect(await faults(page)).toEqual([]);
    await picture(page, "needs");
    await page.getByRole("textbox", { name: "Reason" }).fill("A flaky clock; the repair is on its way.");
    await page.getByRole("button", { name: "I have looked, it may stay" }).click();
    await page.getByRole("status").filter({ hasText: "you have looked" }).waitFor();
    await row(tickets.contradicted).getByText("Accept").waitFor();
    await page.context().close();
  });

  it("lets a person attest a review, with a reason, and shows it at once", async () => {
    const page = await stage.person(`/ticket/${tickets.met}`);
    await page.getByRole("button", { name: "I reviewed it" }).click();
    await page.getByRole("textbox", { name: "I reviewed it: why?" }).fill("Read every line of it.");
    await page.getByRole("button", { name: "I reviewed it" }).click();
    await page.getByText("review is recorded").first().waitFor();
    await page.getByText("attested").first().waitFor();
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("takes the commit of a move, and keeps it through a reload and a move of somebody else", async () => {
    const page = await stage.person(`/ticket/${tickets.taken}`);
    const commit = page.getByRole("textbox", { name: "Commit" });
    const form = page.getByRole("form", { name: `Move #${tickets.taken}` });
    await form.getByRole("textbox", { name: "Reason" }).fill("I finished it myself.");
    await form.getByRole("button", { name: /^Submit work/ }).click();
    await form.getByText("Name the commit first").waitFor();
    await commit.fill(HEAD);
    await page.reload();
    await commit.waitFor();
    expect(await commit.inputValue()).toBe(HEAD);
    const agent = await stage.agent("ann");
    await agent.ok("add_comment", { number: Number(tickets.taken), body: "Nothing moves by this." });
    expect(await faults(page)).toEqual([]);
    await picture(page, "move-commit");
    await form.getByRole("button", { name: /^Submit work/ }).click();
    await page.getByText(`#${tickets.taken} moved to In Review.`).first().waitFor();
    // Written, and then somebody else moves the ticket.
    await page.goto(`${stage.server.url}/ticket/${tickets.asked}`);
    await commit.fill("3f2c1ab");
    await agent.ok("handoff_ticket", {
      number: Number(tickets.asked),
      command: "impl",
      intent: "escalate",
      reason: "?",
    });
    await page.getByText("Human Needed").first().waitFor();
    await page.getByText("Nothing is chosen.").waitFor();
    expect(await commit.inputValue()).toBe("3f2c1ab");
    await page.context().close();
  });

  it("lets a viewer attest nothing", async () => {
    const page = await stage.viewer(`/ticket/${tickets.asked}`);
    const button = page.getByRole("button", { name: "I reviewed it" });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.context().close();
  });
});
