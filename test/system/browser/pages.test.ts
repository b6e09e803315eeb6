import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
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
  ["the board as a list", "/?view=list"],
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
  ["the board at a moment", "/?at=40"],
  ["the ledger", "/ledger"],
  ["a day of the ledger", "/ledger?kind=change,refusal&from=2026-01-01&row=3"],
  ["a ledger in which nothing is found", "/ledger?who=nobody"],
  ["the measures", "/stats"],
  ["the browsers", "/browsers"],
  ["people and keys", "/people"],
  ["a page that is not there", "/nowhere"],
] as const;

const LOOKS = (["light", "dark"] as const).flatMap((theme) => [1440, 1024, 390].map((width) => ({ theme, width })));

it.each(PAGES)("%s fits, and has no accessibility fault, in both colours and three widths", async (_, path) => {
  const page = await stage.person(path);
  await arrived(page);
  const found: string[] = [];
  for (const { theme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 844 });
    const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
    const wider = wide > width ? [`${wide} pixels wide`] : [];
    found.push(...[...(await faults(page)), ...wider].map((fault) => `${theme} ${width}: ${fault}`));
  }
  expect(found).toEqual([]);
  expect(stage.browser.watch(page).complaints).toEqual([]);
  await page.context().close();
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
  for (const path of ["/ticket/%E0%A4%A", "/sessions/%E0%A4%A", "/runs/%/%", "/sessions/none"]) {
    await page.goto(`${stage.server.url}${path}`);
    await page.getByText("is not on this board.").waitFor();
  }
  for (const path of ["/run/%", "/%E0%A4%A", "/ticket/1/%C0"]) {
    await page.goto(`${stage.server.url}${path}`);
    await page.getByText("There is no page at this address.").waitFor();
  }
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
