import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faults } from "./axe.ts";
import { Stage } from "./stage.ts";
import { tellStory } from "./story/story.ts";

const PHONE = { width: 390, height: 844 };

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open({}, (database) => tellStory(database, Date.now()));
});

afterAll(() => stage.close());

const PAGES = [
  ["the board", "/"],
  ["the ticket beside the board", "/?ticket=31"],
  ["a ticket", "/ticket/30"],
  ["what needs a person", "/needs"],
  ["the agents", "/agents"],
  ["the sessions", "/sessions"],
  ["the runs", "/runs"],
  ["a run", "/runs/spokeshop%2Ftill/returns-2"],
  ["the workflow of tickets", "/workflow"],
  ["a state of the workflow", "/workflow?state=Plan+in+Review"],
  ["the workflow of sessions", "/workflow/session"],
  ["the workflow of skills", "/workflow/skill"],
  ["the measures", "/stats"],
  ["the browsers", "/browsers"],
  ["people and keys", "/people"],
  ["a page that is not there", "/nowhere"],
] as const;

describe.each(["light", "dark"] as const)("in %s colours", (theme) => {
  it.each(PAGES)("%s has no serious accessibility fault", async (_, path) => {
    const page = await stage.person(path, { theme });
    await arrived(page);
    expect(await faults(page)).toEqual([]);
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });
});

describe("on a phone", () => {
  it.each(PAGES)("%s fits, and has no serious accessibility fault", async (_, path) => {
    const page = await stage.person(path, { size: PHONE });
    await arrived(page);
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
    await page.context().close();
  });
});

it("every address shows its own page when it is opened directly", async () => {
  const page = await stage.viewer("/workflow/skill");
  await page.getByText("batch-router").first().waitFor();
  await page.goto(`${stage.server.url}/ticket/30`);
  await page.getByRole("heading", { name: /#30/ }).waitFor();
  await page.context().close();
});

it("says of a link to nothing what is not there, and the way on", async () => {
  const page = await stage.viewer("/ticket/9999");
  await page.getByText("#9999 is not on this board.").waitFor();
  expect(await faults(page)).toEqual([]);
  await page.goto(`${stage.server.url}/sessions/none`);
  await page.getByText("is not on this board.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("zzzz");
  await page.getByText("No ticket has this in its title, text, comments or reasons.").waitFor();
  await page.context().close();
});

it("shows today first where the days do not fit", async () => {
  const page = await stage.viewer("/stats", { size: PHONE });
  const bars = page.getByRole("figure", { name: "Refusals a day" });
  await bars.locator("rect").first().waitFor({ state: "attached" });
  const hidden = () => bars.evaluate((figure) => figure.scrollWidth - figure.clientWidth - figure.scrollLeft);
  await expect.poll(hidden).toBeLessThanOrEqual(1);
  await page.context().close();
});

async function arrived(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await page.getByText("Live", { exact: true }).first().waitFor({ state: "attached" });
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready");
}
