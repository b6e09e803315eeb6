import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { faults } from "./axe.ts";
import { Stage, submitPlan, openTicket } from "./stage.ts";
import { movesOf } from "./circling.ts";
import { deedsOfPeople, ledgerHead, SOON, writeWhileMoved } from "./writing.ts";

const PHONE = { width: 390, height: 844 };

let stage: Stage;
let ada: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  ada = await stage.agent("ada");
});

afterAll(() => stage.close());

it("takes fewer than 15 keys from the board to an approved plan", async () => {
  const number = await submitPlan(ada, "Quickly");
  const page = await stage.person("/");
  await page.locator(`[data-key="${number}"]`).first().waitFor();
  const typed = ["g", "n", "1", "O", "k", "Control+Enter"];
  expect(typed.length).toBeLessThan(15);
  for (const key of typed) {
    if (key === "1") await page.getByRole("button", { name: "Approve to In Progress" }).waitFor();
    await page.keyboard.press(key);
  }
  await page.getByText(`#${number}: Approve. It is in In Progress now.`).waitFor();
  await page.getByText("Nobody waits for you.").waitFor();
  await page.context().close();
});

it("shows the plan itself, what changed since the reader sent it back, and how it differs from before", async () => {
  const number = await planned("Refund per shop", "1. Add a column\n2. Fill it **at once**", "The first plan");
  const page = await stage.person(`/needs?ticket=${number}`);
  const place = placeOf(page, number, "Refund per shop");
  await place.locator("strong", { hasText: "at once" }).waitFor();
  expect(await page.getByText(/^Since you/).count()).toBe(0);
  await place.getByRole("textbox", { name: /^Reason/ }).fill("Fill it in batches.");
  await place.getByRole("button", { name: /^Send back/ }).click();
  await rowOf(page, number).waitFor({ state: "detached" });

  await plan(number, "1. Add a column\n2. Fill it in batches of 500", "The second plan");
  await rowOf(page, number).click();
  const since = place.getByRole("region", { name: "Since you moved it to Ready for Plan" });
  await since.getByText("Fill it in batches.").waitFor();
  await since.getByText("moved it to Plan in Review.").waitFor();
  const said = place.getByRole("article", { name: "ada, comment" });
  await said.getByText("new", { exact: true }).waitFor();
  await said.getByRole("button", { name: "Difference" }).click();
  await said.locator("ins", { hasText: "2. Fill it in batches of 500" }).waitFor();
  await said.locator("del", { hasText: "2. Fill it **at once**" }).waitFor();
  await place.getByText("older comments and reasons").waitFor();
  await page.context().close();
});

it("chooses nothing for a person whom an agent asks, and sends nothing until they have", async () => {
  const number = await asked("Half a cent");
  const page = await stage.person(`/needs?ticket=${number}`);
  const place = placeOf(page, number, "Half a cent");
  await place.getByRole("textbox", { name: /^Reason/ }).fill("Half to even.");
  expect(await place.locator(".btn.main").count()).toBe(0);
  const before = await ledgerHead(stage);
  await page.keyboard.press("Control+Enter");
  await place.getByText("Nothing was sent: choose first what to do.").waitFor();
  expect(await deedsOfPeople(stage, before)).toEqual([]);
  await page.context().close();
});

it("leaves a comment without a move, and stays there", async () => {
  const number = await submitPlan(ada, "Said beside");
  const page = await stage.person(`/needs?ticket=${number}`);
  const place = placeOf(page, number, "Said beside");
  await place.getByRole("textbox", { name: /^Reason/ }).fill("Who tells the shops?");
  const before = await ledgerHead(stage);
  await place.getByRole("button", { name: "Comment, don’t move" }).click();
  await page.getByText(`Your comment is on #${number}.`).waitFor();
  await place.getByRole("article").getByText("Who tells the shops?").waitFor();
  expect((await deedsOfPeople(stage, before)).map(({ kind }) => kind)).toEqual(["comment"]);
  expect(await rowOf(page, number).getAttribute("aria-current")).toBe("true");
  await page.context().close();
});

it("keeps what is written while the ticket moves under it, a comment too", async () => {
  const number = await submitPlan(ada, "Written about");
  const page = await stage.person(`/needs?ticket=${number}`);
  const place = placeOf(page, number, "Written about");
  const field = place.getByRole("textbox", { name: /^Reason/ });
  await field.waitFor();
  await page.keyboard.press("4");
  const before = await ledgerHead(stage);
  const move = movesOf(ada, "ada", number, "Plan in Review");
  // A comment is sent wherever the ticket stands: here it is not.
  await writeWhileMoved({ stage, page, field, move, letters: 4, harmless: true });
  expect(await deedsOfPeople(stage, before)).toEqual([]);
  expect(new URL(page.url()).searchParams.get("ticket")).toBe(String(number));
  await page.context().close();
});

