// A person writes the reason of a move while an agent moves the ticket at every letter.

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { carryTo, pickUp } from "./drag.ts";
import { cardIn, Stage, submitPlan } from "./stage.ts";
import { movesOf } from "./circling.ts";
import { deedsOfPeople, ledgerHead, pause, refusalsOfPeople, writeWhileMoved, SOON } from "./writing.ts";

let stage: Stage;
let ada: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  ada = await stage.agent("ada");
});

afterAll(() => stage.close());

interface Place {
  readonly page: Page;
  /** What holds the form. */
  readonly place: Locator;
}

const PLACES: readonly (readonly [string, number, (number: number) => Promise<Place>])[] = [
  ["on the ticket's page", 30, onPage],
  ["in the drawer", 25, inDrawer],
  ["in Needs you", 25, inNeeds],
  ["after a drop on the board", 20, afterDrop],
  ["after m on the board", 15, afterKey],
];

describe("a reason that is written while an agent moves the ticket", () => {
  it.each(PLACES)("%s is kept, and nothing is sent until the person has chosen again", async (_, letters, open) => {
    const number = await submitPlan(ada, "Written about");
    const { page, place } = await open(number);
    const field = place.getByRole("textbox", { name: /^Reason/ });
    await field.waitFor();
    const before = await ledgerHead(stage);
    const move = movesOf(ada, "ada", number, "Plan in Review");
    const text = await writeWhileMoved({ stage, page, field, move, letters });

    expect(await deedsOfPeople(stage, before)).toEqual([]);
    for (const code of await refusalsOfPeople(stage, before)) expect(code).toBe("state_changed");

    // One round further, to a state that a person has a way out of.
    for (let words = ""; !words.endsWith("Plan in Review");) {
      words = await move();
      await place.getByText(words).first().waitFor();
    }
    await place.getByRole("button", { name: /^Approve/ }).waitFor();
    await pause(page);
    // The first press chooses, and sends nothing.
    const approve = place.getByRole("button", { name: /^Approve/ });
    expect(await approve.getAttribute("aria-pressed")).toBe("false");
    await approve.click();
    await expect.poll(() => approve.getAttribute("aria-pressed"), SOON).toBe("true");
    expect(await deedsOfPeople(stage, before)).toEqual([]);
    expect(await field.inputValue()).toBe(text);
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await deedsOfPeople(stage, before)).length, SOON).toBe(1);
    const [deed] = await deedsOfPeople(stage, before);
    expect(deed).toMatchObject({ kind: "move", from: "Plan in Review", to: "In Progress" });
    expect(deed?.texts["reason"]).toBe(text.trim());
    expect(stage.browser.watch(page).complaints.filter((one) => !one.includes("409"))).toEqual([]);
    await page.context().close();
  });
});

async function onPage(number: number): Promise<Place> {
  const page = await stage.person(`/ticket/${number}`);
  return { page, place: page.getByRole("region", { name: "Your move" }) };
}

async function inDrawer(number: number): Promise<Place> {
  const page = await stage.person(`/?ticket=${number}`);
  const drawer = page.getByRole("complementary", { name: `Ticket #${number}` });
  return { page, place: drawer.getByRole("region", { name: "Your move" }) };
}

/** Others wait as well: the list has something to put in its place. */
async function inNeeds(number: number): Promise<Place> {
  await submitPlan(ada, "Waits, too");
  const page = await stage.person("/needs");
  await page.locator(`[data-ticket="${number}"]`).click();
  return { page, place: page.getByRole("region", { name: `#${number} Written about` }) };
}

async function afterDrop(number: number): Promise<Place> {
  const page = await stage.person("/");
  await cardIn(page, "Plan in Review", number).waitFor();
  await pickUp(page, number);
  await carryTo(page, page.locator('section[data-state="In Progress"]'));
  await page.mouse.up();
  return { page, place: page.getByRole("dialog", { name: `Move #${number}` }) };
}

async function afterKey(number: number): Promise<Place> {
  const page = await stage.person("/");
  await cardIn(page, "Plan in Review", number).focus();
  await page.keyboard.press("m");
  return { page, place: page.getByRole("dialog", { name: `Move #${number}` }) };
}