it("keeps what is written when the ticket has left the list, and one before it leaves as well", async () => {
  const earlier = await submitPlan(ada, "Waits longer");
  const number = await submitPlan(ada, "Written to the end");
  const page = await stage.person(`/needs?ticket=${number}`);
  const field = placeOf(page, number, "Written to the end").getByRole("textbox", { name: /^Reason/ });
  await field.fill("Half a sentence");
  const words = await movesOf(ada, "ada", number, "Plan in Review")();
  await rowOf(page, number)
    .getByText(words.replace(/^#\d+ /, ""))
    .waitFor();
  await movesOf(ada, "ada", earlier, "Plan in Review")();
  await rowOf(page, earlier).waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("Half a sentence");
  expect(new URL(page.url()).searchParams.get("ticket")).toBe(String(number));
  await page.context().close();
});

describe("a ticket that is put off", () => {
  it("leaves the list and the count until it is woken, keeps what was written, and the next one is shown", async () => {
    const number = await submitPlan(ada, "Not now");
    await submitPlan(ada, "But this");
    const page = await stage.person(`/needs?ticket=${number}`);
    const field = placeOf(page, number, "Not now").getByRole("textbox", { name: /^Reason/ });
    const count = async () => /^\((\d+)\)/.exec(await page.title())?.[1];
    await field.waitFor();
    const waiting = Number(await count());
    await field.fill("After lunch");
    await placeOf(page, number, "Not now").getByRole("button", { name: "Snooze" }).click();
    await page.getByRole("button", { name: /^Until tomorrow/ }).click();
    await page.getByText(new RegExp(`#${number} comes back at`)).waitFor();
    await rowOf(page, number).waitFor({ state: "detached" });
    await expect.poll(count, SOON).toBe(String(waiting - 1));
    expect(await page.locator(".need-title").innerText()).not.toBe("Not now");

    await page.reload();
    await page.getByText("1 snoozed ticket").click();
    await page.getByRole("button", { name: `Wake #${number}` }).click();
    await rowOf(page, number).click();
    await expect.poll(() => field.inputValue(), SOON).toBe("After lunch");
    await page.context().close();
  });

  it("comes back as soon as it moves", async () => {
    const number = await submitPlan(ada, "Moves anyway");
    const page = await stage.person(`/needs?ticket=${number}`);
    await placeOf(page, number, "Moves anyway").waitFor();
    await page.keyboard.press("z");
    await page.getByRole("button", { name: /^For an hour/ }).waitFor();
    await page.keyboard.press("Enter");
    await rowOf(page, number).waitFor({ state: "detached" });
    const move = movesOf(ada, "ada", number, "Plan in Review");
    for (let step = 0; step < 3; step++) await move();
    await rowOf(page, number).waitFor();
    await page.context().close();
  });
});

describe("the address", () => {
  it("holds the ticket and the kind that is shown", async () => {
    const number = await asked("In the address");
    const page = await stage.person("/needs");
    await page.getByRole("button", { name: /^Answer/ }).click();
    await rowOf(page, number).click();
    await page.reload();
    await placeOf(page, number, "In the address").waitFor();
    expect(await page.getByRole("button", { name: /^Answer/ }).getAttribute("aria-pressed")).toBe("true");
    await page.goto(`${stage.server.url}/needs?ticket=1`);
    await page.getByText("#1 does not wait for a person now.").waitFor();
    await page.context().close();
  });

  it("brings the list back on a phone, by Back and by its own button, and the next ticket after a decision", async () => {
    const number = await submitPlan(ada, "On the road");
    const page = await stage.person("/", { size: PHONE });
    await page.getByRole("link", { name: /Needs you/ }).click();
    await rowOf(page, number).click();
    const place = placeOf(page, number, "On the road");
    await place.waitFor();
    expect(await rowOf(page, number).isVisible()).toBe(false);
    await page.goBack();
    await rowOf(page, number).waitFor();
    await rowOf(page, number).click();
    await place.getByRole("button", { name: "← All" }).click();
    await rowOf(page, number).click();
    await place.getByRole("textbox", { name: /^Reason/ }).fill("Fine");
    await place.getByRole("button", { name: /^Approve/ }).click();
    await place.waitFor({ state: "detached" });
    await page.locator(".need-title").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Needs you" }).waitFor();
    await page.context().close();
  });
});

describe.each(["light", "dark"] as const)("in %s colours", (theme) => {
  it.each([1440, 1024, 390])("has no accessibility fault, and fits, %i pixels wide", async (width) => {
    const number = await asked("Looked at closely");
    const page = await stage.person(`/needs?ticket=${number}`, { theme, size: { width, height: 844 } });
    await placeOf(page, number, "Looked at closely").getByText("How many?").first().waitFor();
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    await picture(page, `needs-${theme}-${width}`);
    await page.getByRole("button", { name: "Snooze" }).click();
    expect(await faults(page)).toEqual([]);
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });
});

/** For somebody who wants to look at them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

function rowOf(page: Page, number: number): Locator {
  return page.locator(`[data-ticket="${number}"]`);
}

function placeOf(page: Page, number: number, title: string): Locator {
  return page.getByRole("region", { name: `#${number} ${title}` });
}

async function planned(title: string, comment: string, reason: string): Promise<number> {
  const number = await openTicket(ada, title, { body: "Customers come with a part and no receipt." });
  await ada.ok("handoff_ticket", { number, command: "triage", to_state: "Ready for Plan", reason: "Clear enough" });
  await plan(number, comment, reason);
  return number;
}

async function plan(number: number, comment: string, reason: string, intent = "complete"): Promise<void> {
  const locked = await ada.ok("handoff_ticket", { number, command: "plan", intent: "lock", reason: "Planning" });
  const { token } = locked["claim"] as { token: string };
  await ada.ok("add_comment", { number, body: comment });
  await ada.ok("handoff_ticket", { number, command: "plan", intent, reason, claim: token });
}

async function asked(title: string): Promise<number> {
  const number = await openTicket(ada, title);
  await ada.ok("handoff_ticket", { number, command: "triage", to_state: "Ready for Plan", reason: "Clear enough" });
  await plan(number, "1. Round\n2. Count", "How many? And **which way**?", "escalate");
  return number;
}
